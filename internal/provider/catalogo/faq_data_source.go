package catalogo

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

type faqModel struct {
	ID        types.Int64    `tfsdk:"id"`
	Pregunta  types.String   `tfsdk:"pregunta"`
	Respuesta types.String   `tfsdk:"respuesta"`
	Grupo     *faqGrupoModel `tfsdk:"grupo"`
}

type faqGrupoModel struct {
	ID     types.Int64  `tfsdk:"id"`
	Nombre types.String `tfsdk:"nombre"`
}

var faq = framework.LookUp("faq", schema.Schema{
	MarkdownDescription: "Looks up a frequently asked question of the service and its answer.",
	Attributes: map[string]schema.Attribute{
		"id":        framework.IdentifierAttribute("Identifier of the question."),
		"pregunta":  schema.StringAttribute{MarkdownDescription: "The question.", Computed: true},
		"respuesta": schema.StringAttribute{MarkdownDescription: "The answer.", Computed: true},
		"grupo": schema.SingleNestedAttribute{
			MarkdownDescription: "Group of the question; null if the service returns none.",
			Computed:            true,
			Attributes: map[string]schema.Attribute{
				"id":     schema.Int64Attribute{MarkdownDescription: "Identifier of the group.", Computed: true},
				"nombre": schema.StringAttribute{MarkdownDescription: "Name of the group.", Computed: true},
			},
		},
	},
}, readFAQ)

func readFAQ(ctx context.Context, s *framework.Service, m *faqModel, diags *diag.Diagnostics) {
	faq, err := s.Client.FAQ(ctx, m.ID.ValueInt64())
	if err != nil {
		framework.Task{Verb: "read", Noun: "question", Name: m.ID.String(), Attributes: []string{"id"}}.AddError(diags, err)
		return
	}
	m.Pregunta, m.Respuesta = types.StringPointerValue(faq.Pregunta), types.StringPointerValue(faq.Respuesta)
	if faq.Grupo != nil {
		m.Grupo = &faqGrupoModel{types.Int64PointerValue(faq.Grupo.ID), types.StringPointerValue(faq.Grupo.Nombre)}
	}
}
