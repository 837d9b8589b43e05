package acctest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/areas"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

func TestMain(m *testing.M) { acctest.Main(m, areas.All...) }

// change is what a run does, with Proto and with the program.
type change struct {
	typeName      string
	before, after acctest.Values // nil where there is nothing; before is empty where the thing is imported
	imported      string
	how           acctest.Replacement
	replace       bool // what the plan would keep
	actions       string
}

const (
	tipoPlaca, tipoFavorita, tipoReserva, tipoFlota = "parking_placa", "parking_zona_favorita", "parking_reserva", "parking_flota"
	tipoSancion                                     = acctest.ParkingSancion

	create, inPlace, keep, destroyFirst, createFirst = "create", "update", "no-op", "delete create", "create delete"
)

var (
	first        = acctest.Replacement{CreateFirst: true}
	tainted      = acctest.Replacement{Tainted: true}
	taintedFirst = acctest.Replacement{Tainted: true, CreateFirst: true}
	electric     = acctest.Values{"placa": "ZZR0033", "tipo_vehiculo_id": 1, "electrico": true}
	unsaid       = electric.With(acctest.Values{"electrico": nil})
	held         = acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 1}
	heldOtro     = acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 2}
	favorita     = acctest.Values{"cliente_id": 1, "tramo_id": 5}
	reserva      = acctest.DeclaredReserva
	sectionSix   = reserva.With(acctest.Values{"tramo_id": 6})
	paid         = acctest.Values{"sancion_id": 7, "pago": acctest.DeclaredPago} // of client 1, who is the payer
	later        = paid.With(acctest.Values{"timeouts": acctest.Values{"create": nil, "read": "1m", "update": nil}})
	payer        = later.With(acctest.Values{"pago": acctest.DeclaredPago.With(acctest.Values{"cliente_id": nil})})
	flota        = acctest.FleetOf(acctest.Values{"FLA0001": acctest.Car("Uno")})
	larger       = acctest.FleetOf(acctest.Values{"FLA0001": acctest.Car("Uno"), "FLA0002": acctest.Car(nil)})
)

var changes = map[string]change{
	"created":                 {typeName: tipoPlaca, after: unsaid, actions: create},
	"created, nested":         {typeName: tipoSancion, after: paid, actions: create},
	"updated":                 {typeName: tipoPlaca, before: electric, after: unsaid, actions: inPlace},
	"updated, nested omitted": {typeName: tipoSancion, before: paid, after: later, actions: inPlace},
	"updated, nested null":    {typeName: tipoSancion, before: paid, after: payer, actions: inPlace},
	"updated, map":            {typeName: tipoFlota, before: flota, after: larger, actions: inPlace},
	"kept":                    {typeName: tipoFlota, before: flota, after: flota, actions: keep},
	"imported":                {typeName: tipoPlaca, imported: "AKX0359", after: held, actions: keep},
	"imported and updated":    {typeName: tipoPlaca, imported: "AKX0359", after: heldOtro, actions: inPlace},
	"destroyed":               {typeName: tipoFavorita, before: favorita, actions: "delete"},
	"replaced":                {typeName: tipoSancion, before: paid, after: acctest.Values{"sancion_id": 1}, actions: destroyFirst},
	"replaced, created first": {typeName: tipoReserva, before: reserva, after: sectionSix, how: first, actions: createFirst},
	"forced":                  {typeName: tipoReserva, before: reserva, after: reserva, replace: true, actions: destroyFirst},
	"forced, created first":   {typeName: tipoFavorita, before: favorita, after: favorita, replace: true, how: first, actions: createFirst},
	"tainted":                 {typeName: tipoReserva, before: reserva, after: reserva, how: tainted, actions: destroyFirst},
	"tainted, created first":  {typeName: tipoFavorita, before: favorita, after: favorita, how: taintedFirst, actions: createFirst},
}

// TestCLIAsksAsProtoDoes: Proto asks the provider what Terraform asks it, in the same order.
func TestCLIAsksAsProtoDoes(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t)
	acctest.Each(t, changes, func(t *testing.T, c change) {
		byProto, byTerraform := c.byProto(t), c.byTerraform(t)
		if got, want := strings.Join(byProto, "\n\n"), strings.Join(byTerraform, "\n\n"); got != want {
			t.Errorf("Proto asks\n%s\n\nTerraform asks\n%s", got, want)
		}
	})
}

// block is the provider block of both.
func block(w *acctest.Server) acctest.Values {
	return acctest.WithList.With(acctest.Values{"base_url": w.BaseURL, "credential": "secret-credential", "max_retries": 0})
}

// patient is a provider whose private state is the same however long a run of Terraform takes.
func patient() tfprotov6.ProviderServer {
	return acctest.Serve(acctest.GetenvOf(nil), parking.Config{})
}

func (c change) byProto(t *testing.T) (calls []string) {
	t.Helper()
	w := acctest.ConVehiculo(t)
	recorder := &recorder{t: t}
	p := acctest.ProtoOf(t, recorder)
	begin := func() { // a run, which has a process of its own
		recorder.ProviderServer = patient()
		acctest.NoErrors(t, "configured", acctest.Result{Diags: p.Configure(block(w))})
		recorder.calls = nil
	}
	begin()
	var prior acctest.Result
	if c.before != nil {
		prior = p.Apply(c.typeName, acctest.Result{}, c.before)
		acctest.NoErrors(t, "before", prior)
	}
	begin()
	if c.imported != "" {
		prior = p.ImportID(c.typeName, c.imported)
	}
	if prior.State != nil {
		prior = p.Read(c.typeName, prior)
	}
	switch {
	case c.after == nil: // Terraform plans the configuration first, as in every run
		p.Plan(c.typeName, prior, c.before)
		acctest.NoErrors(t, "destroyed", p.Apply(c.typeName, prior, nil))
	case c.actions == keep:
		p.Plan(c.typeName, prior, c.after)
	case c.replace || c.how != acctest.Replacement{}:
		acctest.NoErrors(t, "replaced", p.Replace(c.typeName, prior, c.after, c.how))
	default:
		acctest.NoErrors(t, "applied", p.Apply(c.typeName, prior, c.after))
	}
	return recorder.calls
}

func (c change) byTerraform(t *testing.T) (calls []string) {
	t.Helper()
	w := acctest.ConVehiculo(t)
	recorder := &recorder{t: t}
	folder := t.TempDir()
	acctest.Write(t, filepath.Join(folder, "main.tf"), acctest.Required)
	cli := acctest.ServeCLI(t, folder, func() tfprotov6.ProviderServer {
		recorder.ProviderServer = patient()
		return recorder
	})
	address := c.typeName + ".test"
	if c.before != nil {
		c.configure(t, w, folder, c.before)
		cli.Ok("apply", "-no-color", "-auto-approve")
	}
	if c.how.Tainted {
		cli.Ok("taint", address)
	}
	plan := []string{"plan", "-no-color", "-out=saved"}
	if c.after == nil {
		plan = append(plan, "-destroy")
	} else {
		c.configure(t, w, folder, c.after)
	}
	if c.replace {
		plan = append(plan, "-replace="+address)
	}
	if c.imported != "" {
		acctest.Write(t, filepath.Join(folder, "import.tf"), "import {\n  to = "+address+"\n  id = \""+c.imported+"\"\n}\n")
	}
	recorder.calls = nil
	cli.Ok(plan...)
	actions := `"actions":["` + strings.ReplaceAll(c.actions, " ", `","`) + `"]`
	acctest.ExpectSays(t, "the plan", cli.Ok("show", "-json", "saved"), actions)
	cli.Ok("apply", "-no-color", "saved")
	return recorder.calls
}

// configure writes the configuration of the one resource.
func (c change) configure(t *testing.T, w *acctest.Server, folder string, of acctest.Values) {
	t.Helper()
	of = of.With(acctest.Values{"lifecycle": acctest.Values{"create_before_destroy": c.how.CreateFirst}})
	text, err := json.Marshal(map[string]any{
		"provider": map[string]any{"parking": block(w)},
		"resource": map[string]any{c.typeName: map[string]any{"test": of}},
	})
	acctest.Must(t, err)
	acctest.Write(t, filepath.Join(folder, "test.tf.json"), string(text))
}

// recorder is a provider that notes what it is asked about resources.
type recorder struct {
	tfprotov6.ProviderServer

	t     *testing.T
	mu    sync.Mutex
	calls []string
}

// values are the objects of a call, by name.
type values map[string]*tfprotov6.DynamicValue

// note notes a call. Terraform repeats its last plan when it applies it.
func (r *recorder) note(call, typeName string, objects values, private []byte) {
	p := acctest.ProtoOf(r.t, nil)
	for _, name := range slices.Sorted(maps.Keys(objects)) {
		object := p.Decode(p.Schema.ResourceSchemas[typeName].ValueType(), objects[name])
		if object["datos"] != nil && !acctest.IsUnknown(object["datos"]) { // what the service said of it besides has times in it
			object["datos"] = "(known)"
		}
		call += fmt.Sprintf("\n  %s = %v", name, object)
	}
	var held map[string]any
	if len(private) > 0 {
		acctest.Must(r.t, json.Unmarshal(private, &held))
	}
	call += fmt.Sprintf("\n  private = %s", slices.Sorted(maps.Keys(held))) // whose values may be times
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.calls) == 0 || r.calls[len(r.calls)-1] != call {
		r.calls = append(r.calls, call)
	}
}

func (r *recorder) ImportResourceState(
	ctx context.Context, req *tfprotov6.ImportResourceStateRequest) (*tfprotov6.ImportResourceStateResponse, error) {
	r.note("import "+req.ID, req.TypeName, nil, nil)
	return r.ProviderServer.ImportResourceState(ctx, req)
}

func (r *recorder) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	r.note("read", req.TypeName, values{"state": req.CurrentState}, req.Private)
	return r.ProviderServer.ReadResource(ctx, req)
}

func (r *recorder) PlanResourceChange(
	ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	r.note("plan", req.TypeName, values{"prior": req.PriorState, "config": req.Config, "proposed": req.ProposedNewState}, req.PriorPrivate)
	return r.ProviderServer.PlanResourceChange(ctx, req)
}

func (r *recorder) ApplyResourceChange(
	ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	r.note("apply", req.TypeName, values{"prior": req.PriorState, "config": req.Config, "planned": req.PlannedState}, req.PlannedPrivate)
	return r.ProviderServer.ApplyResourceChange(ctx, req)
}
