package framework

import (
	"context"
	"encoding/json"
	"math/big"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// maxDigits limits the length of numbers: Terraform keeps 512 bits, and rounds what needs more.
const maxDigits = 150

// Dynamic turns decoded JSON into a value of the same shape. An array becomes a tuple, so that
// mixed elements keep their types.
func Dynamic(ctx context.Context, value any) types.Dynamic {
	return types.DynamicValue(dynamicValue(ctx, value))
}

func dynamicValue(ctx context.Context, value any) attr.Value {
	switch v := value.(type) {
	case string:
		return types.StringValue(v)
	case bool:
		return types.BoolValue(v)
	case json.Number:
		number, _, err := big.ParseFloat(v.String(), 10, 512, big.ToNearestEven)
		if err != nil || len(v) > maxDigits || strings.ContainsAny(v.String(), "eE") { // Terraform would write out every digit
			return types.StringValue(v.String())
		}
		return types.NumberValue(number)
	case []any:
		elements, kinds := make([]attr.Value, len(v)), make([]attr.Type, len(v))
		for i, item := range v {
			elements[i] = dynamicValue(ctx, item)
			kinds[i] = elements[i].Type(ctx)
		}
		return types.TupleValueMust(kinds, elements)
	case map[string]any:
		elements, kinds := make(map[string]attr.Value, len(v)), make(map[string]attr.Type, len(v))
		for name, item := range v {
			elements[name] = dynamicValue(ctx, item)
			kinds[name] = elements[name].Type(ctx)
		}
		return types.ObjectValueMust(kinds, elements)
	}
	return types.DynamicNull()
}

// JSONValue is the reverse of Dynamic: the value to send to the service as JSON. Null and
// unknown values are nil.
func JSONValue(value attr.Value) any {
	if value == nil || value.IsNull() || value.IsUnknown() {
		return nil
	}
	switch v := value.(type) {
	case types.Dynamic:
		return JSONValue(v.UnderlyingValue())
	case types.String:
		return v.ValueString()
	case types.Bool:
		return v.ValueBool()
	case types.Number:
		// Never with an exponent, which a service that wants a whole number may refuse.
		return json.Number(v.ValueBigFloat().Text('f', -1))
	case types.Object:
		return jsonObject(v.Attributes())
	case types.Map:
		return jsonObject(v.Elements())
	case interface{ Elements() []attr.Value }: // a tuple, a list or a set
		out := make([]any, len(v.Elements()))
		for i, item := range v.Elements() {
			out[i] = JSONValue(item)
		}
		return out
	}
	return nil
}

func jsonObject(values map[string]attr.Value) map[string]any {
	out := make(map[string]any, len(values))
	for name, value := range values {
		out[name] = JSONValue(value)
	}
	return out
}
