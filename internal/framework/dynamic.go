package framework

import (
	"context"
	"encoding/json"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

const (
	// maxExponent bounds numbers, as a power of two: Terraform writes them out digit
	// by digit.
	maxExponent = 4096
	// maxDigits is how long a number may be written: Terraform keeps 512 bits, and
	// would round what needs more.
	maxDigits = 150
)

// Dynamic turns decoded JSON into a value of whatever shape it has: an object
// for an object, a tuple for an array, so that mixed elements keep their types.
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
		if len(v) > maxDigits {
			return types.StringValue(v.String())
		}
		number, _, err := big.ParseFloat(v.String(), 10, 512, big.ToNearestEven)
		if err != nil || number.IsInf() || number.MantExp(nil) > maxExponent || number.MantExp(nil) < -maxExponent {
			return types.StringValue(v.String()) // out of any range; its digits still tell
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

// JsonValue is the reverse: what goes to the service as JSON. Null is nil, and so is
// what is not known.
func JsonValue(value attr.Value) any {
	if value == nil || value.IsNull() || value.IsUnknown() {
		return nil
	}
	switch v := value.(type) {
	case types.Dynamic:
		return JsonValue(v.UnderlyingValue())
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
			out[i] = JsonValue(item)
		}
		return out
	}
	return nil
}

func jsonObject(values map[string]attr.Value) map[string]any {
	out := make(map[string]any, len(values))
	for name, value := range values {
		out[name] = JsonValue(value)
	}
	return out
}
