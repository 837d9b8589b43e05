package catalogo

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var _ datasource.DataSourceWithConfigure = (*tiposVehiculoDataSource)(nil)

type tiposVehiculoDataSource struct{ framework.DataSourceBase }

func newTiposVehiculoDataSource() datasource.DataSource { return &tiposVehiculoDataSource{} }

type tiposVehiculoModel struct {
	TiposVehiculo []tipoVehiculoItem `tfsdk:"tipos_vehiculo"`
	Datos         types.Dynamic      `tfsdk:"datos"`
}

type tipoVehiculoItem struct {
	ID     types.Int64  `tfsdk:"id"`
	Nombre types.String `tfsdk:"nombre"`
}

func (d *tiposVehiculoDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_tipos_vehiculo"
}

func (d *tiposVehiculoDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
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
	}
}

func (d *tiposVehiculoDataSource) Read(ctx context.Context, _ datasource.ReadRequest, resp *datasource.ReadResponse) {
	if !d.Ready(&resp.Diagnostics) {
		return
	}
	tipos, err := d.Client.TiposVehiculo(ctx)
	model := tiposVehiculoModel{TiposVehiculo: make([]tipoVehiculoItem, len(tipos))}
	for i, tipo := range tipos {
		model.TiposVehiculo[i] = tipoVehiculoItem{types.Int64Value(tipo.ID), types.StringPointerValue(tipo.Nombre)}
	}
	if err == nil {
		model.Datos, err = framework.DatosByID(ctx, "tipo_vehiculo", tipos,
			func(t parking.TipoVehiculo) (int64, map[string]any) { return t.ID, t.Datos })
	}
	if err != nil {
		framework.Task{Verb: "read", Noun: "vehicle types"}.AddError(&resp.Diagnostics, err)
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &model)...)
}
