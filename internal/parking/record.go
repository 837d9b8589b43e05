package parking

import (
	"context"
	"encoding/json"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/decode"
)

// Field is one field of a record.
type Field[T any] = decode.Field[T]

// record is one record in an answer of an operation.
type record struct {
	decode.Record
	op  string
	key string // its name in the object that holds it, if any
}

// unexpected gives the error of the first wrong field, nil if there is none.
func (r *record) unexpected() error {
	if wrong := r.Err(); wrong != nil {
		return UnexpectedAnswer(r.op, wrong.Assumption, "%s", wrong.Text)
	}
	return nil
}

// valueOf gives a value, or zero if there is none.
func valueOf[T any](value *T) (v T) {
	if value != nil {
		v = *value
	}
	return v
}

// readRecord runs a call whose answer holds one record.
func readRecord[T any](ctx context.Context, c *Client, call call, read func(*record) (T, error)) (made T, err error) {
	env, err := c.send(ctx, call)
	if err != nil {
		return made, err
	}
	err = c.bodies.decode(ctx, call.op, env, func() error {
		r, err := newRecord(call.op.name, env.data)
		if err == nil {
			made, err = read(r)
		}
		return err
	})
	return made, err
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
	if err := r.unexpected(); err != nil {
		var none T
		return none, err
	}
	return made, nil
}

func newRecord(op string, data json.RawMessage) (*record, error) {
	fields, err := decode.Object(data)
	if err != nil {
		return nil, UnexpectedAnswer(op, "", `"data" %s`, err)
	}
	return &record{Record: decode.NewRecord(fields), op: op}, nil
}

func newRecords(op string, data json.RawMessage) ([]*record, error) {
	items, err := decode.Array(data)
	if err != nil {
		return nil, UnexpectedAnswer(op, "", `"data" %s`, err)
	}
	out := make([]*record, len(items))
	for i, item := range items {
		fields, err := decode.Object(item)
		if err != nil {
			return nil, UnexpectedAnswer(op, "", `element %d of "data" %s`, i, err)
		}
		out[i] = &record{Record: decode.NewRecord(fields), op: op}
	}
	return out, nil
}
