package flota

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/provider/cliente"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// With the clients, since a plan relies on what the run read of the client of a vehicle.
func TestMain(m *testing.M) { acctest.Main(m, Area, cliente.Area) }

// serverOf is a service that has these plates.
func serverOf(t *testing.T, placas ...string) *acctest.Server {
	t.Helper()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Placas(placas...)
	return w
}

// routes are answers in the place of the service's.
type routes = map[string]http.HandlerFunc

// listing is the route of a client's vehicles.
const listing = "GET /external/vehiculos"

// vehiculosPage is a listing that has these records on one page.
func vehiculosPage(records string) http.HandlerFunc {
	last := `,"per_page":15,"current_page":1,"last_page":1}`
	return answers.Body(200, fmt.Sprintf(`{"estado":"ok","data":[%s],"total":%d%s`, records, strings.Count(records, "{"), last))
}

// planOf plans, and gives the planned state with what the plan says.
func planOf(p *acctest.Proto, typeName string, prior acctest.Result, config acctest.Values) acctest.Result {
	p.T.Helper()
	planned := p.Plan(typeName, prior, config)
	kind := p.Schema.ResourceSchemas[typeName].ValueType()
	return acctest.Result{Diags: planned.Diagnostics, State: p.Decode(kind, planned.PlannedState)}
}

// saidBy gives the errors, and then the warnings.
func saidBy(r acctest.Result) []string { return append(r.Errors(), r.Warnings()...) }

// first gives the first error, or the first warning if there is none.
func first(r acctest.Result) string { return append(saidBy(r), "")[0] }
