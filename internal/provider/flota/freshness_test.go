package flota

import (
	"path"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What was verified within refresh_max_age is not read. Until the provider's own configuration is known, nothing is, and only
// what cannot do without the service fails.
func TestRefreshMaxAge(t *testing.T) {
	t.Parallel()
	type row struct {
		declared acctest.Values
		reads    map[string]int
	}
	acctest.Each(t, map[string]row{
		"parking_placa":    {acctest.Values{"placa": "AB-1", "tipo_vehiculo_id": 2}, map[string]int{"placa": 1}},
		"parking_vehiculo": {acctest.DeclaredVehiculo, map[string]int{"vehiculos": 1}},
		"parking_flota":    {acctest.FleetOf(acctest.Values{"AB-1": acctest.Car("Uno")}), map[string]int{"vehiculos": 1, "placa": 1}},
	}, func(t *testing.T, c row) {
		resource := path.Base(t.Name())
		w := acctest.NewServer(t, sandbox.Options{})
		w.Placas("AKX0359")
		created := w.Proto(acctest.Values{"refresh_max_age": "1h"}).Apply(resource, acctest.Result{}, c.declared)
		w.Requests()
		unknown := acctest.NewProto(t).Configured(acctest.Values{"base_url": acctest.UnknownText, "credential": "x"})
		for name, p := range map[string]*acctest.Proto{"fresh": w.Proto(acctest.Values{"refresh_max_age": "1h"}), "provider not known": unknown} {
			read := p.Read(resource, created)
			acctest.ExpectWhole(t, name, read, created.State)
			acctest.ExpectSame(t, name+" identity", read.Identity, created.Identity)
			acctest.ExpectPlanned(t, name, p.Plan(resource, read, c.declared))
		}
		w.ExpectRequests(map[string]int{})
		w.Proto(acctest.Values{"refresh_max_age": "1ns"}).Read(resource, created)
		w.ExpectRequests(c.reads)
		if resource == "parking_vehiculo" {
			acctest.Expect(t, "by id", unknown.ImportID(resource, "1").Errors(), "Provider configuration not known yet")
		}
	})
}
