package parking

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Limits for the service's JSON: no answer may cost more than it is worth, or be altered silently.
const (
	// maxEntries limits the fields of an object and the elements of an array.
	maxEntries = 100_000
	// maxValue, maxParts and maxLevels limit values that are passed on unchanged: their bytes, the values in them, and
	// their nesting. Terraform computes the type of such a value again at every level, so the cost of nesting is
	// quadratic.
	maxValue  = 1 << 20
	maxParts  = 10_000
	maxLevels = 32
)

// object reads an object field by field. Two fields with one name are an error: the standard decoder would silently
// take the last. The error completes a sentence.
func object(data json.RawMessage) (map[string]json.RawMessage, error) {
	if kindOf(data) != "an object" {
		return nil, errors.New("must be an object, but is " + kindOf(data))
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
		return nil, errors.New("must be an array, but is " + kindOf(data))
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

// entries visits the fields of an object, or the elements of an array with empty names. data must be valid JSON.
func entries(data json.RawMessage, take func(name string, value json.RawMessage) error) error {
	decoder := jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	open, err := decoder.ReadToken()
	named := open.Kind() == '{'
	for err == nil && decoder.PeekKind() != '}' && decoder.PeekKind() != ']' {
		var name string
		if named {
			var token jsontext.Token
			token, err = decoder.ReadToken()
			name = token.String() // which the next read overwrites
		}
		var value jsontext.Value
		if err == nil {
			value, err = decoder.ReadValue()
		}
		if err == nil {
			if err := take(name, json.RawMessage(value.Clone())); err != nil {
				return err
			}
		}
	}
	if err != nil {
		return errors.New("cannot be read")
	}
	return nil
}

// anyValue decodes a value that is passed on unchanged, or says why it cannot.
func anyValue(raw json.RawMessage) (value any, flawed string) {
	return new(tree).value(raw)
}

// tree decodes values of any shape with exact numbers, within limits that all of them share.
type tree struct {
	decoder *jsontext.Decoder
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
	t.decoder = jsontext.NewDecoder(bytes.NewBuffer(raw))
	value, err := t.read(1)
	if err != nil {
		return nil, err.Error()
	}
	return value, ""
}

func (t *tree) read(level int) (any, error) {
	token, err := t.decoder.ReadToken()
	t.parts++
	switch {
	case err != nil:
		return nil, unreadable(err)
	case t.parts > maxParts:
		return nil, fmt.Errorf("holds more than %d values", maxParts)
	case level > maxLevels:
		return nil, fmt.Errorf("is nested more than %d levels deep", maxLevels)
	}
	switch token.Kind() {
	case '[':
		out := []any{}
		for t.decoder.PeekKind() != ']' {
			item, err := t.read(level + 1)
			if err != nil {
				return nil, err
			}
			out = append(out, item)
		}
		_, err = t.decoder.ReadToken()
		return out, err
	case '{':
		out := map[string]any{}
		for t.decoder.PeekKind() != '}' {
			name, err := t.decoder.ReadToken()
			if err != nil {
				return nil, unreadable(err)
			}
			text := name.String()
			if out[text], err = t.read(level + 1); err != nil {
				return nil, err
			}
		}
		_, err = t.decoder.ReadToken()
		return out, err
	case '"':
		return token.String(), nil
	case '0':
		return json.Number(token.String()), nil
	case 't', 'f':
		return token.Bool(), nil
	}
	return nil, nil
}

// unreadable completes a sentence about a value.
func unreadable(err error) error {
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok && errors.Is(err, jsontext.ErrDuplicateName) {
		return fmt.Errorf("has the field %q twice", fieldName(syntax.JSONPointer.LastToken()))
	}
	return errors.New("cannot be read")
}

var tooLarge = fmt.Sprintf("is larger than %d MiB", maxValue>>20)

// flaw describes an error in a value that decoding would hide, or is empty: invalid bytes and halves of a character
// would be replaced silently.
func flaw(raw json.RawMessage) string {
	switch {
	case len(raw) > maxValue:
		return tooLarge
	case !utf8.Valid(raw):
		return "is not UTF-8 text"
	case !jsontext.Value(raw).IsValid(jsontext.AllowDuplicateNames(true)):
		return "holds half a character (an unpaired surrogate)"
	}
	return ""
}

func kindOf(raw json.RawMessage) string {
	switch jsontext.Value(raw).Kind() {
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
	case '0':
		return "a number"
	}
	return "absent"
}
