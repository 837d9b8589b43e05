package parking

import (
	"maps"
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
	type row struct {
		active map[int64]string
		before []int64
		filter string
		sent   time.Duration // ago
		taken  bool          // another resource took 10 lately
		found  int64
		err    string // a part of it
		asked  string
	}
	eachInBubble(t, map[string]row{
		"there":                        {active: map[int64]string{9: nine, 10: ten}, before: []int64{9}, filter: "heeds", sent: time.Hour, found: 10, asked: activas + "?"},
		"there at once":                {active: map[int64]string{10: ten}, filter: "heeds", found: 10, asked: activas + "?"},
		"not there":                    {active: map[int64]string{9: nine}, before: []int64{9}, filter: "heeds", sent: time.Hour, asked: activas + "? " + activas},
		"not there yet":                {active: map[int64]string{9: nine}, before: []int64{9}, filter: "heeds", sent: 50 * time.Second, err: "too early to tell", asked: activas + "?"},
		"hidden from the filter":       {active: map[int64]string{9: nine, 10: ten}, before: []int64{9}, filter: "nothing", sent: time.Hour, found: 10, asked: activas + "? " + activas},
		"hidden, and nothing before":   {active: map[int64]string{10: ten}, filter: "nothing", sent: time.Hour, err: "unknown which of them", asked: activas + "? " + activas + " " + activas + "?"},
		"two":                          {active: map[int64]string{9: nine, 10: ten}, filter: "heeds", sent: time.Hour, err: "10, 9. It is unknown", asked: activas + "?"},
		"with other minutes":           {active: map[int64]string{10: longer}, filter: "heeds", sent: time.Hour, err: "section 3: 10. It is unknown", asked: activas + "?"},
		"without its place":            {active: map[int64]string{10: unplaced}, filter: "ignores", sent: time.Hour, err: "section 3: 10. It is unknown", asked: activas + "?"},
		"taken by another":             {active: map[int64]string{10: ten}, filter: "heeds", sent: time.Hour, taken: true, asked: activas + "? " + activas},
		"two, and one taken":           {active: map[int64]string{9: nine, 10: ten}, filter: "heeds", sent: time.Hour, taken: true, found: 9, asked: activas + "?"},
		"sent by a clock that is fast": {active: map[int64]string{}, filter: "heeds", sent: -time.Hour, err: "too early to tell", asked: activas + "? " + activas},
	}, func(t *testing.T, tt row) {
		s := &street{active: maps.Clone(tt.active), filter: tt.filter}
		c := client(t, "http://service.test", s)
		if tt.taken {
			c.HoldReserva(10, "")
		}
		start := time.Now()
		lost := LostBooking{Request: nineBooking, Before: tt.before, Ended: start.Add(-tt.sent), By: "lost"}
		found, err := c.FindBooked(t.Context(), lost)
		expectError(t, err, tt.err)
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
