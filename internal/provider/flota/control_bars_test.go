package flota

import (
	"fmt"
	"sync"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// loaded are 150 new vehicles: as a fleet, and as blocks of their own of which Terraform works on ten at once.
const loaded = 150

func newFleet() acctest.Values {
	entries := acctest.Values{}
	for i := range loaded {
		entries[fmt.Sprintf("NEW%04d", i)] = acctest.Car(nil)
	}
	return acctest.FleetOf(entries)
}

func tenAtOnce(work func(placa string)) {
	var blocks sync.WaitGroup
	placas := make(chan string)
	for range 10 {
		blocks.Go(func() {
			for placa := range placas {
				work(placa)
			}
		})
	}
	for i := range loaded {
		placas <- fmt.Sprintf("NEW%04d", i)
	}
	close(placas)
	blocks.Wait()
}

func sum(made acctest.Requests) (n int) {
	for _, times := range made {
		n += times
	}
	return n
}

// A first load asks what a denial means once, and not of each vehicle.
func TestFirstLoad(t *testing.T) {
	t.Parallel()
	t.Run("fleet", func(t *testing.T) {
		t.Parallel()
		w := acctest.NewServer(t, sandbox.Options{})
		acctest.NoErrors(t, "planned", messagesOf(w.Proto(nil), "parking_flota", newFleet()))
		made := w.Requests()
		t.Log(sum(made), made)
		acctest.NoErrors(t, "applied", w.Proto(nil).Apply("parking_flota", acctest.Result{}, newFleet()))
		made = w.Requests()
		t.Log(sum(made), made)
	})
	t.Run("blocks", func(t *testing.T) {
		t.Parallel()
		w := acctest.NewServer(t, sandbox.Options{})
		p := w.Proto(nil)
		tenAtOnce(func(placa string) {
			acctest.NoErrors(t, "planned", messagesOf(p, "parking_placa", acctest.Values{"placa": placa, "tipo_vehiculo_id": 1}))
			acctest.NoErrors(t, "planned", messagesOf(p, "parking_vehiculo", acctest.Values{"cliente_id": 1, "placa": placa}))
		})
		made := w.Requests()
		t.Log(sum(made), made)
		p = w.Proto(nil)
		tenAtOnce(func(placa string) {
			acctest.NoErrors(t, "planned", p.Apply("parking_placa", acctest.Result{}, acctest.Values{"placa": placa, "tipo_vehiculo_id": 1}))
			acctest.NoErrors(t, "planned", p.Apply("parking_vehiculo", acctest.Result{}, acctest.Values{"cliente_id": 1, "placa": placa}))
		})
		made = w.Requests()
		t.Log(sum(made), made)
	})
}
