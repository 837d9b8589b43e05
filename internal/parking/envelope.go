package parking

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/decode"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/redact"
)

// envelope is the frame of every answer.
type envelope struct {
	data  json.RawMessage
	pages record // total, per_page, current_page, last_page beside data
	// remark is what it says of an error all the same.
	remark *Remark
}

// decodeEnvelope reads an answer of operation op. Everything except an ok envelope at a status below 400 is an error.
func decodeEnvelope(op operation, status int, header http.Header, body []byte, mask redact.Mask) (envelope, error) {
	garbage := func(reason string) *Error {
		return garbled(op, status, retryAfter(header), reason, mask.Presentable(string(body[:min(len(body), redact.MaxMasked+1)])))
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
		if strings.Contains(err.Error(), "exceeded max depth") { // encoding/json has no other sign of it
			deep := garbled(op, status, retryAfter(header), "its JSON is nested too deep to be read", "")
			deep.Kind = TooDeep
			return envelope{}, deep
		}
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
			if top["error"] != nil || top["errores"] != nil {
				message, fields := complaint(top, mask, saysNothing)
				env.remark = remarked(op, status, message, fields)
			}
			return env, nil
		}
		return envelope{}, contradicted(op, status, retryAfter(header))
	case "fail":
		message, fields := complaint(top, mask, nothingLeftOut)
		return envelope{}, failed(op, status, retryAfter(header), cmp.Or(message, "no message"), fields)
	}
	return envelope{}, garbage(`its "estado" is neither "ok" nor "fail"`)
}

// complaint gives what error and errores say, without what counts as nothing.
func complaint(top map[string]json.RawMessage, mask redact.Mask, nothing func(string) bool) (string, []FieldError) {
	messages, more := texts(top["error"])
	messages = slices.DeleteFunc(messages, nothing)
	for i := range messages {
		messages[i] = mask.Quotable(messages[i])
	}
	message := redact.Excerpt(strings.Join(messages, ", "))
	if message != "" && more > 0 {
		message += fmt.Sprintf(", and %d more", more)
	}
	return message, fieldErrors(top["errores"], mask, nothing)
}

// saysNothing: some services write so, beside ok, that there is no error.
func saysNothing(text string) bool { return text == "false" || text == "0" }

// nothingLeftOut is for answers that say fail.
func nothingLeftOut(string) bool { return false }

const (
	// maxShown limits how many fields of errores are shown, and how many messages of each.
	maxShown = 20
	// maxErrores limits the characters of all messages beyond the first of a field.
	maxErrores = 4000
)

// fieldErrors decodes errores, an object of anything (A12), in the service's order.
func fieldErrors(raw json.RawMessage, mask redact.Mask, nothing func(string) bool) []FieldError {
	var (
		out    []FieldError
		beyond int // fields that are not shown
		budget = maxErrores
	)
	add := func(field string, value json.RawMessage) error {
		messages, more := texts(value)
		messages = slices.DeleteFunc(messages, nothing)
		switch {
		case len(messages) == 0:
			return nil
		case len(out) == maxShown:
			beyond++
			return nil
		}
		var shown []string
		for i, message := range messages {
			if i > 0 && budget <= 0 {
				more += len(messages) - i
				break
			}
			message = mask.Quotable(message)
			shown = append(shown, message)
			budget -= len(message)
		}
		if more > 0 {
			shown = append(shown, fmt.Sprintf("and %d more", more))
		}
		out = append(out, FieldError{Field: mask.Presentable(field), Messages: shown})
		return nil
	}
	if decode.KindOf(raw) == "an object" {
		_ = decode.Entries(raw, add) // what cannot be read has nothing to show
	} else {
		_ = add("", raw)
	}
	if beyond > 0 {
		out = append(out, FieldError{Messages: []string{fmt.Sprintf("and %d more fields", beyond)}})
	}
	return out
}

// texts gives the first texts in a JSON value, and how many more there are. It keeps no others, since neither their
// number nor their depth has a limit.
func texts(raw json.RawMessage) (first []string, more int) {
	decoder := jsontext.NewDecoder(bytes.NewReader(raw), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	for {
		token, err := decoder.ReadToken()
		if err != nil {
			return first, more
		}
		in, read := decoder.StackIndex(decoder.StackDepth())
		isName := in == '{' && read%2 == 1
		switch text := strings.TrimSpace(token.String()); {
		case isName, text == "", strings.ContainsRune("{}[]n", rune(token.Kind())):
		case len(first) == maxShown:
			more++
		default:
			first = append(first, text)
		}
	}
}
