package flota

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// A look that is wrong does no harm: the service refuses the registration, and its text is the error.
func TestDeniedPlateExists(t *testing.T) {
	t.Parallel()
	w := serverOf(t, "AKX0359")
	denied := answers.Body(422, `{"estado":"fail","error":"Consulta rechazada"}`)
	w.Answer(answers.On(routes{"GET /external/placa/AKX0359": denied}))
	refused := w.Proto(nil).Apply("parking_placa", acctest.Result{}, plate)
	acctest.Expect(t, "warning", refused.PlanWarnings(), "Plates not checked")
	acctest.ExpectSays(t, "apply", strings.Join(refused.Errors(), "\n"), "La placa ya está registrada", "Consulta rechazada")
	w.ExpectCount(1, "SELECT COUNT(*) FROM placas")
}

// A plate that the service does not accept is refused by its registration, on the attribute.
func TestRefusedPlate(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{}).HideTipos()
	for attribute, declared := range map[string]acctest.Values{
		"placa":            {"placa": "PLACADEMASIADOLARGA1234", "tipo_vehiculo_id": 2},
		"tipo_vehiculo_id": {"placa": "AKX0359", "tipo_vehiculo_id": 99},
	} {
		refused := w.Proto(nil).Apply("parking_placa", acctest.Result{}, declared)
		acctest.ExpectRefused(t, attribute, refused, attribute+": Unable to create plate")
		w.ExpectRequests(map[string]int{"registrar_placa": 1, "placa": 2}) // of the plan, and to tell why
	}
}

// A first load of 150 vehicles, as a fleet and as blocks of which Terraform works on ten at once, asks what a denial means once, and not
// for each vehicle.
func TestFirstLoad(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t) // which block warns of the client
	entries := acctest.Values{}
	for i := range 150 {
		entries[fmt.Sprintf("NEW%04d", i)] = acctest.Car(nil)
	}
	load := acctest.FleetOf(entries)
	w := acctest.NewServer(t, sandbox.Options{})
	counted := w.Counted()
	most := func(what string, alone int) {
		t.Helper()
		if n := counted(); n > alone+4 {
			t.Errorf("%s: %d requests, want at most 4 more than the %d without a denial", what, n, alone)
		}
	}
	acctest.NoErrors(t, "fleet", planOf(w.Proto(nil), "parking_flota", acctest.Result{}, load))
	most("plan of a fleet", 152)
	acctest.NoErrors(t, "fleet", w.Proto(nil).Apply("parking_flota", acctest.Result{}, load))
	most("apply of a fleet", 452)
	w = acctest.NewServer(t, sandbox.Options{})
	counted = w.Counted()
	p := w.Proto(nil)
	eachBlock(entries, func(typeName string, config acctest.Values) {
		acctest.NoErrors(t, "block", planOf(p, typeName, acctest.Result{}, config))
	})
	most("plan of blocks", 153)
	p = w.Proto(nil)
	eachBlock(entries, func(typeName string, config acctest.Values) {
		acctest.NoErrors(t, "block", p.Apply(typeName, acctest.Result{}, config))
	})
	most("apply of blocks", 530) // of 600 if each plan looks: those of ten blocks do, and some in a moment in which none is applied
}

// eachBlock does something for each plate and then for its vehicle, for ten plates at once.
func eachBlock(entries acctest.Values, do func(typeName string, config acctest.Values)) {
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
	for _, placa := range plates(entries) {
		placas <- placa
	}
	close(placas)
	blocks.Wait()
}
