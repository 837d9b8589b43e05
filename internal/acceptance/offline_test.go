package acceptance

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// offline is a service that costs next to nothing, in place of the network: what
// is measured over it is the provider's own. It holds every plate, and so many
// vehicles of client 1; what is created is accepted and forgotten.
type offline struct{ vehicles int }

func (s offline) RoundTrip(r *http.Request) (*http.Response, error) {
	var body string
	switch route := r.Method + " " + r.URL.Path; route {
	case "POST /external/placa":
		body = `{"estado":"ok","data":"Registrada"}`
	case "POST /external/vehiculo":
		var sent struct{ Placa string }
		if err := json.NewDecoder(r.Body).Decode(&sent); err != nil {
			return nil, err
		}
		n, err := strconv.Atoi(sent.Placa[1:])
		if err != nil {
			return nil, err
		}
		body = `{"estado":"ok","data":` + offlineVehiculo(n) + `}`
	case "GET /external/vehiculos":
		body = s.page(r)
	default:
		placa, ok := strings.CutPrefix(route, "GET /external/placa/")
		if !ok {
			return nil, fmt.Errorf("%s is not offered offline", route)
		}
		body = `{"estado":"ok","data":{"placa":"` + placa + `","tipo_vehiculo_id":1,"marca":"Toyota","modelo":"Yaris","color":"Gris","electrico":0,"minusvalido":0,"exento":0,"sancionable":1}}`
	}
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

// page answers the listing, with the filter by plate or without.
func (s offline) page(r *http.Request) string {
	query := r.URL.Query()
	number, _ := strconv.Atoi(query.Get("page"))
	number = max(number, 1)
	first, end, total := (number-1)*15, min(number*15, s.vehicles), s.vehicles
	if placa := query.Get("placa"); placa != "" {
		n, _ := strconv.Atoi(placa[1:])
		first, end = n, max(n, min(n+1, s.vehicles))
		total = end - first
	}
	var records []string
	for n := first; n < end; n++ {
		records = append(records, offlineVehiculo(n))
	}
	return fmt.Sprintf(`{"estado":"ok","data":[%s],"total":%d,"per_page":15,"current_page":%d,"last_page":%d}`,
		strings.Join(records, ","), total, number, max((total+14)/15, 1))
}

func offlinePlaca(n int) string { return fmt.Sprintf("P%06d", n) }

func offlineID(n int) int { return n + 1 }

func offlineVehiculo(n int) string {
	return fmt.Sprintf(`{"id":%d,"cliente_id":1,"placa":"%s","nombre":"V","activado":1,"favorito":0}`, offlineID(n), offlinePlaca(n))
}

// newOffline starts a provider whose service has so many vehicles.
func newOffline(t testing.TB, vehicles int) *acctest.Proto {
	t.Helper()
	p := acctest.ProtoOf(t, acctest.Serve(acctest.GetenvOf(nil), parking.Config{Transport: offline{vehicles}}))
	return p.Configured(acctest.Values{"base_url": "http://service.test", "credential": "secret-credential", "allow_http": true})
}

// calls are what Terraform asks of one resource, encoded beforehand.
type calls struct {
	validate *tfprotov6.ValidateResourceConfigRequest
	upgrade  *tfprotov6.UpgradeResourceStateRequest
	read     *tfprotov6.ReadResourceRequest
	plan     *tfprotov6.PlanResourceChangeRequest
}

// encodedCalls encodes the calls for a resource; a nil state is that of one which is to be
// created.
func encodedCalls(p *acctest.Proto, typeName string, config, state acctest.Values) calls {
	p.T.Helper()
	kind := p.Schema.ResourceSchemas[typeName].ValueType()
	declared, held := p.Encode(kind, config), p.Encode(kind, state)
	stored, err := json.Marshal(p.Decode(kind, held))
	acctest.Must(p.T, err)
	return calls{
		validate: &tfprotov6.ValidateResourceConfigRequest{TypeName: typeName, Config: declared},
		upgrade:  &tfprotov6.UpgradeResourceStateRequest{TypeName: typeName, RawState: &tfprotov6.RawState{JSON: stored}},
		read:     &tfprotov6.ReadResourceRequest{TypeName: typeName, CurrentState: held},
		plan:     p.PlanRequest(typeName, acctest.Result{State: state}, config),
	}
}

// expectNothing fails the test unless a call gave no diagnostics.
func expectNothing(p *acctest.Proto, diags []*tfprotov6.Diagnostic, err error) {
	if err != nil || len(p.Saw(diags)) > 0 {
		p.T.Fatal(err, acctest.ErrorsOf(diags), acctest.TextsOf(diags, tfprotov6.DiagnosticSeverityWarning))
	}
}

func callValidate(p *acctest.Proto, c calls) {
	resp, err := p.Server.ValidateResourceConfig(context.Background(), c.validate)
	expectNothing(p, resp.Diagnostics, err)
}

func callUpgrade(p *acctest.Proto, c calls) {
	resp, err := p.Server.UpgradeResourceState(context.Background(), c.upgrade)
	expectNothing(p, resp.Diagnostics, err)
}

func callRead(p *acctest.Proto, c calls) {
	resp, err := p.Server.ReadResource(context.Background(), c.read)
	expectNothing(p, resp.Diagnostics, err)
}

func callPlan(p *acctest.Proto, c calls) *tfprotov6.PlanResourceChangeResponse {
	resp, err := p.Server.PlanResourceChange(context.Background(), c.plan)
	expectNothing(p, resp.Diagnostics, err)
	return resp
}

// callApply applies the plan of c.
func callApply(p *acctest.Proto, c calls, planned *tfprotov6.PlanResourceChangeResponse) {
	resp, err := p.Server.ApplyResourceChange(context.Background(), &tfprotov6.ApplyResourceChangeRequest{TypeName: c.plan.TypeName, PriorState: c.plan.PriorState,
		PlannedState: planned.PlannedState, Config: c.plan.Config, PlannedPrivate: planned.PlannedPrivate, PlannedIdentity: planned.PlannedIdentity})
	expectNothing(p, resp.Diagnostics, err)
}

// offlineNew and offlineHeld are the configuration of a plate or vehicle, and its
// state where it is in place.

func offlineNew(typeName string, n int) acctest.Values {
	if typeName == "parking_placa" {
		return acctest.Values{"placa": offlinePlaca(n), "tipo_vehiculo_id": 1}
	}
	return acctest.Values{"cliente_id": 1, "placa": offlinePlaca(n)}
}

func offlineHeld(typeName string, n int) acctest.Values {
	if typeName == "parking_placa" {
		return offlineNew(typeName, n).With(acctest.Values{"electrico": false, "minusvalido": false, "marca": "Toyota", "modelo": "Yaris", "color": "Gris", "exento": false, "sancionable": true})
	}
	return offlineNew(typeName, n).With(acctest.Values{"id": offlineID(n), "nombre": "V", "activado": true, "favorito": false})
}

// offlineFlota is a fleet of so many entries.
func offlineFlota(entries int) acctest.Values {
	vehiculos := acctest.Values{}
	for n := range entries {
		vehiculos[offlinePlaca(n)] = acctest.Values{"tipo_vehiculo_id": 1, "nombre": "V", "electrico": nil, "minusvalido": nil}
	}
	return acctest.Values{"cliente_id": 1, "vehiculos": vehiculos}
}

func offlineFlotaHeld(entries int) acctest.Values {
	ids := acctest.Values{}
	for n := range entries {
		ids[offlinePlaca(n)] = offlineID(n)
	}
	return offlineFlota(entries).With(acctest.Values{"vehiculo_ids": ids, "pendientes": acctest.Values{}})
}
