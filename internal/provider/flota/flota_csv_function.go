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
		Summary: "Reads a fleet of vehicles from the text of a CSV file",
		Description: "Turns the text of a CSV file into a map of vehicles keyed by plate, ready for for_each. " +
			"The columns placa, tipo_vehiculo_id and cliente are required; nombre, electrico and minusvalido are optional. " +
			"A file with an invalid line is rejected, and the error names every invalid line.",
		MarkdownDescription: flotaCSVMarkdown,
		Parameters: []function.Parameter{function.StringParameter{
			Name:                "text",
			Description:         "Text of the file, usually file(path); a path alone is an error.",
			MarkdownDescription: "Text of the file, usually `file(path)`; a path alone is an error.",
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

const flotaCSVMarkdown = "Turns the text of a CSV file into a map of vehicles keyed by plate, ready for `for_each` and for `vehiculos` of `parking_flota`. " +
	"Each vehicle is an object of `placa`, `cliente` and `nombre` (texts), `tipo_vehiculo_id` (a number), `electrico` and `minusvalido` (`true` or `false`). Needs Terraform 1.8 or OpenTofu 1.7.\n\n" +
	"The first line names the columns, in any order; letter case and accents do not matter (`Eléctrico` is `electrico`):\n\n" +
	"| column | required | value |\n" +
	"|---|---|---|\n" +
	"| `placa` | yes | license plate, once in the file; letter case, blanks and hyphens make no other plate |\n" +
	"| `tipo_vehiculo_id` | yes | number of the vehicle type |\n" +
	"| `cliente` | yes | whatever names the client in your configuration, for example the e-mail address |\n" +
	"| `nombre` | no | name or alias; `null` in the result when blank |\n" +
	"| `electrico`, `minusvalido` | no | `1`/`0`, `si`/`no`, `s`/`n`, `yes`/`no`, `y`/`n`, `true`/`false`, `verdadero`/`falso`, or `x`/blank, in any letter case; blank is false |\n\n" +
	"Files are taken as spreadsheets save them: commas or semicolons (the header line tells which), with or without a byte order mark, " +
	"any line ending, fields in double quotes, blanks around values. Blank lines are skipped. The text must be UTF-8; " +
	"for a Latin-1 file write `provider::parking::flota_csv(textdecodebase64(filebase64(path), \"ISO-8859-1\"))`.\n\n" +
	"A file with any bad line (duplicate plate, required value left out, bad flag, too few or too many fields, unknown column) " +
	"is rejected, and the error names every invalid line. A file with a header alone gives an empty map."

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
