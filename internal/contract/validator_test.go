package contract

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// Two libraries share the work. kin-openapi loads the document and proves that
// it is valid OpenAPI 3.1. The bodies and parameters of exchanges are checked by
// santhosh-tekuri/jsonschema, a JSON Schema 2020-12 implementation and the one
// kin-openapi itself uses for 3.1 documents. kin-openapi's own request and
// response validation is not used, because it compiles the schema anew for every
// value, hands schemas that refer to components to an older validator that does
// not apply 2020-12, and accepts undeclared query parameters and a body sent to
// an operation that declares none. Here every schema is compiled once, by Load.

// Contract is the compiled openapi.yaml. It never changes after Load, so any
// number of goroutines may use one at once.
type Contract struct {
	operations []*operation
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
