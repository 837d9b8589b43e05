package contract

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

// TestEveryAssumptionIsMarked: what the client assumes about a request or an answer is marked with its number.
func TestEveryAssumptionIsMarked(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile("../parking/ASSUMPTIONS.md")
	acctest.Must(t, err)
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

// TestEveryObjectIsClosed: the document is one of OpenAPI 3.1, in which an undeclared field is a violation. The two open objects are
// errores, and the data of the plain envelope, which each response narrows.
func TestEveryObjectIsClosed(t *testing.T) {
	t.Parallel()
	var open []string
	doc, err := load()
	acctest.Must(t, err)
	acctest.Must(t, doc.Validate(t.Context()))
	acctest.Must(t, doc.WalkSchemas(func(at string, schema *openapi3.SchemaRef) error {
		if may := schema.Value.AdditionalProperties.Has; schema.Value.Type.Includes(openapi3.TypeObject) && (may == nil || *may) {
			open = append(open, at)
		}
		return nil
	}))
	slices.Sort(open)
	want := []string{"/components/schemas/EnvolturaFail/properties/errores", "/components/schemas/EnvolturaOk/properties/data"}
	if !slices.Equal(open, want) {
		t.Errorf("these take undeclared fields: %q, want %q", open, want)
	}
}
