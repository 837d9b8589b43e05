package flota

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// placaRecordModel is a plate, alone or in the state of a parking_placa.
type placaRecordModel struct {
	Placa framework.Text `tfsdk:"placa"`
	plateValues
	Marca       types.String `tfsdk:"marca"`
	Modelo      types.String `tfsdk:"modelo"`
	Color       types.String `tfsdk:"color"`
	Exento      types.Bool   `tfsdk:"exento"`
	Sancionable types.Bool   `tfsdk:"sancionable"`
}

// placaModel is the state of a parking_placa.
type placaModel struct {
	placaRecordModel
	framework.Timed
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
	m.plateValues = m.refreshed(record)
}
