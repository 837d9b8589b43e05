package parking

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// record is one JSON object of an answer, read field by field so that names
// match exactly (Apellidos is not apellidos), an unexpected type names its
// field, and whatever the document does not name can be passed on. The first
// wrong field is kept in err.
type record struct {
	op   string
	raw  map[string]json.RawMessage
	used []string
	err  error
}

// Field is one field of a record. A field that is left out says nothing, so its
// last known value holds; one that is null was emptied.
type Field[T any] struct {
	// Sent is false when the record leaves the field out.
	Sent bool
	// Value is nil when the field is left out or null.
	Value *T
}

// newRecord reads data as one object.
func newRecord(op string, data json.RawMessage) (*record, error) {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil || raw == nil {
		return nil, &ContractError{Operation: op, Detail: `"data" is ` + kindOf(data) + ", not an object"}
	}
	return &record{op: op, raw: raw}, nil
}

// newRecords reads data as an array of objects.
func newRecords(op string, data json.RawMessage) ([]*record, error) {
	var items []json.RawMessage
	if err := json.Unmarshal(data, &items); err != nil || items == nil {
		return nil, &ContractError{Operation: op, Detail: `"data" is ` + kindOf(data) + ", not an array"}
	}
	out := make([]*record, len(items))
	for i, item := range items {
		r, err := newRecord(op, item)
		if err != nil {
			return nil, &ContractError{Operation: op, Detail: fmt.Sprintf(`element %d of "data" is %s, not an object`, i, kindOf(item))}
		}
		out[i] = r
	}
	return out, nil
}

// field finds the first of names that is not null; sent tells whether any of
// them is there at all.
func (r *record) field(names ...string) (name string, raw json.RawMessage, sent bool) {
	r.used = append(r.used, names...)
	for _, name := range names {
		raw, ok := r.raw[name]
		sent = sent || ok
		if ok && string(bytes.TrimSpace(raw)) != "null" {
			return name, raw, true
		}
	}
	return "", nil, sent
}

func (r *record) wrong(name, want string, raw json.RawMessage) {
	if r.err == nil {
		// The value itself is not shown: it may be personal data.
		r.err = &ContractError{Operation: r.op, Detail: fmt.Sprintf("field %q is %s, not %s", name, kindOf(raw), want)}
	}
}

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

// integer reads an identifier or counter: a whole number or a string of one (A11).
func (r *record) integer(names ...string) Field[int64] {
	name, raw, sent := r.field(names...)
	if raw == nil {
		return Field[int64]{Sent: sent}
	}
	text, ok := scalar(raw)
	if ok {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return Field[int64]{true, &n}
		}
		// 12.0 and 1.2e1 are whole numbers too.
		if f, err := strconv.ParseFloat(text, 64); err == nil && f == math.Trunc(f) && math.Abs(f) < 1<<53 {
			n := int64(f)
			return Field[int64]{true, &n}
		}
	}
	r.wrong(name, "a whole number", raw)
	return Field[int64]{}
}

// number reads a coordinate: a number or a string of one (A11).
func (r *record) number(names ...string) Field[float64] {
	name, raw, sent := r.field(names...)
	if raw == nil {
		return Field[float64]{Sent: sent}
	}
	if text, ok := scalar(raw); ok {
		if f, err := strconv.ParseFloat(text, 64); err == nil && !math.IsInf(f, 0) && !math.IsNaN(f) {
			return Field[float64]{true, &f}
		}
	}
	r.wrong(name, "a number", raw)
	return Field[float64]{}
}

// flag reads 0/1, "0"/"1", true/false, or null, which stands for 0 (A11).
func (r *record) flag(names ...string) Field[bool] {
	yes, no := true, false
	name, raw, sent := r.field(names...)
	switch {
	case !sent:
		return Field[bool]{}
	case raw == nil:
		return Field[bool]{true, &no}
	}
	text, ok := scalar(raw)
	if !ok {
		text = string(bytes.TrimSpace(raw))
	}
	switch text {
	case "1", "true":
		return Field[bool]{true, &yes}
	case "0", "false":
		return Field[bool]{true, &no}
	}
	r.wrong(name, "a flag (0 or 1)", raw)
	return Field[bool]{}
}

// text reads a string; a number counts as its digits, since telephone and
// document numbers may come either way (A11).
func (r *record) text(names ...string) Field[string] {
	name, raw, sent := r.field(names...)
	if raw == nil {
		return Field[string]{Sent: sent}
	}
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return Field[string]{true, &s}
	}
	if s, ok := scalar(raw); ok {
		return Field[string]{true, &s}
	}
	r.wrong(name, "a text", raw)
	return Field[string]{}
}

// rest gives the fields that were not asked for so far, as decoded JSON with
// numbers as json.Number. It is empty, never nil.
func (r *record) rest() map[string]any {
	out := make(map[string]any)
	for name, raw := range r.raw {
		if !slices.Contains(r.used, name) {
			out[name] = anyValue(raw)
		}
	}
	return out
}

// anyValue decodes JSON that was checked before, keeping numbers exact.
func anyValue(raw json.RawMessage) any {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil
	}
	return value
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
