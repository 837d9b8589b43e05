package flota

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// placaRecordModel is a plate, alone or in the state of a parking_placa.
type placaRecordModel struct {
	Placa          framework.Placa `tfsdk:"placa"`
	TipoVehiculoID types.Int64     `tfsdk:"tipo_vehiculo_id"`
	Electrico      types.Bool      `tfsdk:"electrico"`
	Minusvalido    types.Bool      `tfsdk:"minusvalido"`
	Marca          types.String    `tfsdk:"marca"`
	Modelo         types.String    `tfsdk:"modelo"`
	Color          types.String    `tfsdk:"color"`
	Exento         types.Bool      `tfsdk:"exento"`
	Sancionable    types.Bool      `tfsdk:"sancionable"`
}

// placaModel is the state of a parking_placa.
type placaModel struct {
	placaRecordModel
	framework.Timed
}

type placaIdentity struct {
	Placa types.String `tfsdk:"placa"`
}

// request gives what registers or updates the plate.
func (m placaModel) request() parking.PlacaRequest {
	return parking.PlacaRequest{
		Placa: m.Placa.ValueString(), TipoVehiculoID: m.TipoVehiculoID.ValueInt64(),
		Electrico: parking.Flag(m.Electrico.ValueBool()), Minusvalido: parking.Flag(m.Minusvalido.ValueBool()),
	}
}

// fill takes the computed attributes from a record; unknown ones that it omits become null.
func (m *placaRecordModel) fill(record parking.Placa) {
	m.Marca = framework.KeepString(record.Marca, m.Marca)
	m.Modelo = framework.KeepString(record.Modelo, m.Modelo)
	m.Color = framework.KeepString(record.Color, m.Color)
	m.Exento = framework.KeepBool(record.Exento, m.Exento)
	m.Sancionable = framework.KeepBool(record.Sancionable, m.Sancionable)
}

// refresh takes the values of a record, and so shows changes made outside Terraform.
func (m *placaModel) refresh(record parking.Placa) {
	m.fill(record)
	m.TipoVehiculoID = framework.KeepInt64(record.TipoVehiculoID, m.TipoVehiculoID)
	// An import knows nothing yet; a flag that the service omits has its default.
	m.Electrico = types.BoolValue(framework.KeepBool(record.Electrico, m.Electrico).ValueBool())
	m.Minusvalido = types.BoolValue(framework.KeepBool(record.Minusvalido, m.Minusvalido).ValueBool())
}

// differences lists the managed attributes that are known and in which the service differs from m, each with both values.
func (m placaModel) differences(record parking.Placa) []string {
	held := m
	held.refresh(record)
	var out []string
	if !m.TipoVehiculoID.IsUnknown() && !held.TipoVehiculoID.Equal(m.TipoVehiculoID) {
		out = append(out, fmt.Sprintf(valueInsteadOfText, "tipo_vehiculo_id", held.TipoVehiculoID, m.TipoVehiculoID))
	}
	if !m.Electrico.IsUnknown() && !held.Electrico.Equal(m.Electrico) {
		out = append(out, fmt.Sprintf(valueInsteadOfText, "electrico", held.Electrico, m.Electrico))
	}
	if !m.Minusvalido.IsUnknown() && !held.Minusvalido.Equal(m.Minusvalido) {
		out = append(out, fmt.Sprintf(valueInsteadOfText, "minusvalido", held.Minusvalido, m.Minusvalido))
	}
	return out
}
