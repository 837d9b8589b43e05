package flota

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// vehiculoRecordModel is a vehicle, alone or in the state of a parking_vehiculo.
type vehiculoRecordModel struct {
	ID        types.Int64    `tfsdk:"id"`
	ClienteID types.Int64    `tfsdk:"cliente_id"`
	Placa     framework.Text `tfsdk:"placa"`
	Nombre    framework.Text `tfsdk:"nombre"`
	Activado  types.Bool     `tfsdk:"activado"`
	Favorito  types.Bool     `tfsdk:"favorito"`
}

// vehiculoModel is the state of a parking_vehiculo.
type vehiculoModel struct {
	vehiculoRecordModel
	framework.Timed
}

type vehiculoIdentity struct {
	ClienteID types.Int64  `tfsdk:"cliente_id"`
	Placa     types.String `tfsdk:"placa"`
}

func (m vehiculoModel) identity() vehiculoIdentity {
	return vehiculoIdentity{m.ClienteID, m.Placa.StringValue}
}

// sameNombre reports whether two names are the same, in any spelling.
func sameNombre(a, b types.String) bool {
	unset := a.IsNull() || a.IsUnknown() || b.IsNull() || b.IsUnknown()
	return a.Equal(b) || !unset && framework.SameText(a.ValueString(), b.ValueString())
}

// fill takes the computed attributes from a record. A declared name stays as declared.
func (m *vehiculoRecordModel) fill(record parking.Vehiculo) {
	m.ID = types.Int64Value(record.ID)
	if m.Nombre.IsUnknown() {
		m.Nombre.Keep(record.Nombre)
	}
	m.Activado = framework.KeepBool(record.Activado, m.Activado)
	m.Favorito = framework.KeepBool(record.Favorito, m.Favorito)
}

// refresh takes the values of a record. Plate and name keep the declared spelling by their types, and a name stays that the service
// does not show.
func (m *vehiculoRecordModel) refresh(record parking.Vehiculo) {
	if record.Nombre.Value != nil || m.Nombre.IsUnknown() {
		m.Nombre.Keep(record.Nombre)
	}
	m.fill(record)
	m.ClienteID = framework.KeepInt64(record.ClienteID, m.ClienteID)
	if record.Placa.Value != nil {
		m.Placa = framework.TextOf(*record.Placa.Value)
	}
}
