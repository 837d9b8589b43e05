package acceptance

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// bookings puts vehicle 1 and as many reservations on the service that run now, and as
// many that ended.
func bookings(w *acctest.Server, running, ended int) {
	w.T.Helper()
	w.Placas("A-1")
	w.Exec("INSERT INTO vehiculos (id, cliente_id, placa) VALUES (1, 2, 'A-1')")
	now := time.Now().Unix()
	for n := range ended + running {
		inicio := now - 3000
		if n < ended {
			inicio = now - 9000
		}
		w.Exec("INSERT INTO reservas (id, tramo_id, vehiculo_id, minutos, estado, centimos, inicio, fin) VALUES (?, ?, 1, 60, 'bloqueada', 90, ?, ?)", n+1, n%2+1, inicio, inicio+3600)
	}
}

// ids are the identifiers of a listing, and of the records in datos.
func idsOf(state acctest.Values) (ids, inDatos []any) {
	ids, _ = state["ids"].([]any)
	records, _ := state["datos"].([]any)
	for _, record := range records {
		fields, _ := record.(acctest.Values)
		inDatos = append(inDatos, fields["id"])
	}
	return ids, inDatos
}

func down(from, to int) []any {
	var out []any
	for n := from; n >= to; n-- {
		out = append(out, n)
	}
	return out
}

func TestReservasDataSources(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	bookings(w, 17, 20)
	p := w.Proto(nil)
	for _, c := range []struct {
		typeName string
		want     []any
		pages    int
	}{{"reservas", down(37, 1), 3}, {"reservas_activas", down(37, 21), 2}} {
		state := p.LookUp("parking_"+c.typeName, acctest.Values{})
		ids, inDatos := idsOf(state)
		if fmt.Sprint(ids) != fmt.Sprint(c.want) || fmt.Sprint(inDatos) != fmt.Sprint(c.want) {
			t.Errorf("%s: ids are\n  %v\nand in datos\n  %v\nwanted\n  %v", c.typeName, ids, inDatos, c.want)
		}
		w.ExpectRequests(map[string]int{c.typeName: c.pages})
	}
	config := acctest.Values{"parametros": acctest.Values{"vehiculo_id": "1", "tramo_id": "2"}}
	ids, _ := idsOf(p.LookUp("parking_reservas_activas", config))
	if want := []any{36, 34, 32, 30, 28, 26, 24, 22}; !slices.Equal(ids, want) {
		t.Errorf("in section 2 are %v, wanted %v", ids, want)
	}
	w.ExpectAsked("reservas_activas?tramo_id=2&vehiculo_id=1")
}

func TestSancionesDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.Values{"endpoints": acctest.Unpublished})
	ids, inDatos := idsOf(p.LookUp("parking_sanciones", acctest.Values{}))
	if want := "[1 2 3 4 5 6 7 8]"; fmt.Sprint(ids) != want || fmt.Sprint(inDatos) != want {
		t.Errorf("ids are %v, and in datos %v", ids, inDatos)
	}
	w.ExpectAsked("sanciones?")
	config := acctest.Values{"parametros": acctest.Values{"placa": "VBR-0105", "estado": "abierta"}}
	acctest.ExpectSame(t, "one", p.LookUp("parking_sanciones", config), config.With(acctest.Values{"ids": []any{5}, "datos": []any{acctest.Values{"id": 5, "placa": "VBR-0105", "tramo_id": 22,
		"cliente_id": 3, "estado": "abierta", "pagada": 0, "importe": 60, "observaciones": "Ocupa dos plazas", "pago_tipo": nil, "pago_codigo": nil, "fecha": "2024-03-05T10:00:00Z"}}}))
	w.ExpectAsked("sanciones?estado=abierta&placa=VBR-0105")
}
