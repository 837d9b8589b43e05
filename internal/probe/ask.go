package probe

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

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
	switch {
	case x.err == nil, parking.Denied(x.err):
		return ""
	case parking.ErrorOf(x.err).Foreign:
		return fmt.Sprintf("%s was answered without an envelope (HTTP %d), see A2", x.op, x.status)
	case x.estado() == "ok" && x.status >= http.StatusBadRequest:
		return fmt.Sprintf("%s was answered with ok at HTTP %d, see A13", x.op, x.status)
	case parking.NoAnswer(x.err), parking.Is(x.err, parking.Throttled, parking.Unauthorized, parking.Failed, parking.Unavailable,
		parking.NoEndpoint):
		return x.err.Error()
	}
	return ""
}

func (x exchange) record() (object, bool) { return objectOf(x.top["data"]) }

func (x exchange) records() ([]object, bool) {
	items, ok := x.top["data"].([]any)
	out := make([]object, len(items))
	for i, item := range items {
		one, isObject := objectOf(item)
		out[i], ok = one, ok && isObject
	}
	return out, ok
}

func (p *probe) observe(_ context.Context, try parking.Attempt) {
	p.requests++
	if parking.Is(try.Err, parking.Throttled) {
		p.throttled++
	}
}

func (p *probe) inspect(op string, status int, body []byte) {
	p.last = exchange{op: op, status: status, top: decode(body)}
	p.seeMark(body)
	said := p.last.estado()
	switch at := fmt.Sprintf("%s (HTTP %d)", op, status); {
	case said == "ok" && status >= http.StatusBadRequest:
		p.differs("A13", "%s says ok", at)
	case said == "ok":
		p.holds("A13", "ok came below HTTP 400 only")
	case said != "fail" && status < http.StatusInternalServerError && status != http.StatusTooManyRequests:
		p.differs("A2", "%s is no envelope", at) // what a machine in front of the service may answer as well tells nothing of it
	}
	if said == "ok" || said == "fail" {
		p.holds("A2", "every answer was one")
	}
}

// do runs a method of the client that sends one request.
func (p *probe) do(op string, run func() error) exchange {
	p.last = exchange{op: op}
	err := run()
	p.last.err = err
	return p.last
}

func (p *probe) ask(ctx context.Context, q parking.Question) exchange {
	return p.do(q.Operation, func() error { return p.client.Ask(ctx, q) })
}

// isConclusive reports whether an answer shows something about a row. Otherwise another row is about what is wrong with
// it.
func (p *probe) isConclusive(id string, x exchange) bool {
	why := x.inconclusive()
	if why != "" {
		p.unchecked(id, "%s", why)
	}
	return why == ""
}

// succeeds is isConclusive for an answer that has to be a success.
func (p *probe) succeeds(id string, x exchange) bool {
	if !p.isConclusive(id, x) {
		return false
	}
	if x.err != nil {
		p.differs(id, "%v", x.err)
	}
	return x.err == nil
}

// one checks an answer that has to hold one record with these fields. Its claim holds then, until something about it differs.
func (p *probe) one(id string, x exchange, names ...string) {
	if !p.succeeds(id, x) {
		return
	}
	r, ok := x.record()
	if !ok {
		p.differs(id, "data is %s, not an object", kindOf(x.top["data"]))
		return
	}
	p.judge(id, missing(r, "left out: ", names), fmt.Sprintf("an object of %d fields", len(r)))
}

// many is one for an answer that has to hold a list of records. An empty list shows nothing.
func (p *probe) many(id string, x exchange, names ...string) ([]object, bool) {
	if !p.succeeds(id, x) {
		return nil, false
	}
	records, ok := x.records()
	switch {
	case !ok:
		p.differs(id, "data is %s, not a list of objects", kindOf(x.top["data"]))
	case len(records) == 0:
		p.unchecked(id, "the list is empty")
	default:
		ok = p.judge(id, missing(records[0], x.op+" leaves out: ", names), fmt.Sprintf("%s: %d records", x.op, len(records)))
	}
	return records, ok
}
