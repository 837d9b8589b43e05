package acctest_test

import (
	"context"
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

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

// TestCLIAsksAsProtoDoes: Proto asks the provider what Terraform asks it, in the same order, and both plan the same.
func TestCLIAsksAsProtoDoes(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t)
	created := acctest.Replacement{CreateFirst: true}
	placa := acctest.Values{"placa": "ZZR0033", "tipo_vehiculo_id": 1}
	favorita := acctest.Values{"cliente_id": 1, "tramo_id": 5}
	reserva := acctest.DeclaredReserva
	paid := acctest.Values{"sancion_id": 7, "pago": acctest.DeclaredPago} // of client 1, who is the payer
	later := acctest.Values{"timeouts": acctest.Values{"create": nil, "read": "1m", "update": nil}}
	payer := acctest.Values{"pago": acctest.DeclaredPago.With(acctest.Values{"cliente_id": nil})}
	flota := acctest.FleetOf(acctest.Values{"FLA0001": acctest.Car("Uno")})
	larger := acctest.FleetOf(acctest.Values{"FLA0001": acctest.Car("Uno"), "FLA0002": acctest.Car(nil)})
	acctest.Each(t, map[string]change{
		"created":                   {typeName: "parking_placa", after: placa, actions: "create"},
		"created, computed null":    {typeName: "parking_placa", after: placa.With(acctest.Values{"electrico": nil}), actions: "create"},
		"created, nested":           {typeName: "parking_sancion", after: paid, actions: "create"},
		"updated":                   {typeName: "parking_placa", before: placa, after: placa.With(acctest.Values{"electrico": true}), actions: "update"},
		"updated, computed null":    {typeName: "parking_placa", before: placa.With(acctest.Values{"electrico": true}), after: placa.With(acctest.Values{"electrico": nil}), actions: "update"},
		"updated, nested omitted":   {typeName: "parking_sancion", before: paid, after: paid.With(later), actions: "update"},
		"updated, nested null":      {typeName: "parking_sancion", before: paid, after: paid.With(later).With(payer), actions: "update"},
		"updated, map":              {typeName: "parking_flota", before: flota, after: larger, actions: "update"},
		"kept":                      {typeName: "parking_flota", before: flota, after: flota, actions: "no-op"},
		"imported":                  {typeName: "parking_placa", imported: "AKX0359", after: acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 1}, actions: "no-op"},
		"imported and updated":      {typeName: "parking_placa", imported: "AKX0359", after: acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 2}, actions: "update"},
		"destroyed":                 {typeName: "parking_zona_favorita", before: favorita, actions: "delete"},
		"replaced":                  {typeName: "parking_zona_favorita", before: favorita, after: favorita.With(acctest.Values{"cliente_id": 2}), actions: "delete create"},
		"replaced, nested":          {typeName: "parking_sancion", before: paid, after: paid.With(acctest.Values{"sancion_id": 1, "pago": nil}), actions: "delete create"},
		"replaced, created first":   {typeName: "parking_reserva", before: reserva, after: reserva.With(acctest.Values{"tramo_id": 6}), how: created, actions: "create delete"},
		"forced":                    {typeName: "parking_reserva", before: reserva, after: reserva, replace: true, actions: "delete create"},
		"forced, created first":     {typeName: "parking_zona_favorita", before: favorita, after: favorita, replace: true, how: created, actions: "create delete"},
		"tainted":                   {typeName: "parking_reserva", before: reserva, after: reserva, how: acctest.Replacement{Tainted: true}, actions: "delete create"},
		"tainted and created first": {typeName: "parking_zona_favorita", before: favorita, after: favorita, how: acctest.Replacement{Tainted: true, CreateFirst: true}, actions: "create delete"},
	}, func(t *testing.T, c change) {
		byProto, byTerraform := c.byProto(t), c.byTerraform(t)
		if got := byTerraform.actions; got != c.actions {
			t.Errorf("Terraform plans %q, wanted %q", got, c.actions)
		}
		if got, want := byProto.planned, byTerraform.planned; got != want {
			t.Errorf("Proto plans\n%s\nTerraform\n%s", got, want)
		}
		if got, want := strings.Join(byProto.calls, "\n\n"), strings.Join(byTerraform.calls, "\n\n"); got != want {
			t.Errorf("Proto asks\n%s\n\nTerraform asks\n%s", got, want)
		}
	})
}

// done is what a change did.
type done struct {
	actions, planned string
	calls            []string
}

// block is the provider block of both.
func block(w *acctest.Server) acctest.Values {
	return acctest.WithList.With(acctest.Values{"base_url": w.BaseURL, "credential": "secret-credential", "max_retries": 0})
}

// patient is a provider whose private state is the same however long a run of Terraform takes.
func patient() tfprotov6.ProviderServer {
	return acctest.Serve(acctest.GetenvOf(nil), parking.Config{})
}

func (c change) byProto(t *testing.T) done {
	t.Helper()
	w := acctest.ConVehiculo(t)
	recorder := &recorder{t: t}
	p := acctest.ProtoOf(t, recorder)
	recorder.schemas = p.Schema.ResourceSchemas
	begin := func() { // a run, which has a process of its own
		recorder.ProviderServer = patient()
		acctest.NoErrors(t, "configured", acctest.Result{Diags: p.Configure(block(w))})
		recorder.begin()
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
	case c.actions == "no-op":
		p.Plan(c.typeName, prior, c.after)
	case c.replace || c.how != acctest.Replacement{}:
		acctest.NoErrors(t, "replaced", p.Replace(c.typeName, prior, c.after, c.how))
	default:
		acctest.NoErrors(t, "applied", p.Apply(c.typeName, prior, c.after))
	}
	return done{planned: recorder.planned, calls: recorder.calls}
}

func (c change) byTerraform(t *testing.T) done {
	t.Helper()
	w := acctest.ConVehiculo(t)
	recorder := &recorder{t: t, schemas: acctest.ProtoOf(t, nil).Schema.ResourceSchemas}
	folder := t.TempDir()
	configure := func(of acctest.Values) {
		written := map[string]any{"provider": map[string]any{"parking": block(w)}}
		of = of.With(acctest.Values{"lifecycle": acctest.Values{"create_before_destroy": c.how.CreateFirst}})
		written["resource"] = map[string]any{c.typeName: map[string]any{"test": of}}
		text, err := json.Marshal(written)
		acctest.Must(t, err)
		acctest.Write(t, filepath.Join(folder, "test.tf.json"), string(text))
	}
	acctest.Write(t, filepath.Join(folder, "main.tf"), acctest.Required)
	cli := acctest.ServeCLI(t, folder, func() tfprotov6.ProviderServer {
		recorder.ProviderServer = patient()
		return recorder
	})
	address := c.typeName + ".test"
	if c.before != nil {
		configure(c.before)
		cli.Ok("apply", "-no-color", "-auto-approve")
	}
	if c.how.Tainted {
		cli.Ok("taint", address)
	}
	if c.after != nil {
		configure(c.after)
	}
	if c.imported != "" {
		acctest.Write(t, filepath.Join(folder, "import.tf"), "import {\n  to = "+address+"\n  id = \""+c.imported+"\"\n}\n")
	}
	recorder.begin()
	plan := []string{"plan", "-no-color", "-out=saved"}
	if c.after == nil {
		plan = append(plan, "-destroy")
	}
	if c.replace {
		plan = append(plan, "-replace="+address)
	}
	cli.Ok(plan...)
	var shown struct {
		Changes []struct {
			Address string
			Change  struct {
				Actions []string
				After   any
				Unknown any `json:"after_unknown"`
			}
		} `json:"resource_changes"`
	}
	acctest.Must(t, json.Unmarshal([]byte(cli.Ok("show", "-json", "saved")), &shown))
	cli.Ok("apply", "-no-color", "saved")
	if len(shown.Changes) != 1 {
		t.Fatalf("Terraform plans changes of %d resources", len(shown.Changes))
	}
	planned := shown.Changes[0].Change
	return done{strings.Join(planned.Actions, " "), written(t, withUnknown(planned.After, planned.Unknown)), recorder.calls}
}

// withUnknown gives the values of a plan, in which those that are not known yet are left out, and named apart.
func withUnknown(after, unknown any) any {
	switch unknown := unknown.(type) {
	case bool:
		if unknown {
			return "(unknown)"
		}
	case map[string]any:
		values, _ := after.(map[string]any)
		if out := maps.Clone(values); out != nil {
			for name, part := range unknown {
				out[name] = withUnknown(values[name], part)
			}
			return out
		}
	}
	return after
}

// recorder is a provider that notes what it is asked about resources.
type recorder struct {
	tfprotov6.ProviderServer

	t       *testing.T
	schemas map[string]*tfprotov6.Schema
	mu      sync.Mutex
	calls   []string
	planned string // by the last plan before something is applied
	applied bool
}

// begin forgets what came before.
func (r *recorder) begin() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls, r.planned, r.applied = nil, "", false
}

// note notes a call. Terraform repeats its last plan when it applies it.
func (r *recorder) note(parts ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if call := strings.Join(parts, "\n  "); len(r.calls) == 0 || r.calls[len(r.calls)-1] != call {
		r.calls = append(r.calls, call)
	}
}

func (r *recorder) ImportResourceState(ctx context.Context, req *tfprotov6.ImportResourceStateRequest) (*tfprotov6.ImportResourceStateResponse, error) {
	r.note("import", req.TypeName, req.ID)
	return r.ProviderServer.ImportResourceState(ctx, req)
}

func (r *recorder) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	r.note("read", r.values("state", req.TypeName, req.CurrentState), r.private(req.Private))
	return r.ProviderServer.ReadResource(ctx, req)
}

func (r *recorder) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	r.note("plan", r.values("prior", req.TypeName, req.PriorState), r.values("config", req.TypeName, req.Config),
		r.values("proposed", req.TypeName, req.ProposedNewState), r.private(req.PriorPrivate))
	resp, err := r.ProviderServer.PlanResourceChange(ctx, req)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil && !r.applied {
		r.planned = r.values("", req.TypeName, resp.PlannedState)
	}
	return resp, err
}

func (r *recorder) ApplyResourceChange(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	r.note("apply", r.values("prior", req.TypeName, req.PriorState), r.values("config", req.TypeName, req.Config),
		r.values("planned", req.TypeName, req.PlannedState), r.private(req.PlannedPrivate))
	r.mu.Lock()
	r.applied = true
	r.mu.Unlock()
	return r.ProviderServer.ApplyResourceChange(ctx, req)
}

// values is an object as JSON.
func (r *recorder) values(name, typeName string, data *tfprotov6.DynamicValue) string {
	p := &acctest.Proto{T: r.t}
	text := written(r.t, plain(p.Decode(r.schemas[typeName].ValueType(), data)))
	return strings.TrimPrefix(name+" = "+text, " = ")
}

// private has the names of what private state holds, of which some are times.
func (r *recorder) private(data []byte) string {
	var held map[string]any
	if len(data) > 0 {
		acctest.Must(r.t, json.Unmarshal(data, &held))
	}
	return "private = " + strings.Join(slices.Sorted(maps.Keys(held)), ", ")
}

// plain writes what is not known as withUnknown does.
func plain(value any) any {
	switch value := value.(type) {
	case tftypes.Value:
		return "(unknown)"
	case acctest.Values:
		if value == nil {
			return nil
		}
		out := map[string]any{}
		for name, part := range value {
			out[name] = plain(part)
		}
		return out
	}
	return value
}

// written is a value as JSON, without what the service said of it besides, which has times in it.
func written(t *testing.T, value any) string {
	t.Helper()
	if values, ok := value.(map[string]any); ok && values["datos"] != nil && values["datos"] != "(unknown)" {
		values["datos"] = "(known)"
	}
	text, err := json.Marshal(value)
	acctest.Must(t, err)
	return string(text)
}
