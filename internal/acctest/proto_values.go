package acctest

import (
	"math/big"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// What follows writes and reads values as Terraform sends and gets them.

// Encode writes attributes as Terraform sends them.
func (p *Proto) Encode(kind tftypes.Type, v Values) *tfprotov6.DynamicValue {
	p.T.Helper()
	out, err := tfprotov6.NewDynamicValue(kind, p.Value(kind, v))
	Must(p.T, err)
	return &out
}

// Value makes a value of a type from strings, numbers, flags, Values and lists of these.
func (p *Proto) Value(kind tftypes.Type, in any) tftypes.Value {
	p.T.Helper()
	if kind.Is(tftypes.DynamicPseudoType) {
		kind = typeOf(in)
	}
	switch in := in.(type) {
	case nil:
		return tftypes.NewValue(kind, nil)
	case tftypes.Value:
		return in
	case int:
		return tftypes.NewValue(kind, int64(in))
	case Values:
		if in == nil {
			return tftypes.NewValue(kind, nil)
		}
		if elements, ok := kind.(tftypes.Map); ok {
			out := make(map[string]tftypes.Value, len(in))
			for key, element := range in {
				out[key] = p.Value(elements.ElementType, element)
			}
			return tftypes.NewValue(kind, out)
		}
		object, ok := kind.(tftypes.Object)
		if !ok {
			p.T.Fatalf("an object for %s", kind)
		}
		attributes := make(map[string]tftypes.Value, len(object.AttributeTypes))
		for name, attribute := range object.AttributeTypes {
			attributes[name] = p.Value(attribute, in[name])
		}
		for name := range in {
			if _, ok := object.AttributeTypes[name]; !ok {
				p.T.Fatalf("there is no attribute %q", name)
			}
		}
		return tftypes.NewValue(kind, attributes)
	case []any:
		tuple, ok := kind.(tftypes.Tuple)
		if !ok {
			p.T.Fatalf("a list for %s", kind)
		}
		elements := make([]tftypes.Value, len(in))
		for i, item := range in {
			elements[i] = p.Value(tuple.ElementTypes[i], item)
		}
		return tftypes.NewValue(kind, elements)
	}
	return tftypes.NewValue(kind, in)
}

// typeOf gives the type of a value where none is declared.
func typeOf(in any) tftypes.Type {
	switch in := in.(type) {
	case tftypes.Value:
		return in.Type()
	case string:
		return tftypes.String
	case bool:
		return tftypes.Bool
	case int, float64:
		return tftypes.Number
	case []any:
		elements := make([]tftypes.Type, len(in))
		for i, item := range in {
			elements[i] = typeOf(item)
		}
		return tftypes.Tuple{ElementTypes: elements}
	case Values:
		attributes := make(map[string]tftypes.Type, len(in))
		for name, attribute := range in {
			attributes[name] = typeOf(attribute)
		}
		return tftypes.Object{AttributeTypes: attributes}
	}
	return tftypes.DynamicPseudoType
}

// Decode reads attributes as Terraform gets them; an object that is null is nil.
func (p *Proto) Decode(kind tftypes.Type, data *tfprotov6.DynamicValue) Values {
	p.T.Helper()
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
	p.T.Helper()
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
	p.T.Helper()
	Must(p.T, value.As(&out))
	return out
}
