package acceptance

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// What the provider itself costs, call by call as Terraform makes them, and without the transport between the two. CONTRIBUTING.md says
// how to run and compare them.

// offline is a service that costs next to nothing, in place of the network. It holds so many plates, and as vehicles of client 1.
type offline struct{ vehicles int }

func (s offline) RoundTrip(r *http.Request) (*http.Response, error) {
	status, body := http.StatusOK, ""
	switch r.URL.Path {
	case "/external/tipo-vehiculo":
		body = `{"estado":"ok","data":[{"id":1,"nombre":"Turismo"}]}`
	case "/external/cliente":
		body = `{"estado":"ok","data":{"id":1}}`
	case "/external/vehiculos":
		body = s.page(r.URL.Query())
	default:
		placa, _ := strings.CutPrefix(r.URL.Path, "/external/placa/")
		body = `{"estado":"ok","data":{"placa":"` + placa +
			`","tipo_vehiculo_id":1,"electrico":0,"minusvalido":0,"exento":0,"sancionable":1}}`
		if n := offlineID(placa); n > s.vehicles || placa != offlinePlaca(n) {
			status, body = http.StatusNotFound, `{"estado":"fail","error":"La placa no existe"}`
		}
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

// page answers the listing, with the filter by plate or without.
func (s offline) page(query url.Values) string {
	number, _ := strconv.Atoi(query.Get("page"))
	number = max(number, 1)
	first, end, total := number*15-14, min(number*15, s.vehicles), s.vehicles
	if placa := query.Get("placa"); placa != "" {
		first = offlineID(placa)
		end = min(first, s.vehicles)
		total = end - first + 1
	}
	var records []string
	for id := first; id <= end; id++ {
		records = append(records, fmt.Sprintf(`{"id":%d,"cliente_id":1,"placa":%q,"nombre":"V","activado":1,"favorito":0}`,
			id, offlinePlaca(id)))
	}
	return fmt.Sprintf(`{"estado":"ok","data":[%s],"total":%d,"per_page":15,"current_page":%d,"last_page":%d}`,
		strings.Join(records, ","), total, number, max((total+14)/15, 1))
}

func offlinePlaca(id int) string { return fmt.Sprintf("P%06d", id) }

func offlineID(placa string) int {
	id, _ := strconv.Atoi(placa[1:])
	return id
}

// BenchmarkResource measures each call of the largest resource. A fleet of ten times the size must cost about ten times as much.
func BenchmarkResource(b *testing.B) {
	const flota = "parking_flota"
	for _, size := range []int{1000, 10000} {
		vehiculos, ids := acctest.Values{}, acctest.Values{}
		for id := 1; id <= size; id++ {
			vehiculos[offlinePlaca(id)] = acctest.Values{"tipo_vehiculo_id": 1, "nombre": "V"}
			ids[offlinePlaca(id)] = id
		}
		config := acctest.FleetOf(vehiculos)
		held := config.With(acctest.Values{"vehiculo_ids": ids, "pendientes": acctest.Values{}})
		of := func(vehicles int) *acctest.Proto {
			p := acctest.ProtoOf(b, acctest.Serve(acctest.GetenvOf(nil), parking.Config{Transport: offline{vehicles}}))
			return p.Configured(acctest.Values{"base_url": "http://service.test", "credential": "secret-credential", "allow_http": true})
		}
		p, empty := of(size), of(0)
		kind := p.Schema.ResourceSchemas[flota].ValueType()
		validate := &tfprotov6.ValidateResourceConfigRequest{TypeName: flota, Config: p.Encode(kind, config)}
		read := &tfprotov6.ReadResourceRequest{TypeName: flota, CurrentState: p.Encode(kind, held)}
		plan, create := p.PlanRequest(flota, acctest.Result{State: held}, config), p.PlanRequest(flota, acctest.Result{}, config)
		for _, step := range []struct {
			name string
			call func() ([]*tfprotov6.Diagnostic, error)
		}{
			{"validate", func() ([]*tfprotov6.Diagnostic, error) {
				resp, err := p.Server.ValidateResourceConfig(b.Context(), validate)
				return resp.Diagnostics, err
			}},
			{"read", func() ([]*tfprotov6.Diagnostic, error) {
				resp, err := p.Server.ReadResource(b.Context(), read)
				return resp.Diagnostics, err
			}},
			{"plan", func() ([]*tfprotov6.Diagnostic, error) {
				resp, err := p.Server.PlanResourceChange(b.Context(), plan)
				return resp.Diagnostics, err
			}},
			{"plan-create", func() ([]*tfprotov6.Diagnostic, error) {
				resp, err := empty.Server.PlanResourceChange(b.Context(), create)
				return resp.Diagnostics, err
			}},
		} {
			b.Run(fmt.Sprintf("%s/%d", step.name, size), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if diags, err := step.call(); err != nil || len(diags) > 0 {
						b.Fatal(err, acctest.ErrorsOf(diags), acctest.TextsOf(diags, tfprotov6.DiagnosticSeverityWarning))
					}
				}
			})
		}
	}
}
