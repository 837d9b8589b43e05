package catalogo

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var _ datasource.DataSourceWithConfigure = (*faqDataSource)(nil)

type faqDataSource struct{ framework.DataSourceBase }

func newFAQDataSource() datasource.DataSource { return &faqDataSource{} }

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

func (d *faqDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_faq"
}

func (d *faqDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Looks up a frequently asked question of the service and its answer.",
		Attributes: map[string]schema.Attribute{
			"id": schema.Int64Attribute{
				MarkdownDescription: "Identifier of the question.",
				Required:            true,
				Validators:          []validator.Int64{int64validator.AtLeast(1)},
			},
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
	}
}

func (d *faqDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model faqModel
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("id"), &model.ID)...)
	if resp.Diagnostics.HasError() || !d.Ready(&resp.Diagnostics) {
		return
	}
	faq, err := d.Client.FAQ(ctx, model.ID.ValueInt64())
	if errors.Is(err, parking.ErrNotFound) {
		resp.Diagnostics.AddAttributeError(path.Root("id"), "No such question", fmt.Sprintf("The service has no question %s. Correct id.", model.ID))
		return
	}
	if err != nil {
		framework.Task{Verb: "read", Noun: "question", Name: model.ID.String(), Attributes: []string{"id"}}.AddError(&resp.Diagnostics, err)
		return
	}
	model.Pregunta, model.Respuesta = types.StringPointerValue(faq.Pregunta), types.StringPointerValue(faq.Respuesta)
	if faq.Grupo != nil {
		model.Grupo = &faqGrupoModel{types.Int64PointerValue(faq.Grupo.ID), types.StringPointerValue(faq.Grupo.Nombre)}
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &model)...)
}
