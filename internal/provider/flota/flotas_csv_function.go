package flota

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/flotacsv"
	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

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
