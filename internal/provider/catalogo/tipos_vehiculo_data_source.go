package catalogo

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

type tiposVehiculoModel struct {
	TiposVehiculo []tipoVehiculoItem `tfsdk:"tipos_vehiculo"`
	Datos         types.Dynamic      `tfsdk:"datos"`
}

type tipoVehiculoItem struct {
	ID     types.Int64  `tfsdk:"id"`
	Nombre types.String `tfsdk:"nombre"`
}

func newTipoVehiculoItem(t parking.TipoVehiculo) tipoVehiculoItem {
	return tipoVehiculoItem{types.Int64Value(t.ID), types.StringPointerValue(t.Nombre)}
}

var tiposVehiculo = framework.LookUp("tipos_vehiculo", schema.Schema{
	MarkdownDescription: tiposVehiculoDoc,
	Attributes: map[string]schema.Attribute{
		"tipos_vehiculo": schema.ListNestedAttribute{
			MarkdownDescription: "All vehicle types, in the service's order.",
			Computed:            true,
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"id":     schema.Int64Attribute{MarkdownDescription: tipoVehiculoIDDoc, Computed: true},
				"nombre": schema.StringAttribute{MarkdownDescription: "Name of the vehicle type.", Computed: true},
			}},
		},
		"datos": schema.DynamicAttribute{MarkdownDescription: tiposVehiculoDatosDoc, Computed: true},
	},
}, readTiposVehiculo)

func readTiposVehiculo(ctx context.Context, s *framework.Service, m *tiposVehiculoModel, diags *diag.Diagnostics) {
	tipos, err := s.Client.TiposVehiculo(ctx)
	if err != nil {
		framework.Task{Verb: "read", Noun: "vehicle types"}.AddError(diags, err)
		return
	}
	*m = tiposVehiculoModel{TiposVehiculo: make([]tipoVehiculoItem, len(tipos))}
	for i, tipo := range tipos {
		m.TiposVehiculo[i] = newTipoVehiculoItem(tipo)
	}
	m.Datos = framework.DatosByID(ctx, tipos, func(t parking.TipoVehiculo) (int64, map[string]any) { return t.ID, t.Datos })
}
