package decode

import (
	"bytes"
	"encoding/json"
	"errors"
)

// Object reads an object field by field. The error completes a sentence.
func Object(data json.RawMessage) (map[string]json.RawMessage, error) {
	var out map[string]json.RawMessage
	err := read(data, &out, "an object")
	return out, err
}

// Array reads an array. The error completes a sentence.
func Array(data json.RawMessage) ([]json.RawMessage, error) {
	var out []json.RawMessage
	err := read(data, &out, "an array")
	return out, err
}

func read(data json.RawMessage, into any, want string) error {
	if kind := KindOf(data); kind != want {
		return errors.New("must be " + want + ", but is " + kind)
	}
	if json.Unmarshal(data, into) != nil {
		return errors.New("cannot be read")
	}
	return nil
}

// Value decodes a value of any shape, with exact numbers (json.Number). What is absent or no JSON is nil.
func Value(raw json.RawMessage) (value any) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if decoder.Decode(&value) != nil {
		return nil
	}
	return value
}

// KindOf names the kind of a JSON value.
func KindOf(raw json.RawMessage) string {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 {
		return "absent"
	}
	switch raw[0] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	}
	return "a number"
}
