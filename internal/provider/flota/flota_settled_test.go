package flota

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// A fleet is planned without the framework only where the framework would plan the same.
func TestFlotaSettled(t *testing.T) {
	t.Parallel()
	p := acctest.NewServer(t, sandbox.Options{}).Proto(nil)
	config := acctest.Values{"cliente_id": 1, "vehiculos": acctest.Values{
		"SET0001": acctest.Values{"tipo_vehiculo_id": 1}, "SET0002": acctest.Values{"tipo_vehiculo_id": 2, "nombre": "Moto"},
	}}
	created := p.Apply("parking_flota", acctest.Result{}, config)
	created.Private = []byte(`{"other":"e30="}`)
	with := func(name string, value any) acctest.Result {
		out := created
		out.State = created.State.With(acctest.Values{name: value})
		return out
	}
	noted, older := created, created
	noted.Private = []byte(`{"flota":"eyJyZWdpc3RlcmVkIjpbIlNFVDAwMDEiXX0="}`) // SET0001 is registered
	older.Identity = nil
	for name, tt := range map[string]struct {
		prior   acctest.Result
		settled bool
	}{
		"in place":           {created, true},
		"an older Terraform": {older, true},
		"pending":            {with("pendientes", acctest.Values{"SET0001": "not linked"}), false},
		"no identifier":      {with("vehiculo_ids", acctest.Values{"SET0001": nil, "SET0002": 2}), false},
		"imported":           {with("vehiculo_ids", nil), false},
		"never linked":       {with("pendientes", nil), false},
		"notes":              {noted, false},
	} {
		req := p.PlanRequest("parking_flota", tt.prior, config)
		if got := settled(req); got != tt.settled {
			t.Errorf("%s: settled %v, wanted %v", name, got, tt.settled)
		}
		if !tt.settled {
			continue
		}
		short := planOf(p, req)
		if !short.asProposed {
			t.Errorf("%s: the framework was asked", name)
		}
		// The framework reads no further than the value.
		req.ProposedNewState = &tfprotov6.DynamicValue{MsgPack: append(bytes.Clone(req.ProposedNewState.MsgPack), 0)}
		long := planOf(p, req)
		long.asProposed = true
		if !reflect.DeepEqual(short, long) {
			t.Errorf("%s: got\n%+v\nThe framework plans\n%+v", name, short, long)
		}
	}
}

// planOf is the answer to a request, with the state as values, since their order in bytes is by chance.
func planOf(p *acctest.Proto, req *tfprotov6.PlanResourceChangeRequest) (out struct {
	state      acctest.Values
	rest       tfprotov6.PlanResourceChangeResponse
	asProposed bool
}) {
	resp, err := p.Server.PlanResourceChange(p.T.Context(), req)
	acctest.Must(p.T, err)
	out.state, out.rest = p.Decode(p.Schema.ResourceSchemas["parking_flota"].ValueType(), resp.PlannedState), *resp
	out.asProposed, out.rest.PlannedState = resp.PlannedState == req.ProposedNewState, nil
	return out
}
