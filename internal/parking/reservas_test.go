package parking

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// TestReservaRecord: of fields that the document does not show, only what is understood says something (A10).
func TestReservaRecord(t *testing.T) {
	t.Parallel()
	read := func(fields string) Reserva {
		r, err := newRecord("op", []byte(`{"id":9,`+fields+`}`))
		must(t, err)
		held, err := newReserva(r[0])
		must(t, err)
		return held
	}
	held, odd := read(`"minutos":"20","pago_codigo":33`), read(`"minutos":25,"pago_codigo":["33"]`)
	if !held.Pays("33") || !held.Pays(" 33") || held.Pays("3") || held.Booked() != 20 || odd.Booked() != 0 || len(odd.Datos) != 2 {
		t.Errorf("got %+v, want 20 minutes, paid with 33, and %+v, want what cannot be booked, and all fields as they came", held, odd)
	}
	for _, unpaid := range []string{`null`, `""`, `0`, `"0"`} {
		if held := read(`"pago_codigo":` + unpaid); !held.PagoCodigo.Sent || held.PagoCodigo.Value != nil || held.Pays("") {
			t.Errorf("%s: got %+v, want one that is sent and not paid", unpaid, held)
		}
	}
}

// street lists reservations as a service might: active and all are records by their identifier, and filter says what it
// makes of the query.
type street struct {
	active, all map[int64]string
	filter      string // "heeds", "ignores" or "nothing", which matches nothing
	asked       []string
}

func (s *street) RoundTrip(r *http.Request) (*http.Response, error) {
	path, _ := strings.CutPrefix(r.URL.Path, "/external/")
	narrowed := r.URL.RawQuery != ""
	if narrowed {
		path += "?"
	}
	s.asked = append(s.asked, path)
	records := s.all
	if strings.HasPrefix(path, "reservas-activas") {
		records = s.active
	}
	var list []string
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
	other = `{"id":8,"vehiculo_id":6,"tramo_id":3,"minutos":10}`
)

var nineBooking = ReservaRequest{TramoID: 3, VehiculoID: 5, Minutos: 10}

// TestFindReserva: absence proves nothing where the filter may hide the reservation.
func TestFindReserva(t *testing.T) {
	t.Parallel()
	const activas, todas = "reservas-activas", "reservas"
	shown, gone := map[int64]string{9: nine}, map[int64]string{8: other}
	const narrowed = activas + "? " + todas + "? " + activas
	type row struct {
		active, all map[int64]string
		filter      string
		want        ReservaStatus
		found       bool
		asked       string
	}
	each(t, map[string]row{
		"active":                {shown, nil, "heeds", ReservaActive, true, activas + "?"},
		"active, hidden":        {shown, shown, "nothing", ReservaActive, true, narrowed},
		"ended":                 {nil, shown, "heeds", ReservaEnded, true, narrowed},
		"ended, filter ignored": {gone, map[int64]string{8: other, 9: nine}, "ignores", ReservaEnded, true, narrowed},
		"ended, hidden":         {gone, shown, "nothing", ReservaEnded, true, narrowed + " " + todas + " " + activas},
		"nowhere":               {gone, gone, "heeds", ReservaUnproven, false, narrowed + " " + todas},
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

// TestFindReservaOfBusyService: a list that keeps changing proves nothing, and is no error.
func TestFindReservaOfBusyService(t *testing.T) {
	t.Parallel()
	s := play(func(r *http.Request) (*http.Response, error) {
		page := cmp.Or(r.URL.Query().Get("page"), "1")
		const text = `{"estado":"ok","data":[%s],"total":40,"per_page":1,"current_page":%s,"last_page":40}`
		return answer(http.StatusOK, fmt.Sprintf(text, other, page))(r)
	})
	held, status, err := scripted(t, s).FindReserva(t.Context(), 9, nil)
	if err != nil || held.ID != 0 || status != ReservaUnproven {
		t.Errorf("got %v, status %d, %v, want that nothing is proven", held, status, err)
	}
}

// TestFindReservaListDenied: a list has no control, so its denial counts as an empty one only where something else is shown.
func TestFindReservaListDenied(t *testing.T) {
	t.Parallel()
	type row struct {
		own   exchange
		want  ReservaStatus
		err   Kind // 0 for none
		asked string
	}
	const once = "GET reservas-activas"
	each(t, map[string]row{
		"the client is shown":    {own: answer(200, okData(`{"id":1}`)), want: ReservaEnded, asked: once + ", GET reservas, " + once},
		"the client is not read": {own: answer(502, "<html>"), want: ReservaActive, err: Unproven, asked: once},
	}, func(t *testing.T, tt row) {
		s := play(func(r *http.Request) (*http.Response, error) {
			if strings.HasSuffix(r.URL.Path, "/reservas") {
				return answer(200, okData("["+nine+"]"))(r)
			}
			return answer(404, `{"estado":"fail","error":"No hay reservas"}`)(r)
		})
		s.own = tt.own
		held, status, err := scripted(t, s).FindReserva(t.Context(), 9, nil)
		if status != tt.want || !endsIn(err, tt.err) || (held.ID == 9) != (tt.err == 0) {
			t.Errorf("got %v, status %d, %v, want status %d and the error %v", held, status, err, tt.want, tt.err)
		}
		equal(t, "asked", s.asked(), tt.asked)
	})
}
