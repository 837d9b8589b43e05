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
	none := types.StringNull()
	one := func(placa string, electrico bool, cliente types.String, clienteID types.Int64) attr.Value {
		return types.MapValueMust(csvVehiculoType, map[string]attr.Value{
			placa: types.ObjectValueMust(csvVehiculoType.AttrTypes, map[string]attr.Value{
				"placa": types.StringValue(placa), "tipo_vehiculo_id": types.Int64Value(1), "cliente": cliente, "cliente_id": clienteID,
				"nombre": none, "electrico": types.BoolValue(electrico), "minusvalido": types.BoolValue(false),
			})})
	}
	entry := func(tipo int64, nombre types.String, electrico, minusvalido bool) flotaEntry {
		return flotaEntry{plateValues{types.Int64Value(tipo), types.BoolValue(electrico), types.BoolValue(minusvalido)}, nombre}
	}
	var schema resource.SchemaResponse
	newFlotaResource().Schema(t.Context(), resource.SchemaRequest{}, &schema)
	fleets := func(of map[string]map[string]flotaEntry) attr.Value {
		return mapOf(schema.Schema.Attributes["vehiculos"].GetType(), of, func(entries map[string]flotaEntry) attr.Value {
			return vehiculosOf(entries)
		})
	}
	type row struct {
		function func() function.Function
		text     string
		want     attr.Value
	}
	acctest.Each(t, map[string]row{
		"of one client": {flotaCSVFunction, headerLine + "A1,1,Uno@example.com,,si,\n",
			one("A1", true, types.StringValue("uno@example.com"), types.Int64Null())},
		"of one number": {flotaCSVFunction, "placa,tipo_vehiculo_id,cliente_id\nA1,1,7\n",
			one("A1", false, none, types.Int64Value(7))},
		"of several clients": {flotasCSVFunction,
			headerLine + "A1,1,Uno@example.com,Furgón,si,\nB2,2,dos@example.com,,no,x\nC3,3,uno@example.com,,,\n",
			fleets(map[string]map[string]flotaEntry{
				"uno@example.com": {"A1": entry(1, types.StringValue("Furgón"), true, false), "C3": entry(3, none, false, false)},
				"dos@example.com": {"B2": entry(2, none, false, true)},
			})},
		"with words": {flotasCSVFunction, "matrícula,tipo vehículo,cliente_id\nA1,furgonetas,7\n",
			fleets(map[string]map[string]flotaEntry{"7": {"A1": entry(3, none, false, false)}})},
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
	type tipos = []map[string]attr.Value
	words := map[string]attr.Value{"Furgón": number(3)}
	type row struct {
		text  string
		tipos tipos
		at    int64
		says  string
	}
	acctest.Each(t, map[string]row{
		"the file":     {text: headerLine + "A1,1,,,,\n", says: "cliente: is empty (line 2)"},
		"no words":     {text: "placa,tipo_vehiculo,cliente_id\nA1,Moto,7\n", says: "data.parking_tipos_vehiculo.todos.ids"},
		"two types":    {tipos: tipos{{"Furgón": number(3), "furgones": number(4)}}, at: 1, says: "are the same word"},
		"a fraction":   {tipos: tipos{{"Furgón": number(1.5)}}, at: 1, says: `"Furgón" must be the number of a vehicle type, and is 1.5`},
		"a null":       {tipos: tipos{{"Furgón": types.NumberNull()}}, at: 1, says: "and is null"},
		"several maps": {tipos: tipos{words, words}, at: 2, says: "merge()"},
	}, func(t *testing.T, c row) {
		for _, f := range []func() function.Function{flotaCSVFunction, flotasCSVFunction} {
			_, funcErr := runCSV(t, f(), c.text, c.tipos...)
			if funcErr == nil || *funcErr.FunctionArgument != c.at || !strings.Contains(funcErr.Text, c.says) {
				t.Errorf("got %v, want an error of argument %d that says %q", funcErr, c.at, c.says)
			}
		}
	})
	_, funcErr := runCSV(t, flotaCSVFunction(), headerLine+"A1,1,uno@example.com,,,\nB2,1,dos@example.com,,,\n")
	if funcErr == nil || !strings.Contains(funcErr.Text, "flotas_csv") {
		t.Errorf("got %v, want an error about several clients", funcErr)
	}
}
