package acceptance

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// What the provider itself costs, call by call as Terraform makes them, and without the transport between the two. CONTRIBUTING.md says
// how to run and compare them.

// offline is a service that costs next to nothing, in place of the network. It holds so many plates, and as vehicles of client 1; what is
// created is accepted, and only its plate shows.
type offline struct {
	vehicles int
	placas   sync.Map
}

func (s *offline) RoundTrip(r *http.Request) (*http.Response, error) {
	var sent struct{ Placa string }
	if r.Method == http.MethodPost {
		if err := json.NewDecoder(r.Body).Decode(&sent); err != nil {
			return nil, err
		}
	}
	status, body := http.StatusOK, ""
	switch route := r.Method + " " + r.URL.Path; route {
	case "POST /external/placa":
		s.placas.Store(sent.Placa, true)
		body = ok(offlineRecord(sent.Placa))
	case "POST /external/vehiculo":
		body = ok(offlineVehiculo(sent.Placa))
	case "GET /external/tipo-vehiculo":
		body = ok(`[{"id":1,"nombre":"Turismo"}]`)
	case "GET /external/cliente":
		body = ok(`{"id":1}`)
	case "GET /external/vehiculos":
		body = s.page(r)
	default:
		placa, is := strings.CutPrefix(route, "GET /external/placa/")
		if !is {
			return nil, fmt.Errorf("%s is not offered offline", route)
		}
		body = ok(offlineRecord(placa))
		_, made := s.placas.Load(placa)
		if n := offlineID(placa); !made && (n > s.vehicles || placa != offlinePlaca(n-1)) {
			status, body = http.StatusNotFound, `{"estado":"fail","error":"La placa no existe"}`
		}
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

func ok(data string) string { return `{"estado":"ok","data":` + data + `}` }

func offlineRecord(placa string) string {
	return `{"placa":"` + placa + `","tipo_vehiculo_id":1,"marca":"Toyota","electrico":0,"minusvalido":0,"exento":0,"sancionable":1}`
}

// page answers the listing, with the filter by plate or without.
func (s *offline) page(r *http.Request) string {
	query := r.URL.Query()
	number, _ := strconv.Atoi(query.Get("page"))
	number = max(number, 1)
	first, end, total := (number-1)*15, min(number*15, s.vehicles), s.vehicles
	if placa := query.Get("placa"); placa != "" {
		first = offlineID(placa) - 1
		end = max(first, min(first+1, s.vehicles))
		total = end - first
	}
	var records []string
	for n := first; n < end; n++ {
		records = append(records, offlineVehiculo(offlinePlaca(n)))
	}
	return fmt.Sprintf(`{"estado":"ok","data":[%s],"total":%d,"per_page":15,"current_page":%d,"last_page":%d}`,
		strings.Join(records, ","), total, number, max((total+14)/15, 1))
}

func offlinePlaca(n int) string { return fmt.Sprintf("P%06d", n) }

func offlineID(placa string) int {
	n, _ := strconv.Atoi(placa[1:])
	return n + 1
}

func offlineVehiculo(placa string) string {
	return fmt.Sprintf(`{"id":%d,"cliente_id":1,"placa":"%s","nombre":"V","activado":1,"favorito":0}`, offlineID(placa), placa)
}

// newOffline starts a provider whose service has so many vehicles.
func newOffline(b *testing.B, vehicles int) *acctest.Proto {
	b.Helper()
	p := acctest.ProtoOf(b, acctest.Serve(acctest.GetenvOf(nil), parking.Config{Transport: &offline{vehicles: vehicles}}))
	return p.Configured(acctest.Values{"base_url": "http://service.test", "credential": "secret-credential", "allow_http": true})
}

// offlineThing is the configuration of a plate, or of a fleet of so many vehicles, and its state where it is in place.
func offlineThing(typeName string, n int) (config, held acctest.Values) {
	if typeName == "parking_placa" {
		config = acctest.Values{"placa": offlinePlaca(n), "tipo_vehiculo_id": 1}
		return config, config.With(acctest.Values{"electrico": false, "minusvalido": false, "marca": "Toyota", "exento": false, "sancionable": true})
	}
	vehiculos, ids := acctest.Values{}, acctest.Values{}
	for i := range n {
		placa := offlinePlaca(i)
		vehiculos[placa] = acctest.Values{"tipo_vehiculo_id": 1, "nombre": "V", "electrico": nil, "minusvalido": nil}
		ids[placa] = offlineID(placa)
	}
	config = acctest.Values{"cliente_id": 1, "vehiculos": vehiculos}
	return config, config.With(acctest.Values{"vehiculo_ids": ids, "pendientes": acctest.Values{}})
}

// BenchmarkResource measures each call of a resource. A fleet of ten times the size must cost about ten times as much.
func BenchmarkResource(b *testing.B) {
	for _, kind := range []struct {
		name, typeName string
		n              int
	}{{"parking_placa", "parking_placa", 1}, {"parking_flota/1000", "parking_flota", 1000}, {"parking_flota/10000", "parking_flota", 10000}} {
		p, empty := newOffline(b, 10000), newOffline(b, 0)
		schema := p.Schema.ResourceSchemas[kind.typeName].ValueType()
		config, held := offlineThing(kind.typeName, kind.n)
		declared, state := p.Encode(schema, config), p.Encode(schema, held)
		update := p.PlanRequest(kind.typeName, acctest.Result{State: held}, config)
		create := p.PlanRequest(kind.typeName, acctest.Result{}, config)
		nothing := func(diags []*tfprotov6.Diagnostic, err error) {
			if err != nil || len(diags) > 0 {
				b.Fatal(err, acctest.ErrorsOf(diags), acctest.TextsOf(diags, tfprotov6.DiagnosticSeverityWarning))
			}
		}
		plan := func(p *acctest.Proto, request *tfprotov6.PlanResourceChangeRequest) *tfprotov6.PlanResourceChangeResponse {
			planned, err := p.Server.PlanResourceChange(b.Context(), request)
			nothing(planned.Diagnostics, err)
			return planned
		}
		measure := func(step string, call func()) {
			b.Run(kind.name+"/"+step, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					call()
				}
			})
		}
		measure("validate", func() {
			valid, err := p.Server.ValidateResourceConfig(b.Context(), &tfprotov6.ValidateResourceConfigRequest{TypeName: kind.typeName, Config: declared})
			nothing(valid.Diagnostics, err)
		})
		measure("read", func() {
			read, err := p.Server.ReadResource(b.Context(), &tfprotov6.ReadResourceRequest{TypeName: kind.typeName, CurrentState: state})
			nothing(read.Diagnostics, err)
		})
		measure("plan", func() { plan(p, update) })
		measure("plan-create", func() { plan(empty, create) })
		planned := plan(empty, create)
		b.Run(kind.name+"/apply-create", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer() // a run of the provider creates a thing once
				fresh := newOffline(b, 0)
				b.StartTimer()
				made, err := fresh.Server.ApplyResourceChange(b.Context(), &tfprotov6.ApplyResourceChangeRequest{TypeName: kind.typeName,
					PriorState: create.PriorState, Config: create.Config, PlannedState: planned.PlannedState, PlannedPrivate: planned.PlannedPrivate})
				nothing(made.Diagnostics, err)
			}
		})
	}
}
