package contract

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestEveryAssumptionIsMarked(t *testing.T) {
	t.Parallel()
	got, want := map[any]bool{}, map[any]bool{}
	for n := 1; n <= 14; n++ {
		want[fmt.Sprintf("A%d", n)] = true
	}
	walk(t, func(_ string, node map[string]any) {
		if value, marked := node["x-assumed"]; marked {
			got[value] = true
		}
	})
	if !maps.Equal(got, want) {
		t.Errorf("x-assumed is %v, want A1 to A14", got)
	}
}

// TestEveryObjectIsClosed: an undeclared field is a violation. The two open
// objects are errores, and the data of the plain envelope, which each response
// narrows.
func TestEveryObjectIsClosed(t *testing.T) {
	t.Parallel()
	var open []string
	walk(t, func(at string, node map[string]any) {
		if strings.Contains(fmt.Sprint(node["type"]), "object") && node["additionalProperties"] != false {
			open = append(open, at)
		}
	})
	slices.Sort(open)
	want := []string{"#/components/schemas/EnvolturaFail/properties/errores", "#/components/schemas/EnvolturaOk/properties/data"}
	if !slices.Equal(open, want) {
		t.Errorf("these take undeclared fields: %q, want %q", open, want)
	}
}

// walk visits every object of the document.
func walk(t *testing.T, visit func(at string, node map[string]any)) {
	t.Helper()
	var descend func(at string, node any)
	descend = func(at string, node any) {
		switch node := node.(type) {
		case map[string]any:
			visit(at, node)
			for key, child := range node {
				descend(at+"/"+key, child)
			}
		case []any:
			for i, child := range node {
				descend(fmt.Sprint(at, "/", i), child)
			}
		}
	}
	descend("#", written(t))
}
