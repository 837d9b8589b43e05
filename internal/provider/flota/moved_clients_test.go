package flota

import (
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

// Vehicles that move to the fleet of another client are in one list, that of the fleet that gets them, if it is planned first.
// Those that are taken out are in the other.
func TestFlotaMovedAndRemoved(t *testing.T) {
	t.Parallel()
	for _, first := range []string{"the fleet that gets it", "the fleet that loses it"} {
		t.Run(first, func(t *testing.T) {
			t.Parallel()
			w, p, created, declared := flotaServer(t, nil)
			other := p.Apply("parking_flota", acctest.Result{}, acctest.Values{"cliente_id": 2, "vehiculos": acctest.Values{"FLB0001": acctest.Car(nil)}})
			p = w.Proto(nil)
			created, other = p.Read("parking_flota", created), p.Read("parking_flota", other)
			w.Requests()
			gets := func() []string {
				return p.PlanWarnings("parking_flota", other, acctest.Values{"cliente_id": 2, "vehiculos": acctest.Values{"FLB0001": acctest.Car(nil), "FLA0002": declared["FLA0002"]}})
			}
			loses := func() []string {
				return p.PlanWarnings("parking_flota", created, acctest.FleetOf(acctest.Values{"FLA0001": declared["FLA0001"]}))
			}
			if first == "the fleet that gets it" {
				acctest.Expect(t, "gets", gets(), "vehiculos: Vehicles get a second client (1)")
				acctest.Expect(t, "loses", loses())
			} else {
				acctest.Expect(t, "loses", loses(), "Vehicles stay on the service (1)")
				acctest.Expect(t, "gets", gets(), "vehiculos: Vehicles get a second client (1)")
			}
			w.ExpectRequests(map[string]int{"placa": 1}) // the links are known: a refresh read them
		})
	}
}
