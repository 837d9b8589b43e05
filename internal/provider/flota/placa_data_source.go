package flota

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var _ datasource.DataSourceWithConfigure = (*placaDataSource)(nil)

type placaDataSource struct{ framework.DataSourceBase }

func newPlacaDataSource() datasource.DataSource { return &placaDataSource{} }

type placaRecordModel struct {
	Placa          types.String `tfsdk:"placa"`
	TipoVehiculoID types.Int64  `tfsdk:"tipo_vehiculo_id"`
	Marca          types.String `tfsdk:"marca"`
	Modelo         types.String `tfsdk:"modelo"`
	Color          types.String `tfsdk:"color"`
	Electrico      types.Bool   `tfsdk:"electrico"`
	Minusvalido    types.Bool   `tfsdk:"minusvalido"`
	Exento         types.Bool   `tfsdk:"exento"`
	Sancionable    types.Bool   `tfsdk:"sancionable"`
}

func (d *placaDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_placa"
}

func (d *placaDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: placaDataDoc,
		Attributes: map[string]schema.Attribute{
			"placa": schema.StringAttribute{
				MarkdownDescription: placaDataPlacaDoc,
				Required:            true,
				Validators:          []validator.String{framework.PlacaValidator},
			},
			"tipo_vehiculo_id": schema.Int64Attribute{MarkdownDescription: placaDataTipoVehiculoIDDoc, Computed: true},
			"marca":            schema.StringAttribute{MarkdownDescription: placaMarcaDoc, Computed: true},
			"modelo":           schema.StringAttribute{MarkdownDescription: placaModeloDoc, Computed: true},
			"color":            schema.StringAttribute{MarkdownDescription: placaColorDoc, Computed: true},
			"electrico":        schema.BoolAttribute{MarkdownDescription: placaElectricoDoc, Computed: true},
			"minusvalido":      schema.BoolAttribute{MarkdownDescription: placaMinusvalidoDoc, Computed: true},
			"exento":           schema.BoolAttribute{MarkdownDescription: placaExentoDoc, Computed: true},
			"sancionable":      schema.BoolAttribute{MarkdownDescription: placaSancionableDoc, Computed: true},
		},
	}
}

func (d *placaDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model placaRecordModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() || !d.Ready(&resp.Diagnostics) {
		return
	}
	placa, err := d.Client.Placa(ctx, model.Placa.ValueString())
	if errors.Is(err, parking.ErrNotFound) {
		resp.Diagnostics.AddAttributeError(path.Root("placa"), "No such plate", noSuchPlaca(model.Placa))
		return
	}
	if err != nil {
		framework.Task{Verb: "read", Noun: "plate", Name: model.Placa.String(), Attributes: []string{"placa"}}.AddError(&resp.Diagnostics,
			err)
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, placaRecordModel{
		Placa: model.Placa, TipoVehiculoID: types.Int64PointerValue(placa.TipoVehiculoID.Value),
		Marca: types.StringPointerValue(placa.Marca.Value), Modelo: types.StringPointerValue(placa.Modelo.Value),
		Color:     types.StringPointerValue(placa.Color.Value),
		Electrico: types.BoolPointerValue(placa.Electrico.Value), Minusvalido: types.BoolPointerValue(placa.Minusvalido.Value),
		Exento: types.BoolPointerValue(placa.Exento.Value), Sancionable: types.BoolPointerValue(placa.Sancionable.Value),
	})...)
}

func noSuchPlaca(placa types.String) string {
	return fmt.Sprintf(noSuchPlateText, placa)
}
