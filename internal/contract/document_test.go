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
	noError(t, err)
	numbers := func(pattern, text string) (found []string) {
		for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			found = append(found, match[1])
		}
		slices.Sort(found)
		return slices.Compact(found)
	}
	marked := append(numbers(`x-assumed: (\w+)`, string(document)), "A15", "A17", "A18") // these are about outcomes of requests
	slices.Sort(marked)
	if assumed := numbers(`(?m)^\| (A[0-9]+) \|`, string(table)); !slices.Equal(slices.Compact(marked), assumed) {
		t.Errorf("got x-assumed %q, want those of ASSUMPTIONS.md: %q", marked, assumed)
	}
}

// TestEveryObjectIsClosed: an undeclared field is a violation. The two open
// objects are errores, and the data of the plain envelope, which each response
// narrows.
func TestEveryObjectIsClosed(t *testing.T) {
	t.Parallel()
	var open []string
	var visit func(at string, node any)
	visit = func(at string, node any) {
		switch node := node.(type) {
		case map[string]any:
			if strings.Contains(fmt.Sprint(node["type"]), "object") && node["additionalProperties"] != false {
				open = append(open, at)
			}
			for key, child := range node {
				visit(at+"/"+key, child)
			}
		case []any:
			for i, child := range node {
				visit(fmt.Sprint(at, "/", i), child)
			}
		}
	}
	visit("#", written(t))
	slices.Sort(open)
	want := []string{"#/components/schemas/EnvolturaFail/properties/errores", "#/components/schemas/EnvolturaOk/properties/data"}
	if !slices.Equal(open, want) {
		t.Errorf("these take undeclared fields: %q, want %q", open, want)
	}
}
