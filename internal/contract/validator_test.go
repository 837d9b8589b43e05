package contract

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

// exchange is what a request and its answer turned out to be.
type exchange struct {
	operation string
	failed    bool  // the answer is a failure, at whatever status
	broken    error // every violation of the contract in the request or the answer
}

// held is a service whose every exchange is held to openapi.yaml. A request that the service was right to refuse is a violation too.
func held(t *testing.T, service http.Handler, report func(exchange)) http.Handler {
	t.Helper()
	doc, err := load()
	acctest.Must(t, err)
	operations := http.NewServeMux()
	operations.HandleFunc("/", func(_ http.ResponseWriter, r *http.Request) {
		report(exchange{broken: fmt.Errorf("%s %s: undeclared operation", r.Method, r.URL)})
	})
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			route := &routers.Route{Spec: doc, Path: path, PathItem: item, Method: method, Operation: op}
			operations.HandleFunc(method+" "+path, func(rw http.ResponseWriter, r *http.Request) {
				input, answer := inputOf(route, r), httptest.NewRecorder()
				err := errors.Join(checkQuery(op, r.URL.RawQuery), openapi3filter.ValidateRequest(r.Context(), input))
				service.ServeHTTP(answer, r)
				failed, broken := checkAnswer(r.Context(), input, answer)
				report(exchange{op.OperationID, failed, errors.Join(err, broken)})
				maps.Copy(rw.Header(), answer.Header())
				rw.WriteHeader(answer.Code)
				_, _ = answer.Body.WriteTo(rw)
			})
		}
	}
	return operations
}

// inputOf is a request as kin-openapi takes it.
func inputOf(route *routers.Route, r *http.Request) *openapi3filter.RequestValidationInput {
	variables := map[string]string{}
	for _, p := range route.Operation.Parameters {
		variables[p.Value.Name] = r.PathValue(p.Value.Name)
	}
	authorized := func(context.Context, *openapi3filter.AuthenticationInput) error {
		if r.Header.Get("Authorization") == "" { // which no error quotes
			return errors.New("an Authorization header is required")
		}
		return nil
	}
	email := openapi3.NewRegexpFormatValidator(openapi3.FormatOfStringForEmail)
	return &openapi3filter.RequestValidationInput{Request: r, PathParams: variables, Route: route, Options: &openapi3filter.Options{
		MultiError: true, RejectWhenRequestBodyNotSpecified: true, SkipSettingDefaults: true, AuthenticationFunc: authorized,
		SchemaValidationOptions: []openapi3.SchemaValidationOption{openapi3.WithStringFormatValidator("email", email)},
	}}
}

// checkQuery refuses what kin-openapi accepts: parameters that are not declared, and one that is sent twice.
func checkQuery(op *openapi3.Operation, raw string) error {
	query, err := url.ParseQuery(raw)
	for name, values := range query {
		if op.Parameters.GetByInAndName(openapi3.ParameterInQuery, name) == nil || len(values) > 1 {
			err = errors.Join(err, fmt.Errorf("query parameter %s: undeclared, or sent more than once", name))
		}
	}
	return err
}

// checkAnswer holds a fail envelope to the default response at every status, 200 included, because which statuses carry
// one is not published (A2). At any other status than 200 nothing but a fail envelope will do (A13).
func checkAnswer(ctx context.Context, input *openapi3filter.RequestValidationInput, answer *httptest.ResponseRecorder) (bool, error) {
	var envelope struct{ Estado string }
	_ = json.Unmarshal(answer.Body.Bytes(), &envelope)
	failed, status := envelope.Estado == "fail", answer.Code
	if failed {
		status = 0 // which no response is declared for, so that the default is
	}
	return failed, openapi3filter.ValidateResponse(ctx, &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Options: input.Options,
		Status: status, Header: answer.Header(), Body: io.NopCloser(bytes.NewReader(answer.Body.Bytes())),
	})
}
