package flota

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var _ datasource.DataSourceWithConfigure = (*vehiculosDataSource)(nil)

type vehiculosDataSource struct{ framework.DataSourceBase }

func newVehiculosDataSource() datasource.DataSource { return &vehiculosDataSource{} }

type vehiculosModel struct {
	ClienteID types.Int64           `tfsdk:"cliente_id"`
	Placa     types.String          `tfsdk:"placa"`
	Nombre    types.String          `tfsdk:"nombre"`
	Vehiculos []vehiculoRecordModel `tfsdk:"vehiculos"`
}

func (d *vehiculosDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_vehiculos"
}

func (d *vehiculosDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: vehiculosDataDoc,
		Attributes: map[string]schema.Attribute{
			"cliente_id": schema.Int64Attribute{
				MarkdownDescription: "Identifier of the client.",
				Required:            true,
				Validators:          []validator.Int64{int64validator.AtLeast(1)},
			},
			"placa": schema.StringAttribute{
				MarkdownDescription: vehiculosDataPlacaDoc,
				Optional:            true,
				Validators:          []validator.String{framework.PlacaValidator},
			},
			"nombre": schema.StringAttribute{
				MarkdownDescription: vehiculosDataNombreDoc,
				Optional:            true,
				Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
			},
			"vehiculos": schema.ListNestedAttribute{
				MarkdownDescription: vehiculosDataListDoc,
				Computed:            true,
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"id":         schema.Int64Attribute{MarkdownDescription: "Identifier of the vehicle.", Computed: true},
					"cliente_id": schema.Int64Attribute{MarkdownDescription: "Identifier of the owning client.", Computed: true},
					"placa":      schema.StringAttribute{MarkdownDescription: "License plate.", Computed: true},
					"nombre":     schema.StringAttribute{MarkdownDescription: vehiculosNombreDoc, Computed: true},
					"activado":   schema.BoolAttribute{MarkdownDescription: vehiculoActivadoDoc, Computed: true},
					"favorito":   schema.BoolAttribute{MarkdownDescription: vehiculoFavoritoDoc, Computed: true},
				}},
			},
		},
	}
}

func (d *vehiculosDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model vehiculosModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() || !d.Ready(&resp.Diagnostics) {
		return
	}
	look := framework.Task{Verb: "read", Noun: "vehicles", Name: "of client " + model.ClienteID.String(),
		Attributes: []string{"cliente_id", "placa", "nombre"}}
	list, err := d.Client.Vehiculos(ctx, parking.VehiculosFilter{ClienteID: model.ClienteID.ValueInt64(), Placa: model.Placa.ValueString(),
		Nombre: model.Nombre.ValueString()})
	if err != nil && !look.Nothing(&resp.Diagnostics, err) {
		look.AddError(&resp.Diagnostics, err)
		return
	}
	model.Vehiculos = make([]vehiculoRecordModel, len(list))
	for i, v := range list {
		model.Vehiculos[i] = newVehiculoRecordModel(v)
		model.Vehiculos[i].ClienteID = model.ClienteID
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &model)...)
}
