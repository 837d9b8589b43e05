// Package contract holds openapi.yaml, the OpenAPI 3.1 description of the
// parking service, and checks HTTP exchanges against it. Only tests import it:
// the client and the sandbox spell routes and JSON independently of each other,
// and this package is what both are measured by.
//
// Two libraries share the work. kin-openapi loads the document and proves that
// it is valid OpenAPI 3.1. The bodies and parameters of exchanges are checked by
// santhosh-tekuri/jsonschema, a JSON Schema 2020-12 implementation and the one
// kin-openapi itself uses for 3.1 documents. kin-openapi's own request and
// response validation is not used, because it compiles the schema anew for every
// value, hands schemas that refer to components to an older validator that does
// not apply 2020-12, and accepts undeclared query parameters and a body sent to
// an operation that declares none. Here every schema is compiled once, by Load.
package contract

import (
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
)

//go:embed openapi.yaml
var document []byte

// Contract is the compiled openapi.yaml. It never changes after Load, so any
// number of goroutines may use one at once.
type Contract struct {
	operations []*operation
}

// Operations returns the operationId of every declared operation, sorted.
func (c *Contract) Operations() []string {
	ids := make([]string, 0, len(c.operations))
	for _, op := range c.All() {
		ids = append(ids, op.ID)
	}
	return ids
}

// Operation is how one declared operation is asked.
type Operation struct {
	ID, Method, Path string
	// PathAssumed: the service does not publish the path, and Path is the sandbox's.
	PathAssumed bool
}

// All returns every declared operation, sorted by its operationId.
func (c *Contract) All() []Operation {
	all := make([]Operation, 0, len(c.operations))
	for _, op := range c.operations {
		all = append(all, Operation{ID: op.id, Method: op.method, Path: strings.Join(op.segments, "/"), PathAssumed: op.pathAssumed})
	}
	slices.SortFunc(all, func(a, b Operation) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// Check compares one exchange with the contract and returns the operationId it
// belongs to, which is empty when no declared operation has that method and
// path. The bodies are passed apart, so req.Body is neither read nor closed. The
// path of req must be the declared one, without a base path before it.
//
// The error joins every violation found in the request and in the response: an
// undeclared operation, query parameter, body, field or status content, and any
// value that does not fit its schema. A request the service was right to refuse
// is a violation too, by whoever sent it.
func (c *Contract) Check(req *http.Request, reqBody []byte, status int, header http.Header, body []byte) (operationID string, err error) {
	op, params := c.match(req)
	if op == nil {
		return "", fmt.Errorf("%s %s: undeclared operation", req.Method, req.URL.EscapedPath())
	}
	err = errors.Join(
		op.checkCredential(req.Header),
		op.checkPath(params),
		op.checkQuery(req.URL.RawQuery),
		op.checkRequestBody(req.Header, reqBody),
		op.checkResponse(status, header, body),
	)
	if err != nil {
		return op.id, fmt.Errorf("%s: %w", op.id, err)
	}
	return op.id, nil
}

// match finds the operation req belongs to and its path parameters, unescaped.
// It works on the escaped path, because a plate may contain a slash.
func (c *Contract) match(req *http.Request) (*operation, map[string]string) {
	segments := strings.Split(req.URL.EscapedPath(), "/")
	for _, op := range c.operations {
		if op.method != req.Method {
			continue
		}
		if params, ok := op.matchPath(segments); ok {
			return op, params
		}
	}
	return nil, nil
}

// sortedKeys makes the order of violations the same on every run.
func sortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}
