package reserva

import (
	"math/big"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// runMinutos calls the function the way the framework's server does.
func runMinutos(t *testing.T, n string) (attr.Value, *function.FuncError) {
	t.Helper()
	number, _, err := big.ParseFloat(n, 10, 512, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	var definition function.DefinitionResponse
	minutosFunction().Definition(t.Context(), function.DefinitionRequest{}, &definition)
	result, funcErr := definition.Definition.Return.NewResultData(t.Context())
	if funcErr != nil {
		t.Fatal(funcErr)
	}
	resp := function.RunResponse{Result: result}
	minutosFunction().Run(t.Context(), function.RunRequest{Arguments: function.NewArgumentsData([]attr.Value{types.NumberValue(number)})}, &resp)
	return resp.Result.Value(), resp.Error
}

func TestMinutosFunction(t *testing.T) {
	t.Parallel()
	for n, want := range map[string]int64{
		"1": 10, "9": 10, "10": 10, "11": 20, "20": 20, "45": 50, "99": 100, "0.1": 10, "10.0001": 20, "9.9999": 10, "492.5": 500,
		"10.00000000000000000000000000000000000001": 20, "9223372036854775800": 9223372036854775800, "9223372036854775799.5": 9223372036854775800,
	} {
		got, funcErr := runMinutos(t, n)
		if funcErr != nil || !got.Equal(types.Int64Value(want)) {
			t.Errorf("minutos(%s) is %v, %v; wanted %d", n, got, funcErr, want)
		}
	}
	for n, want := range map[string]string{
		"0": "0 is not a positive number of minutes", "-1": "-1 is not a positive", "-0.5": "-0.5 is not a positive", "-10": "-10 is not a positive",
		"9223372036854775801": "a reservation cannot be that long", "1e300": "a reservation cannot be that long",
	} {
		_, funcErr := runMinutos(t, n)
		if funcErr == nil || funcErr.FunctionArgument == nil || *funcErr.FunctionArgument != 0 || !strings.Contains(funcErr.Text, want) {
			t.Errorf("minutos(%s): %+v, wanted %q about the first argument", n, funcErr, want)
		}
	}
}

func TestMinutosFunctionDefinition(t *testing.T) {
	t.Parallel()
	var name function.MetadataResponse
	minutosFunction().Metadata(t.Context(), function.MetadataRequest{}, &name)
	if name.Name != "minutos" {
		t.Errorf("the function is called %q", name.Name)
	}
	var definition function.DefinitionResponse
	minutosFunction().Definition(t.Context(), function.DefinitionRequest{}, &definition)
	var valid function.DefinitionValidateResponse
	definition.Definition.ValidateImplementation(t.Context(), function.DefinitionValidateRequest{FuncName: name.Name}, &valid)
	if valid.Diagnostics.HasError() {
		t.Errorf("got %v, wanted a valid definition", valid.Diagnostics)
	}
}
