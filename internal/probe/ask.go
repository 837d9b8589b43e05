package probe

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/decode"
)

// exchange is one request and how it ended.
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
		return fmt.Sprintf("%s was answered without an envelope (HTTP %d)", x.op, x.status)
	case x.estado() == "ok" && x.status >= http.StatusBadRequest:
		return fmt.Sprintf("%s was answered with ok at HTTP %d, see A13", x.op, x.status)
	case parking.NoAnswer(x.err), parking.Is(x.err, parking.Throttled, parking.Unauthorized, parking.Failed):
		return x.err.Error()
	}
	return ""
}

// ask sends one request.
func (p *probe) ask(ctx context.Context, q parking.Question) exchange {
	p.last = exchange{op: q.Operation}
	err := p.client.Ask(ctx, q)
	p.last.err = err
	return p.last
}

func (p *probe) observe(_ context.Context, try parking.Attempt) {
	p.Requests++
	if parking.Is(try.Err, parking.Throttled) {
		p.Throttled++
	}
}

// mark is the byte order mark with which an answer may begin.
const mark = "\uFEFF"

// inspect sees every answer as it came, and judges what is assumed of all (A2, A13). At 429 and from 500 on, a machine in front of the
// service may have answered.
func (p *probe) inspect(op string, status int, body []byte) {
	p.last = exchange{op: op, status: status, top: objectOf(bytes.TrimPrefix(body, []byte(mark)))}
	p.is("byte order mark", map[bool]string{true: "first", false: "none"}[bytes.HasPrefix(body, []byte(mark))])
	said := p.last.estado()
	switch {
	case said == "ok" && status >= http.StatusBadRequest:
		p.differs("A13", "%s (HTTP %d) says ok", op, status)
	case said == "ok":
		p.holds("A13", "ok came below HTTP 400 only")
	}
	switch {
	case said == "ok", said == "fail":
		p.holds("A2", "every answer was one")
	case status != http.StatusTooManyRequests && status < http.StatusInternalServerError:
		p.differs("A2", "%s (HTTP %d) is no envelope", op, status)
	}
}

// The values of an answer are read here as they came: the client accepts many forms of a value as the same, and which of
// them came is what the probe is to tell.

// object is a JSON object of an answer.
type object = map[string]json.RawMessage

// objectOf gives an object, or nil for whatever is none.
func objectOf(raw json.RawMessage) object {
	fields, _ := decode.Object(raw)
	return fields
}

// textOf gives a text, or "" for whatever is none.
func textOf(raw json.RawMessage) (text string) {
	_ = json.Unmarshal(raw, &text)
	return text
}

// whole reads a whole number or a text of one.
func whole(raw json.RawMessage) (int64, bool) {
	n, err := strconv.ParseInt(strings.TrimSuffix(strings.Trim(string(raw), ` "`), ".0"), 10, 64)
	return n, err == nil
}
