package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"regexp"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// operation is one declared operation with its compiled schemas.
type operation struct {
	id           string
	method       string
	segments     []string // of the path template
	path         map[string]*parameter
	query        map[string]*parameter
	credential   string             // header that must carry the credential, or empty
	body         *jsonschema.Schema // nil when the request has none
	bodyRequired bool
	ok           *jsonschema.Schema // success
	fail         *jsonschema.Schema // failure
}

// parameter is one declared path or query parameter.
type parameter struct {
	schema   *jsonschema.Schema
	required bool
	numeric  bool
}

// matchPath compares escaped path segments with the template and returns the
// values of its parameters, unescaped.
func (op *operation) matchPath(segments []string) (map[string]string, bool) {
	if len(segments) != len(op.segments) {
		return nil, false
	}
	params := map[string]string{}
	for i, segment := range segments {
		name, ok := template(op.segments[i])
		if !ok {
			if segment != op.segments[i] {
				return nil, false
			}
			continue
		}
		value, err := url.PathUnescape(segment)
		if err != nil {
			return nil, false
		}
		params[name] = value
	}
	return params, true
}

// checkCredential never quotes the credential: violations end up in logs.
func (op *operation) checkCredential(header http.Header) error {
	if op.credential == "" {
		return nil
	}
	if values := header.Values(op.credential); len(values) != 1 || values[0] == "" {
		return fmt.Errorf("request: one non-empty %s header is required", op.credential)
	}
	return nil
}

func (op *operation) checkPath(params map[string]string) error {
	var errs []error
	for _, name := range sortedKeys(params) {
		if err := op.path[name].check(params[name]); err != nil {
			errs = append(errs, fmt.Errorf("request path parameter %s: %w", name, err))
		}
	}
	return errors.Join(errs...)
}

func (op *operation) checkQuery(raw string) error {
	sent, err := url.ParseQuery(raw)
	if err != nil {
		return fmt.Errorf("request query: %w", err)
	}
	var errs []error
	for _, name := range sortedKeys(sent) {
		p := op.query[name]
		switch {
		case p == nil:
			err = errors.New("undeclared")
		case len(sent[name]) > 1:
			err = errors.New("sent more than once")
		default:
			err = p.check(sent[name][0])
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("request query parameter %s: %w", name, err))
		}
	}
	for _, name := range sortedKeys(op.query) {
		if op.query[name].required && !sent.Has(name) {
			errs = append(errs, fmt.Errorf("request query parameter %s: missing", name))
		}
	}
	return errors.Join(errs...)
}

func (op *operation) checkRequestBody(header http.Header, body []byte) error {
	switch {
	case op.body == nil && len(body) > 0:
		return errors.New("request body: undeclared")
	case op.body == nil || len(body) == 0 && !op.bodyRequired:
		return nil
	case len(body) == 0:
		return errors.New("request body: missing")
	}
	if err := checkJSON(op.body, header, body); err != nil {
		return fmt.Errorf("request body: %w", err)
	}
	return nil
}

// checkResponse holds a fail envelope to the default response at every status,
// 200 included, because which statuses carry one is not published (A2). At any
// other status than 200 nothing but a fail envelope will do (A13).
func (op *operation) checkResponse(status int, header http.Header, body []byte) error {
	schema := op.fail
	if status == http.StatusOK && !isFail(body) {
		schema = op.ok
	}
	if err := checkJSON(schema, header, body); err != nil {
		return fmt.Errorf("response %d: %w", status, err)
	}
	return nil
}

func isFail(body []byte) bool {
	var envelope struct {
		Estado string `json:"estado"`
	}
	return json.Unmarshal(body, &envelope) == nil && envelope.Estado == "fail"
}

func checkJSON(schema *jsonschema.Schema, header http.Header, body []byte) error {
	media, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil || media != mediaJSON {
		return fmt.Errorf("Content-Type is %q, not %s", header.Get("Content-Type"), mediaJSON)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("not JSON: %w", err)
	}
	return schema.Validate(value)
}

// decimal is what the text of a numeric parameter looks like: a JSON number
// without an exponent, so neither +5 nor 007.
var decimal = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?$`)

func (p *parameter) check(text string) error {
	if !p.numeric {
		return p.schema.Validate(text)
	}
	if !decimal.MatchString(text) {
		return fmt.Errorf("%q is not a number", text)
	}
	return p.schema.Validate(json.Number(text))
}
