package parking

import (
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestFindBooked: what a lost booking is found to have made. Only the filtered and the whole list together, a minute after it
// was sent, say that it made nothing.
func TestFindBooked(t *testing.T) {
	t.Parallel()
	const activas = "reservas-activas"
	longer := strings.Replace(ten, `"minutos":10`, `"minutos":20`, 1)
	unplaced := `{"id":10,"minutos":10}`
	over := strings.Replace(ten, "}", `,"estado":"cancelada"}`, 1)
	type row struct {
		active map[int64]string
		before []int64
		filter string
		sent   time.Duration // ago
		taken  bool          // another resource took 10 lately
		late   string        // as street.late
		waited time.Duration
		found  int64
		err    string // a part of it
		asked  string
	}
	eachInBubble(t, map[string]row{
		"there":                        {active: map[int64]string{9: nine, 10: ten}, before: []int64{9}, filter: "heeds", sent: time.Hour, found: 10, asked: activas + "?"},
		"there at once":                {active: map[int64]string{10: ten}, filter: "heeds", found: 10, asked: activas + "?"},
		"not there":                    {active: map[int64]string{9: nine}, before: []int64{9}, filter: "heeds", sent: time.Hour, asked: activas + "? " + activas},
		"not there yet":                {active: map[int64]string{9: nine}, before: []int64{9}, filter: "heeds", sent: 50 * time.Second, waited: 10 * time.Second, asked: activas + "? " + activas + "? " + activas},
		"there within a minute":        {active: map[int64]string{9: nine}, before: []int64{9}, late: ten, filter: "heeds", sent: 50 * time.Second, waited: 10 * time.Second, found: 10, asked: activas + "? " + activas + "?"},
		"hidden from the filter":       {active: map[int64]string{9: nine, 10: ten}, before: []int64{9}, filter: "nothing", sent: time.Hour, found: 10, asked: activas + "? " + activas},
		"hidden, and nothing before":   {active: map[int64]string{10: ten}, filter: "nothing", sent: time.Hour, err: "unknown which of them", asked: activas + "? " + activas + " " + activas + "?"},
		"two":                          {active: map[int64]string{9: nine, 10: ten}, filter: "heeds", sent: time.Hour, err: "10, 9. It is unknown", asked: activas + "?"},
		"with other minutes":           {active: map[int64]string{10: longer}, filter: "heeds", sent: time.Hour, err: "section 3: 10. It is unknown", asked: activas + "?"},
		"without its place":            {active: map[int64]string{10: unplaced}, filter: "ignores", sent: time.Hour, err: "section 3: 10. It is unknown", asked: activas + "?"},
		"ended since, and listed":      {active: map[int64]string{10: over}, filter: "heeds", sent: time.Hour, asked: activas + "? " + activas},
		"taken by another":             {active: map[int64]string{10: ten}, filter: "heeds", sent: time.Hour, taken: true, asked: activas + "? " + activas},
		"two, and one taken":           {active: map[int64]string{9: nine, 10: ten}, filter: "heeds", sent: time.Hour, taken: true, found: 9, asked: activas + "?"},
		"sent by a clock that is fast": {active: map[int64]string{}, filter: "heeds", sent: -time.Hour, waited: time.Minute, asked: activas + "? " + activas + " " + activas + "? " + activas},
	}, func(t *testing.T, tt row) {
		s := &street{active: maps.Clone(tt.active), filter: tt.filter, late: tt.late}
		c := client(t, "http://service.test", s)
		if tt.taken {
			c.HoldReserva(10, "")
		}
		start := time.Now()
		lost := LostBooking{Request: nineBooking, Before: tt.before, Ended: start.Add(-tt.sent), By: "lost"}
		found, err := c.FindBooked(t.Context(), lost)
		expectError(t, err, tt.err)
		equal(t, "waited", time.Since(start), tt.waited)
		if found.ID != tt.found {
			t.Errorf("found reservation %d, want %d", found.ID, tt.found)
		}
		equal(t, "asked", strings.Join(s.asked, " "), tt.asked)
		if tt.found != 0 && (c.HoldReserva(tt.found, "") || !c.HoldReserva(tt.found, "lost")) {
			t.Error("what was found is not held by the one that found it")
		}
	})
}

// TestBookingPaid: a code that has paid another reservation of the vehicle in the section books none.
func TestBookingPaid(t *testing.T) {
	t.Parallel()
	paid := strings.Replace(nine, `"minutos"`, `"pago_codigo":"P-1","minutos"`, 1)
	s := &street{active: map[int64]string{9: paid}, filter: "heeds"}
	booking, err := client(t, "http://service.test", s).BookReserva(t.Context(), nineBooking, "p-1")
	if err != nil || booking.Paid.ID != 9 || booking.Made.ID != 0 {
		t.Errorf("got %+v, %v, want nothing booked, since 9 is paid with the code", booking, err)
	}
	equal(t, "asked", strings.Join(s.asked, " "), "reservas-activas?")
}

// TestBookingAnsweredWithAnother: an ok answer with a reservation that existed before, or that shows something else than was
// sent, is not the booking's own. The lists then say what it made.
func TestBookingAnsweredWithAnother(t *testing.T) {
	t.Parallel()
	cell := int64(17)
	type row struct {
		answer  string
		cell    *int64
		booked  bool // reservation 10, beside the answer
		kept    bool // another block of this run has reservation 11
		made    int64
		unknown string // a part of the error
	}
	eachInBubble(t, map[string]row{
		"its own":                        {answer: ten, made: 10},
		"its own, which shows little":    {answer: `{"reserva_id":"11"}`, made: 11},
		"its own, in a cell of its own":  {answer: `{"id":11,"celda_id":4,"conector_id":2,"pago_codigo":0}`, made: 11},
		"its own, in the cell":           {answer: `{"id":11,"celda_id":17}`, cell: &cell, made: 11},
		"one that was there":             {answer: nine, unknown: "answered with reservation 9, which existed before"},
		"one that was there, but booked": {answer: nine, booked: true, made: 10},
		"one of another block":           {answer: `{"id":11}`, kept: true, unknown: "answered with reservation 11, which existed before"},
		"one of another vehicle":         {answer: other, unknown: "answered with reservation 8, which has vehiculo_id = 6 instead of 5"},
		"another vehicle, but booked":    {answer: other, booked: true, made: 10},
		"one in another section":         {answer: `{"id":11,"tramo_id":4}`, unknown: "tramo_id = 4 instead of 3"},
		"one in another cell":            {answer: `{"id":11,"celda_id":18}`, cell: &cell, unknown: "celda_id = 18 instead of 17"},
		"one for longer":                 {answer: `{"id":11,"minutos":20}`, unknown: "minutos = 20 instead of 10"},
		"one that has ended":             {answer: `{"id":11,"estado":"finalizada"}`, unknown: `estado = "finalizada"`},
		"one that somebody has paid for": {answer: `{"id":11,"pago_codigo":"P-1"}`, unknown: `pago_codigo = "P-1", before it was paid`},
	}, func(t *testing.T, tt row) {
		s := &street{active: map[int64]string{9: nine}, filter: "heeds", write: func(s *street, r *http.Request) (*http.Response, error) {
			if tt.booked {
				s.active[10] = ten
			}
			return answer(http.StatusOK, okData(tt.answer))(r)
		}}
		c := client(t, "http://service.test", s, func(c *Config) { c.MaxRetries = 2 })
		if tt.kept {
			c.HoldReserva(11, "")
		}
		request := nineBooking
		request.CeldaID = tt.cell
		made, err := bookOne(t.Context(), c, request)
		expectError(t, err, tt.unknown)
		if tt.unknown == "" && made.ID != tt.made {
			t.Errorf("got reservation %d, want %d", made.ID, tt.made)
		}
		if tt.unknown != "" && OutcomeOf(err) != ProbablyNotDone {
			t.Errorf("got outcome %d, want that it was probably not done: no list shows a new reservation", OutcomeOf(err))
		}
		if sends := strings.Count(strings.Join(s.asked, " "), "reserva-bloquear"); sends != 1 {
			t.Errorf("sent %d times, want once", sends)
		}
	})
}
