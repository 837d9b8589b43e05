package parking

import (
	"os"
	"regexp"
	"testing"
)

// Every operation can be asked, and the answers of every one that reads records are read in hostile shapes.
func TestOperationsListed(t *testing.T) {
	t.Parallel()
	asIs := map[string]bool{"tramo_consulta": true, "obtener_token": true, "informacion": true, "faq_grupos": true}
	source, err := os.ReadFile("operations.go")
	noError(t, err)
	rows := regexp.MustCompile(`operation\{area\w+, "(\w+)", (\w+),`).FindAllStringSubmatch(string(source), -1)
	if len(rows) < 30 {
		t.Fatalf("got %d operations in operations.go, want all", len(rows))
	}
	for _, row := range rows {
		name, method := row[1], row[2]
		if _, err := askable(name); err != nil {
			t.Errorf("ask.go: %s", err)
		}
		if method == "get" && !asIs[name] && everyRead[name] == nil {
			t.Errorf("everyRead lacks %s", name)
		}
	}
}
