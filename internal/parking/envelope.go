package parking

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// envelope is the frame of every answer.
type envelope struct {
	data  json.RawMessage
	pages record // total, per_page, current_page, last_page beside data
}

// decodeEnvelope reads an answer of operation op. Whatever is not an ok envelope
// at a status below 400 is an error: *FailError or *NotEnvelopeError.
func decodeEnvelope(op string, status int, header http.Header, body []byte, mask func(string) string) (envelope, error) {
	garbage := func(reason string) error {
		return &NotEnvelopeError{Operation: op, Status: status, Reason: reason,
			Excerpt: excerpt(mask(string(body))), retryAfter: retryAfter(header)}
	}
	if status >= 300 && status < 400 {
		return envelope{}, garbage("the service redirects, and redirects are not followed so that the credential stays with base_url; set base_url to the final address")
	}
	if len(bytes.TrimSpace(body)) == 0 {
		return envelope{}, garbage("the body is empty")
	}
	var top map[string]json.RawMessage
	if err := json.Unmarshal(body, &top); err != nil {
		return envelope{}, garbage("the body is not a JSON object")
	}
	var estado string
	if err := json.Unmarshal(top["estado"], &estado); err != nil {
		return envelope{}, garbage(`it has no text field "estado"`)
	}
	switch strings.ToLower(estado) {
	case "ok":
		if status < 400 {
			return envelope{data: top["data"], pages: record{op: op, raw: top}}, nil
		}
		// A13: two signals that contradict each other are no success.
		return envelope{}, &FailError{Operation: op, Status: status, contradictory: true, retryAfter: retryAfter(header),
			Message: fmt.Sprintf(`the body says "ok", but the HTTP status is %d %s`, status, http.StatusText(status))}
	case "fail":
		message := mask(strings.Join(texts(top["error"]), ", "))
		if message == "" {
			message = "no message"
		}
		return envelope{}, &FailError{Operation: op, Status: status, Message: excerpt(message),
			Fields: fieldErrors(top["errores"], mask), retryAfter: retryAfter(header)}
	}
	return envelope{}, garbage(`its "estado" is neither "ok" nor "fail"`)
}

// maxShown bounds how many fields of errores, and messages of one, are shown.
const maxShown = 20

// fieldErrors decodes errores, an object of anything (A12).
func fieldErrors(raw json.RawMessage, mask func(string) string) []FieldError {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(raw, &object); err != nil {
		object = map[string]json.RawMessage{"": raw}
	}
	var out []FieldError
	for _, field := range slices.Sorted(maps.Keys(object)) {
		messages := texts(object[field])
		if len(messages) == 0 {
			continue
		}
		if len(out) == maxShown {
			return append(out, FieldError{Messages: []string{fmt.Sprintf("and more fields, %d in all", len(object))}})
		}
		if extra := len(messages) - maxShown; extra > 0 {
			messages = append(messages[:maxShown:maxShown], fmt.Sprintf("and %d more", extra))
		}
		for i := range messages {
			messages[i] = excerpt(mask(messages[i]))
		}
		out = append(out, FieldError{Field: excerpt(mask(field)), Messages: messages})
	}
	return out
}

// texts collects every text within a JSON value, in order.
func texts(raw json.RawMessage) []string {
	var out []string
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case nil:
		case string:
			if v = strings.TrimSpace(v); v != "" {
				out = append(out, v)
			}
		case []any:
			for _, item := range v {
				walk(item)
			}
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				walk(v[key])
			}
		default:
			out = append(out, fmt.Sprint(v))
		}
	}
	walk(anyValue(raw))
	return out
}

// excerptLength is how many characters of foreign text an error shows.
const excerptLength = 240

// excerpt makes foreign text fit for one line of a terminal.
func excerpt(text string) string {
	unfit := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) || r == utf8.RuneError }
	text = strings.Join(strings.FieldsFunc(text, unfit), " ")
	if runes := []rune(text); len(runes) > excerptLength {
		return string(runes[:excerptLength]) + "…"
	}
	return text
}
