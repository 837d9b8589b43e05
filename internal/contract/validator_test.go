package contract

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/oasdiff/yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

const (
	// documentURL names the document inside the schema compiler. Nothing is fetched from it.
	documentURL = "https://contract.invalid/openapi"

	mediaJSON = "application/json"
)

// validator compares exchanges with openapi.yaml. kin-openapi loads the document and proves that it is valid OpenAPI 3.1.
// Its own validation of exchanges is not used: it does not apply JSON Schema 2020-12 to schemas that refer to components,
// and accepts undeclared query parameters and a body sent to an operation that declares none.
type validator struct {
	doc      *openapi3.T
	paths    *http.ServeMux
	compiler *jsonschema.Compiler
}

func newValidator(t *testing.T) *validator {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(document)
	noError(t, err)
	noError(t, doc.Validate(t.Context()))
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.AssertFormat()
	noError(t, compiler.AddResource(documentURL, written(t)))
	paths := http.NewServeMux()
	for path, item := range doc.Paths.Map() {
		for method := range item.Operations() {
			paths.Handle(method+" "+path, http.NotFoundHandler())
		}
	}
	return &validator{doc, paths, compiler}
}

// written is the document as it is written, not as kin-openapi would write it back, so that no keyword is lost on the way.
func written(t *testing.T) any {
	t.Helper()
	asJSON, err := yaml.YAMLToJSON(document)
	noError(t, err)
	root, err := jsonschema.UnmarshalJSON(bytes.NewReader(asJSON))
	noError(t, err)
	return root
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// exchange is one request and its answer. The path of the request is the declared one, without a base path before it.
type exchange struct {
	method, target, sent string
	header               http.Header
	status               int
	answerHeader         http.Header
	answer               string
}

// check gives the operation that an exchange belongs to, and every violation in the request and in the answer. A request
// that the service was right to refuse is a violation too, by whoever sent it.
func (v *validator) check(e exchange) (id string, err error) {
	target, err := url.Parse(e.target)
	if err != nil {
		return "", err
	}
	_, pattern := v.paths.Handler(&http.Request{Method: e.method, URL: target})
	_, path, declared := strings.Cut(pattern, " ")
	if !declared {
		return "", fmt.Errorf("%s %s: undeclared operation", e.method, e.target)
	}
	values := map[string]string{}
	sent := strings.Split(target.EscapedPath(), "/")
	for i, segment := range strings.Split(path, "/") {
		if name, variable := strings.CutPrefix(segment, "{"); variable {
			values[strings.TrimSuffix(name, "}")], _ = url.PathUnescape(sent[i])
		}
	}
	op, at := v.doc.Paths.Value(path).GetOperation(e.method), pointer("#", "paths", path, strings.ToLower(e.method))
	var unauthorized error
	if op.Security == nil && e.header.Get("Authorization") == "" { // which no error quotes
		unauthorized = errors.New("request: an Authorization header is required")
	}
	return op.OperationID, errors.Join(unauthorized, v.checkParameters(op, at, values, target.RawQuery), v.checkBody(op, at, e),
		v.checkAnswer(op, at, e))
}

func (v *validator) checkParameters(op *openapi3.Operation, at string, values map[string]string, rawQuery string) error {
	query, err := url.ParseQuery(rawQuery)
	errs := []error{err}
	for i, ref := range op.Parameters {
		p := ref.Value
		text, sent := values[p.Name]
		if p.In == openapi3.ParameterInQuery {
			if text, sent = query.Get(p.Name), query.Has(p.Name); len(query[p.Name]) > 1 {
				errs = append(errs, fmt.Errorf("query parameter %s: sent more than once", p.Name))
			}
			delete(query, p.Name)
		}
		if !sent {
			if p.Required {
				errs = append(errs, fmt.Errorf("%s parameter %s: missing", p.In, p.Name))
			}
			continue
		}
		value := any(text)
		if types := p.Schema.Value.Type; types.Includes(openapi3.TypeInteger) || types.Includes(openapi3.TypeNumber) {
			value = json.Number(text)
		}
		err = v.validate(pointer(cmp.Or(ref.Ref, pointer(at, "parameters", fmt.Sprint(i))), "schema"), value)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s parameter %s: %w", p.In, p.Name, err))
		}
	}
	for name := range query {
		errs = append(errs, fmt.Errorf("query parameter %s: undeclared", name))
	}
	return errors.Join(errs...)
}

func (v *validator) checkBody(op *openapi3.Operation, at string, e exchange) error {
	switch declared := op.RequestBody; {
	case declared == nil && e.sent != "":
		return errors.New("request body: undeclared")
	case declared == nil || e.sent == "" && !declared.Value.Required:
		return nil
	default:
		return v.checkJSON("request body", cmp.Or(declared.Ref, pointer(at, "requestBody")), e.header, e.sent)
	}
}

// checkAnswer holds a fail envelope to the default response at every status, 200 included, because which statuses carry
// one is not published (A2). At any other status than 200 nothing but a fail envelope will do (A13).
func (v *validator) checkAnswer(op *openapi3.Operation, at string, e exchange) error {
	var envelope struct{ Estado string }
	code := "default"
	if _ = json.Unmarshal([]byte(e.answer), &envelope); e.status == http.StatusOK && envelope.Estado != "fail" {
		code = "200"
	}
	declared := cmp.Or(op.Responses.Value(code).Ref, pointer(at, "responses", code))
	return v.checkJSON(fmt.Sprintf("response %d", e.status), declared, e.answerHeader, e.answer)
}

func (v *validator) checkJSON(what, at string, header http.Header, body string) error {
	if media, _, err := mime.ParseMediaType(header.Get("Content-Type")); err != nil || media != mediaJSON {
		return fmt.Errorf("%s: Content-Type is %q, not %s", what, header.Get("Content-Type"), mediaJSON)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(body))
	if err != nil {
		return fmt.Errorf("%s: not JSON: %w", what, err)
	}
	if err := v.validate(pointer(at, "content", mediaJSON, "schema"), value); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// validate holds a value to the schema at a place of the document.
func (v *validator) validate(at string, value any) error {
	schema, err := v.compiler.Compile(documentURL + at)
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

// pointer extends a JSON pointer. The braces of a path template are escaped as
// well, because the pointer is the fragment of a URL.
func pointer(base string, tokens ...string) string {
	escape := strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D")
	for _, token := range tokens {
		base += "/" + escape.Replace(token)
	}
	return base
}
