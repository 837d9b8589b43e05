package flota

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

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

var placaDataSource = framework.LookUp("placa", schema.Schema{
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
}, readPlaca)

func readPlaca(ctx context.Context, s *framework.Service, m *placaRecordModel, diags *diag.Diagnostics) {
	placa, err := s.Client.Placa(ctx, m.Placa.ValueString())
	if errors.Is(err, parking.ErrNotFound) {
		diags.AddAttributeError(path.Root("placa"), "No such plate", noSuchPlaca(m.Placa))
		return
	}
	if err != nil {
		task := framework.Task{Verb: "read", Noun: "plate", Name: m.Placa.String(), Attributes: []string{"placa"}}
		task.AddError(diags, err)
		return
	}
	*m = placaRecordModel{
		Placa: m.Placa, TipoVehiculoID: types.Int64PointerValue(placa.TipoVehiculoID.Value),
		Marca: types.StringPointerValue(placa.Marca.Value), Modelo: types.StringPointerValue(placa.Modelo.Value),
		Color:     types.StringPointerValue(placa.Color.Value),
		Electrico: types.BoolPointerValue(placa.Electrico.Value), Minusvalido: types.BoolPointerValue(placa.Minusvalido.Value),
		Exento: types.BoolPointerValue(placa.Exento.Value), Sancionable: types.BoolPointerValue(placa.Sancionable.Value),
	}
}

func noSuchPlaca(placa types.String) string {
	return fmt.Sprintf(noSuchPlateText, placa)
}
