package contract

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestEveryAssumptionIsMarked: what the client assumes about a request or an answer is marked with its number.
func TestEveryAssumptionIsMarked(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile("../parking/ASSUMPTIONS.md")
	if err != nil {
		t.Fatal(err)
	}
	numbered, got := map[any]bool{}, map[any]bool{}
	for _, n := range regexp.MustCompile(`(?m)^\| (A[0-9]+) \|`).FindAllStringSubmatch(string(table), -1) {
		numbered[n[1]] = true
	}
	walk(t, func(at string, node map[string]any) {
		value, marked := node["x-assumed"]
		if !marked {
			return
		}
		if got[value] = true; !numbered[value] {
			t.Errorf("%s has x-assumed %v, which ASSUMPTIONS.md of internal/parking does not have", at, value)
		}
	})
	for number := range numbered {
		if !got[number] && !slices.Contains([]any{"A15", "A17", "A18"}, number) { // these are about outcomes of requests
			t.Errorf("nothing has x-assumed %s", number)
		}
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
