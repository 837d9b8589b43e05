package proof

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"time"
)

// Fault is one way in which one request can end, of those that a client can tell apart: a class of failures.
type Fault struct {
	Name string
	// Why says who ends a request like this.
	Why string
	// Done says whether the service carries the request out: never, at once, or After so long.
	Done  bool
	After time.Duration
	// lies: a read that is not what the service holds; hides: one that does not show what was written last.
	lies, hides bool
	// gaveUp: somebody stopped waiting for the service, so the client knows that it may be at work. accepts: the client
	// gets an answer that says it was done. passes: it sends the request again, and remembers nothing else.
	gaveUp, accepts, passes bool
	// twice: the service gets the request two times, one after the other, and the second answer counts.
	twice bool
	// pretends: it answers as if it had carried the request out, and does so later or never.
	pretends bool
	// Event is set for what happens to the run and not to the request.
	Event Event
	// outside changes what the service holds.
	outside func(*Model)
	// applies tells which requests can end so.
	applies func(Request) bool
	// reply is what the client gets, and same is what it cannot tell from that. answers gives a reply that depends on what the
	// service holds. Without all three the answer is honest.
	reply   *Reply
	same    []Reply
	answers func(m *Model, r Request, honest Answer) Answer
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
	return func(r Request) bool { return slices.Contains(names, r.Operation) }
}

var (
	listings = ofOperation("GET vehiculos", "GET reservas", "GET reservas-activas", "GET sanciones", "GET zona-favorita")
	// creations are the writes whose answer carries an identifier.
	creations = ofOperation("POST vehiculo", "PUT cliente-registrar", "PUT zona-favorita", "POST reserva-bloquear", "POST sancion-iniciar")
)

func envelope(code int, body map[string]any) Reply {
	text, _ := json.Marshal(body)
	return Reply{Status: code, Body: text}
}

func fail(message string) map[string]any { return map[string]any{"estado": "fail", "error": message} }

// failed is an envelope that says no, and page what is none.
func failed(code int) Reply { return envelope(code, fail("Intente más tarde")) }

func page(code int) Reply {
	const text = "<!DOCTYPE html><html><head><title>Error</title></head><body>Something went wrong</body></html>"
	return Reply{Status: code, Header: http.Header{"Location": {"https://elsewhere.example/"}}, Body: []byte(text)}
}

// Faults is every fault. What it leaves out are the lies that an assumption of the client rules out, by number:
//   - a fail envelope at 429, or at 503 with Retry-After, after the request was carried out (A17);
//   - a fail envelope with entries in errores, or at 400 to 499 but 408, 425, 429 and 499, after it was carried out
//     (A18);
//   - 401 and 403 after it was carried out (A17);
//   - a denial of what is there, of everything of its kind and no other (promise 3: this is the evidence that there is).
var Faults = slices.Concat(refusals(), unclear(), late(), denials(), lies(), accepted(), events())

var (
	lost    = Reply{Lost: true}
	notSent = Reply{NotSent: true}
)

// refusals say that a write was not carried out.
func refusals() []Fault {
	validation := fail("Datos no válidos")
	validation["errores"] = map[string]any{"campo": []any{"no vale"}}
	no, fields, credential, limited := failed(409), envelope(422, validation), failed(401), failed(429)
	return []Fault{
		{Name: "refused", Why: "a refusal without entries in errores; or a route or a table is missing for a moment", applies: writes,
			reply: &no, same: []Reply{failed(404)}},
		{Name: "refused with errores", Why: "validation", applies: writes, reply: &fields},
		{Name: "credential refused", Why: "by the service, or by a gateway", applies: writes, reply: &credential, same: []Reply{page(401)}},
		{Name: "asked to wait", Why: "a rate limit", passes: true, applies: writes, reply: &limited},
		{Name: "never sent", Why: "no route, or a refused connection", passes: true, applies: writes, reply: &notSent},
	}
}

// unclear ends say nothing certain of a write, each after the request was carried out, and not.
func unclear() (out []Fault) {
	for _, end := range []struct {
		name, why string
		gaveUp    bool
		reply     Reply
		same      []Reply
	}{
		{name: "lost", why: "the connection ended, or a fault of the service, a captive portal or a proxy took the answer's place",
			reply: lost,
			same:  []Reply{failed(500), page(200), envelope(500, map[string]any{"estado": "ok"})}}, // A13
		{name: "internal error at 200", why: "a fault of the service in its fail envelope", reply: failed(200)},
		{name: "gave up", why: "a gateway, or the service itself, gave up waiting", gaveUp: true, reply: page(504),
			same: []Reply{failed(504)}},
		{name: "page", why: "a redirect to a login or result page, or an error page of a framework", reply: page(404),
			same: []Reply{page(302)}},
		{name: "429 page", why: "a rate limit of a proxy behind which the service runs", reply: page(429)},
	} {
		out = append(out,
			Fault{Name: end.name + ", not done", Why: end.why, applies: writes, reply: &end.reply, same: end.same},
			Fault{Name: end.name + ", done", Why: end.why, Done: true, gaveUp: end.gaveUp, applies: writes, reply: &end.reply,
				same: end.same})
	}
	return out
}

// late are writes that the service finishes when nobody waits for it any more.
func late() []Fault {
	hangs, gaveUp := Reply{Hangs: true}, page(504)
	out := []Fault{
		{Name: "timed out, done late", Why: "the service takes longer than the client waits", Done: true, After: 70 * time.Second,
			gaveUp: true, applies: writes, reply: &hangs},
		{Name: "gave up, done late", Why: "a gateway gave up, and the service did not", Done: true, After: Later,
			gaveUp: true, applies: writes, reply: &gaveUp},
	}
	for _, after := range []time.Duration{Soon, Later, Minutes} {
		out = append(out, Fault{Name: "lost, done after " + after.String(), Why: "the connection ended while the service worked",
			Done: true, After: after, applies: writes, reply: &lost})
	}
	return out
}

// denials are reads that show nothing of what is there, for a moment.
func denials() []Fault {
	hangs, fails, foreign, otherwise := Reply{Hangs: true}, failed(500), page(404), failed(http.StatusNotFound)
	return []Fault{
		{Name: "no answer", Why: "the connection ended, or something in between answered", passes: true,
			applies: Request.Reads, reply: &lost,
			same: []Reply{notSent, failed(429), page(200), page(429), page(504)}},
		{Name: "timed out", Why: "the service is stuck", applies: Request.Reads, reply: &hangs},
		{Name: "fails", Why: "a fault of the service", applies: Request.Reads, reply: &fails},
		{Name: "page for a read", Why: "an error page of a framework, a redirect, or a credential that is refused",
			applies: Request.Reads, reply: &foreign,
			same: []Reply{page(302), failed(401), page(401)}},
		{Name: "denied otherwise", Why: "the credential was deactivated, or a table is missing for a moment",
			applies: Request.Reads, reply: &otherwise,
			same: []Reply{failed(200), failed(409)}},
		{Name: "denied as what is not there", Why: "a table is empty for a moment", applies: Request.Reads,
			answers: func(_ *Model, r Request, _ Answer) Answer { return missing(notThere(r)) }},
	}
}

// notThere names what a direct read is about, as the model does.
func notThere(r Request) string {
	return map[string]string{"GET placa": "La placa", "GET tramo": "El tramo", "GET vehiculo": "El vehículo",
		"GET cliente-email": "El cliente"}[r.Operation]
}

// Behind is how far a direct read is behind: less than any pause between two runs of a pipeline.
const Behind = 3 * time.Second

// lies are reads that are not what the service holds. Filters that hide or do nothing are so for a whole scenario: Quirks.
func lies() []Fault {
	return []Fault{
		{Name: "lags", Why: "a replica that has not seen the last write", lies: true, hides: true, applies: listings,
			answers: func(m *Model, r Request, _ Answer) Answer { return m.before(r) }},
		{Name: "shows nothing", Why: "an empty index", lies: true, hides: true, applies: listings,
			answers: func(_ *Model, _ Request, honest Answer) Answer {
				return edit(honest, func([]any) []any { return []any{} })
			}},
		{Name: "total is the page's own count", Why: "it counts what it sends", lies: true, applies: listings,
			answers: func(_ *Model, _ Request, honest Answer) Answer {
				honest.Body = maps.Clone(honest.Body)
				if all, is := honest.Body["data"].([]any); is {
					honest.Body["total"] = len(all)
				}
				return honest
			}},
		{Name: "a direct read lags", Why: "a replica, or a cache, that has not seen the last write", lies: true, applies: direct,
			answers: func(m *Model, r Request, _ Answer) Answer { return m.asOf(Behind, r) }},
	}
}

// accepted are answers to writes that say that they were carried out, and not how. A service may queue a write, lose it from the
// queue, or be asked twice by what is between.
func accepted() []Fault {
	unnamed := envelope(http.StatusOK, ok(map[string]any{"message": "Guardado"}).Body)
	return []Fault{
		{Name: "done twice", Why: "a proxy sends what it had no answer to once more (nginx: proxy_next_upstream non_idempotent)",
			Done: true, accepts: true, twice: true, applies: writes},
		{Name: "ok, done late", Why: "the service queues writes, and answers before",
			Done: true, After: Later, accepts: true, pretends: true, applies: writes},
		{Name: "ok, not done", Why: "the same, and the queue is lost", accepts: true, pretends: true, applies: writes},
		{Name: "ok without an identifier", Why: "the document shows no record for it", Done: true, accepts: true, applies: creations,
			reply: &unnamed},
		{Name: "ok with a reservation that was there", Why: "the service takes a second booking for the first one",
			applies: ofOperation("POST reserva-bloquear"), answers: (*Model).earlier},
	}
}

// earlier answers a booking with the first active reservation of the vehicle in the section. If there is none, it is carried out and
// answered honestly.
func (m *Model) earlier(r Request, _ Answer) Answer {
	for _, row := range m.Rows("reservas", Row{"vehiculo_id": r.Body["vehiculo_id"], "tramo_id": r.Body["tramo_id"], "estado": "activa"}) {
		return ok(show(row))
	}
	return m.Do(r)
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
