package parking

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// record is one JSON object of an answer, read field by field: names match exactly (Apellidos is not apellidos), a
// wrong type is an error with the name of its field, and undocumented fields can be passed on. err keeps the first
// wrong field.
type record struct {
	op   string
	raw  map[string]json.RawMessage
	used []string
	err  error
}

// Field is one field of a record. An omitted field says nothing, so its last known value holds; a null field was
// emptied.
type Field[T any] struct {
	// Sent is false if the record omits the field.
	Sent bool
	// Value is nil if the field is omitted or null.
	Value *T
}

// readRecord runs a call whose answer holds one record.
func readRecord[T any](ctx context.Context, c *Client, call call, read func(*record) (T, error)) (made T, err error) {
	env, err := c.do(ctx, call)
	if err != nil {
		return made, err
	}
	r, err := newRecord(call.op.name, env.data)
	if err != nil {
		return made, err
	}
	return read(r)
}

// readRecords runs a call whose answer holds a list of records, all on one page.
func readRecords[T any](ctx context.Context, c *Client, call call, read func(*record) (T, error)) ([]T, error) {
	env, err := c.do(ctx, call)
	if err != nil {
		return nil, err
	}
	records, err := newRecords(call.op.name, env.data)
	if err != nil {
		return nil, err
	}
	return readEach(records, read)
}

func readEach[T any](records []*record, read func(*record) (T, error)) (out []T, err error) {
	out = make([]T, len(records))
	for i, r := range records {
		if out[i], err = read(r); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// byID gives the record with an identifier.
func byID[T identified](list []T, id int64) (held T, there bool) {
	for _, one := range list {
		if one.id() == id {
			return one, true
		}
	}
	return held, false
}

// checked gives the result of reading a record, or the error of its first wrong field.
func checked[T any](r *record, made T) (T, error) {
	if r.err != nil {
		var none T
		return none, r.err
	}
	return made, nil
}

func newRecord(op string, data json.RawMessage) (*record, error) {
	raw, err := object(data)
	if err != nil {
		return nil, contractError(op, "", `"data" %s`, err)
	}
	return &record{op: op, raw: raw}, nil
}

func newRecords(op string, data json.RawMessage) ([]*record, error) {
	items, err := array(data)
	if err != nil {
		return nil, contractError(op, "", `"data" %s`, err)
	}
	out := make([]*record, len(items))
	for i, item := range items {
		raw, err := object(item)
		if err != nil {
			return nil, contractError(op, "", `element %d of "data" %s`, i, err)
		}
		out[i] = &record{op: op, raw: raw}
	}
	return out, nil
}

// field finds the first of names that is not null; sent reports whether any of them is in the record. Another of them
// that is present too is a different field, and stays in rest.
func (r *record) field(names ...string) (name string, raw json.RawMessage, sent bool) {
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
func (r *record) refuse(name, what string) {
	if r.err == nil {
		r.err = contractError(r.op, "", "field %q %s", fieldName(name), what)
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
func readField[T any](r *record, names []string, want string, decode func(json.RawMessage) (T, bool)) Field[T] {
	name, raw, sent := r.field(names...)
	if raw == nil {
		return Field[T]{Sent: sent}
	}
	value, ok := decode(raw)
	if !ok {
		r.refuse(name, "must be "+want+", but is "+kindOf(raw))
		return Field[T]{}
	}
	return Field[T]{true, &value}
}

// integer reads an identifier or counter: a whole number or a string of one (A11).
func (r *record) integer(names ...string) Field[int64] {
	return readField(r, names, "a whole number", func(raw json.RawMessage) (int64, bool) {
		text, _ := scalar(raw)
		return wholeNumber(text)
	})
}

// identifier reads an identifier: a whole number of 1 or more (A11).
func (r *record) identifier(names ...string) Field[int64] {
	f := r.integer(names...)
	if f.Value != nil && *f.Value < 1 {
		name, _, _ := r.field(names...)
		r.refuse(name, "is below 1; identifiers begin at 1")
		return Field[int64]{}
	}
	return f
}

// ownID gives the identifier that every record of its kind has. Without it, the numbered assumption does not hold.
func (r *record) ownID(id Field[int64], assumption, missing string) int64 {
	if id.Value != nil {
		return *id.Value
	}
	if r.err == nil {
		r.err = contractError(r.op, assumption, "%s", missing)
	}
	return 0
}

// number reads a coordinate: a number or a string of one (A11).
func (r *record) number(names ...string) Field[float64] {
	return readField(r, names, "a number", func(raw json.RawMessage) (float64, bool) {
		text, _ := scalar(raw)
		f, err := strconv.ParseFloat(text, 64)
		return f, err == nil && decimal.MatchString(text)
	})
}

// flag reads 0/1 in any form of a number, "0"/"1", true/false, or null, which stands for 0 (A11).
func (r *record) flag(names ...string) Field[bool] {
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

// text reads a string. A number counts as its digits, since telephone and document numbers may come as numbers (A11),
// unless it has an exponent, which loses digits. Letters and their accents are joined (NFC), as Terraform does with
// declared values.
func (r *record) text(names ...string) Field[string] {
	name, raw, sent := r.field(names...)
	if raw == nil {
		return Field[string]{Sent: sent}
	}
	if flaw := flaw(raw); flaw != "" {
		r.refuse(name, flaw)
		return Field[string]{}
	}
	var s string
	if json.Unmarshal(raw, &s) == nil {
		s = norm.NFC.String(s)
		return Field[string]{true, &s}
	}
	if s, ok := scalar(raw); ok && !strings.ContainsAny(s, "eE") {
		return Field[string]{true, &s}
	}
	r.refuse(name, "must be a string, but is "+kindOf(raw))
	return Field[string]{}
}

// rest gives the fields that were not read so far, as decoded JSON with json.Number. It is empty, never nil. A value
// that cannot be passed on unchanged is a wrong field.
func (r *record) rest() map[string]any {
	out := make(map[string]any)
	var values tree
	for _, name := range slices.Sorted(maps.Keys(r.raw)) {
		if slices.Contains(r.used, name) {
			continue
		}
		value, flaw := values.value(r.raw[name])
		if strings.ContainsRune(name, utf8.RuneError) {
			flaw = "has a name that is not text"
		}
		if flaw != "" {
			r.refuse(name, flaw)
			continue
		}
		out[name] = value
	}
	return out
}
