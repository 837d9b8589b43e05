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

var _ datasource.DataSourceWithConfigure = (*tramoPreciosEstacionarDataSource)(nil)

type tramoPreciosEstacionarDataSource struct{ framework.DataSourceBase }

func newTramoPreciosEstacionarDataSource() datasource.DataSource {
	return &tramoPreciosEstacionarDataSource{}
}

type tramoPreciosEstacionarModel struct {
	TramoID    types.Int64   `tfsdk:"tramo_id"`
	Parametros types.Map     `tfsdk:"parametros"`
	Datos      types.Dynamic `tfsdk:"datos"`
}

func (d *tramoPreciosEstacionarDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_tramo_precios_estacionar"
}

func (d *tramoPreciosEstacionarDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: preciosDoc,
		Attributes: map[string]schema.Attribute{
			"tramo_id": schema.Int64Attribute{
				MarkdownDescription: "Identifier of the section.",
				Required:            true,
				Validators:          []validator.Int64{int64validator.AtLeast(1)},
			},
			"parametros": framework.ParametrosAttribute("tramo_id"),
			"datos":      schema.DynamicAttribute{MarkdownDescription: preciosDatosDoc, Computed: true},
		},
	}
}

func (d *tramoPreciosEstacionarDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model tramoPreciosEstacionarModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() || !d.Ready(&resp.Diagnostics) {
		return
	}
	datos, err := d.Client.TramoPrecios(ctx, model.TramoID.ValueInt64(), framework.ParametrosQuery(model.Parametros))
	if errors.Is(err, parking.ErrNotFound) {
		resp.Diagnostics.AddAttributeError(path.Root("tramo_id"), "No such section", fmt.Sprintf(noSuchPricesText, model.TramoID, err))
		return
	}
	if err != nil {
		framework.Task{Verb: "read", Noun: "prices", Name: "of section " + model.TramoID.String(), Attributes: []string{"tramo_id"},
			Parametros: model.Parametros}.AddError(&resp.Diagnostics, err)
		return
	}
	model.Datos = framework.Dynamic(ctx, datos)
	resp.Diagnostics.Append(resp.State.Set(ctx, &model)...)
}
