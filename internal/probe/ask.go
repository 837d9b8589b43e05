package probe

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// object is a JSON object of an answer, field by field.
type object map[string]json.RawMessage

// exchange is one question and how it ended.
type exchange struct {
	op     string
	status int    // 0 when no answer came
	top    object // the whole answer; nil when it is no JSON object
	err    error  // the client's; nil for a success
}

// estado gives what the envelope says in lower case, or nothing where it is none.
func (x exchange) estado() string { return strings.ToLower(textOf(x.top["estado"])) }

// inconclusive says why an answer shows nothing about the claim that it was asked for, and is empty when it does:
// another row is about what is wrong with it.
func (x exchange) inconclusive() string {
	var fail *parking.FailError
	switch {
	case x.err == nil:
		return ""
	case errors.Is(x.err, parking.ErrNotEnvelope):
		return fmt.Sprintf("%s was answered without an envelope (HTTP %d), see A2", x.op, x.status)
	case x.estado() == "ok" && x.status >= http.StatusBadRequest:
		return fmt.Sprintf("%s was answered with ok at HTTP %d, see A13", x.op, x.status)
	case errors.Is(x.err, parking.ErrNoAnswer), errors.Is(x.err, parking.ErrThrottled), errors.Is(x.err, parking.ErrUnauthorized),
		errors.As(x.err, &fail) && fail.Status >= http.StatusInternalServerError, errors.Is(x.err, parking.ErrNoEndpoint):
		return x.err.Error()
	}
	return ""
}

// record gives data as one object.
func (x exchange) record() (object, bool) { return objectOf(x.top["data"]) }

// records gives data as a list of objects.
func (x exchange) records() ([]object, bool) {
	var items []json.RawMessage
	if kindOf(x.top["data"]) != "an array" || json.Unmarshal(x.top["data"], &items) != nil {
		return nil, false
	}
	out := make([]object, len(items))
	for i, item := range items {
		var ok bool
		if out[i], ok = objectOf(item); !ok {
			return nil, false
		}
	}
	return out, true
}

// asker sends questions one after the other and keeps what is seen in the answers.
type asker struct {
	client  *parking.Client
	samples int

	measuring bool
	last      exchange
	times     map[string][]time.Duration // of successes, by operation
	order     []string                   // operations in the order of their first success
	throttled int
	requests  int
	answers   answers
}

// observe counts every try.
func (a *asker) observe(_ context.Context, try parking.Attempt) {
	a.requests++
	a.answers.addTry(try)
	if errors.Is(try.Err, parking.ErrThrottled) {
		a.throttled++
	}
	if try.Err != nil || !a.measuring {
		return
	}
	if a.times[try.Operation] == nil {
		a.order = append(a.order, try.Operation)
	}
	a.times[try.Operation] = append(a.times[try.Operation], try.Duration)
}

// inspect keeps every answer.
func (a *asker) inspect(op string, status int, body []byte) {
	top, _ := objectOf(bytes.TrimPrefix(body, []byte("\uFEFF")))
	a.last = exchange{op: op, status: status, top: top}
	a.answers.add(a.last)
}

// do runs a method of the client that sends one request.
func (a *asker) do(op string, run func() error) exchange {
	a.last = exchange{op: op}
	err := run()
	a.last.err = err
	return a.last
}

// ask sends a question whose time is not that of a usual request.
func (a *asker) ask(ctx context.Context, q parking.Question) exchange {
	return a.do(q.Operation, func() error { return a.client.Ask(ctx, q) })
}

// measure sends a question as often as samples says, as long as it succeeds, and gives the first answer.
func (a *asker) measure(ctx context.Context, q parking.Question) exchange {
	return a.measured(q.Operation, func() error { return a.client.Ask(ctx, q) })
}

func (a *asker) measured(op string, run func() error) exchange {
	a.measuring = true
	defer func() { a.measuring = false }()
	first := a.do(op, run)
	for range a.samples - 1 {
		if first.err != nil || a.do(op, run).err != nil {
			break
		}
	}
	return first
}
