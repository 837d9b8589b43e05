package decode

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
)

// Object reads an object field by field. The error completes a sentence.
func Object(data json.RawMessage) (map[string]json.RawMessage, error) {
	return read[map[string]json.RawMessage](data, "an object")
}

// Array reads an array. The error completes a sentence.
func Array(data json.RawMessage) ([]json.RawMessage, error) {
	return read[[]json.RawMessage](data, "an array")
}

func read[T any](data json.RawMessage, want string) (out T, err error) {
	if kind := KindOf(data); kind != want {
		return out, errors.New("must be " + want + ", but is " + kind)
	}
	if json.Unmarshal(data, &out) != nil {
		return out, errors.New("cannot be read")
	}
	return out, nil
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
	if raw = bytes.TrimSpace(raw); len(raw) == 0 {
		return "absent"
	}
	return cmp.Or(kinds[raw[0]], "a number")
}

var kinds = map[byte]string{'{': "an object", '[': "an array", '"': "a string", 't': "a boolean", 'f': "a boolean", 'n': "null"}
