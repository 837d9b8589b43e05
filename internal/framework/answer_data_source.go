package framework

import (
	"context"
	"fmt"
	"net/url"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var _ datasource.DataSourceWithConfigure = (*AnswerDataSource)(nil)

// AnswerDataSource is a look-up of which the service documents neither the
// parameters nor the answer: what is given is sent, and what comes is given.
type AnswerDataSource struct {
	DataSourceBase
	Name, Noun, Description string
	Look                    func(*parking.Client, context.Context, url.Values) (any, error)
}

type answerModel struct {
	Parametros types.Map     `tfsdk:"parametros"`
	Datos      types.Dynamic `tfsdk:"datos"`
}

func (d *AnswerDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + d.Name
}

func (d *AnswerDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: d.Description + fmt.Sprintf(answerDoc, d.Name),
		Attributes: map[string]schema.Attribute{
			"parametros": ParametrosAttribute(),
			"datos":      schema.DynamicAttribute{MarkdownDescription: answerDatosDoc, Computed: true},
		},
	}
}

func (d *AnswerDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model answerModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() || !d.Ready(&resp.Diagnostics) {
		return
	}
	datos, err := d.Look(d.Client, ctx, ParametrosQuery(model.Parametros))
	if err != nil {
		Task{Verb: "read", Noun: d.Noun, Parametros: model.Parametros}.AddError(&resp.Diagnostics, err)
		return
	}
	model.Datos = Dynamic(ctx, datos)
	resp.Diagnostics.Append(resp.State.Set(ctx, &model)...)
}
