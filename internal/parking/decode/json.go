package decode

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/redact"
)

// Limits for the service's JSON: no answer may cost more than it is worth, or be altered silently.
const (
	// MaxEntries limits the fields of an object and the elements of an array.
	MaxEntries = 100_000
	// MaxValue, MaxParts and MaxLevels limit values that are passed on unchanged: their bytes, the values in them, and
	// their nesting. Terraform computes the type of such a value again at every level, so the cost of nesting is
	// quadratic.
	MaxValue  = 1 << 20
	MaxParts  = 10_000
	MaxLevels = 32
)

// Object reads an object field by field. Two fields with one name are an error: the standard decoder would silently
// take the last. The error completes a sentence.
func Object(data json.RawMessage) (map[string]json.RawMessage, error) {
	if KindOf(data) != "an object" {
		return nil, errors.New("must be an object, but is " + KindOf(data))
	}
	out := make(map[string]json.RawMessage)
	err := Entries(data, func(name string, value json.RawMessage) error {
		if _, twice := out[name]; twice {
			return fmt.Errorf("has the field %q twice", redact.FieldName(name))
		}
		out[name] = value
		return tooMany(len(out))
	})
	return out, err
}

// Array reads an array. The error completes a sentence.
func Array(data json.RawMessage) ([]json.RawMessage, error) {
	if KindOf(data) != "an array" {
		return nil, errors.New("must be an array, but is " + KindOf(data))
	}
	var out []json.RawMessage
	err := Entries(data, func(_ string, value json.RawMessage) error {
		out = append(out, value)
		return tooMany(len(out))
	})
	return out, err
}

func tooMany(entries int) error {
	if entries > MaxEntries {
		return fmt.Errorf("has more than %d entries", MaxEntries)
	}
	return nil
}

// Entries visits the fields of an object, or the elements of an array with empty names. data must be valid JSON.
func Entries(data json.RawMessage, take func(name string, value json.RawMessage) error) error {
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

// Value decodes a value that is passed on unchanged, or says why it cannot.
func Value(raw json.RawMessage) (value any, flawed string) {
	return new(tree).value(raw)
}

// tree decodes values of any shape with exact numbers, within limits that all of them share.
type tree struct{ bytes, parts int }

// value decodes one value. Data that is absent is nil.
func (t *tree) value(raw json.RawMessage) (value any, flawed string) {
	t.bytes += len(raw)
	switch flawed = flaw(raw); {
	case flawed != "" || len(raw) == 0:
		return nil, flawed
	case t.bytes > MaxValue:
		return nil, tooLarge
	}
	err := jsonv2.Unmarshal(raw, &value, jsonv2.WithUnmarshalers(jsonv2.UnmarshalFromFunc(t.part)))
	if err == nil {
		return value, ""
	}
	if limit, ok := errors.AsType[limitError](err); ok {
		return nil, string(limit)
	}
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok && errors.Is(err, jsontext.ErrDuplicateName) {
		return nil, fmt.Sprintf("has the field %q twice", redact.FieldName(syntax.JSONPointer.LastToken()))
	}
	return nil, "cannot be read"
}

// limitError says which limit a value exceeds.
type limitError string

func (e limitError) Error() string { return string(e) }

// part counts a value, and decodes it if it is a number: the decoder would round it.
func (t *tree) part(in *jsontext.Decoder, value *any) error {
	t.parts++
	switch {
	case t.parts > MaxParts:
		return limitError(fmt.Sprintf("holds more than %d values", MaxParts))
	case in.StackDepth() >= MaxLevels:
		return limitError(fmt.Sprintf("is nested more than %d levels deep", MaxLevels))
	case in.PeekKind() != '0':
		return errors.ErrUnsupported
	}
	number, err := in.ReadToken()
	*value = json.Number(number.String())
	return err
}

var tooLarge = fmt.Sprintf("is larger than %d MiB", MaxValue>>20)

// flaw describes an error in a value that decoding would hide, or is empty: invalid bytes and halves of a character
// would be replaced silently.
func flaw(raw json.RawMessage) string {
	switch {
	case len(raw) > MaxValue:
		return tooLarge
	case !utf8.Valid(raw):
		return "is not UTF-8 text"
	case !jsontext.Value(raw).IsValid(jsontext.AllowDuplicateNames(true)):
		return "holds half a character (an unpaired surrogate)"
	}
	return ""
}

func KindOf(raw json.RawMessage) string {
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
