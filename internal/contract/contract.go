// Package contract holds openapi.yaml, the OpenAPI 3.1 description of the parking service. Only tests import it: the
// client and the sandbox spell routes and JSON independently of each other, and its own tests measure both by the
// description.
package contract

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
)

//go:embed openapi.yaml
var document []byte

var load = sync.OnceValues(func() (*openapi3.T, error) { return openapi3.NewLoader().LoadFromData(document) })

// Operation is how one declared operation is asked.
type Operation struct {
	ID, Method, Path string
	// PathAssumed: the service does not publish the path, and Path is the sandbox's.
	PathAssumed bool
}

// All returns every declared operation, sorted by its operationId.
func All() ([]Operation, error) {
	doc, err := load()
	if err != nil {
		return nil, fmt.Errorf("reading openapi.yaml: %w", err)
	}
	var all []Operation
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			all = append(all, Operation{op.OperationID, method, path, op.Extensions["x-path-assumed"] == true})
		}
	}
	slices.SortFunc(all, func(a, b Operation) int { return cmp.Compare(a.ID, b.ID) })
	return all, nil
}
