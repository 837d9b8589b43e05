package parking

import (
	"os"
	"regexp"
	"testing"
)

type listedOperation struct{ variable, name, method string }

// operationsListed gives every operation in operations.go.
func operationsListed(t *testing.T) (out []listedOperation) {
	t.Helper()
	source, err := os.ReadFile("operations.go")
	must(t, err)
	for _, row := range regexp.MustCompile(`(op\w+) += operation\{"(\w+)", (\w+),`).FindAllStringSubmatch(string(source), -1) {
		out = append(out, listedOperation{row[1], row[2], row[3]})
	}
	if len(out) < 30 {
		t.Fatalf("got %d operations in operations.go, want all", len(out))
	}
	return out
}

// Every operation can be asked, and the answers of every one that reads records are read in hostile shapes.
func TestOperationsListed(t *testing.T) {
	t.Parallel()
	asIs := map[string]bool{"tramo_consulta": true, "obtener_token": true, "informacion": true, "faq_grupos": true}
	for _, op := range operationsListed(t) {
		_, err := askable(op.name)
		noError(t, err)
		if op.method == "get" && !asIs[op.name] && everyRead[op.name] == nil {
			t.Errorf("everyRead lacks %s", op.name)
		}
	}
}
