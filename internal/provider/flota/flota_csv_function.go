package flota

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/flotacsv"
	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

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

// flotaCSVFunction is provider::parking::flota_csv.
var flotaCSVFunction = framework.Compute("flota_csv", function.Definition{
	Summary:             "Converts the text of a CSV file into a fleet of vehicles",
	MarkdownDescription: flotaCSVDoc,
	Parameters:          []function.Parameter{csvText},
	Return:              function.MapReturn{ElementType: csvVehiculoType},
}, flotaCSV)

// flotaCSV makes the values itself: the framework takes three times as long to find them in a struct.
func flotaCSV(text string) (attr.Value, error) {
	rows, err := flotacsv.Parse(text)
	if err != nil {
		return nil, err
	}
	return mapOf(csvVehiculoType, rows, func(row flotacsv.Row) attr.Value {
		cliente := types.StringValue(row.Cliente)
		if row.Cliente == "" { // the file has no such column
			cliente = types.StringNull()
		}
		return types.ObjectValueMust(csvVehiculoType.AttrTypes, map[string]attr.Value{
			"placa": types.StringValue(row.Placa), "cliente": cliente,
			"tipo_vehiculo_id": types.Int64Value(row.TipoVehiculoID), "nombre": types.StringPointerValue(row.Nombre),
			"electrico": types.BoolValue(row.Electrico), "minusvalido": types.BoolValue(row.Minusvalido),
		})
	}), nil
}

// flotasCSVFunction is provider::parking::flotas_csv. Each fleet that it gives has exactly the type of vehiculos. Terraform
// converts a map of any other type, also that of flota_csv, in time that grows with the square of its entries, and does so
// four times in an apply: for 10,000 entries that is two thirds of Terraform's own time.
var flotasCSVFunction = framework.Compute("flotas_csv", function.Definition{
	Summary:             "Converts the text of a CSV file into the fleet of each client",
	MarkdownDescription: flotasCSVDoc,
	Parameters:          []function.Parameter{csvText},
	Return:              function.MapReturn{ElementType: types.MapType{ElemType: flotaEntryType}},
}, flotasCSV)

func flotasCSV(text string) (attr.Value, error) {
	fleets, err := flotacsv.ParseFleets(text)
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
