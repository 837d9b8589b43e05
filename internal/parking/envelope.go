package parking

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/decode"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/redact"
)

// envelope is the frame of every answer.
type envelope struct {
	data  json.RawMessage
	pages record // total, per_page, current_page, last_page beside data
}

// decodeEnvelope reads an answer of operation op. Everything except an ok envelope at a status below 400 is an error. What something
// between may have answered comes first, and what only the service can have said last.
func decodeEnvelope(op operation, status int, header http.Header, body []byte, mask redact.Mask) (envelope, error) {
	body = bytes.TrimPrefix(body, []byte("\uFEFF")) // a byte order mark, which a file of the service's program may begin with
	garbage := func(reason string) *Error {
		e := garbled(op, status, retryAfter(header), reason, mask.Presentable(string(body)))
		if status == http.StatusNotFound && op.name == opPlaca.name { // which counts before a plate is registered
			e.form = newForm(status, string(body), nil)
		}
		return e
	}
	var estado string
	top, notObject := decode.Object(body)
	switch text := bytes.TrimSpace(body); {
	case status >= 300 && status < 400:
		return envelope{}, garbage("the service redirects, and redirects are not followed, so that the credential stays with its host")
	case len(text) == 0:
		return envelope{}, garbage("the body is empty")
	case text[0] == '<':
		return envelope{}, garbage("it is a web page, not JSON")
	case notObject != nil:
		wrong := json.Unmarshal(body, new(json.RawMessage))
		if wrong == nil {
			return envelope{}, garbage("the body " + notObject.Error())
		}
		cut := garbage(fmt.Sprintf("the body is not a JSON object (%s)", wrong))
		// What cuts an answer off strikes at any status, and passes. At 401 and 403 its beginning says enough.
		cut.Passing = cut.Passing || cut.Kind == Garbled && strings.Contains(wrong.Error(), "unexpected end")
		return envelope{}, cut
	case json.Unmarshal(top["estado"], &estado) != nil:
		return envelope{}, garbage(`it has no text field "estado"`)
	}
	switch ok := strings.EqualFold(estado, "ok"); {
	case ok && status < 400:
		return envelope{top["data"], record{Record: decode.NewRecord(top), op: op.name}}, nil
	case ok:
		return envelope{}, contradicted(op, status, retryAfter(header))
	case strings.EqualFold(estado, "fail"):
		message, fields := complaint(top, mask)
		e := failed(op, status, retryAfter(header), cmp.Or(message, "(no message)"), fields)
		if op.method == http.MethodGet && e.Kind != Unauthorized && e.Kind != Throttled {
			e.form = newForm(status, strings.Join(texts(decode.Value(top["error"])), " "), top["errores"])
		}
		return envelope{}, e
	}
	return envelope{}, garbage(`its "estado" is neither "ok" nor "fail"`)
}

// maxShown limits how many messages of errores are shown.
const maxShown = 20

// complaint gives what error says, and errores, an object of anything (A12), in the order of its names.
func complaint(top map[string]json.RawMessage, mask redact.Mask) (message string, fields []FieldError) {
	shown := func(raw json.RawMessage) []string {
		said := texts(decode.Value(raw))
		said = said[:min(len(said), maxShown)]
		for i := range said {
			said[i] = mask.Presentable(said[i])
		}
		return said
	}
	named, err := decode.Object(top["errores"])
	if err != nil {
		named = map[string]json.RawMessage{"": top["errores"]}
	}
	room := maxShown
	for _, name := range slices.Sorted(maps.Keys(named)) {
		said := shown(named[name])
		if said = said[:min(len(said), room)]; len(said) > 0 {
			fields = append(fields, FieldError{Field: mask.Presentable(name), Messages: said})
			room -= len(said)
		}
	}
	return redact.Printable(strings.Join(shown(top["error"]), ", ")), fields
}

// texts gives the texts and numbers in a value that are not blank.
func texts(value any) (out []string) {
	eachScalar("", value, func(_ string, one any) { out = append(out, fmt.Sprint(one)) })
	return slices.DeleteFunc(out, func(text string) bool { return strings.TrimSpace(text) == "" })
}

// eachScalar gives the texts and numbers in a value, and where each stands: names of fields, in their order, and places in lists,
// joined by dots.
func eachScalar(place string, value any, give func(place string, one any)) {
	below := func(name string, item any) { eachScalar(strings.TrimPrefix(place+"."+name, "."), item, give) }
	switch v := value.(type) {
	case string, json.Number:
		give(place, v)
	case []any:
		for i, item := range v {
			below(strconv.Itoa(i), item)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			below(name, v[name])
		}
	}
}
