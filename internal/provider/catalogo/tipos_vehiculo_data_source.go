package catalogo

import (
	"context"
	"fmt"
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

type tipoVehiculoModel struct {
	tipoVehiculoItem
	Datos types.Dynamic `tfsdk:"datos"`
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

func readTipoVehiculo(ctx context.Context, s *framework.Service, m *tipoVehiculoModel, diags *diag.Diagnostics) {
	tipos, err := s.Client.TiposVehiculo(ctx)
	if err != nil {
		framework.Task{Verb: "read", Noun: "vehicle types"}.AddError(diags, err)
		return
	}
	var found []parking.TipoVehiculo
	var all []string
	for _, tipo := range tipos {
		nombre := types.StringPointerValue(tipo.Nombre)
		byID := !m.ID.IsNull() && tipo.ID == m.ID.ValueInt64()
		byNombre := !m.Nombre.IsNull() && !nombre.IsNull() && strings.EqualFold(nombre.ValueString(), m.Nombre.ValueString())
		if byID || byNombre {
			found = append(found, tipo)
		}
		all = append(all, fmt.Sprintf("%d %s", tipo.ID, nombre))
	}
	attribute, which := path.Root("id"), "with the identifier "+m.ID.String()
	if m.ID.IsNull() {
		attribute, which = path.Root("nombre"), "named "+m.Nombre.String()
	}
	if len(found) != 1 {
		diags.AddAttributeError(attribute, "Vehicle type not found",
			fmt.Sprintf(noSuchTypeText, which, strings.Join(all, ", ")))
		return
	}
	*m = tipoVehiculoModel{newTipoVehiculoItem(found[0]), framework.Dynamic(ctx, found[0].Datos)}
}
