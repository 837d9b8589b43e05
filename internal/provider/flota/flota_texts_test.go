package flota

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// A name that the service changes on its way is a warning, which says what to
// write into the entry.
func TestFlotaCreatedUnderAnotherName(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Answer(answers.On(map[string]http.HandlerFunc{"POST /external/vehiculo": w.CarriedOut(`{"estado":"ok","data":{"id":1,"cliente_id":1,"placa":"FLA0001","nombre":"Camio"}}`)}))
	created := w.Proto(nil).Apply("parking_flota", acctest.Result{}, acctest.FleetOf(acctest.Values{"FLA0001": acctest.Car("Camioneta")}))
	acctest.Expect(t, "warning", created.Warnings(), "Vehicle created under another name: FLA0001 of client 1")
}

// An entry that a fleet has no time left for is not begun.
func TestFlotaOutOfTime(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	vehicle := &task{entry: entry{placa: "FLA0001", clienteID: types.Int64Value(1)}}
	vehicle.ensureOfFleet(ctx, &framework.Service{})
	if why := stopped(vehicle.found); why == nil || !strings.HasPrefix(why.is, "Not processed: ") {
		t.Errorf("got the reason %+v, want that it was not processed", why)
	}
}
