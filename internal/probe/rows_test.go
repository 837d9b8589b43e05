package probe

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// seenRow is a service that differs from the sandbox, and one row that the probe shows of it.
type seenRow struct {
	name    string // begins with the row's
	box     sandbox.Options
	change  change
	args    []string // reading, unless others are given
	outcome Outcome
	seen    string // part of what is seen
	posts   int
}

func (s seenRow) row() string { return strings.Fields(s.name)[0] }

const get = http.MethodGet

func seenRows() []seenRow {
	vehiculos, email, plate := to("/external/vehiculos"), to("/external/cliente-email"), to("/external/placa/")
	tramo, reservas, again := to("/external/tramo"), to("/external/reservas"), writing("AAA-1")
	lost := sandbox.Options{Faults: []sandbox.Fault{{Key: "registrar_placa", Kind: sandbox.Drop, When: sandbox.After}}}
	page2 := func(r *http.Request) bool { return r.URL.Query().Get("page") == "2" }
	const asItWas = "accepted, and the plate is as it was; import registered plates before the first apply"
	return []seenRow{
		{name: "A1 bearer", change: needsBearer(401), outcome: Differs, seen: "set credential_scheme"},
		{name: "A1 bearer at 200", change: needsBearer(200), outcome: Differs, seen: "set credential_scheme"},
		{name: "A2 no envelope", change: giving(tramo, 404, "a page"), outcome: Differs, seen: "tramo_consulta (HTTP 404)"},
		{name: "A3 no page", change: saying(vehiculos, "current_page", 1), outcome: Differs, seen: "page 1 came"},
		{name: "A3 first page", change: saying(vehiculos, "current_page", 2), outcome: Differs, seen: "page 2 came"},
		{name: "A3 page size", change: saying(vehiculos, "per_page", 20), outcome: Differs, seen: "20 records"},
		{name: "A3 one page", change: failing(page2, 404, "no"), args: []string{"-cliente", "3"}, seen: "client 3 has one page only"},
		{name: "A3 no vehicles", args: []string{"-cliente", "4"}, seen: "client 4 has no vehicles"},
		{name: "A3 no client", args: []string{}, seen: "needs -cliente"},
		{name: "A4 parameter", change: failing(email, 422, "desconocido"), outcome: Differs, seen: "desconocido"},
		{name: "A4 address", change: each(email, "email", "x@example.com"), outcome: Differs, seen: "another e-mail address"},
		{name: "A4 nobody", args: []string{"-email", "nadie@example.com"}, seen: "perhaps there is no client"},
		{name: "A13 ok at 404", change: giving(reservas, 404, done), outcome: Differs, seen: "reservas (HTTP 404)"},
		{name: "A15 refuses", args: again, outcome: Holds, seen: "refused (HTTP 422)", posts: 1},
		{name: "A15 accepts", change: giving(accepts, 200, done), args: again, outcome: Differs, seen: asItWas, posts: 1},
		{name: "A15 overwrites", box: sandbox.Options{AcceptDuplicates: true}, args: again, outcome: Differs,
			seen: "the plate has other values now: marca;", posts: 1},
		{name: "A15 only reads", seen: "needs -write, -placa"},
		{name: "A15 plate not there", args: writing("NEW-1"), seen: "so it was not registered again: "},
		{name: "A15 exempt", change: each(plate, "exento", 1), args: again, seen: "the plate is exempt"},
		{name: "A15 another plate", change: each(plate, "placa", "BBB-1"), args: again, seen: "no record of the plate"},
		{name: "A15 no flag", change: each(plate, "minusvalido", nil), args: again, seen: "the plate shows no tipo_vehiculo_id,"},
		{name: "A15 lost answer", box: lost, args: again, seen: "registrar_placa", posts: 1},
	}
}

var done = fields{"estado": "ok", "data": fields{"message": "hecho"}}

func accepts(r *http.Request) bool { return r.Method == http.MethodPost }

// needsBearer refuses the credential unless it follows the word Bearer.
func needsBearer(status int) change {
	alone := func(r *http.Request) bool { return !strings.HasPrefix(r.Header.Get("Authorization"), "Bearer ") }
	return failing(alone, status, "La credencial no es válida")
}

// What differs is named, and nothing else is. The plate of -placa keeps what a registration says, and nothing else is written.
func TestRows(t *testing.T) {
	t.Parallel()
	for _, s := range seenRows() {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			tw := newTown(t, s.box, s.change)
			if s.args == nil {
				s.args = reading
			}
			got := tw.probe(s.args...)
			row := got.row(s.row())
			if differs := map[Outcome]int{Differs: 1}[s.outcome]; row.Outcome != s.outcome || got.count(Differs) != differs {
				t.Fatalf("%+v of %+v", row, got)
			}
			acctest.ExpectSays(t, "the row", row.Seen, s.seen)
			posts, sent := 0, tw.Journal()
			for _, e := range sent {
				if e.Method != get {
					posts++
				}
			}
			if posts != s.posts || len(sent) > 20 || s.change.matches == nil && s.box.Faults == nil && got.Requests != len(sent) {
				t.Errorf("%d requests are counted of %d, with %d writes", got.Requests, len(sent), posts)
			}
			tw.ExpectCount(1, `SELECT COUNT(*) FROM placas WHERE placa = 'AAA-1' AND tipo_vehiculo_id = 3 AND electrico = 1`)
			tw.ExpectCount(19, `SELECT COUNT(*) FROM placas`)
		})
	}
}

// Every claim is seen to differ somewhere, and to hold on the sandbox.
func TestEveryRow(t *testing.T) {
	t.Parallel()
	held := newTown(t, sandbox.Options{}, change{}).probe(writing("AAA-1")...)
	for _, c := range claims {
		differs := slices.ContainsFunc(seenRows(), func(s seenRow) bool { return s.row() == c.ID && s.outcome == Differs })
		if !differs || held.row(c.ID).Outcome != Holds {
			t.Errorf("%s does not hold, or never differs", c.ID)
		}
	}
}
