package acctest

import (
	"bytes"
	"context"
	"encoding/json"
	"math/big"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// What follows writes and reads values as Terraform sends and gets them.

// Encode writes attributes as Terraform sends them.
func (p *Proto) Encode(kind tftypes.Type, v Values) *tfprotov6.DynamicValue {
	out, err := tfprotov6.NewDynamicValue(kind, p.Value(kind, v))
	Must(p.T, err)
	return &out
}

// Value makes a value of a type from strings, numbers, flags and Values, and one without a type also from lists of these.
func (p *Proto) Value(kind tftypes.Type, in any) tftypes.Value {
	if kind.Is(tftypes.DynamicPseudoType) {
		return p.dynamic(in)
	}
	values, object := in.(Values)
	if value, done := in.(tftypes.Value); done {
		return value
	} else if !object {
		return tftypes.NewValue(kind, in)
	} else if values == nil {
		return tftypes.NewValue(kind, nil)
	}
	out := make(map[string]tftypes.Value, len(values))
	if elements, ok := kind.(tftypes.Map); ok {
		for key, element := range values {
			out[key] = p.Value(elements.ElementType, element)
		}
		return tftypes.NewValue(kind, out)
	}
	attributes, _ := kind.(tftypes.Object)
	for name, attribute := range attributes.AttributeTypes {
		out[name] = p.Value(attribute, values[name])
	}
	for name := range values {
		if _, ok := out[name]; !ok {
			p.T.Fatalf("there is no attribute %q in %s", name, kind)
		}
	}
	return tftypes.NewValue(kind, out)
}

// dynamic makes a value whose type is that of what it is made from, as the provider does from an answer of the service.
func (p *Proto) dynamic(in any) tftypes.Value {
	if value, done := in.(tftypes.Value); done {
		return value
	}
	text, err := json.Marshal(in)
	Must(p.T, err)
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	Must(p.T, decoder.Decode(&value))
	out, err := framework.Dynamic(context.Background(), value).ToTerraformValue(context.Background())
	Must(p.T, err)
	return out
}

// Decode reads attributes as Terraform gets them; an object that is null is nil.
func (p *Proto) Decode(kind tftypes.Type, data *tfprotov6.DynamicValue) Values {
	if data == nil {
		return nil
	}
	value, err := data.Unmarshal(kind)
	Must(p.T, err)
	if value.IsNull() {
		return nil
	}
	object, _ := p.plain(value).(Values)
	return object
}

// plain gives an object or a map as values, a whole number as int, null as nil; what is
// not known stays a tftypes.Value.
func (p *Proto) plain(value tftypes.Value) any {
	if value.IsNull() {
		return nil
	}
	if !value.IsKnown() {
		return value
	}
	switch kind := value.Type(); {
	case kind.Is(tftypes.String):
		return as[string](p, value)
	case kind.Is(tftypes.Bool):
		return as[bool](p, value)
	case kind.Is(tftypes.Number):
		n := as[*big.Float](p, value)
		if i, accuracy := n.Int64(); accuracy == big.Exact {
			return int(i)
		}
		f, _ := n.Float64()
		return f
	case kind.Is(tftypes.Map{}), kind.Is(tftypes.Object{}):
		out := Values{}
		for name, attribute := range as[map[string]tftypes.Value](p, value) {
			out[name] = p.plain(attribute)
		}
		return out
	}
	list := as[[]tftypes.Value](p, value)
	out := make([]any, len(list))
	for i, item := range list {
		out[i] = p.plain(item)
	}
	return out
}

func as[T any](p *Proto, value tftypes.Value) (out T) {
	Must(p.T, value.As(&out))
	return out
}
