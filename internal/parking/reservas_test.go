package parking

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
)

// TestReservaRecord: numbers come in any form (A11), and what is not understood says nothing.
func TestReservaRecord(t *testing.T) {
	t.Parallel()
	read := func(data string) Reserva {
		t.Helper()
		r, err := newRecord("op", []byte(data))
		must(t, err)
		held, err := newReserva(r)
		must(t, err)
		return held
	}
	for _, data := range []string{
		`{"id":9,"vehiculo_id":5,"tramo_id":3,"celda_id":17,"conector_id":4,"minutos":20,"pago_tipo":1,"pago_codigo":"33"}`,
		`{"reserva_id":"9","vehiculo_id":"5","tramo_id":"3","celda_id":"17","conector_id":"4","minutos":"20","pago_tipo":"1","pago_codigo":33}`,
		`{"id":9.0,"vehiculo_id":5.0,"tramo_id":3e0,"celda_id":1.7e1,"conector_id":"4.0","minutos":2e1,"pago_tipo":1.0,"pago_codigo":33.0}`,
	} {
		held := read(data)
		for name, f := range map[string]struct {
			field Field[int64]
			want  int64
		}{"vehiculo_id": {held.VehiculoID, 5}, "tramo_id": {held.TramoID, 3}, "celda_id": {held.CeldaID, 17}, "conector_id": {held.ConectorID, 4}, "minutos": {held.Minutos, 20}, "pago_tipo": {held.PagoTipo, 1}} {
			if f.field.Value == nil || *f.field.Value != f.want {
				t.Errorf("%s: %s is not %d", data, name, f.want)
			}
		}
		if held.ID != 9 || !held.Pays("33") || held.Pays("3") || held.Pays("") {
			t.Errorf("%s: got %+v, want reservation 9, paid with 33", data, held)
		}
		if again := ReservaOf(9, held.Datos); again.Minutos.Value == nil || *again.Minutos.Value != 20 || !again.Pays("33") {
			t.Errorf("%s, read again: got %+v, want 20 minutes, paid with 33", data, again)
		}
	}
	odd := read(`{"id":9,"vehiculo_id":"uno","tramo_id":[3],"celda_id":0,"conector_id":-1,"minutos":20.5,"pago_tipo":{},"pago_codigo":["33"]}`)
	if odd.VehiculoID.Sent || odd.TramoID.Sent || odd.CeldaID.Value != nil || odd.ConectorID.Value != nil || odd.Minutos.Sent || odd.PagoTipo.Sent || odd.PagoCodigo.Sent || len(odd.Datos) != 7 {
		t.Errorf("got %+v, want every field but the identifier unread", odd)
	}
	for _, unpaid := range []string{`null`, `""`, `0`, `"0"`} {
		if held := read(`{"id":9,"pago_codigo":` + unpaid + `}`); !held.PagoCodigo.Sent || held.PagoCodigo.Value != nil || held.Pays("") {
			t.Errorf("%s: got %+v, want one that is sent and not paid", unpaid, held)
		}
	}
}

// TestReservaEnded: the words that say that a reservation has ended. Any other says nothing.
func TestReservaEnded(t *testing.T) {
	t.Parallel()
	for fields, want := range map[string]bool{
		`"estado":"cancelada"`: true, `"estado":"Finalizado"`: true, `"estado":" EXPIRADA "`: true, `"estado":"Inactiva"`: false,
		`"estado":"concluido"`: true, `"estado":"LIBERADO"`: true,
		`"estado":"bloqueada"`: false, `"estado":"pagada"`: false, `"estado":"activa"`: false, `"estado":"por cancelar"`: false,
		`"estado":"no finalizada"`: false, `"estado":"completada"`: false, `"estado":"cerrada"`: false, `"estado":3`: false, `"estado":null`: false,
		`"activa":0`: false, `"x":1`: false,
	} {
		r, err := newRecord("op", []byte(`{"id":9,`+fields+`}`))
		must(t, err)
		held, err := newReserva(r)
		must(t, err)
		if held.Ended() != want {
			t.Errorf("%s: got %t, want %t", fields, held.Ended(), want)
		}
	}
}

// street lists reservations as a service might: active and all are records by their identifier, and filter says what it
// makes of the query.
type street struct {
	active, all map[int64]string
	filter      string // "heeds", "ignores" or "nothing", which matches nothing
	write       func(s *street, r *http.Request) (*http.Response, error)
	late        string // a booking that is done after the next look at the filtered list
	asked       []string
}

func (s *street) RoundTrip(r *http.Request) (*http.Response, error) {
	path, _ := strings.CutPrefix(r.URL.Path, "/external/")
	narrowed := r.URL.RawQuery != ""
	if narrowed {
		path += "?"
	}
	s.asked = append(s.asked, path)
	if r.Method != http.MethodGet {
		return s.write(s, r)
	}
	records := s.all
	if strings.HasPrefix(path, "reservas-activas") {
		records = s.active
	}
	var list []string
	defer func() {
		if narrowed && s.late != "" {
			s.active[10], s.late = s.late, ""
		}
	}()
	for _, id := range slices.Sorted(maps.Keys(records)) {
		ours := strings.Contains(records[id], `"vehiculo_id":5,"tramo_id":3`)
		if !narrowed || s.filter == "ignores" || s.filter == "heeds" && ours {
			list = append(list, records[id])
		}
	}
	return answer(http.StatusOK, okData("["+strings.Join(list, ",")+"]"))(r)
}

const (
	nine  = `{"id":9,"vehiculo_id":5,"tramo_id":3,"minutos":10}`
	ten   = `{"id":10,"vehiculo_id":5,"tramo_id":3,"minutos":10}`
	other = `{"id":8,"vehiculo_id":6,"tramo_id":3,"minutos":10}`
)

var nineBooking = ReservaRequest{TramoID: 3, VehiculoID: 5, Minutos: 10}

// TestFindReserva: absence proves nothing where the filter may hide the reservation.
func TestFindReserva(t *testing.T) {
	t.Parallel()
	const activas, todas = "reservas-activas", "reservas"
	over := strings.Replace(nine, "}", `,"estado":"finalizada"}`, 1)
	type row struct {
		active, all map[int64]string
		filter      string
		want        ReservaStatus
		found       bool
		asked       string
	}
	each(t, map[string]row{
		"active":                       {map[int64]string{9: nine}, nil, "heeds", ReservaActive, true, activas + "?"},
		"active, hidden":               {map[int64]string{9: nine}, map[int64]string{9: nine}, "nothing", ReservaActive, true, activas + "? " + todas + "? " + activas},
		"ended":                        {nil, map[int64]string{9: nine}, "heeds", ReservaEnded, true, activas + "? " + todas + "? " + activas},
		"ended, and another is active": {map[int64]string{10: ten}, map[int64]string{9: nine, 10: ten}, "heeds", ReservaEnded, true, activas + "? " + todas + "? " + activas + "?"},
		"ended, filter ignored":        {map[int64]string{8: other}, map[int64]string{8: other, 9: nine}, "ignores", ReservaEnded, true, activas + "? " + todas + "? " + activas + "?"},
		"ended, hidden":                {map[int64]string{8: other}, map[int64]string{9: nine}, "nothing", ReservaEnded, true, activas + "? " + todas + "? " + activas + " " + todas + " " + activas},
		"ended, and listed as active":  {map[int64]string{9: over}, nil, "heeds", ReservaEnded, true, activas + "?"},
		"ended, as its record says":    {nil, map[int64]string{9: over}, "heeds", ReservaEnded, true, activas + "? " + todas + "?"},
		"nowhere":                      {map[int64]string{8: other}, map[int64]string{8: other}, "heeds", ReservaUnproven, false, activas + "? " + todas + "? " + activas + " " + todas},
	}, func(t *testing.T, tt row) {
		s := &street{active: tt.active, all: tt.all, filter: tt.filter}
		held, status, err := client(t, "http://service.test", s).FindReserva(t.Context(), 9, nineBooking.Among())
		if err != nil || status != tt.want || (held.ID == 9) != tt.found {
			t.Errorf("got %v, status %d, %v, want status %d, found %t", held, status, err, tt.want, tt.found)
		}
		if asked := strings.Join(s.asked, " "); asked != tt.asked {
			t.Errorf("asked %s\nwant  %s", asked, tt.asked)
		}
	})
}

// TestBookingLost: what a lost booking is taken for, as far as the list can tell.
func TestBookingLost(t *testing.T) {
	t.Parallel()
	lost := answer(http.StatusInternalServerError, "")
	done := func(s *street, r *http.Request) (*http.Response, error) { s.active[10] = ten; return lost(r) }
	late := func(s *street, r *http.Request) (*http.Response, error) { s.late = ten; return lost(r) }
	notDone := func(_ *street, r *http.Request) (*http.Response, error) { return lost(r) }
	type row struct {
		active map[int64]string
		filter string
		write  func(s *street, r *http.Request) (*http.Response, error)
		sends  int
		err    string // a part of it, or empty where 10 was booked
	}
	eachInBubble(t, map[string]row{
		"done":                                  {map[int64]string{9: nine}, "heeds", done, 1, ""},
		"done, filter ignored":                  {map[int64]string{8: other, 9: nine}, "ignores", done, 1, ""},
		"done, the first one":                   {map[int64]string{}, "heeds", done, 1, ""},
		"done between two looks":                {map[int64]string{}, "heeds", late, 1, ""},
		"done, hidden":                          {map[int64]string{}, "nothing", done, 1, "unknown which of them are new"},
		"not done":                              {map[int64]string{9: nine}, "heeds", notDone, 3, "no lookup found an effect"},
		"not done, none there":                  {map[int64]string{8: other}, "heeds", notDone, 3, "no lookup found an effect"},
		"not done, another one hidden":          {map[int64]string{9: nine}, "nothing", notDone, 1, "unknown which of them are new"},
		"not done, and none of it, and hidden":  {map[int64]string{8: other}, "nothing", notDone, 3, "no lookup found an effect"},
		"not done, and none at all, and hidden": {map[int64]string{}, "nothing", notDone, 3, "no lookup found an effect"},
	}, func(t *testing.T, tt row) {
		s := &street{active: tt.active, filter: tt.filter, write: tt.write}
		c := client(t, "http://service.test", s, func(c *Config) { c.MaxRetries = 2 })
		made, err := bookOne(t.Context(), c, nineBooking)
		sent := func() (n int) {
			for _, path := range s.asked {
				if path == "reserva-bloquear" {
					n++
				}
			}
			return n
		}
		expectError(t, err, tt.err)
		if tt.err == "" && made.ID != 10 || sent() != tt.sends {
			t.Errorf("got %+v after %d tries, want reservation 10 after %d", made, sent(), tt.sends)
		}
		// Whatever comes after one that may have been done could be mistaken for it.
		asked, unknown := len(s.asked), OutcomeOf(err) >= Unknown
		_, again := bookOne(t.Context(), c, ReservaRequest{TramoID: 3, VehiculoID: 5, Minutos: 90})
		if Is(again, NotBegun) != unknown || Is(again, NotBegun) && (len(s.asked) != asked || OutcomeOf(again) >= Unknown) {
			t.Errorf("another one of the vehicle in the section: %v, asked %s", again, s.asked[asked:])
		}
		if _, err := bookOne(t.Context(), c, ReservaRequest{TramoID: 4, VehiculoID: 5, Minutos: 10}); Is(err, NotBegun) {
			t.Errorf("one in another section: %v", err)
		}
	})
}

// TestBookingBehindTheList: what this client booked is never taken for another booking of its own, though the list did
// not show it yet.
func TestBookingBehindTheList(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &street{active: map[int64]string{}, filter: "heeds", write: func(_ *street, r *http.Request) (*http.Response, error) {
			return answer(http.StatusOK, okData(nine))(r)
		}}
		c := client(t, "http://service.test", s)
		if made, err := bookOne(t.Context(), c, nineBooking); err != nil || made.ID != 9 {
			t.Fatalf("got %+v, %v, want reservation 9", made, err)
		}
		s.write = func(s *street, r *http.Request) (*http.Response, error) {
			s.active[9] = nine
			return answer(http.StatusInternalServerError, "")(r)
		}
		booking, err := c.BookReserva(t.Context(), nineBooking, "")
		if err == nil || booking.Made.ID == 9 || !slices.Equal(booking.Before, []int64{9}) {
			t.Errorf("got %+v, %v, want an error, with 9 before", booking, err)
		}
	})
}

// bookOne books, where no code is to pay the reservation.
func bookOne(ctx context.Context, c *Client, request ReservaRequest) (Reserva, error) {
	booking, err := c.BookReserva(ctx, request, "")
	return booking.Made, err
}
