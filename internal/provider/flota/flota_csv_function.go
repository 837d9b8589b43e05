package flota

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/flotacsv"
)

// csvVehiculoType is one vehicle that flota_csv gives.
var csvVehiculoType = types.ObjectType{AttrTypes: map[string]attr.Type{
	"placa":            types.StringType,
	"tipo_vehiculo_id": types.Int64Type,
	"cliente":          types.StringType,
	"cliente_id":       types.Int64Type,
	"nombre":           types.StringType,
	"electrico":        types.BoolType,
	"minusvalido":      types.BoolType,
}}

// csvFunction reads the text of a fleet file. A second argument gives the words for vehicle types.
type csvFunction struct {
	name       string
	definition function.Definition
	read       func(text string, tipos flotacsv.Tipos) (attr.Value, error)
}

func newCSVFunction(f csvFunction) func() function.Function {
	f.definition.Parameters = []function.Parameter{function.StringParameter{Name: "text",
		MarkdownDescription: "Text of the file, usually `file(path)`. A path without `file()` is an error."}}
	f.definition.VariadicParameter = function.MapParameter{Name: "tipos", ElementType: types.NumberType, MarkdownDescription: tiposDoc}
	return func() function.Function { return f }
}

func (f csvFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = f.name
}

func (f csvFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = f.definition
}

func (f csvFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var text string
	var given []map[string]types.Number
	if resp.Error = req.Arguments.Get(ctx, &text, &given); resp.Error != nil {
		return
	}
	if len(given) > 1 {
		resp.Error = function.NewArgumentFuncError(2, "one map of words for vehicle types is enough; use merge() to make one of several")
		return
	}
	tipos, err := tiposOf(given)
	if err != nil {
		resp.Error = function.NewArgumentFuncError(1, err.Error())
		return
	}
	value, err := f.read(text, tipos)
	if err != nil {
		resp.Error = function.NewArgumentFuncError(0, err.Error())
		return
	}
	// Set would convert it once more to check it, which takes a fifth of the time of a large fleet.
	resp.Result = function.NewResultData(value)
}

// tiposOf gives the words of a map, or of none.
func tiposOf(given []map[string]types.Number) (flotacsv.Tipos, error) {
	tipos := make(flotacsv.Tipos)
	for _, words := range given {
		for _, word := range slices.Sorted(maps.Keys(words)) {
			number := words[word]
			if number.IsNull() || !number.ValueBigFloat().IsInt() {
				return nil, fmt.Errorf("%q must be the number of a vehicle type, and is %s", word, strings.Trim(number.String(), "<>"))
			}
			tipos[word], _ = number.ValueBigFloat().Int64()
		}
	}
	return tipos, tipos.Check()
}

// flotaCSVFunction is provider::parking::flota_csv.
var flotaCSVFunction = newCSVFunction(csvFunction{"flota_csv", function.Definition{
	Summary:             "Converts the text of a CSV file into a fleet of vehicles",
	MarkdownDescription: flotaCSVDoc,
	Return:              function.MapReturn{ElementType: csvVehiculoType},
}, flotaCSV})

// flotaCSV makes the values itself: the framework takes three times as long to find them in a struct.
func flotaCSV(text string, tipos flotacsv.Tipos) (attr.Value, error) {
	rows, err := flotacsv.Parse(text, tipos)
	if err != nil {
		return nil, err
	}
	return mapOf(csvVehiculoType, rows, func(row flotacsv.Row) attr.Value {
		cliente, clienteID := types.StringNull(), types.Int64Null() // the file has one such column, or none
		if row.Cliente != "" {
			cliente = types.StringValue(row.Cliente)
		}
		if row.ClienteID > 0 {
			clienteID = types.Int64Value(row.ClienteID)
		}
		return types.ObjectValueMust(csvVehiculoType.AttrTypes, map[string]attr.Value{
			"placa": types.StringValue(row.Placa), "cliente": cliente, "cliente_id": clienteID,
			"tipo_vehiculo_id": types.Int64Value(row.TipoVehiculoID), "nombre": types.StringPointerValue(row.Nombre),
			"electrico": types.BoolValue(row.Electrico), "minusvalido": types.BoolValue(row.Minusvalido),
		})
	}), nil
}

// flotasCSVFunction is provider::parking::flotas_csv. Each fleet that it gives has exactly the type of vehiculos. Terraform
// converts a map of any other type, also that of flota_csv, in time that grows with the square of its entries, and does so
// four times in an apply: for 10,000 entries that is two thirds of Terraform's own time.
var flotasCSVFunction = newCSVFunction(csvFunction{"flotas_csv", function.Definition{
	Summary:             "Converts the text of a CSV file into the fleet of each client",
	MarkdownDescription: flotasCSVDoc,
	Return:              function.MapReturn{ElementType: types.MapType{ElemType: flotaEntryType}},
}, flotasCSV})

func flotasCSV(text string, tipos flotacsv.Tipos) (attr.Value, error) {
	fleets, err := flotacsv.ParseFleets(text, tipos)
	if err != nil {
		return nil, err
	}
	return mapOf(types.MapType{ElemType: flotaEntryType}, fleets, func(rows map[string]flotacsv.Row) attr.Value {
		entries := make(map[string]flotaEntry, len(rows))
		for placa, row := range rows {
			entries[placa] = flotaEntry{plateValues{types.Int64Value(row.TipoVehiculoID), types.BoolValue(row.Electrico),
				types.BoolValue(row.Minusvalido)}, types.StringPointerValue(row.Nombre)}
		}
		return vehiculosOf(entries)
	}), nil
}
