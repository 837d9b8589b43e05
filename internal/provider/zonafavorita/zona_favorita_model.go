package zonafavorita

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

type zonaFavoritaModel struct {
	ID        types.Int64 `tfsdk:"id"`
	ClienteID types.Int64 `tfsdk:"cliente_id"`
	placeModel
	framework.Timed
}

// placeModel is the place of a favourite, or the one that a listing is filtered by.
type placeModel struct {
	ZonaID  types.Int64 `tfsdk:"zona_id"`
	TramoID types.Int64 `tfsdk:"tramo_id"`
	CeldaID types.Int64 `tfsdk:"celda_id"`
}

func newPlaceModel(z parking.Zona) placeModel {
	return placeModel{types.Int64PointerValue(z.ZonaID), types.Int64PointerValue(z.TramoID), types.Int64PointerValue(z.CeldaID)}
}

type zonaFavoritaIdentity struct {
	ClienteID types.Int64 `tfsdk:"cliente_id"`
	ID        types.Int64 `tfsdk:"id"`
}

func (p placeModel) zona() parking.Zona {
	return parking.Zona{ZonaID: p.ZonaID.ValueInt64Pointer(), TramoID: p.TramoID.ValueInt64Pointer(),
		CeldaID: p.CeldaID.ValueInt64Pointer()}
}

// place describes the place of the favourite in messages.
func (m zonaFavoritaModel) place() string {
	var parts []string
	for _, part := range []struct {
		name  string
		value types.Int64
	}{{"zone", m.ZonaID}, {"section", m.TramoID}, {"space", m.CeldaID}} {
		if !part.value.IsNull() {
			parts = append(parts, fmt.Sprintf("%s %s", part.name, part.value))
		}
	}
	return strings.Join(parts, ", ")
}

// name tells the favourite from others in messages.
func (m zonaFavoritaModel) name() string {
	if m.place() == "" { // an import has only the id
		return fmt.Sprintf("%s of client %s", m.ID, m.ClienteID)
	}
	return fmt.Sprintf("of client %s at %s", m.ClienteID, m.place())
}

// placeOf gives the place of a record as m would declare it. A space lies in one
// section and a section in one zone, so a larger place that m omits next to a more
// precise one was added by the service, and is not drift.
func (m zonaFavoritaModel) placeOf(record parking.ZonaFavorita) parking.Zona {
	zona := record.Zona(m.zona())
	if m.ZonaID.IsNull() && (!m.TramoID.IsNull() || !m.CeldaID.IsNull()) {
		zona.ZonaID = nil
	}
	if m.TramoID.IsNull() && !m.CeldaID.IsNull() {
		zona.TramoID = nil
	}
	return zona
}

// isAt reports whether the record is at the place of m: it shows the most precise part, since it could be any favourite of a
// larger place without it, and nothing else contradicts.
func (m zonaFavoritaModel) isAt(record parking.ZonaFavorita) bool {
	finest := record.ZonaID
	switch {
	case !m.CeldaID.IsNull():
		finest = record.CeldaID
	case !m.TramoID.IsNull():
		finest = record.TramoID
	}
	return finest.Sent && m.placeOf(record).Equal(m.zona())
}

// clearsTramo reports whether m removes the section of before and declares no space. The
// service can clear only a space, by null; it may keep a section that a request omits.
func (m zonaFavoritaModel) clearsTramo(before zonaFavoritaModel) bool {
	return !before.TramoID.IsNull() && m.TramoID.IsNull() && m.CeldaID.IsNull()
}

// find returns the favourite of m from a listing: by id, else by its place. Of
// several at that place it returns the one with the lowest id, in any order of the answer.
func (m zonaFavoritaModel) find(list []parking.ZonaFavorita) (found parking.ZonaFavorita, ok bool) {
	for _, record := range list {
		if record.ID != nil && !m.ID.IsNull() && *record.ID == m.ID.ValueInt64() {
			return record, true
		}
	}
	if m.zona() == (parking.Zona{}) {
		return parking.ZonaFavorita{}, false // an import has only the id
	}
	for _, record := range list {
		if m.isAt(record) && (!ok || record.ID != nil && (found.ID == nil || *record.ID < *found.ID)) {
			found, ok = record, true
		}
	}
	return found, ok
}

// others names the other favourites of a listing that are at the place of m.
func (m zonaFavoritaModel) others(list []parking.ZonaFavorita) (names []string) {
	for _, record := range list {
		if !m.ID.IsNull() && record.ID != nil && *record.ID != m.ID.ValueInt64() && m.isAt(record) {
			names = append(names, numbered(record))
		}
	}
	slices.Sort(names)
	return names
}

func (m *zonaFavoritaModel) refresh(record parking.ZonaFavorita) {
	m.placeModel = newPlaceModel(m.placeOf(record))
	if record.ID != nil {
		m.ID = types.Int64Value(*record.ID)
	}
}
