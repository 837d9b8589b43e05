package flota

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/flotacsv"
)

var _ function.Function = flotaCSVFunction{}

// flotaCSVFunction is provider::parking::flota_csv.
type flotaCSVFunction struct{}

func newFlotaCSVFunction() function.Function {
	return flotaCSVFunction{}
}

// Metadata names the function.
func (flotaCSVFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "flota_csv"
}

// csvVehiculoType is one vehicle that flota_csv gives.
var csvVehiculoType = types.ObjectType{AttrTypes: map[string]attr.Type{
	"placa":            types.StringType,
	"tipo_vehiculo_id": types.Int64Type,
	"cliente":          types.StringType,
	"nombre":           types.StringType,
	"electrico":        types.BoolType,
	"minusvalido":      types.BoolType,
}}

// csvText is the parameter of both functions that read a fleet file.
var csvText = function.StringParameter{
	Name:                "text",
	MarkdownDescription: "Text of the file, usually `file(path)`. A path without `file()` is an error.",
}

// Definition describes the function to Terraform and to the documentation.
func (flotaCSVFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary:             "Converts the text of a CSV file into a fleet of vehicles",
		MarkdownDescription: flotaCSVDoc,
		Parameters:          []function.Parameter{csvText},
		Return:              function.MapReturn{ElementType: csvVehiculoType},
	}
}

// Run reads the text. It makes the values itself: the framework takes three times as long to find them in a struct.
func (flotaCSVFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	values := make(map[string]attr.Value)
	for placa, row := range readCSV(ctx, req, resp) {
		values[placa] = types.ObjectValueMust(csvVehiculoType.AttrTypes, map[string]attr.Value{
			"placa": types.StringValue(row.Placa), "cliente": types.StringValue(row.Cliente),
			"tipo_vehiculo_id": types.Int64Value(row.TipoVehiculoID), "nombre": types.StringPointerValue(row.Nombre),
			"electrico": types.BoolValue(row.Electrico), "minusvalido": types.BoolValue(row.Minusvalido),
		})
	}
	if resp.Error == nil {
		resp.Error = resp.Result.Set(ctx, types.MapValueMust(csvVehiculoType, values))
	}
}

// readCSV reads the fleet file that the first argument holds.
func readCSV(ctx context.Context, req function.RunRequest, resp *function.RunResponse) map[string]flotacsv.Row {
	var text string
	if resp.Error = req.Arguments.Get(ctx, &text); resp.Error != nil {
		return nil
	}
	rows, err := flotacsv.Parse(text)
	if err != nil {
		resp.Error = function.NewArgumentFuncError(0, err.Error())
	}
	return rows
}
