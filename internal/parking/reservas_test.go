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

// TestReservaRecord: numbers come in any form (A11), and what is not understood says nothing.
func TestReservaRecord(t *testing.T) {
	t.Parallel()
	read := func(data string) Reserva {
		t.Helper()
		r, err := newRecord("op", []byte(data))
		must(t, err)
		held, err := newReserva(r[0])
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
	type row struct {
		active, all map[int64]string
		filter      string
		want        ReservaStatus
		found       bool
		asked       string
	}
	each(t, map[string]row{
		"active":                {map[int64]string{9: nine}, nil, "heeds", ReservaActive, true, activas + "?"},
		"active, hidden":        {map[int64]string{9: nine}, map[int64]string{9: nine}, "nothing", ReservaActive, true, activas + "? " + todas + "? " + activas},
		"ended":                 {nil, map[int64]string{9: nine}, "heeds", ReservaEnded, true, activas + "? " + todas + "? " + activas},
		"ended, filter ignored": {map[int64]string{8: other}, map[int64]string{8: other, 9: nine}, "ignores", ReservaEnded, true, activas + "? " + todas + "? " + activas},
		"ended, hidden":         {map[int64]string{8: other}, map[int64]string{9: nine}, "nothing", ReservaEnded, true, activas + "? " + todas + "? " + activas + " " + todas + " " + activas},
		"nowhere":               {map[int64]string{8: other}, map[int64]string{8: other}, "heeds", ReservaUnproven, false, activas + "? " + todas + "? " + activas + " " + todas},
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
		return answer(http.StatusOK, fmt.Sprintf(`{"estado":"ok","data":[%s],"total":40,"per_page":1,"current_page":%s,"last_page":40}`, other, page))(r)
	})
	held, status, err := scripted(t, s).FindReserva(t.Context(), 9, nil)
	if err != nil || held.ID != 0 || status != ReservaUnproven {
		t.Errorf("got %v, status %d, %v, want that nothing is proven", held, status, err)
	}
}

// TestFindReservaOfAnother: a record of another vehicle or section is an error.
func TestFindReservaOfAnother(t *testing.T) {
	t.Parallel()
	s := &street{active: map[int64]string{9: strings.Replace(nine, `"vehiculo_id":5`, `"vehiculo_id":6`, 1)}, filter: "ignores"}
	_, _, err := client(t, "http://service.test", s).FindReserva(t.Context(), 9, nineBooking.Among())
	expectIs(t, err, OtherRecord)
}
