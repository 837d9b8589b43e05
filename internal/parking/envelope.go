package parking

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// envelope is the frame of every answer.
type envelope struct {
	data  json.RawMessage
	pages record // total, per_page, current_page, last_page beside data
}

// decodeEnvelope reads an answer of operation op. Everything except an ok envelope at a status below 400 is an error:
// *FailError or *NotEnvelopeError.
func decodeEnvelope(op string, status int, header http.Header, body []byte, mask func(string) string) (envelope, error) {
	garbage := func(reason string) error {
		return &NotEnvelopeError{Operation: op, Status: status, Reason: reason,
			Excerpt: presentable(string(body[:min(len(body), maxMasked+1)]), mask), retryAfter: retryAfter(header)}
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
			return envelope{}, &NotEnvelopeError{Operation: op, Status: status, TooDeep: true, retryAfter: retryAfter(header),
				Reason: "its JSON is nested too deep to be read"}
		}
		return envelope{}, garbage(fmt.Sprintf("the body is not a JSON object (%s)", err))
	}
	top, err := object(body)
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
			return envelope{data: top["data"], pages: record{op: op, raw: top}}, nil
		}
		// A13: contradicting signals are no success.
		return envelope{}, &FailError{Operation: op, Status: status, contradictory: true, retryAfter: retryAfter(header),
			Message: fmt.Sprintf(`the body says "ok", but the HTTP status is %d %s`, status, http.StatusText(status))}
	case "fail":
		messages, more := texts(top["error"])
		for i := range messages {
			messages[i] = quotable(messages[i], mask)
		}
		message := excerpt(strings.Join(messages, ", "))
		switch {
		case message == "":
			message = "no message"
		case more > 0:
			message += fmt.Sprintf(", and %d more", more)
		}
		return envelope{}, &FailError{Operation: op, Status: status, Message: message,
			Fields: fieldErrors(top["errores"], mask), retryAfter: retryAfter(header)}
	}
	return envelope{}, garbage(`its "estado" is neither "ok" nor "fail"`)
}

const (
	// maxShown limits how many fields of errores are shown, and how many messages of each.
	maxShown = 20
	// maxErrores limits the characters of all messages beyond the first of a field.
	maxErrores = 4000
)

// fieldErrors decodes errores, an object of anything (A12), in the service's order.
func fieldErrors(raw json.RawMessage, mask func(string) string) []FieldError {
	var (
		out    []FieldError
		beyond int // fields that are not shown
		budget = maxErrores
	)
	add := func(field string, value json.RawMessage) error {
		messages, more := texts(value)
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
			message = quotable(message, mask)
			shown = append(shown, message)
			budget -= len(message)
		}
		if more > 0 {
			shown = append(shown, fmt.Sprintf("and %d more", more))
		}
		out = append(out, FieldError{Field: presentable(field, mask), Messages: shown})
		return nil
	}
	if kindOf(raw) == "an object" {
		_ = entries(raw, add) // what cannot be read has nothing to show
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

// maxMasked limits how much of a foreign text is searched for secrets. It is longer than any error and any secret.
const maxMasked = 16 << 10

// presentable masks foreign text and makes it printable.
func presentable(text string, mask func(string) string) string {
	if len(text) <= maxMasked {
		return excerpt(mask(text))
	}
	// A secret cut in half at the end would not be recognised.
	text = mask(text[:maxMasked])
	return excerpt(text[:max(0, len(text)-maxMasked/2)] + " …")
}

// quotable is a message of the service without its full stop, which the sentence that quotes it ends with.
func quotable(message string, mask func(string) string) string {
	return strings.TrimRight(presentable(message, mask), ". ")
}

// fieldName makes the name of a field printable: it is foreign text too.
func fieldName(name string) string { return presentable(name, maskPersonal(strings.Clone)) }

// excerptLength is how many characters of foreign text an error shows.
const excerptLength = 240

// excerpt makes foreign text printable on one line.
func excerpt(text string) string {
	text = text[:min(len(text), maxMasked)]
	unfit := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) || r == utf8.RuneError }
	text = strings.Join(strings.FieldsFunc(text, unfit), " ")
	if runes := []rune(text); len(runes) > excerptLength {
		return string(runes[:excerptLength]) + "…"
	}
	return text
}
