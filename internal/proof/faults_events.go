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
			rare: true, applies: every},
		{Name: "interrupted before", Why: "the same, before the request is read", Event: Interrupted, rare: true, applies: writes,
			reply: always(Reply{Lost: true})},
		{Name: "credential expired", Why: "it is short-lived, or was revoked in mid-run", Event: Expired, rare: true, applies: every},
		{Name: "overtaken", Why: "a second pipeline without a lock", Event: Overtaken, Done: true, applies: every},
		{Name: "overtaken and back", Why: "the same, which goes on after this run", Event: Overtaken, Done: true, After: Soon,
			applies: every},
		{Name: "somebody pays", Why: "a driver pays in the application", Event: Outside, Done: true,
			outside: (*Model).paidElsewhere, applies: bookings},
		{Name: "somebody extends", Why: "a driver stays longer", Event: Outside, Done: true,
			outside: (*Model).extendedElsewhere, applies: bookings},
		{Name: "restored", Why: "the service is restored from a backup, and gives the lost identifiers to other objects", Event: Outside,
			Done: true, rare: true, outside: (*Model).restore, applies: identified},
	}
}

// bookings are the requests about reservations and sanctions.
func bookings(r Request) bool {
	return strings.Contains(r.Operation(), "reserva") || strings.Contains(r.Operation(), "sancion")
}

// identified are the reads that come before a write by identifier. A restore between both is as two runs at the same moment.
var identified = ofOperation("GET reservas", "GET reservas-activas", "GET zona-favorita")

// unauthorized is what every request gets whose credential has expired.
var unauthorized = envelope(http.StatusUnauthorized, fail("Credencial caducada"))

// restore brings back what the service held before the first write that is known. What came later is lost, and each of its
// identifiers is somebody else's then.
func (m *Model) restore() {
	defer m.open()()
	if len(m.past) == 0 {
		return
	}
	lost := m.tables
	m.restored = true
	m.tables, m.past, m.done = copied(m.past[0].tables), nil, map[string]int{}
	for table, others := range map[string]Row{
		"reservas":  {"vehiculo_id": 99, "tramo_id": 8, "minutos": 30, "estado": "activa", "ajena": true},
		"favoritas": {"cliente_id": 1, "zona_id": 3, "tramo_id": 9, "ajena": true},
	} {
		for _, row := range lost[table] {
			if len(m.rows(table, Row{"id": row["id"]})) == 0 {
				m.add(table, others.with(Row{"id": row["id"]}))
			}
		}
	}
}

// Restored reports whether it was restored while a run was at work, whose writes may be lost.
func (m *Model) Restored() bool {
	defer m.open()()
	return m.restored
}

// Agree lets the records be changed: the user has seen them in a plan.
func (m *Model) Agree(table string, fields Row) {
	defer m.open()()
	for _, row := range m.rows(table, fields) {
		delete(row, "ajena")
	}
}

// harm notes that a write changes what is somebody else's.
func (m *Model) harm(r Request, row Row) {
	if row["ajena"] != nil {
		m.effect("%s%s %v", harmed, r.Operation(), row["id"])
	}
}

// harmed begins the name of each effect on what is somebody else's.
const harmed = "somebody else's: "

// Harms reports whether an effect is one on what is somebody else's.
func Harms(effect string) bool { return strings.HasPrefix(effect, harmed) }
