package zonafavorita

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// zonaFavoritaModel is the state of a parking_zona_favorita.
type zonaFavoritaModel struct {
	ID        types.Int64    `tfsdk:"id"`
	ClienteID types.Int64    `tfsdk:"cliente_id"`
	ZonaID    types.Int64    `tfsdk:"zona_id"`
	TramoID   types.Int64    `tfsdk:"tramo_id"`
	CeldaID   types.Int64    `tfsdk:"celda_id"`
	Timeouts  timeouts.Value `tfsdk:"timeouts"`
}

type zonaFavoritaIdentity struct {
	ClienteID types.Int64 `tfsdk:"cliente_id"`
	ID        types.Int64 `tfsdk:"id"`
}

func (m zonaFavoritaModel) identity() zonaFavoritaIdentity {
	return zonaFavoritaIdentity{m.ClienteID, m.ID}
}

func (m zonaFavoritaModel) zona() parking.Zona {
	return parking.Zona{ZonaID: m.ZonaID.ValueInt64Pointer(), TramoID: m.TramoID.ValueInt64Pointer(),
		CeldaID: m.CeldaID.ValueInt64Pointer()}
}

// place names the favourite's place for messages.
func (m zonaFavoritaModel) place() string {
	var parts []string
	for _, part := range []struct {
		name  string
		value types.Int64
	}{{"zone", m.ZonaID}, {"section", m.TramoID}, {"cell", m.CeldaID}} {
		if !part.value.IsNull() {
			parts = append(parts, fmt.Sprintf("%s %s", part.name, part.value))
		}
	}
	return strings.Join(parts, ", ")
}

// claim is what a block that is to have the favourite claims for this run: its finest
// place, which lies in the coarser ones, declared or not.
func (m zonaFavoritaModel) claim() string {
	switch {
	case !m.CeldaID.IsNull():
		m.ZonaID, m.TramoID = types.Int64Null(), types.Int64Null()
	case !m.TramoID.IsNull():
		m.ZonaID = types.Int64Null()
	}
	return fmt.Sprintf("zona_favorita of client %s: %s", m.ClienteID, m.place())
}

// held gives the place of a record as m would declare it. A cell lies in one
// section and a section in one zone, so a coarser place that m does not declare
// beside a finer one is the service's own addition and no difference.
func (m zonaFavoritaModel) held(record parking.ZonaFavorita) parking.Zona {
	zona := record.Zona(m.zona())
	if m.ZonaID.IsNull() && (!m.TramoID.IsNull() || !m.CeldaID.IsNull()) {
		zona.ZonaID = nil
	}
	if m.TramoID.IsNull() && !m.CeldaID.IsNull() {
		zona.TramoID = nil
	}
	return zona
}

// clearsTramo reports whether m leaves out the section of before beside nothing finer. The
// service can clear a cell only, by null; a section that is left out may stay.
func (m zonaFavoritaModel) clearsTramo(before zonaFavoritaModel) bool {
	return !before.TramoID.IsNull() && m.TramoID.IsNull() && m.CeldaID.IsNull()
}

// find picks the favourite out of a listing: by id, else by its place (A8), and
// of several the one with the lowest id, whatever the order of the answer.
func (m zonaFavoritaModel) find(list []parking.ZonaFavorita) (found parking.ZonaFavorita, ok bool) {
	for _, record := range list {
		if record.ID != nil && !m.ID.IsNull() && *record.ID == m.ID.ValueInt64() {
			return record, true
		}
	}
	if m.zona() == (parking.Zona{}) {
		return parking.ZonaFavorita{}, false // an import knows the id only
	}
	for _, record := range list {
		if !m.finestSent(record) || !m.held(record).Equal(m.zona()) {
			continue
		}
		if !ok || record.ID != nil && (found.ID == nil || *record.ID < *found.ID) {
			found, ok = record, true
		}
	}
	return found, ok
}

// finestSent reports whether the record tells the finest place that m declares;
// without it the record could be any favourite of the coarser place.
func (m zonaFavoritaModel) finestSent(record parking.ZonaFavorita) bool {
	switch {
	case !m.CeldaID.IsNull():
		return record.CeldaID.Sent
	case !m.TramoID.IsNull():
		return record.TramoID.Sent
	}
	return record.ZonaID.Sent
}

// refresh takes the whole record.
func (m *zonaFavoritaModel) refresh(record parking.ZonaFavorita) {
	zona := m.held(record)
	m.ZonaID = types.Int64PointerValue(zona.ZonaID)
	m.TramoID = types.Int64PointerValue(zona.TramoID)
	m.CeldaID = types.Int64PointerValue(zona.CeldaID)
	if record.ID != nil {
		m.ID = types.Int64Value(*record.ID)
	}
}
