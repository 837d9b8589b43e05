// Package decode reads the service's JSON, leniently (A11). It knows no request.
package decode

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/redact"
)

// Record is one JSON object of an answer, read field by field. A wrong type is an error with the name of its field, and a copy has
// an error of its own.
type Record struct {
	raw  map[string]json.RawMessage
	used []string
	err  error
}

// NewRecord makes a record of its fields.
func NewRecord(fields map[string]json.RawMessage) Record { return Record{raw: fields} }

// Err gives the first wrong field, nil if there is none.
func (r *Record) Err() error { return r.err }

// Field is one field of a record. An omitted field says nothing, so its last known value holds; a null field was emptied.
type Field[T any] struct {
	Sent  bool // false if the record omits it
	Value *T   // nil if it is omitted or null
}

// field finds the first of names that is not null; sent reports whether any of them is in the record.
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

// scalar gives the text of a string, or of a number as it is written.
func scalar(raw json.RawMessage) (string, bool) {
	var text string
	var number json.Number
	if json.Unmarshal(raw, &text) == nil {
		return text, true
	}
	err := json.Unmarshal(raw, &number)
	return number.String(), err == nil
}

// decimal is the form of a number. Go reads others too, such as 0x1p4 and Inf.
var decimal = regexp.MustCompile(`^[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

// number reads a number, or a string of one.
func number(raw json.RawMessage) (float64, bool) {
	text, _ := scalar(raw)
	text = strings.TrimSpace(text)
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil && decimal.MatchString(text)
}

// whole reads a whole number; 12.0 and 1.2e1 count.
func whole(raw json.RawMessage) (int64, bool) {
	text, _ := scalar(raw)
	if n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64); err == nil {
		return n, true
	}
	// With more digits, rounding could hide a fraction.
	f, ok := number(raw)
	return int64(f), ok && len(text) <= 17 && f == math.Trunc(f) && math.Abs(f) < 1<<53
}

// Integer reads a counter: a whole number or a string of one.
func (r *Record) Integer(names ...string) Field[int64] {
	return readField(r, names, "a whole number", whole)
}

// Number reads a coordinate: a number or a string of one.
func (r *Record) Number(names ...string) Field[float64] {
	return readField(r, names, "a number", number)
}

// Identifier reads an identifier: a whole number of 1 or more. 0 stands for none, as null does. Two names of one record must not
// hold two numbers: which of them is its own is unknown.
func (r *Record) Identifier(names ...string) Field[int64] {
	f := r.Integer(names...)
	for _, name := range names {
		switch n, is := whole(r.raw[name]); {
		case is && n < 0:
			r.refuse(name, "is below 1; identifiers begin at 1")
			return Field[int64]{}
		case is && f.Value != nil && *f.Value > 0 && n > 0 && n != *f.Value && r.err == nil:
			r.err = fmt.Errorf("the record has two identifiers: %d, and %d as %q", *f.Value, n, name)
		}
	}
	if f.Value != nil && *f.Value == 0 {
		f.Value = nil
	}
	return f
}

// Own gives the value of the identifier that every record of its kind has.
func (r *Record) Own(id Field[int64], of string) int64 {
	if id.Value == nil && r.err == nil {
		r.err = errors.New("a " + of + " record has no identifier")
	}
	return *cmp.Or(id.Value, new(int64))
}

// Flag reads 0/1 in any form of a number, "0"/"1", true/false, or null, which stands for 0.
func (r *Record) Flag(names ...string) Field[bool] {
	f := readField(r, names, "a flag (0 or 1)", func(raw json.RawMessage) (bool, bool) {
		n, is := whole(raw)
		text := strings.Trim(string(bytes.TrimSpace(raw)), `"`)
		on := text == "true" || is && n == 1
		return on, on || text == "false" || is && n == 0
	})
	if f.Sent && f.Value == nil {
		f.Value = new(bool)
	}
	return f
}

// Text reads a string. A number counts as its digits, since telephone and document numbers may come as numbers. Letters and their
// accents are joined (NFC), as Terraform does with declared values, and what is escaped for a page (&#039;) is decoded.
func (r *Record) Text(names ...string) Field[string] {
	return readField(r, names, "a string", func(raw json.RawMessage) (string, bool) {
		text, ok := scalar(raw)
		return norm.NFC.String(html.UnescapeString(text)), ok
	})
}

// Object reads an object, nil if there is none.
func (r *Record) Object(name string) *Record {
	return readField(r, []string{name}, "an object", func(raw json.RawMessage) (Record, bool) {
		fields, err := Object(raw)
		return NewRecord(fields), err == nil
	}).Value
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
