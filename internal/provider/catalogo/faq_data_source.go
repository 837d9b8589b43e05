package catalogo

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

type faqModel struct {
	ID        int64          `tfsdk:"id"`
	Pregunta  *string        `tfsdk:"pregunta"`
	Respuesta *string        `tfsdk:"respuesta"`
	Grupo     *faqGrupoModel `tfsdk:"grupo"`
}

type faqGrupoModel struct {
	ID     *int64  `tfsdk:"id"`
	Nombre *string `tfsdk:"nombre"`
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

func readFAQ(ctx context.Context, s *framework.Service, m *faqModel, _ *diag.Diagnostics) (framework.Task, error) {
	faq, err := s.Client.FAQ(ctx, m.ID)
	m.Pregunta, m.Respuesta, m.Grupo = faq.Pregunta, faq.Respuesta, (*faqGrupoModel)(faq.Grupo)
	return framework.Task{Noun: "question", Name: fmt.Sprint(m.ID), Attributes: []string{"id"}}, err
}
