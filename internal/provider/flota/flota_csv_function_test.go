package flota

import (
	"math/big"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

const headerLine = "placa,tipo_vehiculo_id,cliente,nombre,electrico,minusvalido\n"

func number(of float64) attr.Value { return types.NumberValue(big.NewFloat(of)) }

// runCSV calls a function the way the framework's server does: what follows the text is one tuple.
func runCSV(t *testing.T, f function.Function, text string, tipos ...map[string]attr.Value) (attr.Value, *function.FuncError) {
	t.Helper()
	var definition function.DefinitionResponse
	f.Definition(t.Context(), function.DefinitionRequest{}, &definition)
	result, funcErr := definition.Definition.Return.NewResultData(t.Context())
	if funcErr != nil {
		t.Fatal(funcErr)
	}
	kinds, maps := make([]attr.Type, len(tipos)), make([]attr.Value, len(tipos))
	for i, words := range tipos {
		kinds[i], maps[i] = types.MapType{ElemType: types.NumberType}, types.MapValueMust(types.NumberType, words)
	}
	resp := function.RunResponse{Result: result}
	f.Run(t.Context(), function.RunRequest{
		Arguments: function.NewArgumentsData([]attr.Value{types.StringValue(text), types.TupleValueMust(kinds, maps)}),
	}, &resp)
	return resp.Result.Value(), resp.Error
}

// flota_csv gives the vehicles of one client. A fleet of flotas_csv has exactly the type of vehiculos in the schema that Terraform gets,
// optional attributes aside: Terraform converts nothing then.
func TestFlotaCSVFunctionResult(t *testing.T) {
	t.Parallel()
	vehiculo := func(placa string, tipo int64, cliente types.String, clienteID types.Int64, electrico bool) attr.Value {
		return types.ObjectValueMust(csvVehiculoType.AttrTypes, map[string]attr.Value{
			"placa": types.StringValue(placa), "tipo_vehiculo_id": types.Int64Value(tipo), "cliente": cliente, "cliente_id": clienteID,
			"nombre": types.StringNull(), "electrico": types.BoolValue(electrico), "minusvalido": types.BoolValue(false),
		})
	}
	entry := func(tipo int64, nombre types.String, electrico, minusvalido bool) attr.Value {
		return flotaEntry{plateValues{types.Int64Value(tipo), types.BoolValue(electrico), types.BoolValue(minusvalido)}, nombre}.object()
	}
	var schema resource.SchemaResponse
	newFlotaResource().Schema(t.Context(), resource.SchemaRequest{}, &schema)
	fleets := func(of map[string]attr.Value) attr.Value {
		return types.MapValueMust(schema.Schema.Attributes["vehiculos"].GetType(), of)
	}
	one := func(of map[string]attr.Value) attr.Value { return types.MapValueMust(csvVehiculoType, of) }
	type row struct {
		function func() function.Function
		text     string
		want     attr.Value
	}
	acctest.Each(t, map[string]row{
		"of one client": {flotaCSVFunction, headerLine + "A1,1,Uno@example.com,,si,\nC3,3,uno@example.com,,,\n", one(map[string]attr.Value{
			"A1": vehiculo("A1", 1, types.StringValue("uno@example.com"), types.Int64Null(), true),
			"C3": vehiculo("C3", 3, types.StringValue("uno@example.com"), types.Int64Null(), false)})},
		"of one number": {flotaCSVFunction, "placa,tipo_vehiculo_id,cliente_id\nA1,1,7\n", one(map[string]attr.Value{
			"A1": vehiculo("A1", 1, types.StringNull(), types.Int64Value(7), false)})},
		"of several clients": {flotasCSVFunction, headerLine + "A1,1,Uno@example.com,Furgón,si,\nB2,2,dos@example.com,,no,x\nC3,3,uno@example.com,,,\n",
			fleets(map[string]attr.Value{
				"uno@example.com": types.MapValueMust(flotaEntryType, map[string]attr.Value{
					"A1": entry(1, types.StringValue("Furgón"), true, false), "C3": entry(3, types.StringNull(), false, false)}),
				"dos@example.com": types.MapValueMust(flotaEntryType, map[string]attr.Value{"B2": entry(2, types.StringNull(), false, true)}),
			})},
		"of several numbers": {flotasCSVFunction, "placa,tipo_vehiculo_id,cliente_id\nA1,1,7\nB2,2,8\n", fleets(map[string]attr.Value{
			"7": types.MapValueMust(flotaEntryType, map[string]attr.Value{"A1": entry(1, types.StringNull(), false, false)}),
			"8": types.MapValueMust(flotaEntryType, map[string]attr.Value{"B2": entry(2, types.StringNull(), false, false)}),
		})},
		"with words": {flotasCSVFunction, "matrícula,tipo vehículo,cliente_id\nA1,furgonetas,7\n", fleets(map[string]attr.Value{
			"7": types.MapValueMust(flotaEntryType, map[string]attr.Value{"A1": entry(3, types.StringNull(), false, false)}),
		})},
	}, func(t *testing.T, c row) {
		got, funcErr := runCSV(t, c.function(), c.text, map[string]attr.Value{"Furgoneta": number(3)})
		if funcErr != nil || !got.Equal(c.want) {
			t.Errorf("got %s, %v, want %s", got, funcErr, c.want)
		}
	})
}

// An error is about the argument that is wrong.
func TestFlotaCSVFunctionErrors(t *testing.T) {
	t.Parallel()
	words := map[string]attr.Value{"Furgón": number(3)}
	type row struct {
		text  string
		tipos []map[string]attr.Value
		at    int64
		says  string
	}
	acctest.Each(t, map[string]row{
		"the file":             {headerLine + "A1,1,,,,\n", nil, 0, "cliente: is empty (line 2)"},
		"a word":               {"placa,tipo_vehiculo,cliente_id\nA1,Moto,7\n", []map[string]attr.Value{words}, 0, `not among the vehicle types, which are Furgón: "Moto" (line 2)`},
		"no words":             {"placa,tipo_vehiculo,cliente_id\nA1,Moto,7\n", nil, 0, "data.parking_tipos_vehiculo.todos.ids"},
		"one word, two types":  {headerLine, []map[string]attr.Value{{"Furgón": number(3), "furgones": number(4)}}, 1, "are the same word"},
		"a fraction":           {headerLine, []map[string]attr.Value{{"Furgón": number(1.5)}}, 1, `"Furgón" must be the number of a vehicle type, and is 1.5`},
		"a null":               {headerLine, []map[string]attr.Value{{"Furgón": types.NumberNull()}}, 1, "and is null"},
		"several maps of them": {headerLine, []map[string]attr.Value{words, words}, 2, "merge()"},
	}, func(t *testing.T, c row) {
		for _, f := range []func() function.Function{flotaCSVFunction, flotasCSVFunction} {
			if _, funcErr := runCSV(t, f(), c.text, c.tipos...); funcErr == nil || *funcErr.FunctionArgument != c.at || !strings.Contains(funcErr.Text, c.says) {
				t.Errorf("got %v, want an error of argument %d that says %q", funcErr, c.at, c.says)
			}
		}
	})
	_, funcErr := runCSV(t, flotaCSVFunction(), headerLine+"A1,1,uno@example.com,,,\nB2,1,dos@example.com,,,\n")
	if funcErr == nil || !strings.Contains(funcErr.Text, "flotas_csv") {
		t.Errorf("got %v, want an error about several clients", funcErr)
	}
}
