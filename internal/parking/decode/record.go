// Package decode reads the service's JSON, leniently (A11). It knows no request.
package decode

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/redact"
)

// Record is one JSON object of an answer, read field by field: names match exactly, a
// wrong type is an error with the name of its field, and undocumented fields can be passed on. Err gives the
// first wrong field.
type Record struct {
	raw  map[string]json.RawMessage
	used []string
	err  error
}

// NewRecord makes a record of its fields.
func NewRecord(fields map[string]json.RawMessage) Record { return Record{raw: fields} }

// Err gives the first wrong field, nil if there is none.
func (r *Record) Err() error { return r.err }

// Lenient gives the record as if nothing had been read of it, for fields of which another form says nothing.
func (r *Record) Lenient() Record { return NewRecord(r.raw) }

// Within reads an object in a field, unless it is omitted or null. What is wrong with it is wrong with the record.
func (r *Record) Within(name string, read func(inner *Record)) {
	_, raw, _ := r.field(name)
	if raw == nil {
		return
	}
	fields, err := Object(raw)
	if err != nil {
		r.refuse(name, err.Error())
	}
	inner := &Record{raw: fields, err: r.err}
	read(inner)
	r.err = inner.err
}

// Field is one field of a record. An omitted field says nothing, so its last known value holds; a null field was
// emptied.
type Field[T any] struct {
	// Sent is false if the record omits the field.
	Sent bool
	// Value is nil if the field is omitted or null.
	Value *T
}

// field finds the first of names that is not null; sent reports whether any of them is in the record. Another of them
// that is present too is a different field, and stays in rest.
func (r *Record) field(names ...string) (name string, raw json.RawMessage, sent bool) {
	for _, name := range names {
		r.used = append(r.used, name)
		raw, ok := r.raw[name]
		sent = sent || ok
		if ok && string(bytes.TrimSpace(raw)) != "null" {
			return name, raw, true
		}
	}
	return "", nil, sent
}

// refuse notes a wrong field, without its value: that may be personal data.
func (r *Record) refuse(name, what string) {
	if r.err == nil {
		r.err = fmt.Errorf("field %q %s", redact.Foreign(name), what)
	}
}

// decimal is the form of a number. Go reads others too, such as 0x1p4 and Inf.
var decimal = regexp.MustCompile(`^[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

// scalar gives a number's or a string's text (A11).
func scalar(raw json.RawMessage) (string, bool) {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return strings.TrimSpace(text), true
	}
	var number json.Number
	if json.Unmarshal(raw, &number) == nil {
		return number.String(), true
	}
	return "", false
}

// wholeNumber reads a whole number; 12.0 and 1.2e1 count.
func wholeNumber(text string) (n int64, ok bool) {
	if !decimal.MatchString(text) {
		return 0, false
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, true
	}
	// With more digits, rounding could hide a fraction.
	f, err := strconv.ParseFloat(text, 64)
	return int64(f), err == nil && len(text) <= 17 && f == math.Trunc(f) && math.Abs(f) < 1<<53
}

// readField reads the first of names that is not null; decode reports false for a value that is not what is wanted.
func readField[T any](r *Record, names []string, want string, decode func(json.RawMessage) (T, bool)) Field[T] {
	name, raw, sent := r.field(names...)
	if raw == nil {
		return Field[T]{Sent: sent}
	}
	value, ok := decode(raw)
	if !ok {
		r.refuse(name, "must be "+want+", but is "+KindOf(raw))
		return Field[T]{}
	}
	return Field[T]{true, &value}
}

// Integer reads an identifier or counter: a whole number or a string of one (A11).
func (r *Record) Integer(names ...string) Field[int64] {
	return readField(r, names, "a whole number", func(raw json.RawMessage) (int64, bool) {
		text, _ := scalar(raw)
		return wholeNumber(text)
	})
}

// Identifier reads an identifier: a whole number of 1 or more (A11). Two names of one record must not hold two numbers: which
// of them is its own is unknown.
func (r *Record) Identifier(names ...string) Field[int64] {
	f := r.Integer(names...)
	for _, name := range names {
		text, _ := scalar(r.raw[name])
		if other, is := wholeNumber(text); is && f.Value != nil && other != *f.Value && other > 0 && r.err == nil {
			first, _, _ := r.field(names...)
			r.err = fmt.Errorf("the record has two identifiers: %q is %d, and %q is %d", first, *f.Value, name, other)
			return Field[int64]{}
		}
	}
	if f.Value != nil && *f.Value < 1 {
		name, _, _ := r.field(names...)
		r.refuse(name, "is below 1; identifiers begin at 1")
		return Field[int64]{}
	}
	return f
}

// Place reads the identifier of a place, which a record may have none of: 0 stands for none, as null does (A11).
func (r *Record) Place(name string) Field[int64] {
	text, _ := scalar(r.raw[name])
	if n, is := wholeNumber(text); !is || n != 0 {
		return r.Identifier(name)
	}
	r.used = append(r.used, name)
	return Field[int64]{Sent: true}
}

// OwnID gives the identifier that every record of its kind has.
func (r *Record) OwnID(id Field[int64], missing string) int64 {
	if id.Value == nil && r.err == nil {
		r.err = errors.New(missing)
	}
	return *cmp.Or(id.Value, new(int64))
}

// Number reads a coordinate: a number or a string of one (A11).
func (r *Record) Number(names ...string) Field[float64] {
	return readField(r, names, "a number", func(raw json.RawMessage) (float64, bool) {
		text, _ := scalar(raw)
		f, err := strconv.ParseFloat(text, 64)
		return f, err == nil && decimal.MatchString(text)
	})
}

// Flag reads 0/1 in any form of a number, "0"/"1", true/false, or null, which stands for 0 (A11).
func (r *Record) Flag(names ...string) Field[bool] {
	f := readField(r, names, "a flag (0 or 1)", func(raw json.RawMessage) (on, ok bool) {
		text, ok := scalar(raw)
		if !ok {
			text = string(bytes.TrimSpace(raw))
		}
		n, whole := wholeNumber(text)
		on = text == "true" || whole && n == 1
		return on, on || text == "false" || whole && n == 0
	})
	if f.Sent && f.Value == nil {
		f.Value = new(bool)
	}
	return f
}

// Text reads a string. A number counts as its digits, since telephone and document numbers may come as numbers (A11),
// unless it has an exponent, which loses digits. Letters and their accents are joined (NFC), as Terraform does with
// declared values.
func (r *Record) Text(names ...string) Field[string] {
	name, raw, sent := r.field(names...)
	if raw == nil {
		return Field[string]{Sent: sent}
	}
	var s string
	if json.Unmarshal(raw, &s) == nil {
		s = norm.NFC.String(s)
		return Field[string]{true, &s}
	}
	if s, ok := scalar(raw); ok && !strings.ContainsAny(s, "eE") {
		return Field[string]{true, &s}
	}
	r.refuse(name, "must be a string, but is "+KindOf(raw))
	return Field[string]{}
}

// Rest gives the fields that were not read so far, as decoded JSON with json.Number. It is empty, never nil.
func (r *Record) Rest() map[string]any {
	out := make(map[string]any)
	for name, raw := range r.raw {
		if !slices.Contains(r.used, name) {
			out[name] = Value(raw)
		}
	}
	return out
}

// Code reads the code of a payment: a text or its digits. An empty one pays nothing, and neither does 0.
func (r *Record) Code(name string) Field[string] {
	f := r.Text(name)
	if KindOf(r.raw[name]) == "a number" {
		if n := r.Integer(name).Value; n != nil {
			digits := strconv.FormatInt(*n, 10)
			f = Field[string]{true, &digits}
		}
	}
	if f.Value != nil && slices.Contains([]string{"", "0"}, strings.TrimSpace(*f.Value)) {
		f.Value = nil
	}
	return f
}
