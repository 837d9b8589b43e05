package proof

import (
	"net/http"
	"strings"
)

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
			reply: &lost},
		{Name: "credential expired", Why: "it is short-lived, or was revoked in mid-run", Event: Expired, applies: every},
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

// unauthorized is what every request gets whose credential has expired.
var unauthorized = envelope(http.StatusUnauthorized, fail("Credencial caducada"))

// harm notes that a write changes what is somebody else's.
func (m *Model) harm(r Request, row Row) {
	if row["ajena"] != nil {
		m.effect("%s%s %v", harmed, r.Operation, row["id"])
	}
}

// harmed begins the name of each effect on what is somebody else's.
const harmed = "somebody else's: "

// Harms reports whether an effect is one on what is somebody else's.
func Harms(effect string) bool { return strings.HasPrefix(effect, harmed) }
