package contract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/oasdiff/yaml"
)

// TestLoadRefusesBrokenDocument spoils the document in one place at a time:
// Load is what proves the real one valid.
func TestLoadRefusesBrokenDocument(t *testing.T) {
	t.Parallel()
	mustLoad(t)
	tests := []struct{ name, old, new, want string }{
		{"older OpenAPI", "openapi: 3.1.0", "openapi: 3.0.3", "not 3.1"},
		{"unknown type", "minutos: {type: integer}", "minutos: {type: whole}", "whole"},
		{"misspelt keyword", "Minutos: {type: integer, multipleOf: 10}", "Minutos: {type: integer, multipleof: 10}", "multipleof"},
		{"nowhere to refer to", "schemas/Tramo'}}\n", "schemas/Nada'}}\n", "Nada"},
		{"operationId twice", "operationId: tramos\n", "operationId: tramo\n", "tramo"},
		{"operationId missing", "      operationId: tramos\n", "", "operationId missing"},
		{"response without description", "      description: Every FAQ group.\n", "", "description"},
		{"path parameter undeclared", "name: placa, in: path, required: true", "name: plate, in: path, required: true", "plate"},
		{"undeclared status", "default: {$ref: '#/components/responses/Fallo'}", "'201': {$ref: '#/components/responses/Fallo'}", "default missing"},
		{"status beside the two", "        '200': {$ref: '#/components/responses/Faq'}\n",
			"        '200': {$ref: '#/components/responses/Faq'}\n        '404': {$ref: '#/components/responses/Fallo'}\n", "other than 200"},
		{"header parameter", "{name: faq_id, in: query,", "{name: faq_id, in: header,", "does not look at"},
		{"no JSON", "      description: A FAQ with its group.\n      content:\n        application/json:", "      description: A FAQ with its group.\n      content:\n        text/html:", "a body needs a schema"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if !bytes.Contains(document, []byte(tt.old)) {
				t.Fatalf("the document has no %q to spoil", tt.old)
			}
			_, err := load(bytes.Replace(document, []byte(tt.old), []byte(tt.new), 1))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one about %q", err, tt.want)
			}
		})
	}
}

// TestDocumentHasEveryOperation compares the document with the table of samples
// in both directions.
func TestDocumentHasEveryOperation(t *testing.T) {
	t.Parallel()
	doc, err := openapi3.NewLoader().LoadFromData(document)
	must(t, err)
	var all []Operation
	for _, s := range samples() {
		all = append(all, Operation{ID: s.id, Method: s.method, Path: s.path, PathAssumed: s.standing == unpublished})
		item := doc.Paths.Value(s.path)
		if item == nil || item.GetOperation(s.method) == nil {
			t.Errorf("%s %s is missing", s.method, s.path)
			continue
		}
		op := item.GetOperation(s.method)
		if op.OperationID != s.id || !slices.Equal(op.Tags, []string{s.tag}) {
			t.Errorf("%s %s is %s tagged %v, want %s tagged %s", s.method, s.path, op.OperationID, op.Tags, s.id, s.tag)
		}
		assumed := fmt.Sprint(op.Extensions["x-assumed"])
		switch s.standing {
		case published:
			if op.Extensions["x-assumed"] != nil {
				t.Errorf("%s is published but marked x-assumed %s", s.id, assumed)
			}
		case incomplete:
			if op.Extensions["x-assumed"] == nil {
				t.Errorf("%s has unpublished shapes but no x-assumed", s.id)
			}
		case unpublished:
			if assumed != "A14" {
				t.Errorf("%s has no published path: x-assumed is %s, want A14", s.id, assumed)
			}
		}
	}
	slices.SortFunc(all, func(a, b Operation) int { return strings.Compare(a.ID, b.ID) })
	if got, err := All(); err != nil || !slices.Equal(got, all) {
		t.Errorf("operations:\n got %v\nwant %v", got, all)
	}
}

func TestEveryAssumptionIsMarked(t *testing.T) {
	t.Parallel()
	known := map[any]bool{}
	for n := 1; n <= 14; n++ {
		known[fmt.Sprintf("A%d", n)] = false
	}
	walk(t, func(at string, node map[string]any) {
		value, marked := node["x-assumed"]
		if !marked {
			return
		}
		if _, ok := known[value]; !ok {
			t.Errorf("%s: x-assumed is %v, want A1 to A14", at, value)
			return
		}
		known[value] = true
	})
	for value, used := range known {
		if !used {
			t.Errorf("nothing is marked %v", value)
		}
	}
}

// TestEveryObjectIsClosed covers objects that no sample reaches. The two open
// ones are errores, and the data of the plain envelope, which each response
// narrows: TestUndeclaredFieldIsAViolation shows that they do.
func TestEveryObjectIsClosed(t *testing.T) {
	t.Parallel()
	open := map[string]bool{}
	walk(t, func(at string, node map[string]any) {
		if declared := fmt.Sprint(node["type"]); !strings.Contains(declared, "object") || node["additionalProperties"] == false {
			return
		}
		open[at] = true
	})
	want := map[string]bool{
		"#/components/schemas/EnvolturaFail/properties/errores": true,
		"#/components/schemas/EnvolturaOk/properties/data":      true,
	}
	for at := range open {
		if !want[at] {
			t.Errorf("%s takes undeclared fields", at)
		}
	}
	if len(open) != len(want) {
		t.Errorf("open objects: %v", open)
	}
}

// walk visits every object of the document.
func walk(t *testing.T, visit func(at string, node map[string]any)) {
	t.Helper()
	asJSON, err := yaml.YAMLToJSON(document)
	must(t, err)
	var root any
	must(t, json.Unmarshal(asJSON, &root))
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
	descend("#", root)
}

// must ends the test where there is an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
