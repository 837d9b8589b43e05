package catalogo

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-validators/float64validator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

var _ datasource.DataSourceWithConfigure = (*tramosCercanosDataSource)(nil)

type tramosCercanosDataSource struct{ framework.DataSourceBase }

func newTramosCercanosDataSource() datasource.DataSource { return &tramosCercanosDataSource{} }

type tramosCercanosModel struct {
	Latitud    types.Float64 `tfsdk:"latitud"`
	Longitud   types.Float64 `tfsdk:"longitud"`
	Parametros types.Map     `tfsdk:"parametros"`
	Tramos     []tramoItem   `tfsdk:"tramos"`
	Datos      types.Dynamic `tfsdk:"datos"`
}

func (d *tramosCercanosDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_tramos_cercanos"
}

func (d *tramosCercanosDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: tramosCercanosDoc,
		Attributes: map[string]schema.Attribute{
			"latitud": schema.Float64Attribute{
				MarkdownDescription: "Latitude of the point in degrees, from -90 to 90.",
				Required:            true,
				Validators:          []validator.Float64{float64validator.Between(-90, 90)},
			},
			"longitud": schema.Float64Attribute{
				MarkdownDescription: "Longitude of the point in degrees, from -180 to 180.",
				Required:            true,
				Validators:          []validator.Float64{float64validator.Between(-180, 180)},
			},
			"parametros": framework.ParametrosAttribute("latitud", "longitud"),
			"tramos":     tramosAttribute(cercanosDoc),
			"datos":      schema.DynamicAttribute{MarkdownDescription: cercanosDatosDoc, Computed: true},
		},
	}
}

func (d *tramosCercanosDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model tramosCercanosModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() || !d.Ready(&resp.Diagnostics) {
		return
	}
	task := framework.Task{Verb: "read", Noun: "sections", Name: fmt.Sprintf("near %s, %s", model.Latitud, model.Longitud),
		Attributes: []string{"latitud", "longitud"}, Parametros: model.Parametros}
	tramos, err := d.Client.TramosCercanos(ctx, model.Latitud.ValueFloat64(), model.Longitud.ValueFloat64(),
		framework.ParametrosQuery(model.Parametros))
	if task.Nothing(&resp.Diagnostics, err) {
		tramos, err = nil, nil
	}
	if err == nil {
		model.Tramos = newTramoItems(tramos)
		model.Datos, err = framework.DatosByID(ctx, "tramos_cercanos", tramos, tramoDatos)
	}
	if err != nil {
		task.AddError(&resp.Diagnostics, err)
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &model)...)
}
