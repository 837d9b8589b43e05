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

// Definition describes the function to Terraform and to the documentation.
func (flotaCSVFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary:             "Converts the text of a CSV file into a fleet of vehicles",
		Description:         flotaCSVDoc,
		MarkdownDescription: flotaCSVMarkdownDoc,
		Parameters: []function.Parameter{function.StringParameter{
			Name:                "text",
			Description:         "Text of the file, usually file(path). A path without file() is an error.",
			MarkdownDescription: "Text of the file, usually `file(path)`. A path without `file()` is an error.",
		}},
		Return: function.MapReturn{ElementType: types.ObjectType{AttrTypes: map[string]attr.Type{
			"placa":            types.StringType,
			"tipo_vehiculo_id": types.Int64Type,
			"cliente":          types.StringType,
			"nombre":           types.StringType,
			"electrico":        types.BoolType,
			"minusvalido":      types.BoolType,
		}}},
	}
}

// Run reads the text.
func (flotaCSVFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var text string
	if resp.Error = req.Arguments.Get(ctx, &text); resp.Error != nil {
		return
	}
	vehiculos, err := flotacsv.Parse(text)
	if err != nil {
		resp.Error = function.NewArgumentFuncError(0, err.Error())
		return
	}
	resp.Error = resp.Result.Set(ctx, vehiculos)
}
