package framework

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

func TestDynamic(t *testing.T) {
	t.Parallel()
	number := func(text string) attr.Value {
		n, _, err := big.ParseFloat(text, 10, 512, big.ToNearestEven)
		if err != nil {
			t.Fatal(err)
		}
		return types.NumberValue(n)
	}
	empty := types.ObjectValueMust(map[string]attr.Type{}, map[string]attr.Value{})
	for text, want := range map[string]attr.Value{
		`null`:                            types.DynamicNull(),
		`true`:                            types.BoolValue(true),
		`"01"`:                            types.StringValue("01"),
		`0.1`:                             number("0.1"),
		`1234567`:                         number("1234567"),
		`-123456789012345678901234567890`: number("-123456789012345678901234567890"),
		`1e2147483648000`:                 types.StringValue("1e2147483648000"),
		`{}`:                              empty,
		`[]`:                              types.TupleValueMust([]attr.Type{}, []attr.Value{}),
		`[1,"a",null]`: types.TupleValueMust([]attr.Type{types.NumberType, types.StringType, types.DynamicType},
			[]attr.Value{number("1"), types.StringValue("a"), types.DynamicNull()}),
		`{"a":{"b":null},"c":[{}]}`: types.ObjectValueMust(
			map[string]attr.Type{
				"a": types.ObjectType{AttrTypes: map[string]attr.Type{"b": types.DynamicType}},
				"c": types.TupleType{ElemTypes: []attr.Type{types.ObjectType{AttrTypes: map[string]attr.Type{}}}},
			},
			map[string]attr.Value{
				"a": types.ObjectValueMust(map[string]attr.Type{"b": types.DynamicType}, map[string]attr.Value{"b": types.DynamicNull()}),
				"c": types.TupleValueMust([]attr.Type{types.ObjectType{AttrTypes: map[string]attr.Type{}}}, []attr.Value{empty}),
			}),
	} {
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber()
		var value any
		if err := decoder.Decode(&value); err != nil {
			t.Fatalf("%s: got error %v, wanted JSON", text, err)
		}
		got := Dynamic(t.Context(), value)
		if !got.Equal(types.DynamicValue(want)) {
			t.Errorf("%s: %s, wanted %s", text, got, want)
		}
		back, err := json.Marshal(JSONValue(got))
		if tooLarge := types.StringValue(text).Equal(want); err != nil || string(back) != text && !tooLarge {
			t.Errorf("%s is sent as %s, %v", text, back, err)
		}
	}
}

// What goes to the service is what stands in the configuration, whatever types
// Terraform gave to it.
func TestJSONValue(t *testing.T) {
	t.Parallel()
	one := []attr.Value{types.StringValue("b")}
	for want, value := range map[string]attr.Value{
		`{"a":"b"}`: types.MapValueMust(types.StringType, map[string]attr.Value{"a": one[0]}),
		`["b"]`:     types.ListValueMust(types.StringType, one),
		`[ "b" ]`:   types.SetValueMust(types.StringType, one),
		` null`:     types.StringUnknown(),
	} {
		if got, err := json.Marshal(JSONValue(types.DynamicValue(value))); err != nil || string(got) != strings.ReplaceAll(want, " ", "") {
			t.Errorf("%s: %s, %v", want, got, err)
		}
	}
}
