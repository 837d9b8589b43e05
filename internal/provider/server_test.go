package provider

import (
	"bytes"
	"context"
	"runtime"
	"strings"
	"testing"
	"weak"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-log/tflogtest"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What comes with a call is not kept when the call is over, whatever the call was.
func TestCallsLeaveNothingBehind(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	created := p.apply("parking_placa", result{}, values{"placa": "AKX0359", "tipo_vehiculo_id": 2})
	kind := p.schema.ResourceSchemas["parking_placa"].ValueType()
	config, state := p.encode(kind, values{"placa": "AKX0359", "tipo_vehiculo_id": 2}), p.encode(kind, created.state)
	type key struct{}
	for name, call := range map[string]func(context.Context) error{
		"validate": func(ctx context.Context) error {
			_, err := p.server.ValidateResourceConfig(ctx, &tfprotov6.ValidateResourceConfigRequest{TypeName: "parking_placa", Config: config})
			return err
		},
		"upgrade": func(ctx context.Context) error {
			_, err := p.server.UpgradeResourceState(ctx, &tfprotov6.UpgradeResourceStateRequest{TypeName: "parking_placa", RawState: &tfprotov6.RawState{JSON: []byte(`{"placa":"AKX0359"}`)}})
			return err
		},
		"read": func(ctx context.Context) error {
			_, err := p.server.ReadResource(ctx, &tfprotov6.ReadResourceRequest{TypeName: "parking_placa", CurrentState: state})
			return err
		},
		"plan": func(ctx context.Context) error {
			_, err := p.server.PlanResourceChange(ctx, &tfprotov6.PlanResourceChangeRequest{TypeName: "parking_placa", PriorState: state, ProposedNewState: state, Config: config})
			return err
		},
		"apply": func(ctx context.Context) error {
			_, err := p.server.ApplyResourceChange(ctx, &tfprotov6.ApplyResourceChangeRequest{TypeName: "parking_placa", PriorState: state, PlannedState: state, Config: config})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kept, err := func() (weak.Pointer[[1 << 10]byte], error) {
				value := &[1 << 10]byte{}
				ctx, cancel := context.WithCancel(context.WithValue(t.Context(), key{}, value)) // as the transport does
				defer cancel()
				return weak.Make(value), call(ctx)
			}()
			if err != nil {
				t.Fatal(err)
			}
			runtime.GC()
			if kept.Value() != nil {
				t.Error("the context of the call is still held")
			}
		})
	}
}

// The context of a call is that of its caller as long as the call lasts.
func TestCallContext(t *testing.T) {
	t.Parallel()
	type key struct{}
	outer, cancel := context.WithCancel(context.WithValue(t.Context(), key{}, 1))
	defer cancel()
	call := newCallContext(outer)
	derived, stop := context.WithCancel(call)
	defer stop()
	if derived.Value(key{}) != 1 || derived.Err() != nil {
		t.Errorf("holds %v, %v", derived.Value(key{}), derived.Err())
	}
	cancel()
	<-derived.Done()
	call.end()
	if call.Err() == nil || call.Value(key{}) != nil {
		t.Errorf("over, it holds %v, %v", call.Value(key{}), call.Err())
	}
}

// The results of a list block come after the call that asks for them, and have its
// context still: what they are asked of the service with is logged.
func TestListKeepsItsContext(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	var output bytes.Buffer
	for range w.proto(nil).list(tflogtest.RootLogger(t.Context(), &output), fleetQuery(0, false)) {
		t.Error("listed something")
	}
	if !strings.Contains(output.String(), `"operation":"vehiculos"`) {
		t.Errorf("the request is not logged:\n%s", &output)
	}
}
