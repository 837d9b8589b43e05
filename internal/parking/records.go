package parking

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/decode"
)

// Field is one field of a record.
type Field[T any] = decode.Field[T]

// record is one record in an answer of an operation.
type record struct {
	decode.Record
	op string
}

// valueOf gives a value, or zero if there is none.
func valueOf[T any](value *T) T { return *cmp.Or(value, new(T)) }

// byID gives the record with an identifier.
func byID[T identified](list []T, id int64) (held T, there bool) {
	if i := slices.IndexFunc(list, func(one T) bool { return one.id() == id }); i >= 0 {
		return list[i], true
	}
	return held, false
}

// checked gives the result of reading a record, or the error of its first wrong field.
func checked[T any](r *record, made T) (none T, err error) {
	if wrong := r.Err(); wrong != nil {
		return none, UnexpectedAnswer(r.op, "", "%s", wrong)
	}
	return made, nil
}

// newRecord gives the record of an answer that the document shows, and newRecords those of a list.
func newRecord(op string, data json.RawMessage) ([]*record, error) {
	return recordsOf(op, `"data"`, data)
}

func newRecords(op string, data json.RawMessage) ([]*record, error) {
	items, err := decode.Array(data)
	if err != nil {
		return nil, UnexpectedAnswer(op, "", `"data" %s`, err)
	}
	return recordsOf(op, `an element of "data"`, items...)
}

func recordsOf(op, what string, items ...json.RawMessage) ([]*record, error) {
	out := make([]*record, len(items))
	for i, item := range items {
		fields, err := decode.Object(item)
		if err != nil {
			return nil, UnexpectedAnswer(op, "", "%s %s", what, err)
		}
		out[i] = &record{Record: decode.NewRecord(fields), op: op}
	}
	return out, nil
}
