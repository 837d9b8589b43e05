package acceptance

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What hostile answers leave in the state: nothing.

// An answer about another thing than the one that was asked for, or that was
// created, never enters the state, and what it is about is never written to.
func TestAnswersAboutOtherThings(t *testing.T) {
	t.Parallel()
	page := func(records string) http.HandlerFunc {
		return answers.Body(200, fmt.Sprintf(`{"estado":"ok","data":[%s],"total":%d,"per_page":15,"current_page":1,"last_page":1}`, records, 1+strings.Count(records, "},{")))
	}
	one := func(record string) http.HandlerFunc { return answers.Body(200, `{"estado":"ok","data":`+record+`}`) }
	type row struct {
		typeName string
		config   acctest.Values
		routes   map[string]http.HandlerFunc
	}
	acctest.Each(t, map[string]row{
		"plate":                  {"parking_placa", acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 1}, map[string]http.HandlerFunc{"GET /external/placa/AKX0359": one(`{"placa":"ZZR0033","tipo_vehiculo_id":2}`)}},
		"client of another id":   {"parking_cliente", acctest.Norte, map[string]http.HandlerFunc{"GET /external/cliente-email": one(`{"id":3,"nombre":"Ajeno"}`)}},
		"vehicle, unfiltered":    {"parking_vehiculo", acctest.DeclaredVehiculo, map[string]http.HandlerFunc{"GET /external/vehiculos": page(`{"id":1,"cliente_id":1,"placa":"AKX0359"},{"id":8,"cliente_id":2,"placa":"ZZR0033"}`)}},
		"vehicle, same plate":    {"parking_vehiculo", acctest.DeclaredVehiculo, map[string]http.HandlerFunc{"GET /external/vehiculos": page(`{"id":8,"cliente_id":2,"placa":"AKX0359"}`)}},
		"vehicle, nobody's":      {"parking_vehiculo", acctest.DeclaredVehiculo, map[string]http.HandlerFunc{"GET /external/vehiculos": page(`{"id":8,"cliente_id":null,"placa":"AKX0359"}`)}},
		"favourite":              {"parking_zona_favorita", acctest.DeclaredFavorita, map[string]http.HandlerFunc{"GET " + acctest.Favoritas: one(`[{"id":1,"cliente_id":2,"zona_id":1,"tramo_id":5,"celda_id":17}]`)}},
		"favourite among others": {"parking_zona_favorita", acctest.DeclaredFavorita, map[string]http.HandlerFunc{"GET " + acctest.Favoritas: one(`[{"id":1,"cliente_id":1,"zona_id":1,"tramo_id":5,"celda_id":17},{"id":2,"cliente_id":2,"zona_id":1}]`)}},
		"client":                 {"parking_cliente", acctest.Norte, map[string]http.HandlerFunc{"GET /external/cliente-email": one(`{"id":3,"email":"flota.sur@example.com","nombre":"Ajeno"}`)}},
	}, func(t *testing.T, tt row) {
		w := acctest.NewServer(t, sandbox.Options{})
		if tt.typeName == "parking_vehiculo" {
			w.Placas("AKX0359")
		}
		p := w.Proto(nil)
		created := p.Apply(tt.typeName, acctest.Result{}, tt.config)
		acctest.NoErrors(t, "created", created)
		w.Requests()
		w.Answer(answers.On(tt.routes))
		read := w.Proto(nil).Read(tt.typeName, created) // one that knows nothing yet
		noun := map[string]string{"parking_placa": "plate", "parking_vehiculo": "vehicle", "parking_zona_favorita": "favourite", "parking_cliente": "client"}[tt.typeName]
		acctest.Expect(t, "read", read.Errors(), "Unable to read "+noun)
		acctest.ExpectSame(t, "read", read.State, created.State)
		w.ExpectRequests(map[string]int{})
		again := w.Proto(nil).Apply(tt.typeName, acctest.Result{}, tt.config)
		if len(again.Errors()) != 1 || again.State != nil {
			t.Errorf("created: %v, %q", again.State, again.Errors())
		}
		w.ExpectRequests(map[string]int{})
	})
}
