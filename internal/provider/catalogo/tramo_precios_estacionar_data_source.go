package catalogo

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

type tramoPreciosEstacionarModel struct {
	TramoID    types.Int64   `tfsdk:"tramo_id"`
	Parametros types.Map     `tfsdk:"parametros"`
	Datos      types.Dynamic `tfsdk:"datos"`
}

var tramoPreciosEstacionar = framework.LookUp("tramo_precios_estacionar", schema.Schema{
	MarkdownDescription: preciosDoc,
	Attributes: map[string]schema.Attribute{
		"tramo_id":   framework.IdentifierAttribute("Identifier of the section."),
		"parametros": framework.ParametrosAttribute("tramo_id"),
		"datos":      schema.DynamicAttribute{MarkdownDescription: preciosDatosDoc, Computed: true},
	},
}, readTramoPreciosEstacionar)

func readTramoPreciosEstacionar(ctx context.Context, s *framework.Service, m *tramoPreciosEstacionarModel, diags *diag.Diagnostics) {
	datos, err := s.Client.TramoPrecios(ctx, m.TramoID.ValueInt64(), framework.ParametrosQuery(m.Parametros))
	if err != nil {
		framework.Task{Verb: "read", Noun: "prices", Name: "of section " + m.TramoID.String(), Attributes: []string{"tramo_id"},
			Parametros: m.Parametros}.AddError(diags, err)
		return
	}
	m.Datos = framework.Dynamic(ctx, datos)
}
