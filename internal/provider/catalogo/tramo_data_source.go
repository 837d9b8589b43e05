package catalogo

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

type tramoModel struct {
	tramoItem
	Datos types.Dynamic `tfsdk:"datos"`
}

var tramo = framework.LookUp("tramo", schema.Schema{
	MarkdownDescription: tramoDoc,
	Attributes: map[string]schema.Attribute{
		"id":          framework.IdentifierAttribute("Identifier of the section."),
		"nombre":      schema.StringAttribute{MarkdownDescription: "Name of the section.", Computed: true},
		"direccion":   schema.StringAttribute{MarkdownDescription: "Street address.", Computed: true},
		"latitud":     schema.Float64Attribute{MarkdownDescription: "Latitude in degrees.", Computed: true},
		"longitud":    schema.Float64Attribute{MarkdownDescription: "Longitude in degrees.", Computed: true},
		"libres":      schema.Int64Attribute{MarkdownDescription: "Current number of free spaces of any kind.", Computed: true},
		"librescoche": schema.Int64Attribute{MarkdownDescription: "Current number of free spaces for cars.", Computed: true},
		"libresmoto":  schema.Int64Attribute{MarkdownDescription: "Current number of free spaces for motorcycles.", Computed: true},
		"datos":       schema.DynamicAttribute{MarkdownDescription: tramoDatosDoc, Computed: true},
	},
}, readTramo)

func readTramo(ctx context.Context, s *framework.Service, m *tramoModel, diags *diag.Diagnostics) {
	tramo, err := s.Client.Tramo(ctx, m.ID.ValueInt64())
	if err != nil {
		framework.Task{Verb: "read", Noun: "section", Name: m.ID.String(), Attributes: []string{"id"}}.AddError(diags, err)
		return
	}
	*m = tramoModel{newTramoItem(tramo), framework.Dynamic(ctx, tramo.Datos)}
}
