package flota

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What denials cost 150 new vehicles: as a fleet, and as blocks of their own of which Terraform works on ten at once.

func newPlaca(i int) string { return fmt.Sprintf("NEW%04d", i) }

func newFleet() acctest.Values {
	entries := acctest.Values{}
	for i := range 150 {
		entries[newPlaca(i)] = acctest.Car(nil)
	}
	return acctest.FleetOf(entries)
}

// eachNew does something for a plate and then for its vehicle.
func eachNew(do func(typeName string, config acctest.Values)) {
	var blocks sync.WaitGroup
	placas := make(chan string)
	for range 10 {
		blocks.Go(func() {
			for placa := range placas {
				do("parking_placa", acctest.Values{"placa": placa, "tipo_vehiculo_id": 1})
				do("parking_vehiculo", acctest.Values{"cliente_id": 1, "placa": placa})
			}
		})
	}
	for i := range 150 {
		placas <- newPlaca(i)
	}
	close(placas)
	blocks.Wait()
}

func requestsOf(w *acctest.Server) (n int) {
	for _, times := range w.Requests() {
		n += times
	}
	return n
}

// A first load asks what a denial means once, and not for each vehicle.
func TestFirstLoad(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t) // which block warns of the client
	most := func(w *acctest.Server, what string, alone int) {
		t.Helper()
		if n := requestsOf(w); n > alone+4 {
			t.Errorf("%s: %d requests, want at most 4 more than the %d without a denial", what, n, alone)
		}
	}
	w := acctest.NewServer(t, sandbox.Options{})
	acctest.NoErrors(t, "fleet", messagesOf(w.Proto(nil), "parking_flota", newFleet()))
	most(w, "plan of a fleet", 152)
	acctest.NoErrors(t, "fleet", w.Proto(nil).Apply("parking_flota", acctest.Result{}, newFleet()))
	most(w, "apply of a fleet", 452)
	w = acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	eachNew(func(typeName string, config acctest.Values) {
		acctest.NoErrors(t, "block", messagesOf(p, typeName, config))
	})
	most(w, "plan of blocks", 153)
	p = w.Proto(nil)
	eachNew(func(typeName string, config acctest.Values) {
		acctest.NoErrors(t, "block", p.Apply(typeName, acctest.Result{}, config))
	})
	most(w, "apply of blocks", 465) // the plans of ten blocks look before the first is applied
}

// A service that denies everything, and one that rejects the credential, whatever way it says so, ends a plan after a few requests. What
// was under way says what to do, and each other block names the cause in one line.
func TestDeniedLoad(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t) // which block meets the denial
	for status, most := range map[int]int{200: 15, 401: 15, 422: 15, 500: 35} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			t.Parallel()
			w := acctest.NewServer(t, sandbox.Options{})
			w.Answer(func(*http.Request) http.HandlerFunc {
				return answers.Body(status, `{"estado":"fail","error":"La placa no existe","errores":{"placa":["no existe"]}}`)
			})
			retrying := acctest.Values{"max_retries": 5}
			counted := w.Counted()
			fleet := messagesOf(w.Proto(retrying), "parking_flota", newFleet())
			if n := counted(); n > 6 && status != 500 || n > most {
				t.Errorf("fleet: %d requests", n)
			}
			if len(fleet.Errors()) != 1 || strings.Contains(first(fleet), "credential") != (status < 500) {
				t.Errorf("fleet: %q", fleet.Errors())
			}
			p := w.Proto(retrying)
			eachNew(func(typeName string, config acctest.Values) {
				said := messagesOf(p, typeName, config)
				if len(said.Errors()) != 1 || !strings.Contains(first(said), "Unable to plan ") && !strings.Contains(first(said), "Not tried: ") {
					t.Errorf("a block has the errors %q", said.Errors())
				}
			})
			if n := counted(); n > most {
				t.Errorf("blocks: %d requests, want at most %d", n, most)
			}
		})
	}
}
