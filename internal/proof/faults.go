package proof

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"
)

// Fault is one way in which one request can end.
type Fault struct {
	Name string
	// Why says who ends a request like this.
	Why string
	// Done says whether the service carries the request out: never, at once, or After so long.
	Done  bool
	After time.Duration
	lies  bool // a read that is not what the service holds
	hides bool // a listing that does not show all, with or without filters
	// gaveUp: somebody stopped waiting for the service, so the client knows that it may be at work. accepts: the client
	// gets an answer that says it was done.
	gaveUp, accepts bool
	// twice: the service gets the request two times, one after the other, and the second answer counts.
	twice bool
	// pretends: it answers as if it had carried the request out, and does so later or never.
	pretends bool
	// rare: it counts for two beside other faults, or the search would take hours.
	rare bool
	// Event is set for what happens to the run and not to the request.
	Event Event
	// outside changes what the service holds.
	outside func(*Model)
	// applies tells which requests can end so, and reply gives what the client gets. A nil reply is the honest answer.
	applies func(Request) bool
	reply   func(m *Model, r Request, honest Answer) Reply
}

// Reply is what the client gets of a request.
type Reply struct {
	Status int
	Header http.Header
	Body   []byte
	// Lost: no answer comes, the connection ends. Hangs: none comes in any time. NotSent: the request never left.
	Lost, Hangs, NotSent bool
}

// Late are the times after which a service finishes what it began: within the client's wait for it, after that, and
// after anything that a client would wait for.
const (
	Soon    = time.Second
	Later   = 20 * time.Second
	Minutes = 10 * time.Minute
)

func writes(r Request) bool { return !r.Reads() }
func every(Request) bool    { return true }
func direct(r Request) bool { return r.Reads() && !listings(r) }

// ofOperation gives what selects the requests of some operations.
func ofOperation(names ...string) func(Request) bool {
	return func(r Request) bool { return slices.Contains(names, r.Operation()) }
}

var (
	listings = ofOperation("GET vehiculos", "GET reservas", "GET reservas-activas", "GET sanciones", "GET zona-favorita")
	// creations are the writes whose answer carries an identifier.
	creations = ofOperation("POST vehiculo", "PUT cliente-registrar", "PUT zona-favorita", "POST reserva-bloquear", "POST sancion-iniciar")
)

const page = "<!DOCTYPE html><html><head><title>Error</title></head><body>Something went wrong</body></html>"

func envelope(code int, body map[string]any) Reply {
	text, _ := json.Marshal(body)
	return Reply{Status: code, Body: text}
}

func fail(message string) map[string]any { return map[string]any{"estado": "fail", "error": message} }

// Faults is every fault. What it leaves out are the lies that an assumption of the client rules out, by number:
//   - a fail envelope at 429, or at 503 with Retry-After, after the request was carried out (A17);
//   - a fail envelope with entries in errores, or at 400 to 499 but 408, 425, 429 and 499, after it was carried out
//     (A18);
//   - 401 and 403 after it was carried out (A17);
//   - a denial of what is there, of everything of its kind and no other (promise 3: this is the evidence that there is).
var Faults = slices.Concat(refusals(), losses(), unclear(), lies(), reservations(), events(), delays(), denials(), accepted())

// refusals say that the request was not carried out: one of each class that the client tells apart.
func refusals() (out []Fault) {
	for _, code := range []int{401, 409} {
		out = append(out, Fault{Name: fmt.Sprintf("refused at %d", code), Why: "a refusal without entries in errores", applies: every,
			reply: always(envelope(code, fail("Operación rechazada")))})
	}
	body := fail("Datos no válidos")
	body["errores"] = map[string]any{"campo": []any{"no vale"}}
	return append(out,
		Fault{Name: "refused with errores", Why: "validation", applies: writes, reply: always(envelope(422, body))},
		Fault{Name: "not found at 404", Why: "a route or a table is missing for a moment", applies: writes,
			reply: always(envelope(404, fail("Recurso no encontrado")))},
		Fault{Name: "429 envelope", Why: "a rate limit", applies: every, reply: always(envelope(429, fail("Intente más tarde")))},
		Fault{Name: "401 page", Why: "of a gateway", applies: every, reply: always(Reply{Status: 401, Body: []byte(page)})})
}

// always gives one reply, whatever the request.
func always(reply Reply) func(*Model, Request, Answer) Reply {
	return func(*Model, Request, Answer) Reply { return reply }
}

func doneOr(done bool) string {
	if done {
		return ", done"
	}
	return ", not done"
}

// losses are requests without an answer, or whose answer comes before the end.
func losses() []Fault {
	lost, hangs := always(Reply{Lost: true}), always(Reply{Hangs: true})
	out := []Fault{
		{Name: "never sent", Why: "no route, or a refused connection", applies: every, reply: always(Reply{NotSent: true})},
		{Name: "timed out, done late", Why: "the service takes longer than the client waits", Done: true, After: 70 * time.Second,
			gaveUp: true, applies: writes, reply: hangs},
		{Name: "504 page, done late", Why: "a gateway gave up, and the service did not", Done: true, After: Later,
			gaveUp: true, applies: writes, reply: always(Reply{Status: 504, Body: []byte(page)})},
	}
	for _, after := range []time.Duration{Soon, Later, Minutes} {
		out = append(out, Fault{Name: fmt.Sprintf("lost, done after %s", after), Why: "the connection ended while the service worked",
			Done: true, After: after, applies: writes, reply: lost})
	}
	return out
}

// unclear ends say nothing certain of what was done: one of each class that the client tells apart, each after the request was
// carried out, and not.
func unclear() (out []Fault) {
	for _, end := range []struct {
		name, why string
		reply     Reply
	}{
		{"lost", "the connection ended before the service read the request, or before the answer", Reply{Lost: true}},
		{"timed out", "the service is stuck, before or after it committed", Reply{Hangs: true}},
		{"internal error at 200", "a fault of the service in its fail envelope, before or after it committed",
			envelope(200, fail("Error interno, intente de nuevo"))},
		{"500 envelope", "the same, at a status that says so", envelope(500, fail("Intente más tarde"))},
		{"504 envelope", "the service passed the request on, and gave up waiting", envelope(504, fail("Intente más tarde"))},
		{"200 page", "a captive portal, a maintenance page, or an answer that a proxy mangled or cut off",
			Reply{Status: 200, Body: []byte(page)}},
		{"302 page", "a redirect to another host, or to a login or result page",
			Reply{Status: 302, Header: http.Header{"Location": {"https://elsewhere.example/"}}, Body: []byte(page)}},
		{"404 page", "an error page of a framework, after the work was done", Reply{Status: 404, Body: []byte(page)}},
		{"429 page", "a rate limit of a proxy behind which the service runs", Reply{Status: 429, Body: []byte(page)}},
		{"504 page", "a gateway gave up waiting", Reply{Status: 504, Body: []byte(page)}},
	} {
		for _, done := range []bool{false, true} {
			applies := every // of a read one of both is enough
			if done {
				applies = writes
			}
			out = append(out, Fault{Name: end.name + doneOr(done), Why: end.why, Done: done, applies: applies, reply: always(end.reply)})
		}
	}
	contradictory := always(envelope(500, map[string]any{"estado": "ok"}))
	return append(out,
		Fault{Name: "ok at 500, not done", Why: "A13: two signals that contradict each other", applies: writes, reply: contradictory},
		Fault{Name: "ok at 500, done", Why: "the same", Done: true, applies: writes, reply: contradictory})
}

// lies are listings that are not what the service holds.
func lies() (out []Fault) {
	lie := func(name, why string, hides bool, applies func(Request) bool, change func(*Model, Request, Answer) Answer) {
		out = append(out, Fault{Name: name, Why: why, lies: true, hides: hides, applies: applies,
			reply: func(m *Model, r Request, honest Answer) Reply {
				answer := change(m, r, honest)
				return envelope(answer.Status, answer.Body)
			}})
	}
	records := func(change func([]any) []any) func(*Model, Request, Answer) Answer {
		return func(_ *Model, _ Request, honest Answer) Answer { return edit(honest, change) }
	}
	filtered := func(r Request) bool { return listings(r) && len(filters(r)) > 0 }
	none := func([]any) []any { return []any{} }

	lie("lags", "a replica that has not seen the last write", true, listings,
		func(m *Model, r Request, _ Answer) Answer { return m.before(r) })
	lie("hides the newest", "an index that is built later", true, listings,
		records(func(all []any) []any { return all[:max(0, len(all)-1)] }))
	lie("shows nothing", "an empty index", true, listings, records(none))
	lie("filters match nothing", "filters whose names the document does not show", true, filtered, records(none))
	lie("filters are ignored", "the same", false, filtered,
		func(m *Model, r Request, _ Answer) Answer { return m.Do(unfiltered(r)) })
	lie("total is the page's own count", "it counts what it sends", false, listings, func(_ *Model, _ Request, honest Answer) Answer {
		honest.Body = maps.Clone(honest.Body)
		if all, is := honest.Body["data"].([]any); is {
			honest.Body["total"] = len(all)
		}
		return honest
	})
	return out
}

// filters are the query parameters of a request that narrow a listing.
func filters(r Request) Row {
	return r.fields("placa", "nombre", "vehiculo_id", "tramo_id", "zona_id", "celda_id")
}

func unfiltered(r Request) Request {
	narrow := filters(r)
	r.Query = maps.Clone(r.Query)
	for name := range narrow {
		r.Query.Del(name)
	}
	return r
}

// edit gives an answer with other records, and its counts with them.
func edit(honest Answer, change func([]any) []any) Answer {
	out := Answer{honest.Status, maps.Clone(honest.Body)}
	switch data := honest.Body["data"].(type) {
	case []any:
		all := change(data)
		out.Body["data"] = all
		if total, is := honest.Body["total"].(int); is {
			out.Body["total"] = total - len(data) + len(all)
		}
	case map[string]any:
		if all, is := data["favoritas"].([]any); is {
			out.Body["data"] = map[string]any{"favoritas": change(all)}
		}
	}
	return out
}
