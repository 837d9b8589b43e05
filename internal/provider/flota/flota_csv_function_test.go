package flota

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

const headerLine = "placa,tipo_vehiculo_id,cliente,nombre,electrico,minusvalido\n"

// runCSV calls a function the way the framework's server does.
func runCSV(t *testing.T, f function.Function, text string) (attr.Value, *function.FuncError) {
	t.Helper()
	var definition function.DefinitionResponse
	f.Definition(t.Context(), function.DefinitionRequest{}, &definition)
	result, funcErr := definition.Definition.Return.NewResultData(t.Context())
	if funcErr != nil {
		t.Fatal(funcErr)
	}
	resp := function.RunResponse{Result: result}
	f.Run(t.Context(), function.RunRequest{
		Arguments: function.NewArgumentsData([]attr.Value{types.StringValue(text)}),
	}, &resp)
	return resp.Result.Value(), resp.Error
}

// A fleet of flotas_csv has exactly the type of vehiculos in the schema that Terraform gets, optional attributes aside: Terraform
// converts nothing then.
func TestFlotaCSVFunctionResult(t *testing.T) {
	t.Parallel()
	attributes := map[string]attr.Type{
		"placa": types.StringType, "tipo_vehiculo_id": types.Int64Type, "cliente": types.StringType,
		"nombre": types.StringType, "electrico": types.BoolType, "minusvalido": types.BoolType,
	}
	vehiculo := func(placa string, tipo int64, cliente string, nombre types.String, electrico, minusvalido bool) attr.Value {
		return types.ObjectValueMust(attributes, map[string]attr.Value{
			"placa": types.StringValue(placa), "tipo_vehiculo_id": types.Int64Value(tipo), "cliente": types.StringValue(cliente),
			"nombre": nombre, "electrico": types.BoolValue(electrico), "minusvalido": types.BoolValue(minusvalido),
		})
	}
	entry := func(tipo int64, nombre types.String, electrico, minusvalido bool) attr.Value {
		return flotaEntry{plateValues{types.Int64Value(tipo), types.BoolValue(electrico), types.BoolValue(minusvalido)}, nombre}.object()
	}
	var schema resource.SchemaResponse
	newFlotaResource().Schema(t.Context(), resource.SchemaRequest{}, &schema)
	furgon, none := types.StringValue("Furgón"), types.StringNull()
	for _, c := range []struct {
		function function.Function
		want     attr.Value
	}{
		{flotaCSVFunction(), types.MapValueMust(types.ObjectType{AttrTypes: attributes}, map[string]attr.Value{
			"A1": vehiculo("A1", 1, "uno@example.com", furgon, true, false), "B2": vehiculo("B2", 2, "dos@example.com", none, false, true),
			"C3": vehiculo("C3", 3, "uno@example.com", none, false, false),
		})},
		{flotasCSVFunction(), types.MapValueMust(schema.Schema.Attributes["vehiculos"].GetType(), map[string]attr.Value{
			"uno@example.com": types.MapValueMust(flotaEntryType, map[string]attr.Value{"A1": entry(1, furgon, true, false), "C3": entry(3, none, false, false)}),
			"dos@example.com": types.MapValueMust(flotaEntryType, map[string]attr.Value{"B2": entry(2, none, false, true)}),
		})},
	} {
		got, funcErr := runCSV(t, c.function, headerLine+"A1,1,uno@example.com,Furgón,si,\nB2,2,dos@example.com,,no,x\nC3,3,uno@example.com,,,\n")
		if funcErr != nil || !got.Equal(c.want) {
			t.Errorf("got %s, %v, want %s", got, funcErr, c.want)
		}
		_, funcErr = runCSV(t, c.function, headerLine+"A1,1,,,,\n")
		if funcErr == nil || *funcErr.FunctionArgument != 0 || !strings.Contains(funcErr.Text, "line 2, cliente") {
			t.Errorf("got %v, want an error about line 2 of the first argument", funcErr)
		}
	}
}
