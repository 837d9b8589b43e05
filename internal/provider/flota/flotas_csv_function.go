package flota

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

var _ function.Function = flotasCSVFunction{}

// flotasCSVFunction is provider::parking::flotas_csv. Each fleet that it gives has exactly the type of vehiculos. Terraform
// converts a map of any other type, also that of flota_csv, in time that grows with the square of its entries, and does so
// four times in an apply: for 10,000 entries that is two thirds of Terraform's own time.
type flotasCSVFunction struct{}

func newFlotasCSVFunction() function.Function { return flotasCSVFunction{} }

// Metadata names the function.
func (flotasCSVFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "flotas_csv"
}

// Definition describes the function to Terraform and to the documentation.
func (flotasCSVFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary:             "Converts the text of a CSV file into the fleet of each client",
		MarkdownDescription: flotasCSVDoc,
		Parameters:          []function.Parameter{csvText},
		Return:              function.MapReturn{ElementType: types.MapType{ElemType: flotaEntryType}},
	}
}

// Run reads the text.
func (flotasCSVFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	fleets := make(map[string]map[string]flotaEntry)
	for placa, row := range readCSV(ctx, req, resp) {
		if fleets[row.Cliente] == nil {
			fleets[row.Cliente] = make(map[string]flotaEntry)
		}
		fleets[row.Cliente][placa] = flotaEntry{types.Int64Value(row.TipoVehiculoID), types.StringPointerValue(row.Nombre),
			types.BoolValue(row.Electrico), types.BoolValue(row.Minusvalido)}
	}
	if resp.Error != nil {
		return
	}
	values := make(map[string]attr.Value, len(fleets))
	for cliente, entries := range fleets {
		var fleet flotaModel
		fleet.setEntries(entries)
		values[cliente] = fleet.Vehiculos
	}
	resp.Error = resp.Result.Set(ctx, types.MapValueMust(types.MapType{ElemType: flotaEntryType}, values))
}
