package flota

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var placaDataSource = framework.LookUp("placa", schema.Schema{
	MarkdownDescription: placaDataDoc,
	Attributes: map[string]schema.Attribute{
		"placa": schema.StringAttribute{
			CustomType:          framework.PlacaType,
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

func readPlaca(ctx context.Context, s *framework.Service, m *placaRecordModel, _ *diag.Diagnostics) (framework.Task, error) {
	placa, err := s.Client.Placa(ctx, m.Placa.ValueString(), parking.Nothing)
	m.fill(placa)
	m.plateValues = plateValues{types.Int64PointerValue(placa.TipoVehiculoID.Value),
		types.BoolPointerValue(placa.Electrico.Value), types.BoolPointerValue(placa.Minusvalido.Value)}
	return framework.Task{Noun: "plate", Name: m.Placa.StringValue.String(), Attributes: []string{"placa"}}, err
}
