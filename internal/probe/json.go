package probe

import (
	"bytes"
	"encoding/json"
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

// objectOf gives an object, or nil for whatever is none.
func objectOf(value any) object {
	fields, _ := value.(map[string]any)
	return fields
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
