package parking

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/decode"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/redact"
)

// envelope is the frame of every answer.
type envelope struct {
	data  json.RawMessage
	pages record // total, per_page, current_page, last_page beside data
	// remark is what it says of an error all the same.
	remark string
}

// decodeEnvelope reads an answer of operation op. Everything except an ok envelope at a status below 400 is an error.
func decodeEnvelope(op operation, status int, header http.Header, body []byte, mask redact.Mask) (envelope, error) {
	garbage := func(reason string) *Error {
		e := garbled(op, status, retryAfter(header), reason, mask.Presentable(string(body)))
		if status == http.StatusNotFound && op.name == opPlaca.name { // which counts before a plate is registered
			e.form = newForm(status, string(body), nil)
		}
		return e
	}
	if status >= 300 && status < 400 {
		return envelope{}, garbage("the service redirects, and redirects are not followed, so that the credential stays with its host")
	}
	body = bytes.TrimPrefix(body, []byte("\uFEFF")) // a byte order mark, which a file of the service's program may begin with
	if len(bytes.TrimSpace(body)) == 0 {
		return envelope{}, garbage("the body is empty")
	}
	if bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) {
		return envelope{}, garbage("it is a web page, not JSON")
	}
	if err := json.Unmarshal(body, new(json.RawMessage)); err != nil {
		broken := garbage(fmt.Sprintf("the body is not a JSON object (%s)", err))
		// What cuts an answer off strikes at any status, and passes. At 401 and 403 its beginning says enough.
		if broken.Kind == Garbled && strings.Contains(err.Error(), "unexpected end") {
			broken.Passing = true
		}
		return envelope{}, broken
	}
	top, err := decode.Object(body)
	if err != nil {
		return envelope{}, garbage("the body " + err.Error())
	}
	var estado string
	if err := json.Unmarshal(top["estado"], &estado); err != nil {
		return envelope{}, garbage(`it has no text field "estado"`)
	}
	switch strings.ToLower(estado) {
	case "ok":
		if status < 400 {
			env := envelope{data: top["data"], pages: record{Record: decode.NewRecord(top), op: op.name}}
			message, fields := complaint(top, mask)
			env.remark = remark(op, status, message, fields)
			return env, nil
		}
		return envelope{}, contradicted(op, status, retryAfter(header))
	case "fail":
		message, fields := complaint(top, mask)
		e := failed(op, status, retryAfter(header), cmp.Or(message, "no message"), fields)
		if op.method == http.MethodGet && e.Kind != Unauthorized && e.Kind != Throttled {
			e.form = newForm(status, strings.Join(texts(top["error"]), " "), top["errores"])
		}
		return envelope{}, e
	}
	return envelope{}, garbage(`its "estado" is neither "ok" nor "fail"`)
}

// complaint gives what error and errores say.
func complaint(top map[string]json.RawMessage, mask redact.Mask) (string, []FieldError) {
	messages := texts(top["error"])
	for i := range messages {
		messages[i] = mask.Quotable(messages[i])
	}
	return redact.Excerpt(strings.Join(messages, ", ")), fieldErrors(top["errores"], mask)
}

// maxShown limits how many messages of errores are shown.
const maxShown = 20

// fieldErrors decodes errores, an object of anything (A12), in the order of its names.
func fieldErrors(raw json.RawMessage, mask redact.Mask) (out []FieldError) {
	fields, err := decode.Object(raw)
	if err != nil {
		fields = map[string]json.RawMessage{"": raw}
	}
	seen := 0
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		var messages []string
		for _, text := range texts(fields[name]) {
			if seen++; seen <= maxShown {
				messages = append(messages, mask.Quotable(text))
			}
		}
		if len(messages) > 0 {
			out = append(out, FieldError{Field: mask.Presentable(name), Messages: messages})
		}
	}
	if beyond := seen - maxShown; beyond > 0 {
		out = append(out, FieldError{Messages: []string{fmt.Sprintf("and %d more", beyond)}})
	}
	return out
}

// texts gives the texts and numbers in a JSON value that are not blank.
func texts(raw json.RawMessage) []string {
	return slices.DeleteFunc(scalars(decode.Value(raw)), func(text string) bool { return strings.TrimSpace(text) == "" })
}

// scalars gives the texts and numbers in a value, those of an object in the order of its names.
func scalars(value any) (out []string) {
	switch v := value.(type) {
	case string:
		out = append(out, v)
	case json.Number:
		out = append(out, v.String())
	case []any:
		for _, item := range v {
			out = append(out, scalars(item)...)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			out = append(out, scalars(v[name])...)
		}
	}
	return out
}
