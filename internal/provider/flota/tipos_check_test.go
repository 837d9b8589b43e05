package flota

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

const tipoNotFound = "tipo_vehiculo_id: Vehicle type not found"

// A plan rejects a vehicle type that it would send and the service does not have. Nothing is read for what is not sent.
func TestTiposOfPlacaChecked(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	plate := acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 99}
	held := acctest.Result{State: plate.With(acctest.Values{"electrico": false, "minusvalido": false})}
	types, look := map[string]int{"tipo_vehiculo": 1}, map[string]int{"placa": 1} // a look for a plate to register
	both, none := map[string]int{"tipo_vehiculo": 1, "placa": 1}, map[string]int{}
	plan := func(what string, prior acctest.Result, config acctest.Values, want map[string]int, heads ...string) {
		t.Helper()
		w.Requests()
		planned := w.Proto(nil).Plan("parking_placa", prior, config)
		acctest.Expect(t, what, acctest.ErrorsOf(planned.Diagnostics), heads...)
		if got := w.Requests(); !maps.Equal(got, want) {
			t.Errorf("%s: requests made: %v, wanted %v", what, got, want)
		}
	}
	plan("created", acctest.Result{}, plate, both, tipoNotFound)
	plan("created right", acctest.Result{}, plate.With(acctest.Values{"tipo_vehiculo_id": 5}), both)
	plan("not known yet", acctest.Result{}, plate.With(acctest.Values{"tipo_vehiculo_id": acctest.UnknownNumber}), look)
	plan("plate not known yet", acctest.Result{}, plate.With(acctest.Values{"placa": acctest.UnknownText}), types, tipoNotFound)
	plan("changed", held, plate.With(acctest.Values{"tipo_vehiculo_id": 98}), types, tipoNotFound)
	plan("replaced", held, plate.With(acctest.Values{"placa": "OTRA"}), both, tipoNotFound)
	plan("the same", held, plate, none)
	plan("spelled otherwise", held, plate.With(acctest.Values{"placa": "akx-0359", "electrico": true}), none)
	plan("destroyed", held, nil, none)
}

// A fleet has one error for all its plates of vehicle types that the service does not have.
func TestTiposOfFlotaChecked(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	entries := acctest.Values{"FLA0001": acctest.Car(nil), "DROPPED": acctest.Car(nil)}
	created := w.Proto(nil).Apply("parking_flota", acctest.Result{}, acctest.FleetOf(entries))
	w.Exec("INSERT INTO tipos_vehiculo (id, nombre) VALUES (9, 'Nuevo')")
	w.Exec("PRAGMA foreign_keys = OFF")
	w.Exec("DELETE FROM tipos_vehiculo WHERE id = 1")
	with := func(more acctest.Values) acctest.Values { return acctest.FleetOf(entries.With(more)) }
	tipo := func(id int) acctest.Values { return acctest.Car(nil).With(acctest.Values{"tipo_vehiculo_id": id}) }
	for what, tt := range map[string]struct {
		prior  acctest.Result
		config acctest.Values
		read   int
		says   string
	}{
		"created":     {acctest.Result{}, acctest.FleetOf(acctest.Values{"A-1": tipo(99), "B-1": tipo(98), "C-1": tipo(99), "D-1": tipo(2)}), 1, "\n\ntype 98: B-1\ntype 99: A-1, C-1\n\n"},
		"added":       {created, with(acctest.Values{"A-1": tipo(99), "B-1": tipo(9)}), 1, "\n\ntype 99: A-1\n\n"},
		"changed":     {created, with(acctest.Values{"FLA0001": tipo(99)}), 1, "\n\ntype 99: FLA0001\n\n"},
		"added right": {created, with(acctest.Values{"A-1": tipo(9)}), 1, ""},
		"the same":    {created, with(nil), 0, ""},
		"respelled":   {created, acctest.FleetOf(acctest.Values{"fla-0001": acctest.Car(nil), "DROPPED": acctest.Car(nil).With(acctest.Values{"electrico": true})}), 0, ""},
		"replaced":    {created, with(nil).With(acctest.Values{"cliente_id": 2}), 1, "\n\ntype 1: DROPPED, FLA0001\n\n"},
	} {
		w.Requests()
		planned := w.Proto(nil).Plan("parking_flota", tt.prior, tt.config)
		if tt.says == "" {
			acctest.Expect(t, what, acctest.ErrorsOf(planned.Diagnostics))
		} else if acctest.Expect(t, what, acctest.ErrorsOf(planned.Diagnostics), "vehiculos: Vehicle types not found"); !strings.Contains(last(planned.Diagnostics), tt.says) {
			t.Errorf("%s: got no %q in\n%s", what, tt.says, last(planned.Diagnostics))
		}
		if read := w.Requests()["tipo_vehiculo"]; read != tt.read {
			t.Errorf("%s: the types were read %d times, wanted %d", what, read, tt.read)
		}
	}
}

// last gives the detail of the last diagnostic.
func last(diags []*tfprotov6.Diagnostic) string { return diags[len(diags)-1].Detail }

// Types on a later page are types too.
func TestTiposOfEveryPage(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{PageCatalogues: true})
	for id := 6; id <= 20; id++ {
		w.Exec("INSERT INTO tipos_vehiculo (id, nombre) VALUES (?, ?)", id, fmt.Sprintf("Tipo %d", id))
	}
	p := w.Proto(nil)
	for tipo, heads := range map[int][]string{20: nil, 21: {tipoNotFound}} {
		planned := p.Plan("parking_placa", acctest.Result{}, acctest.Values{"placa": "P-1", "tipo_vehiculo_id": tipo})
		acctest.Expect(t, fmt.Sprint("type ", tipo), acctest.ErrorsOf(planned.Diagnostics), heads...)
	}
	if read := w.Requests()["tipo_vehiculo"]; read != 2 {
		t.Errorf("the types were read with %d requests, wanted one for each of two pages", read)
	}
}

// One run reads the types once for all its plans, whatever becomes of it.
func TestTiposReadOnce(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answer http.HandlerFunc // nil for the sandbox's own
		heads  []string
	}{
		"listed":             {nil, []string{tipoNotFound}},
		"empty":              {answers.Body(200, `{"estado":"ok","data":[]}`), nil},
		"no data":            {answers.Body(200, `{"estado":"ok"}`), nil},
		"no list":            {answers.Body(200, `{"estado":"ok","data":{"tipos":[{"id":1}]}}`), nil},
		"no identifiers":     {answers.Body(200, `{"estado":"ok","data":[{"id":1},{"nombre":"Moto"}]}`), nil},
		"a page too many":    {answers.Body(200, `{"estado":"ok","data":[{"id":1}],"current_page":1,"last_page":20000}`), nil},
		"fewer than all":     {answers.Body(200, `{"estado":"ok","data":[{"id":1}],"total":2}`), nil},
		"all of one page":    {answers.Body(200, `{"estado":"ok","data":[{"id":"1"}],"current_page":1,"last_page":1,"total":1}`), []string{tipoNotFound}},
		"out of order":       {answers.Body(503, `<html>no</html>`), nil},
		"busy":               {answers.Body(429, `{"estado":"fail","error":"despacio"}`), nil},
		"not for this one":   {answers.Body(403, `{"estado":"fail","error":"prohibido"}`), nil},
		"no such path":       {answers.Body(404, `<html>no</html>`), nil},
		"closed in the face": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := acctest.NewServer(t, sandbox.Options{})
			var mu sync.Mutex
			read := 0
			w.Answer(func(r *http.Request) http.HandlerFunc {
				if !strings.HasSuffix(r.URL.Path, "/tipo-vehiculo") {
					return nil
				}
				mu.Lock()
				defer mu.Unlock()
				read++
				return tt.answer
			})
			p := w.Proto(acctest.Values{"max_retries": 5})
			plate := func(n, tipo int) acctest.Values {
				return acctest.Values{"placa": fmt.Sprintf("P-%d", n), "tipo_vehiculo_id": tipo}
			}
			var all sync.WaitGroup
			for n := range 20 {
				all.Go(func() {
					planned := p.Plan("parking_placa", acctest.Result{}, plate(n, 99))
					acctest.Expect(t, "planned", acctest.ErrorsOf(planned.Diagnostics), tt.heads...)
				})
			}
			all.Wait()
			acctest.NoErrors(t, "created", p.Apply("parking_placa", acctest.Result{}, plate(1, 1)))
			if read != 1 {
				t.Errorf("the types were read %d times, wanted 1", read)
			}
		})
	}
}

// Who is interrupted while the types are read does not keep them from the others.
func TestTiposGivenUp(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{Latency: sandbox.Latency{"tipo_vehiculo": 300 * time.Millisecond}})
	p := w.Proto(nil)
	kind := p.Schema.ResourceSchemas["parking_placa"].ValueType()
	config := acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 99}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	planned, err := p.Server.PlanResourceChange(ctx, &tfprotov6.PlanResourceChangeRequest{TypeName: "parking_placa",
		PriorState: p.Encode(kind, nil), ProposedNewState: p.Encode(kind, config), Config: p.Encode(kind, config)})
	if took := time.Since(start); err != nil || took > 250*time.Millisecond {
		t.Errorf("got %v, %v after %s", planned, err, took)
	}
	given := acctest.Result{Diags: p.Saw(planned.Diagnostics)}
	acctest.NoErrors(t, "given up", given)
	acctest.Expect(t, "given up", given.Warnings(), "Plates not checked") // there was no time left for the plate
	acctest.Expect(t, "another", acctest.ErrorsOf(p.Plan("parking_placa", acctest.Result{}, config).Diagnostics), tipoNotFound)
	w.ExpectRequests(map[string]int{"tipo_vehiculo": 1, "placa": 1})
}
