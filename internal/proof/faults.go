package proof

import (
	"maps"
	"slices"
	"strings"
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
	// replies are what the client gets: the first one, from which it cannot tell the others. answers gives a reply that depends on
	// what the service holds. Without both the answer is honest.
	replies []Reply
	answers func(m *Model, r Request, honest Reply) Reply
}

// Reply is what the client gets of a request: an envelope, a page where that has no body, or nothing.
type Reply struct {
	Status int
	Body   map[string]any
	// Lost: no answer comes, the connection ends. Hangs: none comes in any time. NotSent: the request never left.
	Lost, Hangs, NotSent bool
}

// Choice is a fault at a request: the At-th of a try, counted from 0.
type Choice struct {
	At    int
	Fault Fault
}

// Schedule are the choices of one try, in the order of their requests. Every other request is answered honestly.
type Schedule []Choice

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

// fail is an envelope that says no, and page what is none.
func fail(status int, message string) Reply {
	return Reply{Status: status, Body: map[string]any{"estado": "fail", "error": message}}
}

func failed(status int) Reply { return fail(status, "Intente más tarde") }

func page(status int) Reply { return Reply{Status: status} }

// Faults is every fault. What it leaves out are the lies that an assumption of the client rules out, by number:
//   - a fail envelope at 429, or at 503 with Retry-After, after the request was carried out (A17);
//   - a fail envelope with entries in errores, or at 400 to 499 but 408, 425, 429 and 499, after it was carried out
//     (A18);
//   - 401 and 403 after it was carried out (A17);
//   - a denial of what is there, of everything of its kind and no other (promise 3: this is the evidence that there is).
var Faults = slices.Concat(refusals(), unclear(), late(), denials(), lies(), accepted(), events())

var (
	lost, hangs, notSent = Reply{Lost: true}, Reply{Hangs: true}, Reply{NotSent: true}
	// unauthorized is what every request gets whose credential has expired.
	unauthorized = failed(401)
)

// refusals say that a write was not carried out.
func refusals() []Fault {
	return []Fault{
		{Name: "refused", Why: "a refusal without entries in errores; or a route or a table is missing for a moment", applies: writes,
			replies: []Reply{failed(409), failed(404)}},
		{Name: "refused with errores", Why: "validation", applies: writes, replies: []Reply{refused(422, "Datos no válidos")}},
		{Name: "credential refused", Why: "by the service, or by a gateway", applies: writes, replies: []Reply{unauthorized, page(401)}},
		{Name: "asked to wait", Why: "a rate limit", passes: true, applies: writes, replies: []Reply{failed(429)}},
		{Name: "never sent", Why: "no route, or a refused connection", passes: true, applies: writes, replies: []Reply{notSent}},
	}
}

// unclear ends say nothing certain of a write, each after the request was carried out, and not.
func unclear() (out []Fault) {
	for _, done := range []Fault{
		{Name: "lost", Why: "the connection ended, or a fault of the service, a captive portal or a proxy took the answer's place",
			replies: []Reply{lost, failed(500), page(200), {Status: 500, Body: map[string]any{"estado": "ok"}}}}, // A13
		{Name: "internal error at 200", Why: "a fault of the service in its fail envelope", replies: []Reply{failed(200)}},
		{Name: "gave up", Why: "a gateway, or the service itself, gave up waiting", gaveUp: true, replies: []Reply{page(504), failed(504)}},
		{Name: "page", Why: "a redirect to a login or result page, or a framework's error page", replies: []Reply{page(404), page(302)}},
		{Name: "429 page", Why: "a rate limit of a proxy behind which the service runs", replies: []Reply{page(429)}},
	} {
		done.applies = writes
		not := done
		not.Name, not.gaveUp = done.Name+", not done", false
		done.Name, done.Done = done.Name+", done", true
		out = append(out, not, done)
	}
	return out
}

// late are writes that the service finishes when nobody waits for it any more.
func late() []Fault {
	out := []Fault{
		{Name: "timed out, done late", Why: "the service takes longer than the client waits", Done: true, After: 70 * time.Second,
			gaveUp: true, applies: writes, replies: []Reply{hangs}},
		{Name: "gave up, done late", Why: "a gateway gave up, and the service did not", Done: true, After: Later,
			gaveUp: true, applies: writes, replies: []Reply{page(504)}},
	}
	for _, after := range []time.Duration{Soon, Later, Minutes} {
		out = append(out, Fault{Name: "lost, done after " + after.String(), Why: "the connection ended while the service worked",
			Done: true, After: after, applies: writes, replies: []Reply{lost}})
	}
	return out
}

// denials are reads that show nothing of what is there, for a moment.
func denials() []Fault {
	return []Fault{
		{Name: "no answer", Why: "the connection ended, or something in between answered", passes: true, applies: Request.Reads,
			replies: []Reply{lost, notSent, failed(429), page(200), page(429), page(504)}},
		{Name: "timed out", Why: "the service is stuck", applies: Request.Reads, replies: []Reply{hangs}},
		{Name: "fails", Why: "a fault of the service", applies: Request.Reads, replies: []Reply{failed(500)}},
		{Name: "page for a read", Why: "an error page of a framework, a redirect, or a credential that is refused",
			applies: Request.Reads, replies: []Reply{page(404), page(302), failed(401), page(401)}},
		{Name: "denied otherwise", Why: "the credential was deactivated, or a table is missing for a moment",
			applies: Request.Reads, replies: []Reply{failed(404), failed(200), failed(409)}},
		{Name: "denied as what is not there", Why: "a table is empty for a moment", applies: Request.Reads,
			answers: func(_ *Model, r Request, _ Reply) Reply { return missing(subjects[r.Operation]) }},
	}
}

// Behind is how far a direct read is behind: less than any pause between two runs of a pipeline.
const Behind = 3 * time.Second

// lies are reads that are not what the service holds. Filters that hide or do nothing are so for a whole scenario: Quirks.
func lies() []Fault {
	return []Fault{
		{Name: "lags", Why: "a replica that has not seen the last write", lies: true, hides: true, applies: listings,
			answers: (*Model).before},
		{Name: "shows nothing", Why: "an empty index", lies: true, hides: true, applies: listings,
			answers: (*Model).nothing},
		{Name: "total is the page's own count", Why: "it counts what it sends", lies: true, applies: listings,
			answers: func(_ *Model, _ Request, honest Reply) Reply {
				honest.Body = maps.Clone(honest.Body)
				if all, is := honest.Body["data"].([]any); is {
					honest.Body["total"] = len(all)
				}
				return honest
			}},
		{Name: "a direct read lags", Why: "a replica, or a cache, that has not seen the last write", lies: true, applies: direct,
			answers: (*Model).behind},
	}
}

// accepted are answers to writes that say that they were carried out, and not how. A service may queue a write, lose it from the
// queue, or be asked twice by what is between.
func accepted() []Fault {
	return []Fault{
		{Name: "done twice", Why: "a proxy sends what it had no answer to once more (nginx: proxy_next_upstream non_idempotent)",
			Done: true, accepts: true, twice: true, applies: writes},
		{Name: "ok, done late", Why: "the service queues writes, and answers before",
			Done: true, After: Later, accepts: true, pretends: true, applies: writes},
		{Name: "ok, not done", Why: "the same, and the queue is lost", accepts: true, pretends: true, applies: writes},
		{Name: "ok without an identifier", Why: "the document shows no record for it", Done: true, accepts: true, applies: creations,
			replies: []Reply{ok(map[string]any{"message": "Guardado"})}},
		{Name: "ok with a reservation that was there", Why: "the service takes a second booking for the first one",
			applies: ofOperation("POST reserva-bloquear"), answers: (*Model).earlier},
	}
}

// earlier answers a booking with the first active reservation of the vehicle in the section. If there is none, it is carried out and
// answered honestly.
func (m *Model) earlier(r Request, _ Reply) Reply {
	for _, row := range m.Rows("reservas", Row{"vehiculo_id": r.Body["vehiculo_id"], "tramo_id": r.Body["tramo_id"], "estado": "activa"}) {
		return ok(show(row))
	}
	return m.Do(r)
}

// Event is what happens to the run at a request.
type Event int

// The events.
const (
	NoEvent Event = iota
	// Killed: the process dies at this request. What it did is not saved.
	Killed
	// Interrupted: Ctrl-C is pressed while this request is under way. What the resources return then is saved.
	Interrupted
	// Expired: the credential is refused from this request on, until the run ends.
	Expired
	// Overtaken: a second run of the same configuration, with a state of its own, runs at this request: as a whole, or
	// to one of its requests, and goes on when the first run is over.
	Overtaken
	// Outside: somebody changes the thing in the service's own application, right before this request.
	Outside
)

// events happen to the run.
func events() []Fault {
	return []Fault{
		{Name: "killed before", Why: "the machine goes down, before the request is read", Event: Killed, applies: every},
		{Name: "killed after", Why: "the machine goes down after the request was carried out", Event: Killed, Done: true, applies: writes},
		{Name: "interrupted", Why: "Ctrl-C, or a pipeline that is cancelled, while the service works", Event: Interrupted, Done: true,
			applies: every},
		{Name: "interrupted before", Why: "the same, before the request is read", Event: Interrupted, applies: writes,
			replies: []Reply{lost}},
		{Name: "credential expired", Why: "it is short-lived, or was revoked in mid-run", Event: Expired, applies: every,
			replies: []Reply{unauthorized}},
		{Name: "overtaken", Why: "a second pipeline without a lock", Event: Overtaken, Done: true, applies: every},
		{Name: "overtaken and back", Why: "the same, which goes on after this run", Event: Overtaken, Done: true, After: Soon,
			applies: every},
		{Name: "somebody pays", Why: "a driver pays in the application", Event: Outside, Done: true,
			outside: (*Model).paidElsewhere, applies: bookings},
		{Name: "somebody extends", Why: "a driver stays longer", Event: Outside, Done: true,
			outside: (*Model).extendedElsewhere, applies: bookings},
	}
}

// bookings are the requests about reservations and sanctions.
func bookings(r Request) bool {
	return strings.Contains(r.Operation, "reserva") || strings.Contains(r.Operation, "sancion")
}
