package parking

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/decode"
)

// readRecord runs a call whose answer holds one record. That of a write may have none, and is read as an empty one.
func readRecord[T any](ctx context.Context, c *Client, call call, read func(*record) (T, error)) (made T, err error) {
	env, err := c.do(ctx, call)
	if err != nil {
		return made, err
	}
	find := newRecord
	if call.records != nil {
		find = call.records
	}
	found, err := find(call.op.name, env.data)
	switch {
	case err != nil:
		return made, err
	case len(found) > 0:
		return read(found[0])
	case call.op.method == http.MethodGet:
		return made, UnexpectedAnswer(call.op.name, "A11", "it has no record")
	}
	return read(&record{op: call.op.name})
}

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
