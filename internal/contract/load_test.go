package contract

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/oasdiff/yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

const (
	// documentURL names the document inside the schema compiler. Nothing is
	// fetched from it: every reference stays within the document.
	documentURL = "https://contract.invalid/openapi"

	mediaJSON = "application/json"
)

// Load validates the embedded openapi.yaml as OpenAPI 3.1 and compiles it. An
// error means that the document itself is wrong.
func Load() (*Contract, error) {
	return load(document)
}

func load(source []byte) (*Contract, error) {
	doc, err := openapi3.NewLoader().LoadFromData(source)
	if err != nil {
		return nil, fmt.Errorf("reading openapi.yaml: %w", err)
	}
	if !strings.HasPrefix(doc.OpenAPI, "3.1.") {
		return nil, fmt.Errorf("openapi.yaml is written for OpenAPI %q, not 3.1", doc.OpenAPI)
	}
	if err := doc.Validate(context.Background()); err != nil {
		return nil, fmt.Errorf("openapi.yaml is not valid OpenAPI 3.1: %w", err)
	}
	l, err := newLoader(source, doc)
	if err != nil {
		return nil, err
	}
	c := &Contract{}
	for path, item := range doc.Paths.Map() {
		for method, declared := range item.Operations() {
			op, err := l.operation(method, path, declared)
			if err != nil {
				return nil, fmt.Errorf("openapi.yaml, %s %s: %w", method, path, err)
			}
			c.operations = append(c.operations, op)
		}
	}
	return c, nil
}

// loader turns declared operations into compiled ones.
type loader struct {
	doc      *openapi3.T
	compiler *jsonschema.Compiler
}

// newLoader gives the compiler the document as it is written, not as
// kin-openapi would write it back, so that no keyword is lost on the way.
func newLoader(source []byte, doc *openapi3.T) (*loader, error) {
	asJSON, err := yaml.YAMLToJSON(source)
	if err != nil {
		return nil, fmt.Errorf("reading openapi.yaml: %w", err)
	}
	root, err := jsonschema.UnmarshalJSON(bytes.NewReader(asJSON))
	if err != nil {
		return nil, fmt.Errorf("reading openapi.yaml: %w", err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.AssertFormat()
	if err := compiler.AddResource(documentURL, root); err != nil {
		return nil, fmt.Errorf("reading openapi.yaml: %w", err)
	}
	return &loader{doc: doc, compiler: compiler}, nil
}

func (l *loader) operation(method, path string, declared *openapi3.Operation) (*operation, error) {
	if declared.OperationID == "" {
		return nil, errors.New("operationId missing")
	}
	at := pointer("#", "paths", path, strings.ToLower(method))
	op := &operation{
		id:         declared.OperationID,
		method:     method,
		segments:   strings.Split(path, "/"),
		path:       map[string]*parameter{},
		query:      map[string]*parameter{},
		credential: l.credentialHeader(declared),
	}
	for i, ref := range declared.Parameters {
		if err := l.parameter(op, ref, pointer(at, "parameters", fmt.Sprint(i))); err != nil {
			return nil, err
		}
	}
	for _, segment := range op.segments {
		if name, ok := template(segment); ok && op.path[name] == nil {
			return nil, fmt.Errorf("path parameter %s is not declared by the operation", name)
		}
	}
	if ref := declared.RequestBody; ref != nil {
		schema, err := l.content(ref.Value.Content, ref.Ref, pointer(at, "requestBody"))
		if err != nil {
			return nil, err
		}
		op.body, op.bodyRequired = schema, ref.Value.Required
	}
	return op, l.responses(op, declared, at)
}

// credentialHeader is the header that carries the credential, empty when the
// operation may be called without one.
func (l *loader) credentialHeader(declared *openapi3.Operation) string {
	requirements := l.doc.Security
	if declared.Security != nil {
		requirements = *declared.Security
	}
	for _, requirement := range requirements {
		if len(requirement) == 0 {
			return ""
		}
	}
	for _, requirement := range requirements {
		for name := range requirement {
			return l.doc.Components.SecuritySchemes[name].Value.Name
		}
	}
	return ""
}

func (l *loader) parameter(op *operation, ref *openapi3.ParameterRef, at string) error {
	declared := ref.Value
	if declared.Schema == nil {
		return fmt.Errorf("parameter %s has no schema", declared.Name)
	}
	schema, err := l.compile(pointer(target(ref.Ref, at), "schema"))
	if err != nil {
		return err
	}
	p := &parameter{schema: schema, required: declared.Required, numeric: numeric(declared.Schema.Value)}
	switch declared.In {
	case openapi3.ParameterInPath:
		op.path[declared.Name] = p
	case openapi3.ParameterInQuery:
		op.query[declared.Name] = p
	default:
		return fmt.Errorf("parameter %s is in %s, which Check does not look at", declared.Name, declared.In)
	}
	return nil
}

// responses compiles the two that every operation has: success at 200, failure
// as the default.
func (l *loader) responses(op *operation, declared *openapi3.Operation, at string) error {
	for code, compiled := range map[string]**jsonschema.Schema{"200": &op.ok, "default": &op.fail} {
		ref := declared.Responses.Value(code)
		if ref == nil {
			return fmt.Errorf("response %s missing", code)
		}
		schema, err := l.content(ref.Value.Content, ref.Ref, pointer(at, "responses", code))
		if err != nil {
			return fmt.Errorf("response %s: %w", code, err)
		}
		*compiled = schema
	}
	if declared.Responses.Len() != 2 {
		return errors.New("responses other than 200 and default")
	}
	return nil
}

// content compiles the schema of a body, which has to be JSON and nothing else.
func (l *loader) content(declared openapi3.Content, ref, at string) (*jsonschema.Schema, error) {
	media := declared[mediaJSON]
	if len(declared) != 1 || media == nil || media.Schema == nil {
		return nil, errors.New("a body needs a schema for " + mediaJSON + " and for nothing else")
	}
	return l.compile(pointer(target(ref, at), "content", mediaJSON, "schema"))
}

func (l *loader) compile(at string) (*jsonschema.Schema, error) {
	schema, err := l.compiler.Compile(documentURL + at)
	if err != nil {
		return nil, fmt.Errorf("schema at %s: %w", at, err)
	}
	return schema, nil
}

// target is where a component is written: at its reference, if it is one.
func target(ref, at string) string {
	if ref != "" {
		return ref
	}
	return at
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

// numeric tells whether the text of a parameter is to be read as a number.
func numeric(schema *openapi3.Schema) bool {
	return slices.ContainsFunc(schema.Type.Slice(), func(t string) bool {
		return t == openapi3.TypeInteger || t == openapi3.TypeNumber
	})
}

// template is the name in a segment such as {placa}.
func template(segment string) (name string, ok bool) {
	inner, opened := strings.CutPrefix(segment, "{")
	name, closed := strings.CutSuffix(inner, "}")
	return name, opened && closed
}
