package zonafavorita

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
)

type zonaFavoritaModel struct {
	ID        types.Int64 `tfsdk:"id"`
	ClienteID types.Int64 `tfsdk:"cliente_id"`
	placeModel
	framework.Timed

	adopted bool // this call adopted it
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

func (m zonaFavoritaModel) identity() zonaFavoritaIdentity {
	return zonaFavoritaIdentity{m.ClienteID, m.ID}
}

func (p placeModel) zona() parking.Zona {
	return parking.Zona{ZonaID: p.ZonaID.ValueInt64Pointer(), TramoID: p.TramoID.ValueInt64Pointer(),
		CeldaID: p.CeldaID.ValueInt64Pointer()}
}

// subject is the favourite in the audit log.
func (m zonaFavoritaModel) subject() audit.Subject {
	return audit.Subject{ZonaFavoritaID: m.ID.ValueInt64(), ClienteID: m.ClienteID.ValueInt64(),
		ZonaID: m.ZonaID.ValueInt64(), TramoID: m.TramoID.ValueInt64(), CeldaID: m.CeldaID.ValueInt64()}
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

// finest names the most precise place for locks, since that lies in the larger ones, declared or not.
func (m zonaFavoritaModel) finest() string {
	switch {
	case !m.CeldaID.IsNull():
		m.ZonaID, m.TramoID = types.Int64Null(), types.Int64Null()
	case !m.TramoID.IsNull():
		m.ZonaID = types.Int64Null()
	}
	return fmt.Sprintf("favourite of client %s at %s", m.ClienteID, m.place())
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

// isAt reports whether no field of the record contradicts the place of m.
func (m zonaFavoritaModel) isAt(record parking.ZonaFavorita) bool {
	return m.placeOf(record).Equal(m.zona())
}

// elsewhere gives the favourite of m as a listing shows it, if that is at another place than m says. What is not listed, or
// was imported and has not been read, contradicts nothing.
func (m zonaFavoritaModel) elsewhere(list []parking.ZonaFavorita) (shown zonaFavoritaModel, is bool) {
	at := slices.IndexFunc(list, has(m.ID.ValueInt64()))
	if at < 0 || m.zona() == (parking.Zona{}) || m.isAt(list[at]) {
		return m, false
	}
	m.refresh(list[at])
	return m, true
}

// addOther adds the error that the identifier of m belongs to another favourite, or one that somebody moved.
func (m zonaFavoritaModel) addOther(shown zonaFavoritaModel, diags *diag.Diagnostics) {
	diags.AddError("Favourite is another one",
		fmt.Sprintf(otherFavoritaText, m.ID, m.ClienteID, cmp.Or(shown.place(), "no place"), m.place()))
}

// clearsTramo reports whether m removes the section of before and declares no space. The
// service can clear only a space, by null; it may keep a section that a request omits.
func (m zonaFavoritaModel) clearsTramo(before zonaFavoritaModel) bool {
	return !before.TramoID.IsNull() && m.TramoID.IsNull() && m.CeldaID.IsNull()
}

// find returns the favourite of m from a listing: by id, else by its place (A8). Of
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
		if !m.finestSent(record) || !m.isAt(record) {
			continue
		}
		if !ok || record.ID != nil && (found.ID == nil || *record.ID < *found.ID) {
			found, ok = record, true
		}
	}
	return found, ok
}

// alike names the favourites of a listing that are at the place of m's record beside it.
func (m zonaFavoritaModel) alike(own parking.ZonaFavorita, list []parking.ZonaFavorita) (names []string) {
	m.refresh(own)
	for _, record := range list {
		if own.ID != nil && record.ID != nil && *record.ID != *own.ID && m.finestSent(record) && m.isAt(record) {
			names = append(names, favorita(*record.ID))
		}
	}
	slices.Sort(names)
	return names
}

// finestSent reports whether the record has the most precise place that m declares.
// Without it the record could be any favourite of the larger place.
func (m zonaFavoritaModel) finestSent(record parking.ZonaFavorita) bool {
	switch {
	case !m.CeldaID.IsNull():
		return record.CeldaID.Sent
	case !m.TramoID.IsNull():
		return record.TramoID.Sent
	}
	return record.ZonaID.Sent
}

func (m *zonaFavoritaModel) refresh(record parking.ZonaFavorita) {
	m.placeModel = newPlaceModel(m.placeOf(record))
	if record.ID != nil {
		m.ID = types.Int64Value(*record.ID)
	}
}
