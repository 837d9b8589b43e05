package catalogo

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

type tiposVehiculoModel struct {
	TiposVehiculo []tipoVehiculoItem `tfsdk:"tipos_vehiculo"`
	IDs           map[string]int64   `tfsdk:"ids"`
	Datos         types.Dynamic      `tfsdk:"datos"`
}

type tipoVehiculoItem struct {
	ID     int64   `tfsdk:"id"`
	Nombre *string `tfsdk:"nombre"`
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
		"ids":   schema.MapAttribute{MarkdownDescription: tiposVehiculoIDsDoc, Computed: true, ElementType: types.Int64Type},
		"datos": schema.DynamicAttribute{MarkdownDescription: tiposVehiculoDatosDoc, Computed: true},
	},
}, readTiposVehiculo)

// ofTipos is what a read of the vehicle types is about.
var ofTipos = framework.Task{Noun: "vehicle types"}

func readTiposVehiculo(ctx context.Context, s *framework.Service, m *tiposVehiculoModel, _ *diag.Diagnostics) (framework.Task, error) {
	tipos, err := s.Client.TiposVehiculo(ctx)
	*m = tiposVehiculoModel{TiposVehiculo: make([]tipoVehiculoItem, len(tipos)), IDs: make(map[string]int64)}
	several := make(map[string]bool)
	for i, tipo := range tipos {
		m.TiposVehiculo[i] = tipoVehiculoItem{tipo.ID, tipo.Nombre}
		if tipo.Nombre != nil {
			_, several[*tipo.Nombre] = m.IDs[*tipo.Nombre]
			m.IDs[*tipo.Nombre] = tipo.ID
		}
	}
	maps.DeleteFunc(m.IDs, func(nombre string, _ int64) bool { return several[nombre] })
	m.Datos = framework.DatosByID(ctx, tipos, func(t parking.TipoVehiculo) (int64, map[string]any) { return t.ID, t.Datos })
	return ofTipos, err
}

type tipoVehiculoModel struct {
	ID     types.Int64   `tfsdk:"id"`
	Nombre types.String  `tfsdk:"nombre"`
	Datos  types.Dynamic `tfsdk:"datos"`
}

var tipoVehiculo = framework.LookUp("tipo_vehiculo", schema.Schema{
	MarkdownDescription: tipoVehiculoDoc,
	Attributes: map[string]schema.Attribute{
		"id": schema.Int64Attribute{
			MarkdownDescription: tipoVehiculoIDDoc,
			Optional:            true,
			Computed:            true,
			Validators: []validator.Int64{int64validator.AtLeast(1),
				int64validator.ExactlyOneOf(path.MatchRoot("id"), path.MatchRoot("nombre"))},
		},
		"nombre": schema.StringAttribute{MarkdownDescription: tipoVehiculoNombreDoc, Optional: true, Computed: true},
		"datos":  schema.DynamicAttribute{MarkdownDescription: tipoVehiculoDatosDoc, Computed: true},
	},
}, readTipoVehiculo)

func readTipoVehiculo(ctx context.Context, s *framework.Service, m *tipoVehiculoModel, diags *diag.Diagnostics) (framework.Task, error) {
	tipos, err := s.Client.TiposVehiculo(ctx)
	if err != nil {
		return ofTipos, err
	}
	attribute, which := path.Root("id"), "with the identifier "+m.ID.String()
	if m.ID.IsNull() {
		attribute, which = path.Root("nombre"), "named "+m.Nombre.String()
	}
	var found []tipoVehiculoModel
	all := make([]string, len(tipos))
	for i, tipo := range tipos {
		one := tipoVehiculoModel{types.Int64Value(tipo.ID), types.StringPointerValue(tipo.Nombre), framework.Dynamic(ctx, tipo.Datos)}
		named := !m.Nombre.IsNull() && !one.Nombre.IsNull() && strings.EqualFold(one.Nombre.ValueString(), m.Nombre.ValueString())
		if named || one.ID.Equal(m.ID) {
			found = append(found, one)
		}
		all[i] = fmt.Sprintf("%d %s", tipo.ID, one.Nombre)
	}
	if len(found) != 1 {
		diags.AddAttributeError(attribute, "Vehicle type not found", fmt.Sprintf(
			"The service does not have exactly one vehicle type %s. Set id to one of these: %s.", which, strings.Join(all, ", ")))
		return ofTipos, nil
	}
	*m = found[0]
	return ofTipos, nil
}
