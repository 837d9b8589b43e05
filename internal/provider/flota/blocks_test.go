package flota

import (
	"net/http"
	"path"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// Blocks that create one plate or one link at the same time make it once, also if the service lists it late.
func TestDeclaredTwiceAtOnce(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t) // which block finds the plate registered
	acctest.Each(t, map[string]acctest.Values{
		"parking_placa":    {"placa": "ZZR0033", "tipo_vehiculo_id": 1},
		"parking_vehiculo": {"cliente_id": 1, "placa": "AKX0359"},
		"parking_flota":    acctest.FleetOf(acctest.Values{"ZZR0033": acctest.Car(nil)}),
	}, func(t *testing.T, declared acctest.Values) {
		resource := path.Base(t.Name())
		w := acctest.NewServer(t, sandbox.Options{AcceptDuplicates: true})
		w.Placas("AKX0359")
		var most atomic.Int32
		oneByOne := func() http.HandlerFunc {
			var writing atomic.Int32
			return func(rw http.ResponseWriter, r *http.Request) {
				most.Store(max(most.Load(), writing.Add(1)))
				defer writing.Add(-1)
				time.Sleep(20 * time.Millisecond)
				w.Box.ServeHTTP(rw, r)
			}
		}
		w.Answer(answers.On(map[string]http.HandlerFunc{"POST /external/placa": oneByOne(), "POST /external/vehiculo": oneByOne(),
			"GET /external/vehiculos": func(rw http.ResponseWriter, r *http.Request) {
				time.Sleep(100 * time.Millisecond) // for all blocks to look at once
				answers.Body(200, noVehiculos)(rw, r)
			}}))
		p := w.Proto(nil)
		created := make([]acctest.Result, 4)
		var blocks sync.WaitGroup
		for i := range created {
			blocks.Go(func() { created[i] = p.Apply(resource, acctest.Result{}, declared) })
		}
		blocks.Wait()
		for _, block := range created {
			acctest.NoErrors(t, "created", block)
			for _, computed := range []string{"id", "vehiculo_ids"} {
				if got, want := block.State[computed], created[0].State[computed]; !reflect.DeepEqual(got, want) {
					t.Errorf("%s: got %v, want %v", computed, got, want)
				}
			}
		}
		made := w.Requests()
		if resource != "parking_placa" && made["registrar_vehiculo"] != 1 || most.Load() != 1 {
			t.Errorf("got the requests %v, at most %d at once; want one link, and one at once", made, most.Load())
		}
	})
}

// One provider may serve several runs, as in `terraform test`: what an earlier run made, destroyed or replaced decides
// nothing.
func TestCreatedAgainByOneProvider(t *testing.T) {
	t.Parallel()
	acctest.Each(t, map[string]acctest.Values{
		"parking_placa":    {"placa": "AB-1", "tipo_vehiculo_id": 1},
		"parking_vehiculo": {"cliente_id": 1, "placa": "CD-2"},
		"parking_flota":    acctest.FleetOf(acctest.Values{"AB-1": acctest.Car(nil)}),
	}, func(t *testing.T, declared acctest.Values) {
		resource := path.Base(t.Name())
		w := acctest.NewServer(t, sandbox.Options{})
		w.Placas("CD-2")
		p := w.Proto(nil)
		var created acctest.Result
		for range 2 {
			created = p.Apply(resource, acctest.Result{}, declared)
			acctest.NoErrors(t, "created", created)
			acctest.NoErrors(t, "destroyed", p.Apply(resource, created, nil))
		}
		acctest.NoErrors(t, "renamed", p.Apply(resource, acctest.Result{}, declared))
		acctest.NoErrors(t, "its old name", p.Apply(resource, created, nil))
		acctest.NoErrors(t, "another block", p.Apply(resource, acctest.Result{}, declared))
	})
}
