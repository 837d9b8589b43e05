package probe

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// The answers are read here as they came: the client's own decoders accept many forms of a value as the same, and which
// of them came is what the probe is to tell.

// object is a JSON object of an answer. Numbers in it are a json.Number.
type object map[string]any

// decode reads an answer, nil where it is no JSON object.
func decode(body []byte) (top object) {
	body = bytes.TrimPrefix(body, []byte("\uFEFF"))
	if !json.Valid(body) {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	if decoder.Decode(&top) != nil {
		return nil
	}
	return top
}

func kindOf(value any) string {
	switch value.(type) {
	case map[string]any:
		return "an object"
	case []any:
		return "an array"
	case string:
		return "a text"
	case bool:
		return "a boolean"
	case nil:
		return "null"
	}
	return "a number"
}

func objectOf(value any) (object, bool) {
	fields, ok := value.(map[string]any)
	return fields, ok
}

// textOf gives a text, or "" for whatever is none.
func textOf(value any) string {
	text, _ := value.(string)
	return text
}

// whole reads a whole number or a text of one.
func whole(value any) (int64, bool) {
	text := textOf(value)
	if n, ok := value.(json.Number); ok {
		text = n.String()
	}
	n, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(text), ".0"), 10, 64)
	return n, err == nil
}

// flagOf reads a flag in any form that the client takes.
func flagOf(value any) (on, ok bool) {
	switch text := strings.TrimSpace(textOf(value)); {
	case value == nil, value == false, text == "false":
		return false, true
	case value == true, text == "true":
		return true, true
	}
	n, ok := whole(value)
	return n == 1, ok && (n == 0 || n == 1)
}

// missing says which of names an object does not have, or nothing. "id or reserva_id" is there where one of the two is.
func missing(o object, lead string, names []string) string {
	names = slices.DeleteFunc(names, func(name string) bool {
		return slices.ContainsFunc(strings.Split(name, " or "), func(one string) bool { _, there := o[one]; return there })
	})
	if len(names) == 0 {
		return ""
	}
	return lead + strings.Join(names, ", ")
}

// id gives the identifier of a record, which may have a name of its own, or 0.
func (o object) id(own string) int64 {
	for _, name := range []string{"id", own} {
		if n, ok := whole(o[name]); ok {
			return n
		}
	}
	return 0
}
