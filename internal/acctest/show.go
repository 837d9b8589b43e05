package acctest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// String has a line for each attribute, in their order, so that a failure can be read.
func (v Values) String() string {
	if v == nil {
		return "null"
	}
	lines := v.lines()
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(lines)) {
		fmt.Fprintf(&out, "  %s = %s\n", name, lines[name])
	}
	return "{\n" + out.String() + "}"
}

// lines are the attributes, also those of nested objects, with their values.
func (v Values) lines() map[string]string {
	out := map[string]string{}
	for name, value := range v {
		nested, object := value.(Values)
		if !object || len(nested) == 0 {
			out[name] = shown(value)
			continue
		}
		for below, text := range nested.lines() {
			out[name+"."+below] = text
		}
	}
	return out
}

func shown(value any) string {
	switch value := value.(type) {
	case nil:
		return "null"
	case string:
		return fmt.Sprintf("%q", value)
	case Values:
		if len(value) == 0 && value != nil {
			return "{}"
		}
	case tftypes.Value:
		if !value.IsKnown() {
			return "(unknown)"
		}
	case []any:
		items := make([]string, len(value))
		for i, item := range value {
			items[i] = shown(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	return fmt.Sprint(value)
}

// differ has a line for each attribute in which two objects differ.
func differ(got, want Values) string {
	is, wanted := got.lines(), want.lines()
	all := maps.Clone(is)
	maps.Copy(all, wanted)
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if is[name] != wanted[name] {
			fmt.Fprintf(&out, "  %s: got %s, wanted %s\n", name, cmp.Or(is[name], "nothing"), cmp.Or(wanted[name], "nothing"))
		}
	}
	if out.Len() == 0 { // as 1 and int64(1)
		return fmt.Sprintf("  got %#v\n  wanted %#v\n", got, want)
	}
	return out.String()
}

// Requests is how often each operation was asked.
type Requests map[string]int

// String has the operations in their order.
func (r Requests) String() string {
	if len(r) == 0 {
		return "no requests"
	}
	var out []string
	for _, operation := range slices.Sorted(maps.Keys(r)) {
		out = append(out, fmt.Sprintf("%s %d times", operation, r[operation]))
	}
	return strings.Join(out, ", ")
}
