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
	var all, same []string
	for _, tipo := range tipos {
		nombre := types.StringPointerValue(tipo.Nombre)
		byID := !m.ID.IsNull() && tipo.ID == m.ID.ValueInt64()
		byNombre := !m.Nombre.IsNull() && !nombre.IsNull() && strings.EqualFold(nombre.ValueString(), m.Nombre.ValueString())
		if byID || byNombre {
			found = append(found, tipo)
			same = append(same, fmt.Sprintf("%d %s", tipo.ID, nombre))
		}
		all = append(all, fmt.Sprintf("%d %s", tipo.ID, nombre))
	}
	attribute, which := path.Root("id"), "with the identifier "+m.ID.String()
	if m.ID.IsNull() {
		attribute, which = path.Root("nombre"), "named "+m.Nombre.String()
	}
	switch len(found) {
	case 0:
		diags.AddAttributeError(attribute, "Vehicle type not found", fmt.Sprintf(noSuchTypeText, which, strings.Join(all, ", ")))
		return
	case 1:
	default:
		diags.AddAttributeError(attribute, "More than one vehicle type found",
			fmt.Sprintf(ambiguousText, len(found), which, strings.Join(same, ", ")))
		return
	}
	*m = tipoVehiculoModel{newTipoVehiculoItem(found[0]), framework.Dynamic(ctx, found[0].Datos)}
}
