package sancion

import (
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestCLISancionLifecycle(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	planned := func(action plancheck.ResourceActionType) resource.ConfigPlanChecks {
		return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(acctest.SancionTest, action)}}
	}
	holds := func(pagada bool, observaciones, codigo, cliente knownvalue.Check) []statecheck.StateCheck {
		checks := []statecheck.StateCheck{
			statecheck.ExpectKnownValue(acctest.SancionTest, tfjsonpath.New("cerrada"), knownvalue.Bool(true)),
			statecheck.ExpectKnownValue(acctest.SancionTest, tfjsonpath.New("pagada"), knownvalue.Bool(pagada)),
			statecheck.ExpectKnownValue(acctest.SancionTest, tfjsonpath.New("observaciones"), observaciones),
			statecheck.ExpectKnownValue(acctest.SancionTest, tfjsonpath.New("datos").AtMapKey("importe"), knownvalue.NotNull()),
		}
		if codigo != nil {
			checks = append(checks, statecheck.ExpectKnownValue(acctest.SancionTest, tfjsonpath.New("pago").AtMapKey("pago_codigo"), codigo),
				statecheck.ExpectKnownValue(acctest.SancionTest, tfjsonpath.New("pago").AtMapKey("cliente_id"), cliente))
		}
		return checks
	}
	imported := func(id string) resource.TestStep {
		return resource.TestStep{ResourceName: acctest.SancionTest, ImportState: true, ImportStateId: id, ImportStateVerify: true,
			ImportStateVerifyIdentifierAttribute: "sancion_id", ImportStateVerifyIgnore: []string{"timeouts"}}
	}
	acctest.Steps(t, []resource.TestStep{
		{
			Config:            w.Config(acctest.MinimalSancion, acctest.SancionesLine),
			ConfigStateChecks: holds(false, knownvalue.Null(), nil, nil),
			Check:             w.CheckRequests(map[string]int{"sancion_cerrar": 1}), // before the step's empty plan
		},
		imported("1"),
		{ // the payment comes later
			Config:            w.Config(acctest.PaidSancion, acctest.SancionesLine),
			ConfigPlanChecks:  planned(plancheck.ResourceActionUpdate),
			ConfigStateChecks: holds(true, knownvalue.Null(), knownvalue.StringExact("TX-1"), knownvalue.Null()),
		},
		imported("1"),
		{ // another sanction
			Config:            w.Config(acctest.FullSancion, acctest.SancionesLine),
			ConfigPlanChecks:  planned(plancheck.ResourceActionDestroyBeforeCreate),
			ConfigStateChecks: holds(true, knownvalue.StringExact("Revisada"), knownvalue.StringExact("TX-3"), knownvalue.Int64Exact(1)),
		},
		imported("3"),
		{Config: w.Config(strings.Replace(acctest.FullSancion, `"5m", read`, `"6m", read`, 1), acctest.SancionesLine), ConfigPlanChecks: planned(plancheck.ResourceActionUpdate)},
	})
	w.ExpectCount(2, "SELECT COUNT(*) FROM sanciones WHERE id IN (1, 3) AND estado = 'cerrada'")
	if n := w.Count("SELECT COUNT(*) FROM pagos"); n != 2 || w.Requests()["sancion_pagar"] != 2 {
		t.Errorf("%d payments for two", n)
	}
}

func TestSancionRequests(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	created := p.Apply(acctest.ParkingSancion, acctest.Result{}, acctest.DeclaredSancion)
	w.ExpectRequests(map[string]int{"sancion_cerrar": 1, "sancion_pagar": 1})
	acctest.NoMessages(t, "created", created)
	acctest.ExpectSame(t, "created identity", created.Identity, acctest.Values{"sancion_id": 1})
	acctest.ExpectSame(t, "created", created.State, acctest.HeldOne)
	acctest.ExpectWhole(t, "read without a list", p.Read(acctest.ParkingSancion, created), acctest.HeldOne)
	same := p.Apply(acctest.ParkingSancion, created, acctest.DeclaredSancion.With(acctest.Values{"timeouts": acctest.Values{"read": "1m"}}))
	acctest.ExpectWhole(t, "same", same, acctest.HeldOne.With(acctest.Values{"timeouts": acctest.Values{"create": nil, "read": "1m", "update": nil}}))
	acctest.Expect(t, "warning", p.PlanWarnings(acctest.ParkingSancion, created, nil), "Sanctions stay on the service")
	acctest.ExpectState(t, "destroyed", p.Apply(acctest.ParkingSancion, created, nil), nil)
	w.ExpectRequests(map[string]int{})

	listed := w.Proto(acctest.WithList).Read(acctest.ParkingSancion, created)
	w.ExpectRequests(map[string]int{"sanciones": 1})
	acctest.ExpectSame(t, "read from the list", listed.State, acctest.HeldOne)
	unpaid := p.Apply(acctest.ParkingSancion, acctest.Result{}, acctest.Values{"sancion_id": 2})
	acctest.ExpectSame(t, "unpaid", unpaid.State, acctest.Values{"sancion_id": 2, "observaciones": nil, "pago": nil, "cerrada": true, "pagada": false, "timeouts": nil,
		"datos": acctest.Values{"placa": "VBR-0102", "tramo_id": 7, "importe": 30, "fecha": "2024-03-04T10:00:00Z", "observaciones": "Sin tique visible", "cliente_id": nil, "pago_tipo": nil, "pago_codigo": nil}})
}

func TestSancionRefreshMaxAge(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.WithList.With(acctest.Values{"refresh_max_age": "1h"}))
	created := p.Apply(acctest.ParkingSancion, acctest.Result{}, acctest.Values{"sancion_id": 1})
	w.Requests()
	p.Read(acctest.ParkingSancion, created)
	paid := p.Apply(acctest.ParkingSancion, created, acctest.Values{"sancion_id": 1, "pago": acctest.DeclaredPago})
	p.Read(acctest.ParkingSancion, paid)
	w.ExpectRequests(map[string]int{"sanciones": 1, "sancion_cerrar": 1, "sancion_pagar": 1}) // before it is paid, it is compared
	w.Proto(acctest.WithList.With(acctest.Values{"refresh_max_age": "1ns"})).Read(acctest.ParkingSancion, paid)
	w.ExpectRequests(map[string]int{"sanciones": 1})
}

// sancionPlanErrors gives the errors of a plan.
func sancionPlanErrors(p *acctest.Proto, prior acctest.Result, config acctest.Values) []string {
	p.T.Helper()
	return acctest.ErrorsOf(p.Plan(acctest.ParkingSancion, prior, config).Diagnostics)
}

// What cannot be changed is an error at plan time, and again when it was not known
// then, before any request.
func TestSancionFixed(t *testing.T) {
	t.Parallel()
	unknown := func(kind tftypes.Type) tftypes.Value { return tftypes.NewValue(kind, tftypes.UnknownValue) }
	pagoKind := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"pago_tipo": tftypes.Number, "pago_codigo": tftypes.String, "cliente_id": tftypes.Number}}
	pagoOf := func(changes acctest.Values) acctest.Values {
		return acctest.DeclaredSancion.With(acctest.Values{"pago": acctest.DeclaredPago.With(changes)})
	}
	type row struct {
		declared, changed, unknown acctest.Values
		says                       string
	}
	acctest.Each(t, map[string]row{
		"observaciones changed": {acctest.DeclaredSancion, acctest.DeclaredSancion.With(acctest.Values{"observaciones": "Otra"}), acctest.DeclaredSancion.With(acctest.Values{"observaciones": unknown(tftypes.String)}), "observaciones: observaciones of a closed sanction cannot be changed"},
		"observaciones removed": {acctest.DeclaredSancion, acctest.DeclaredSancion.With(acctest.Values{"observaciones": nil}), acctest.DeclaredSancion.With(acctest.Values{"observaciones": unknown(tftypes.String)}), "observaciones: observaciones of a closed sanction cannot be changed"},
		"observaciones added":   {acctest.Values{"sancion_id": 1}, acctest.Values{"sancion_id": 1, "observaciones": "Tarde"}, acctest.Values{"sancion_id": 1, "observaciones": unknown(tftypes.String)}, "observaciones: observaciones of a closed sanction cannot be changed"},
		"pago_tipo":             {acctest.DeclaredSancion, pagoOf(acctest.Values{"pago_tipo": 3}), pagoOf(acctest.Values{"pago_tipo": unknown(tftypes.Number)}), "pago: Payment cannot be changed"},
		"pago_codigo":           {acctest.DeclaredSancion, pagoOf(acctest.Values{"pago_codigo": "TX-2"}), pagoOf(acctest.Values{"pago_codigo": unknown(tftypes.String)}), "pago: Payment cannot be changed"},
		"cliente_id changed":    {pagoOf(acctest.Values{"cliente_id": 1}), pagoOf(acctest.Values{"cliente_id": 2}), pagoOf(acctest.Values{"cliente_id": unknown(tftypes.Number)}), "pago: Payment cannot be changed"},
		"cliente_id added":      {acctest.DeclaredSancion, pagoOf(acctest.Values{"cliente_id": 2}), pagoOf(acctest.Values{"cliente_id": unknown(tftypes.Number)}), "pago: Payment cannot be changed"},
		"pago removed":          {pagoOf(acctest.Values{"cliente_id": 1}), acctest.DeclaredSancion.With(acctest.Values{"pago": nil}), acctest.DeclaredSancion.With(acctest.Values{"pago": unknown(pagoKind)}), "pago: Payment cannot be removed"},
	}, func(t *testing.T, c row) {
		w := acctest.NewServer(t, sandbox.Options{})
		p := w.Proto(nil)
		created := p.Apply(acctest.ParkingSancion, acctest.Result{}, c.declared)
		acctest.NoErrors(t, "created", created)
		w.Requests()
		acctest.Expect(t, "plan", sancionPlanErrors(p, created, c.changed), c.says)
		acctest.Expect(t, "not known yet", sancionPlanErrors(p, created, c.unknown))
		acctest.Expect(t, "update", updateSancion(p, created, c.changed), c.says)
		w.ExpectRequests(map[string]int{})
	})
}

// updateSancion applies config over prior as it stands, past the plan, and gives the errors.
func updateSancion(p *acctest.Proto, prior acctest.Result, config acctest.Values) []string {
	p.T.Helper()
	kind := p.Schema.ResourceSchemas[acctest.ParkingSancion].ValueType()
	planned := p.Encode(kind, p.Propose(acctest.ParkingSancion, prior.State, config))
	return p.ApplyPlan(p.T.Context(), acctest.ParkingSancion, prior, config,
		&tfprotov6.PlanResourceChangeResponse{PlannedState: planned, PlannedPrivate: prior.Private}).Errors()
}

// plannedSancion is the state that a plan foresees.
func plannedSancion(p *acctest.Proto, prior acctest.Result, config acctest.Values) acctest.Values {
	p.T.Helper()
	return p.Decode(p.Schema.ResourceSchemas[acctest.ParkingSancion].ValueType(), p.Plan(acctest.ParkingSancion, prior, config).PlannedState)
}

// A client that pays and is not declared is no change, nor is one that is declared no more.
func TestSancionPayerNotDeclared(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.WithList)
	paid := p.Apply(acctest.ParkingSancion, acctest.Result{}, acctest.Values{"sancion_id": 7, "pago": acctest.DeclaredPago}) // of client 1
	want := acctest.DeclaredPago.With(acctest.Values{"cliente_id": 1})
	acctest.ExpectState(t, "paid", paid, acctest.Values{"pago": want})
	read := p.Read(acctest.ParkingSancion, paid)
	acctest.ExpectSame(t, "read", read.State, paid.State)
	w.Requests()
	longer := acctest.Values{"sancion_id": 7, "pago": acctest.DeclaredPago, "timeouts": acctest.Values{"read": "1m"}}
	if planned := plannedSancion(p, read, longer); !reflect.DeepEqual(planned["pago"], want) || planned["pagada"] != true || !reflect.DeepEqual(planned["datos"], paid.State["datos"]) {
		t.Errorf("other timeouts are planned as %v", planned)
	}
	again := p.Apply(acctest.ParkingSancion, read, acctest.Values{"sancion_id": 7, "pago": acctest.DeclaredPago})
	acctest.ExpectSame(t, "applied again", again.State, paid.State)
	w.ExpectRequests(map[string]int{})
}

func TestCLISancionDrift(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	step := func(change, config string, action plancheck.ResourceActionType, want map[string]int, checks ...statecheck.StateCheck) resource.TestStep {
		return resource.TestStep{
			PreConfig:         func() { w.Exec(change); w.Requests() },
			Config:            w.Config(config, acctest.SancionesLine),
			ConfigPlanChecks:  resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(acctest.SancionTest, action)}},
			ConfigStateChecks: checks,
			Check: func(*terraform.State) error {
				made := w.Requests()
				delete(made, "sanciones")
				if !maps.Equal(made, want) {
					return fmt.Errorf("writes %v, wanted %v", made, acctest.Requests(want))
				}
				if w.Count(acctest.AnySancion) != 1 {
					return fmt.Errorf("it is open")
				}
				return nil
			},
		}
	}
	closes := map[string]int{"sancion_cerrar": 1}
	pagada := func(want bool) statecheck.StateCheck {
		return statecheck.ExpectKnownValue(acctest.SancionTest, tfjsonpath.New("pagada"), knownvalue.Bool(want))
	}
	acctest.Steps(t, []resource.TestStep{
		{Config: w.Config(acctest.MinimalSancion, acctest.SancionesLine)},
		step(acctest.OpenAgain, acctest.MinimalSancion, plancheck.ResourceActionUpdate, closes, pagada(false)),
		step(acctest.PayElsewhere, acctest.MinimalSancion, plancheck.ResourceActionNoop, nil, pagada(true)), // not managed here, and no difference
		step(acctest.Unpay, acctest.PaidSancion, plancheck.ResourceActionUpdate, map[string]int{"sancion_cerrar": 1, "sancion_pagar": 1}, pagada(true)),
		step(acctest.OpenAgain, acctest.PaidSancion, plancheck.ResourceActionUpdate, closes, pagada(true)),
		step(acctest.Unpay, acctest.PaidSancion, plancheck.ResourceActionNoop, nil, pagada(false)), // shown, and not repeated
		step(acctest.OpenAgain, acctest.PaidSancion, plancheck.ResourceActionUpdate, closes, pagada(false)),
		{ // another payment than the declared one
			PreConfig:   func() { w.Exec(acctest.PayDifferently) },
			Config:      w.Config(acctest.PaidSancion, acctest.SancionesLine),
			ExpectError: regexp.MustCompile(`(?s)Payment cannot be changed.*"OTRO"`),
		},
	})
	if n := w.Requests()["sancion_pagar"]; n != 0 {
		t.Errorf("paid %d times more", n)
	}
}

// While it is open the remarks are free, and closing stores them.
func TestSancionOpenedAgainWithOtherRemarks(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.WithList)
	created := p.Apply(acctest.ParkingSancion, acctest.Result{}, acctest.DeclaredSancion.With(acctest.Values{"pago": nil}))
	w.Exec(acctest.OpenAgain)
	read := p.Read(acctest.ParkingSancion, created)
	acctest.ExpectHeld(t, "read", read, acctest.Values{"cerrada": false})
	// What the closure will tell is not known, the payment as little as the rest.
	if planned := plannedSancion(p, read, acctest.DeclaredSancion.With(acctest.Values{"pago": nil})); planned["cerrada"] != true || !acctest.IsUnknown(planned["pagada"]) || !acctest.IsUnknown(planned["datos"]) {
		t.Errorf("planned is %v", planned)
	}
	if planned := plannedSancion(p, read, acctest.DeclaredSancion); planned["cerrada"] != true || planned["pagada"] != true || !acctest.IsUnknown(planned["datos"]) {
		t.Errorf("planned with a payment is %v", planned)
	}
	closed := p.Apply(acctest.ParkingSancion, read, acctest.DeclaredSancion.With(acctest.Values{"pago": nil, "observaciones": "Otra"}))
	acctest.ExpectState(t, "closed", closed, acctest.Values{"observaciones": "Otra", "cerrada": true})
	w.Exec(acctest.CloseElsewhere)
	acctest.Expect(t, "plan", sancionPlanErrors(p, p.Read(acctest.ParkingSancion, closed), acctest.DeclaredSancion.With(acctest.Values{"pago": nil})), "observaciones: observaciones of a closed sanction cannot be changed")
}

// A list that leaves a sanction out is no evidence that it is gone.
func TestSancionNotListed(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.WithList)
	created := p.Apply(acctest.ParkingSancion, acctest.Result{}, acctest.DeclaredSancion)
	for name, text := range map[string]string{
		"empty":           `{"estado":"ok","data":[]}`,
		"others":          `{"estado":"ok","data":[{"id":11,"estado":"abierta"}]}`,
		"nothing to list": `{"estado":"fail","error":"No existen sanciones"}`,
	} {
		w.Answer(answers.On(map[string]http.HandlerFunc{"GET " + acctest.Sanciones: answers.Body(200, text)}))
		acctest.ExpectWhole(t, name, p.Read(acctest.ParkingSancion, created), created.State)
	}
}

func TestSancionImport(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.WithList)
	created := p.Apply(acctest.ParkingSancion, acctest.Result{}, acctest.DeclaredSancion)
	for name, imported := range map[string]acctest.Result{
		"identity": p.ImportIdentity(acctest.ParkingSancion, acctest.Values{"sancion_id": 1}),
		"id":       p.ImportID(acctest.ParkingSancion, "1"),
	} {
		w.Requests()
		read := p.Read(acctest.ParkingSancion, imported)
		w.ExpectRequests(map[string]int{"sanciones": 1})
		acctest.ExpectSame(t, name, read.State, created.State)
		acctest.ExpectSame(t, name+", planned", p.Apply(acctest.ParkingSancion, read, acctest.DeclaredSancion).State, created.State)
		w.ExpectRequests(map[string]int{})
	}
	for _, id := range []string{"x", "0", "-1", "01", "1/2"} {
		acctest.Expect(t, id, p.ImportID(acctest.ParkingSancion, id).Errors(), "Invalid import identifier")
	}
	acctest.ExpectState(t, "a sanction that is not listed is imported", p.Read(acctest.ParkingSancion, p.ImportID(acctest.ParkingSancion, "999")), nil)
	open := p.Read(acctest.ParkingSancion, p.ImportID(acctest.ParkingSancion, "2"))
	acctest.ExpectHeld(t, "open", open, acctest.Values{"cerrada": false, "observaciones": "Sin tique visible", "pago": nil})
	w.Requests()
	acctest.ExpectState(t, "closed", p.Apply(acctest.ParkingSancion, open, acctest.Values{"sancion_id": 2}), acctest.Values{"cerrada": true})
	w.ExpectRequests(map[string]int{"sanciones": 1, "sancion_cerrar": 1})

	without := w.Proto(nil)
	acctest.Expect(t, "without the list", without.Read(acctest.ParkingSancion, without.ImportID(acctest.ParkingSancion, "1")).Errors(), "Unable to import sanction")
	w.ExpectRequests(map[string]int{})
	late := acctest.NewProto(t).Configured(acctest.Values{"base_url": acctest.UnknownText, "credential": "x"})
	acctest.Expect(t, "provider not known", late.ImportID(acctest.ParkingSancion, "1").Errors(), "Provider configuration not known yet")
}

// What the record holds more than the configuration is shown by the plan that follows an import.
func TestSancionImportOfPaid(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Exec(acctest.CloseElsewhere)
	w.Exec(acctest.PayElsewhere)
	p := w.Proto(acctest.WithList)
	read := p.Read(acctest.ParkingSancion, p.ImportID(acctest.ParkingSancion, "1"))
	acctest.Expect(t, "plan", sancionPlanErrors(p, read, acctest.Values{"sancion_id": 1}), "observaciones: observaciones of a closed sanction cannot be changed", "pago: Payment cannot be removed")
}

// A payment of which the record tells only a part is no payment that could be declared.
func TestSancionImportOfPartlyToldPayment(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Exec(acctest.CloseElsewhere)
	w.Exec(acctest.PayElsewhere)
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET " + acctest.Sanciones: answers.Body(200, `{"estado":"ok","data":[{"id":1,"estado":"cerrada","pagada":1,"pago_codigo":"TX-1"}]}`)}))
	p := w.Proto(acctest.WithList)
	read := p.Read(acctest.ParkingSancion, p.ImportID(acctest.ParkingSancion, "1"))
	acctest.ExpectHeld(t, "read", read, acctest.Values{"pago": nil, "pagada": true})
	paid := p.Apply(acctest.ParkingSancion, read, acctest.Values{"sancion_id": 1, "pago": acctest.DeclaredPago})
	acctest.Expect(t, "warning", paid.Warnings(), "Payment already recorded")
	acctest.NoErrors(t, "paid", paid)
	if made := w.Requests(); made["sancion_pagar"] != 0 {
		t.Errorf("got requests %v, wanted no payment", made)
	}
}

func TestSancionValidation(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	for head, declared := range map[string]acctest.Values{
		"sancion_id: Invalid Attribute Value":           {"sancion_id": 0},
		"observaciones: Invalid Attribute Value Length": {"sancion_id": 1, "observaciones": ""},
		"pago: Invalid Attribute Value":                 {"sancion_id": 1, "pago": acctest.DeclaredPago.With(acctest.Values{"cliente_id": 0})},
	} {
		acctest.Expect(t, head, p.ValidateResource(acctest.ParkingSancion, declared), head)
	}
	empty := acctest.Values{"sancion_id": 1, "pago": acctest.DeclaredPago.With(acctest.Values{"pago_codigo": ""})}
	acctest.Expect(t, "no code", p.ValidateResource(acctest.ParkingSancion, empty), "pago: Invalid value")
}

// A code that has paid a sanction pays no other one. Nobody can open a sanction again, so the plan says so.
func TestSancionReplacedWithItsCode(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.WithList)
	paid := p.Apply(acctest.ParkingSancion, acctest.Result{}, acctest.Values{"sancion_id": 1, "pago": acctest.DeclaredPago})
	acctest.NoErrors(t, "paid", paid)
	w.Requests()
	other := acctest.Values{"sancion_id": 2, "pago": acctest.DeclaredPago}
	acctest.Expect(t, "with its code", sancionPlanErrors(p, paid, other), "pago: Payment code already used")
	w.ExpectRequests(map[string]int{})
	for name, values := range map[string]acctest.Values{"with another code": other.With(acctest.Values{"pago": acctest.DeclaredPago.With(acctest.Values{"pago_codigo": "TX-OTRO"})}),
		"without a payment": {"sancion_id": 2}} {
		acctest.Expect(t, name, sancionPlanErrors(p, paid, values))
	}
	open := p.Apply(acctest.ParkingSancion, acctest.Result{}, acctest.Values{"sancion_id": 3})
	acctest.Expect(t, "of an unpaid one", sancionPlanErrors(p, open, other))
}
