package acceptance

import (
	"bytes"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What names a thing forces replacement only where it is known to name another one. Where
// that shows in the apply alone, nothing is written and the error is on the attribute, unless that is personal.
func TestReplacedByAnotherThingOnly(t *testing.T) {
	t.Parallel()
	fleet := func(placa string) acctest.Values {
		return acctest.Values{placa: acctest.Values{"tipo_vehiculo_id": 1, "nombre": nil, "electrico": nil, "minusvalido": nil}}
	}
	registers := acctest.Values{"endpoints": acctest.Values{"registrar_cliente": acctest.RegistrarCliente}} // a client that is not there
	type row struct {
		typeName, attribute string
		unknown             tftypes.Value
		config              acctest.Values
		same, other         any      // same is nil where a value has one spelling
		warns               []string // what the plan of a replacement says
	}
	acctest.Each(t, map[string]row{
		"placa.placa":              {"parking_placa", "placa", acctest.UnknownText, acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 1}, "akx-0359", "ZZR0033", []string{"Plates stay on the service"}},
		"vehiculo.placa":           {"parking_vehiculo", "placa", acctest.UnknownText, acctest.Values{"cliente_id": 1, "placa": "AKX0359"}, "AKX 0359", "ZZR0033", []string{"Vehicles stay on the service"}},
		"vehiculo.cliente_id":      {"parking_vehiculo", "cliente_id", acctest.UnknownNumber, acctest.Values{"cliente_id": 1, "placa": "AKX0359"}, nil, 2, []string{"Vehicles linked to two clients", "Check cliente_id = 2"}},
		"cliente.email":            {"parking_cliente", "email", acctest.UnknownText, acctest.Norte, "Flota.Norte@example.com", "nadie@example.com", []string{"Clients stay on the service", "Client 2 will be replaced by a new client"}},
		"zona_favorita.cliente_id": {"parking_zona_favorita", "cliente_id", acctest.UnknownNumber, acctest.Values{"cliente_id": 1, "zona_id": 1}, nil, 2, nil},
		"flota.cliente_id":         {"parking_flota", "cliente_id", acctest.UnknownNumber, acctest.Values{"cliente_id": 1, "vehiculos": fleet("AKX0359")}, nil, 2, []string{"Vehicles linked to two clients", "Check cliente_id = 2"}},
		"sancion.sancion_id":       {"parking_sancion", "sancion_id", acctest.UnknownNumber, acctest.Values{"sancion_id": 1}, nil, 2, []string{"Sanctions stay on the service"}},
	}, func(t *testing.T, c row) {
		refusal := c.attribute + ": Replacement needed, but an update was planned"
		if c.attribute == "email" { // Terraform would print the address
			refusal = "Replacement needed, but an update was planned"
		}
		w := acctest.NewServer(t, sandbox.Options{})
		if c.typeName == "parking_vehiculo" {
			w.Placas("AKX0359")
		}
		p := w.Proto(registers)
		created := p.Apply(c.typeName, acctest.Result{}, c.config)
		acctest.NoErrors(t, "created", created)
		somethingApplied := func() {
			p.Replaced("parking_placa", acctest.Result{State: acctest.Values{"placa": "ZZR0099", "tipo_vehiculo_id": 1}})
		}
		// One process may serve several runs, even at once. A run plans an object right after it reads it.
		somethingApplied()
		created = p.Read(c.typeName, created)
		somethingApplied()
		w.Requests()
		other := c.config.With(acctest.Values{c.attribute: c.other})
		planned := p.Plan(c.typeName, created, other)
		acctest.ExpectPlanned(t, "another thing", planned, c.attribute)
		acctest.Expect(t, "another thing", acctest.TextsOf(planned.Diagnostics, tfprotov6.DiagnosticSeverityWarning), c.warns...)
		acctest.Expect(t, "a second thing", p.PlanWarnings(c.typeName, created, other)) // once in a run
		somethingApplied()
		// Terraform plans again in the apply, and would call this a bug of the provider.
		late := p.Plan(c.typeName, created, other)
		acctest.Expect(t, "planned in the apply", acctest.ErrorsOf(late.Diagnostics), refusal)
		p.Read(c.typeName, created)
		acctest.ExpectPlanned(t, "the next run", p.Plan(c.typeName, created, other), c.attribute)
		w.Requests()
		for of, want := range map[*acctest.Proto]string{w.Proto(registers): refusal, p: lateToo} { // p has given that refusal
			stopped := of.ApplyLate(c.typeName, created, c.attribute, c.unknown, other)
			acctest.Expect(t, "another thing", stopped.Errors(), want)
			acctest.ExpectSame(t, "another thing", stopped.State, created.State)
		}
		for _, value := range []any{c.config[c.attribute], c.same} {
			if value == nil {
				continue
			}
			same := p.ApplyLate(c.typeName, created, c.attribute, c.unknown, c.config.With(acctest.Values{c.attribute: value}))
			acctest.ExpectWhole(t, "same", same, created.State.With(acctest.Values{c.attribute: value}))
		}
		w.ExpectRequests(map[string]int{})
	})
}

// lateToo is the error of a late replacement after the first one of a run.
const lateToo = "Replacement needed, as for another object: run again"

// A plan in the midst of an apply is one of an object that was planned before, or in another process, before something was
// applied.
func TestPlannedDuringAnApply(t *testing.T) {
	t.Parallel()
	const late = "cliente_id: Replacement needed, but an update was planned"
	w := acctest.NewServer(t, sandbox.Options{})
	here, other := acctest.Values{"cliente_id": 1, "zona_id": 1}, acctest.Values{"cliente_id": 2, "zona_id": 1}
	first := w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, here)
	// Terraform may encode an identity in another way than the provider.
	otherwise, err := msgpack.Marshal(map[string]any{"id": int64(1), "cliente_id": int64(1)})
	acctest.Must(t, err)
	identities := map[string]func(own *tfprotov6.ResourceIdentityData) *tfprotov6.ResourceIdentityData{
		"as written": func(own *tfprotov6.ResourceIdentityData) *tfprotov6.ResourceIdentityData { return own },
		"encoded otherwise": func(own *tfprotov6.ResourceIdentityData) *tfprotov6.ResourceIdentityData {
			if bytes.Equal(own.IdentityData.MsgPack, otherwise) {
				t.Error("it is encoded as written")
			}
			return &tfprotov6.ResourceIdentityData{IdentityData: &tfprotov6.DynamicValue{MsgPack: otherwise}}
		},
		"of an older Terraform": func(*tfprotov6.ResourceIdentityData) *tfprotov6.ResourceIdentityData { return nil },
	}
	acctest.Each(t, identities, func(t *testing.T, sent func(*tfprotov6.ResourceIdentityData) *tfprotov6.ResourceIdentityData) {
		w := &acctest.Server{T: t, Box: w.Box, BaseURL: w.BaseURL}
		p := w.Proto(nil)
		plan := func(p *acctest.Proto, what string, errs ...string) {
			t.Helper()
			req := p.PlanRequest("parking_zona_favorita", first, other)
			req.PriorIdentity = sent(req.PriorIdentity)
			planned, err := p.Server.PlanResourceChange(t.Context(), req)
			acctest.Must(t, err)
			acctest.Expect(t, what, acctest.ErrorsOf(planned.Diagnostics), errs...)
		}
		somethingApplied := func() {
			p.Replaced("parking_placa", acctest.Result{State: acctest.Values{"placa": "ZZR0099", "tipo_vehiculo_id": 1}})
		}
		plan(p, "without a refresh")
		somethingApplied()
		plan(p, "in an apply of a saved plan", late)
		p.Read("parking_zona_favorita", first)
		if sent(&tfprotov6.ResourceIdentityData{IdentityData: &tfprotov6.DynamicValue{}}) == nil {
			plan(p, "in a later run", lateToo) // which terraform test of an older Terraform begins with a new provider
			acctest.NoMessages(t, "configured", acctest.Result{Diags: p.Configure(acctest.Values{"base_url": w.BaseURL, "credential": "x"})})
			plan(p, "in a run that configures it")
			return
		}
		plan(p, "in the next run")
		plan(p, "planned twice, as a replacement is")
		somethingApplied()
		plan(p, "in its apply", lateToo)
		// An apply of the object itself begins its next run too, since a run may skip the refresh.
		p.Apply("parking_zona_favorita", first, here.With(acctest.Values{"timeouts": acctest.Values{"read": "1m"}}))
		somethingApplied()
		plan(p, "applied by an earlier run")
		somethingApplied()
		plan(p, "in the apply", lateToo)
	})
}

// From Terraform 1.13 on, terraform test configures a provider once for all runs.
func TestSeveralRunsOfOneProvider(t *testing.T) {
	t.Parallel()
	type row struct {
		typeName    string
		first, next acctest.Values
	}
	acctest.Each(t, map[string]row{
		"cliente":       {"parking_cliente", acctest.Norte, acctest.Norte.With(acctest.Values{"email": "flota.nueva@example.com"})},
		"zona_favorita": {"parking_zona_favorita", acctest.Values{"cliente_id": 1, "zona_id": 1, "tramo_id": 5}, acctest.Values{"cliente_id": 1, "zona_id": 1}},
	}, func(t *testing.T, c row) {
		p := acctest.NewServer(t, sandbox.Options{}).Proto(acctest.Values{"endpoints": acctest.Values{"registrar_cliente": acctest.RegistrarCliente}})
		for range 2 {
			held := p.Apply(c.typeName, acctest.Result{}, c.first)
			acctest.NoErrors(t, "run 1 creates", held)
			held = p.Read(c.typeName, held)
			planned := p.Plan(c.typeName, held, c.next)
			if acctest.NoErrors(t, "run 2 plans", acctest.Result{Diags: planned.Diagnostics}); len(planned.RequiresReplace) == 0 {
				t.Fatal("run 2 replaces nothing")
			}
			acctest.NoErrors(t, "run 2 destroys", p.Replaced(c.typeName, held))
			held = p.Apply(c.typeName, acctest.Result{}, c.next)
			acctest.NoErrors(t, "run 2 creates", held)
			acctest.NoErrors(t, "destroyed", p.Apply(c.typeName, p.Read(c.typeName, held), nil))
		}
	})
}
