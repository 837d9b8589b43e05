package parking

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// The service's JSON is read here, with bounds: nothing that an answer holds may
// cost more than the answer is worth, or be altered on its way without a word.
const (
	// maxEntries bounds the fields of an object and the elements of an array.
	maxEntries = 100_000
	// maxValue, maxParts and maxLevels bound what is passed on as it came: its
	// bytes, the values within it, and how deep they are nested. Terraform works out
	// the type of every level of such a value anew, so nesting costs its square.
	maxValue  = 1 << 20
	maxParts  = 10_000
	maxLevels = 32
)

// object reads an object, field by field: of two fields with one name the
// standard decoder would take the last, and which one is meant cannot be told.
// The error completes a sentence.
func object(data json.RawMessage) (map[string]json.RawMessage, error) {
	if kindOf(data) != "an object" {
		return nil, errors.New("is " + kindOf(data) + ", not an object")
	}
	out := make(map[string]json.RawMessage)
	err := entries(data, func(name string, value json.RawMessage) error {
		if _, twice := out[name]; twice {
			return fmt.Errorf("has the field %q twice", fieldName(name))
		}
		out[name] = value
		return tooMany(len(out))
	})
	return out, err
}

// array reads an array. The error completes a sentence.
func array(data json.RawMessage) ([]json.RawMessage, error) {
	if kindOf(data) != "an array" {
		return nil, errors.New("is " + kindOf(data) + ", not an array")
	}
	var out []json.RawMessage
	err := entries(data, func(_ string, value json.RawMessage) error {
		out = append(out, value)
		return tooMany(len(out))
	})
	return out, err
}

func tooMany(entries int) error {
	if entries > maxEntries {
		return fmt.Errorf("has more than %d entries", maxEntries)
	}
	return nil
}

// entries hands out the fields of an object, or the elements of an array, whose
// names are empty. data is known to be JSON.
func entries(data json.RawMessage, take func(name string, value json.RawMessage) error) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	open, err := decoder.Token()
	for err == nil && decoder.More() {
		var (
			name  json.Token = ""
			value json.RawMessage
		)
		if open == json.Delim('{') {
			name, err = decoder.Token()
		}
		if err == nil {
			err = decoder.Decode(&value)
		}
		if text, ok := name.(string); ok && err == nil {
			if err := take(text, value); err != nil {
				return err
			}
		}
	}
	if err != nil {
		return errors.New("cannot be read")
	}
	return nil
}

// anyValue decodes a value that is passed on as it came, or says why it cannot be.
func anyValue(raw json.RawMessage) (value any, flawed string) {
	return new(tree).value(raw)
}

// tree decodes values of any shape, keeping numbers exact, within bounds that
// hold for all of them together.
type tree struct {
	decoder *json.Decoder
	bytes   int
	parts   int
}

// value decodes one value. Data that is absent is nil.
func (t *tree) value(raw json.RawMessage) (value any, flawed string) {
	t.bytes += len(raw)
	switch flawed = flaw(raw); {
	case flawed != "" || len(raw) == 0:
		return nil, flawed
	case t.bytes > maxValue:
		return nil, tooLarge
	}
	t.decoder = json.NewDecoder(bytes.NewReader(raw))
	t.decoder.UseNumber()
	value, err := t.read(1)
	if err != nil {
		return nil, err.Error()
	}
	return value, ""
}

func (t *tree) read(level int) (any, error) {
	token, err := t.decoder.Token()
	t.parts++
	switch {
	case err != nil:
		return nil, errors.New("cannot be read")
	case t.parts > maxParts:
		return nil, fmt.Errorf("holds more than %d values", maxParts)
	case level > maxLevels:
		return nil, fmt.Errorf("is nested more than %d levels deep", maxLevels)
	}
	switch token {
	case json.Delim('['):
		out := []any{}
		for t.decoder.More() {
			item, err := t.read(level + 1)
			if err != nil {
				return nil, err
			}
			out = append(out, item)
		}
		_, err = t.decoder.Token()
		return out, err
	case json.Delim('{'):
		out := map[string]any{}
		for t.decoder.More() {
			name, err := t.decoder.Token()
			if err != nil {
				return nil, err
			}
			text, _ := name.(string)
			if _, twice := out[text]; twice {
				return nil, fmt.Errorf("has the field %q twice", fieldName(text))
			}
			if out[text], err = t.read(level + 1); err != nil {
				return nil, err
			}
		}
		_, err = t.decoder.Token()
		return out, err
	}
	return token, nil
}

var tooLarge = fmt.Sprintf("is larger than %d MiB", maxValue>>20)

// flaw says what is wrong with a value that decoding would not tell, and is
// empty otherwise. Bytes that are no text, and halves of a character, would be
// replaced without a word.
func flaw(raw json.RawMessage) string {
	switch {
	case len(raw) > maxValue:
		return tooLarge
	case !utf8.Valid(raw):
		return "is not UTF-8 text"
	case halfCharacter(raw):
		return "holds half a character (an unpaired surrogate)"
	}
	return ""
}

// halfCharacter reports whether an escape in JSON stands for half of a character
// without the other half.
func halfCharacter(raw json.RawMessage) bool {
	for {
		at := bytes.IndexByte(raw, '\\')
		if at < 0 || at+1 >= len(raw) {
			return false
		}
		first := escaped(raw[at:])
		switch {
		case first < 0:
			raw = raw[at+2:]
		case !utf16.IsSurrogate(first):
			raw = raw[at+6:]
		case utf16.DecodeRune(first, escaped(raw[at+6:])) == utf8.RuneError:
			return true
		default:
			raw = raw[at+12:]
		}
	}
}

// escaped gives the code of the escape that text begins with, such as \u00f1, or -1.
func escaped(text []byte) rune {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return -1
	}
	code, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	if err != nil {
		return -1
	}
	return rune(code)
}

func kindOf(raw json.RawMessage) string {
	trimmed := bytes.TrimSpace(raw)
	if len(trimmed) == 0 {
		return "absent"
	}
	switch trimmed[0] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a text"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	}
	return "a number"
}
