package provider

import (
	"context"
	"fmt"
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

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestSancionLifecycle(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	planned := func(action plancheck.ResourceActionType) resource.ConfigPlanChecks {
		return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(sancionTest, action)}}
	}
	holds := func(pagada bool, observaciones, codigo, cliente knownvalue.Check) []statecheck.StateCheck {
		checks := []statecheck.StateCheck{
			statecheck.ExpectKnownValue(sancionTest, tfjsonpath.New("cerrada"), knownvalue.Bool(true)),
			statecheck.ExpectKnownValue(sancionTest, tfjsonpath.New("pagada"), knownvalue.Bool(pagada)),
			statecheck.ExpectKnownValue(sancionTest, tfjsonpath.New("observaciones"), observaciones),
			statecheck.ExpectKnownValue(sancionTest, tfjsonpath.New("datos").AtMapKey("importe"), knownvalue.NotNull()),
		}
		if codigo != nil {
			checks = append(checks, statecheck.ExpectKnownValue(sancionTest, tfjsonpath.New("pago").AtMapKey("pago_codigo"), codigo),
				statecheck.ExpectKnownValue(sancionTest, tfjsonpath.New("pago").AtMapKey("cliente_id"), cliente))
		}
		return checks
	}
	imported := func(id string) resource.TestStep {
		return resource.TestStep{ResourceName: sancionTest, ImportState: true, ImportStateId: id, ImportStateVerify: true,
			ImportStateVerifyIdentifierAttribute: "sancion_id", ImportStateVerifyIgnore: []string{"timeouts"}}
	}
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{
			{
				Config:            w.config(minimalSancion, sancionesLine),
				ConfigStateChecks: holds(false, knownvalue.Null(), nil, nil),
				Check:             w.checkRequests(map[string]int{"sancion_cerrar": 1}), // before the step's empty plan
			},
			imported("1"),
			{ // the payment comes later
				Config:            w.config(paidSancion, sancionesLine),
				ConfigPlanChecks:  planned(plancheck.ResourceActionUpdate),
				ConfigStateChecks: holds(true, knownvalue.Null(), knownvalue.StringExact("TX-1"), knownvalue.Null()),
			},
			imported("1"),
			{ // another sanction
				Config:            w.config(fullSancion, sancionesLine),
				ConfigPlanChecks:  planned(plancheck.ResourceActionDestroyBeforeCreate),
				ConfigStateChecks: holds(true, knownvalue.StringExact("Revisada"), knownvalue.StringExact("TX-3"), knownvalue.Int64Exact(1)),
			},
			imported("3"),
			{Config: w.config(strings.Replace(fullSancion, `"5m", read`, `"6m", read`, 1), sancionesLine), ConfigPlanChecks: planned(plancheck.ResourceActionUpdate)},
		},
	})
	if n := w.count("SELECT COUNT(*) FROM sanciones WHERE id IN (1, 3) AND estado = 'cerrada'"); n != 2 {
		t.Errorf("%d of two are closed", n)
	}
	if n := w.count("SELECT COUNT(*) FROM pagos"); n != 2 || w.requests()["sancion_pagar"] != 2 {
		t.Errorf("%d payments for two", n)
	}
}

// Without endpoints.sanciones nothing is ever read, and the state is what was done.
func TestSancionWithoutTheList(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{
			{Config: w.config(minimalSancion)},
			{Config: w.config(paidSancion)},
			{Config: w.config(paidSancion), PlanOnly: true},
		},
	})
	w.expectRequests(map[string]int{"sancion_cerrar": 2, "sancion_pagar": 1})
}

func TestSancionRequests(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	created := p.apply(parkingSancion, result{}, declaredSancion)
	w.expectRequests(map[string]int{"sancion_cerrar": 1, "sancion_pagar": 1})
	if len(created.diags) > 0 || !reflect.DeepEqual(created.identity, values{"sancion_id": 1}) {
		t.Fatal(created.errors(), created.warnings(), created.identity)
	}
	expectSame(t, "created", created.state, heldOne)
	expectSame(t, "read without a list", p.read(parkingSancion, created).state, heldOne)
	same := p.apply(parkingSancion, created, declaredSancion.with(values{"timeouts": values{"read": "1m"}}))
	if len(same.diags) > 0 {
		t.Error(same.errors(), same.warnings())
	}
	expectSame(t, "other timeouts", same.state, heldOne.with(values{"timeouts": values{"create": nil, "read": "1m", "update": nil}}))
	expect(t, "warning", p.apply(parkingSancion, created, nil).warnings(), "Sanction stays on the service", "Sanction 1", "stays closed and paid")
	w.expectRequests(map[string]int{})

	listed := w.proto(withList).read(parkingSancion, created)
	w.expectRequests(map[string]int{"sanciones": 1})
	expectSame(t, "read from the list", listed.state, heldOne)
	unpaid := p.apply(parkingSancion, result{}, values{"sancion_id": 2})
	expectSame(t, "unpaid", unpaid.state, values{"sancion_id": 2, "observaciones": nil, "pago": nil, "cerrada": true, "pagada": false, "timeouts": nil,
		"datos": values{"placa": "VBR-0102", "tramo_id": 7, "importe": 30, "fecha": "2024-03-04T10:00:00Z", "observaciones": "Sin tique visible", "cliente_id": nil, "pago_tipo": nil, "pago_codigo": nil}})
	if texts := p.apply(parkingSancion, unpaid, nil).warnings(); len(texts) != 1 || strings.Contains(texts[0], "paid") {
		t.Errorf("destroying an unpaid one warns %q", texts)
	}
}

func TestSancionRefreshMaxAge(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(withList.with(values{"refresh_max_age": "1h"}))
	created := p.apply(parkingSancion, result{}, values{"sancion_id": 1})
	w.requests()
	p.read(parkingSancion, created)
	paid := p.apply(parkingSancion, created, values{"sancion_id": 1, "pago": declaredPago})
	p.read(parkingSancion, paid)
	w.expectRequests(map[string]int{"sancion_cerrar": 1, "sancion_pagar": 1})
	w.proto(withList.with(values{"refresh_max_age": "1ns"})).read(parkingSancion, paid)
	w.expectRequests(map[string]int{"sanciones": 1})
}

// sancionPlanErrors gives the errors of a plan.
func sancionPlanErrors(p *proto, prior result, config values) []string {
	p.t.Helper()
	return errorsOf(p.plan(parkingSancion, prior, config).Diagnostics)
}

// What cannot be changed is an error at plan time, and again when it was not known
// then, before any request.
func TestSancionFixed(t *testing.T) {
	t.Parallel()
	unknown := func(kind tftypes.Type) tftypes.Value { return tftypes.NewValue(kind, tftypes.UnknownValue) }
	pagoKind := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"pago_tipo": tftypes.Number, "pago_codigo": tftypes.String, "cliente_id": tftypes.Number}}
	pagoOf := func(changes values) values { return declaredSancion.with(values{"pago": declaredPago.with(changes)}) }
	for name, c := range map[string]struct {
		declared, changed, unknown values
		attribute                  string
		says                       []string
	}{
		"observaciones changed": {declaredSancion, declaredSancion.with(values{"observaciones": "Otra"}), declaredSancion.with(values{"observaciones": unknown(tftypes.String)}),
			`AttributeName("observaciones")`, []string{`Sanction 1 was closed with observaciones "Revisada"`, `says "Otra"`, `Declare observaciones = "Revisada"`, "ignore_changes = [observaciones]"}},
		"observaciones removed": {declaredSancion, declaredSancion.with(values{"observaciones": nil}), declaredSancion.with(values{"observaciones": unknown(tftypes.String)}),
			`AttributeName("observaciones")`, []string{`with observaciones "Revisada"`, "has none", `Declare observaciones = "Revisada"`}},
		"observaciones added": {values{"sancion_id": 1}, values{"sancion_id": 1, "observaciones": "Tarde"}, values{"sancion_id": 1, "observaciones": unknown(tftypes.String)},
			`AttributeName("observaciones")`, []string{"was closed without observaciones", `says "Tarde"`, "Leave observaciones out"}},
		"pago_tipo": {declaredSancion, pagoOf(values{"pago_tipo": 3}), pagoOf(values{"pago_tipo": unknown(tftypes.Number)}),
			`AttributeName("pago").AttributeName("pago_tipo")`, []string{"A payment cannot be changed", "Sanction 1 was paid with pago_tipo = 2", "says 3", "Declare pago_tipo = 2, as it was paid"}},
		"pago_codigo": {declaredSancion, pagoOf(values{"pago_codigo": "TX-2"}), pagoOf(values{"pago_codigo": unknown(tftypes.String)}),
			`AttributeName("pago").AttributeName("pago_codigo")`, []string{`with pago_codigo = "TX-1"`, `says "TX-2"`, "neither change a payment nor take it back", `Declare pago_codigo = "TX-1"`}},
		"cliente_id changed": {pagoOf(values{"cliente_id": 1}), pagoOf(values{"cliente_id": 2}), pagoOf(values{"cliente_id": unknown(tftypes.Number)}),
			`AttributeName("pago").AttributeName("cliente_id")`, []string{"with cliente_id = 1", "says 2", "Declare cliente_id = 1"}},
		"cliente_id added": {declaredSancion, pagoOf(values{"cliente_id": 2}), pagoOf(values{"cliente_id": unknown(tftypes.Number)}),
			`AttributeName("pago").AttributeName("cliente_id")`, []string{"was paid without cliente_id", "Leave cliente_id out"}},
		"pago removed": {pagoOf(values{"cliente_id": 1}), declaredSancion.with(values{"pago": nil}), declaredSancion.with(values{"pago": unknown(pagoKind)}),
			`AttributeName("pago")`, []string{"A payment cannot be taken back", "the configuration has no pago", "Restore it", "pago_tipo   = 2", `pago_codigo = "TX-1"`, "cliente_id  = 1"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{})
			p := w.proto(nil)
			created := p.apply(parkingSancion, result{}, c.declared)
			if len(created.errors()) > 0 {
				t.Fatal(created.errors())
			}
			w.requests()
			expect(t, "plan", sancionPlanErrors(p, created, c.changed), append(c.says, c.attribute)...)
			if errs := sancionPlanErrors(p, created, c.unknown); len(errs) > 0 {
				t.Errorf("not known yet: %q", errs)
			}
			expect(t, "update", errorsOf(updateSancion(p, created, c.changed)), append(c.says, c.attribute)...)
			w.expectRequests(map[string]int{})
		})
	}
}

// updateSancion applies config over prior as it stands, past the plan.
func updateSancion(p *proto, prior result, config values) []*tfprotov6.Diagnostic {
	p.t.Helper()
	kind := p.schema.ResourceSchemas[parkingSancion].ValueType()
	resp, err := p.server.ApplyResourceChange(context.Background(), &tfprotov6.ApplyResourceChangeRequest{TypeName: parkingSancion,
		PriorState: p.encode(kind, prior.state), PlannedState: p.encode(kind, p.propose(parkingSancion, prior.state, config)), Config: p.encode(kind, config), PlannedPrivate: prior.private})
	if err != nil {
		p.t.Fatal(err)
	}
	return resp.Diagnostics
}

// plannedSancion is the state that a plan foresees.
func plannedSancion(p *proto, prior result, config values) values {
	p.t.Helper()
	return p.decode(p.schema.ResourceSchemas[parkingSancion].ValueType(), p.plan(parkingSancion, prior, config).PlannedState)
}

// A client that pays and is not declared is no change, nor is one that is declared no more.
func TestSancionPayerNotDeclared(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(withList)
	paid := p.apply(parkingSancion, result{}, values{"sancion_id": 7, "pago": declaredPago}) // of client 1
	want := declaredPago.with(values{"cliente_id": 1})
	if len(paid.diags) > 0 || !reflect.DeepEqual(paid.state["pago"], want) {
		t.Error(paid.errors(), paid.state)
	}
	read := p.read(parkingSancion, paid)
	expectSame(t, "read", read.state, paid.state)
	w.requests()
	longer := values{"sancion_id": 7, "pago": declaredPago, "timeouts": values{"read": "1m"}}
	if planned := plannedSancion(p, read, longer); !reflect.DeepEqual(planned["pago"], want) || planned["pagada"] != true || !reflect.DeepEqual(planned["datos"], paid.state["datos"]) {
		t.Errorf("other timeouts are planned as %v", planned)
	}
	again := p.apply(parkingSancion, read, values{"sancion_id": 7, "pago": declaredPago})
	expectSame(t, "applied again", again.state, paid.state)
	w.expectRequests(map[string]int{})
}

func TestSancionDrift(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	step := func(change, config string, action plancheck.ResourceActionType, want map[string]int, checks ...statecheck.StateCheck) resource.TestStep {
		return resource.TestStep{
			PreConfig:         func() { w.exec(change); w.requests() },
			Config:            w.config(config, sancionesLine),
			ConfigPlanChecks:  resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(sancionTest, action)}},
			ConfigStateChecks: checks,
			Check: func(*terraform.State) error {
				made := w.requests()
				delete(made, "sanciones")
				if fmt.Sprint(made) != fmt.Sprint(want) {
					return fmt.Errorf("writes %v, wanted %v", made, want)
				}
				if w.count(anySancion) != 1 {
					return fmt.Errorf("it is open")
				}
				return nil
			},
		}
	}
	closes := map[string]int{"sancion_cerrar": 1}
	pagada := func(want bool) statecheck.StateCheck {
		return statecheck.ExpectKnownValue(sancionTest, tfjsonpath.New("pagada"), knownvalue.Bool(want))
	}
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{
			{Config: w.config(minimalSancion, sancionesLine)},
			step(openAgain, minimalSancion, plancheck.ResourceActionUpdate, closes, pagada(false)),
			step(payElsewhere, minimalSancion, plancheck.ResourceActionNoop, nil, pagada(true)), // not managed here, and no difference
			step(unpay, paidSancion, plancheck.ResourceActionUpdate, map[string]int{"sancion_cerrar": 1, "sancion_pagar": 1}, pagada(true)),
			step(openAgain, paidSancion, plancheck.ResourceActionUpdate, closes, pagada(true)),
			step(unpay, paidSancion, plancheck.ResourceActionNoop, nil, pagada(false)), // shown, and not repeated
			step(openAgain, paidSancion, plancheck.ResourceActionUpdate, closes, pagada(false)),
			{ // another payment than the declared one
				PreConfig:   func() { w.exec(payDifferently) },
				Config:      w.config(paidSancion, sancionesLine),
				ExpectError: regexp.MustCompile(`(?s)A payment cannot be changed.*"OTRO"`),
			},
		},
	})
	if n := w.requests()["sancion_pagar"]; n != 0 {
		t.Errorf("paid %d times more", n)
	}
}

// While it is open the remarks are free, and closing stores them.
func TestSancionOpenedAgainWithOtherRemarks(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(withList)
	created := p.apply(parkingSancion, result{}, declaredSancion.with(values{"pago": nil}))
	w.exec(openAgain)
	read := p.read(parkingSancion, created)
	if read.state["cerrada"] != false {
		t.Errorf("open, and cerrada is %v", read.state["cerrada"])
	}
	// What the closure will tell is not known, the payment as little as the rest.
	if planned := plannedSancion(p, read, declaredSancion.with(values{"pago": nil})); planned["cerrada"] != true || !isUnknown(planned["pagada"]) || !isUnknown(planned["datos"]) {
		t.Errorf("planned is %v", planned)
	}
	if planned := plannedSancion(p, read, declaredSancion); planned["cerrada"] != true || planned["pagada"] != true || !isUnknown(planned["datos"]) {
		t.Errorf("planned with a payment is %v", planned)
	}
	closed := p.apply(parkingSancion, read, declaredSancion.with(values{"pago": nil, "observaciones": "Otra"}))
	if len(closed.diags) > 0 || closed.state["observaciones"] != "Otra" || closed.state["cerrada"] != true {
		t.Error(closed.errors(), closed.warnings(), closed.state)
	}
	w.exec(closeElsewhere)
	expect(t, "plan", sancionPlanErrors(p, p.read(parkingSancion, closed), declaredSancion.with(values{"pago": nil})), `with observaciones "Ajena"`)
}

// A list that leaves a sanction out is no evidence that it is gone.
func TestSancionNotListed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(withList)
	created := p.apply(parkingSancion, result{}, declaredSancion)
	for name, text := range map[string]string{
		"empty":           `{"estado":"ok","data":[]}`,
		"others":          `{"estado":"ok","data":[{"id":11,"estado":"abierta"}]}`,
		"nothing to list": `{"estado":"fail","error":"No existen sanciones"}`,
	} {
		w.answer(on(map[string]http.HandlerFunc{"GET " + sanciones: body(200, text)}))
		read := p.read(parkingSancion, created)
		if len(read.diags) > 0 {
			t.Error(name, read.errors())
		}
		expectSame(t, name, read.state, created.state)
	}
}

func TestSancionImport(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(withList)
	created := p.apply(parkingSancion, result{}, declaredSancion)
	for name, imported := range map[string]result{
		"identity": p.importIdentity(parkingSancion, values{"sancion_id": 1}),
		"id":       p.importID(parkingSancion, "1"),
	} {
		w.requests()
		read := p.read(parkingSancion, imported)
		w.expectRequests(map[string]int{"sanciones": 1})
		expectSame(t, name, read.state, created.state)
		expectSame(t, name+", planned", p.apply(parkingSancion, read, declaredSancion).state, created.state)
		w.expectRequests(map[string]int{})
	}
	for _, id := range []string{"x", "0", "-1", "01", "1/2"} {
		expect(t, id, p.importID(parkingSancion, id).errors(), "Invalid import identifier", "is not the identifier of a sanction")
	}
	if read := p.read(parkingSancion, p.importID(parkingSancion, "999")); read.state != nil || len(read.diags) > 0 {
		t.Errorf("a sanction that is not listed is imported: %v", read)
	}
	open := p.read(parkingSancion, p.importID(parkingSancion, "2"))
	if open.state["cerrada"] != false || open.state["observaciones"] != "Sin tique visible" || open.state["pago"] != nil {
		t.Errorf("an open sanction is imported as %v", open.state)
	}
	w.requests()
	if closed := p.apply(parkingSancion, open, values{"sancion_id": 2}); len(closed.diags) > 0 || closed.state["cerrada"] != true {
		t.Error(closed.errors(), closed.state)
	}
	w.expectRequests(map[string]int{"sancion_cerrar": 1})

	without := w.proto(nil)
	expect(t, "without the list", without.read(parkingSancion, without.importID(parkingSancion, "1")).errors(),
		"Unable to import sanction", "Sanction 1", "Set endpoints.sanciones in the provider block", "apply the resource without importing it", "changes nothing")
	w.expectRequests(map[string]int{})
	expect(t, "provider not known", importUnconfigured(newProto(t)), "Provider configuration not known yet", "base_url")
}

// importUnconfigured imports a sanction while the address of the service is not known.
func importUnconfigured(p *proto) []string {
	p.t.Helper()
	p.configure(values{"base_url": tftypes.NewValue(tftypes.String, tftypes.UnknownValue), "credential": "x"})
	return p.importID(parkingSancion, "1").errors()
}

// What the record holds more than the configuration is shown by the plan that follows an import.
func TestSancionImportOfPaid(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.exec(closeElsewhere)
	w.exec(payElsewhere)
	p := w.proto(withList)
	read := p.read(parkingSancion, p.importID(parkingSancion, "1"))
	errs := sancionPlanErrors(p, read, values{"sancion_id": 1})
	if len(errs) != 2 || !strings.Contains(strings.Join(errs, ""), `Declare observaciones = "Ajena"`) || !strings.Contains(strings.Join(errs, ""), `pago_codigo = "TX-1"`) {
		t.Errorf("%q", errs)
	}
}

// A payment of which the record tells only a part is no payment that could be declared.
func TestSancionImportOfPartlyToldPayment(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.exec(closeElsewhere)
	w.exec(payElsewhere)
	w.answer(on(map[string]http.HandlerFunc{"GET " + sanciones: body(200, `{"estado":"ok","data":[{"id":1,"estado":"cerrada","pagada":1,"pago_codigo":"TX-1"}]}`)}))
	p := w.proto(withList)
	read := p.read(parkingSancion, p.importID(parkingSancion, "1"))
	if read.state["pago"] != nil || read.state["pagada"] != true {
		t.Errorf("imported is %v", read.state)
	}
	paid := p.apply(parkingSancion, read, values{"sancion_id": 1, "pago": declaredPago})
	expect(t, "warning", paid.warnings(), "Payment was there already")
	if len(paid.errors()) > 0 || w.requests()["sancion_pagar"] != 0 {
		t.Error(paid.errors())
	}
}

func TestSancionUnknownInputs(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	config := func(codigo string) string {
		return w.config(fmt.Sprintf(`
resource "terraform_data" "in" {
  input = { texto = %q }
}
resource "terraform_data" "id" {
  input = 1
}
resource "parking_sancion" "test" {
  sancion_id    = terraform_data.id.output
  observaciones = terraform_data.in.output.texto
  pago = {
    pago_tipo   = terraform_data.id.output
    pago_codigo = terraform_data.in.output.texto
    cliente_id  = terraform_data.id.output
  }
}
resource "parking_sancion" "whole" {
  sancion_id = 4
  pago       = terraform_data.in.output.texto == "no" ? null : { pago_tipo = 1, pago_codigo = "W", cliente_id = null }
}
`, codigo), sancionesLine)
	}
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{
			{Config: config("T")},
			{ // not known when it is planned, and refused when it is
				Config:      config("otro"),
				ExpectError: regexp.MustCompile(`A payment cannot be changed`),
			},
		},
	})
	if n := w.count("SELECT COUNT(*) FROM pagos"); n != 2 {
		t.Errorf("%d payments", n)
	}
}

func TestSancionValidation(t *testing.T) {
	t.Parallel()
	p := newProto(t)
	for attribute, declared := range map[string]values{
		`AttributeName("sancion_id")`:                       {"sancion_id": 0},
		`AttributeName("observaciones")`:                    {"sancion_id": 1, "observaciones": ""},
		`AttributeName("pago").AttributeName("cliente_id")`: {"sancion_id": 1, "pago": declaredPago.with(values{"cliente_id": 0})},
	} {
		expect(t, attribute, p.validateResource(parkingSancion, declared), attribute, "at least 1")
	}
	empty := values{"sancion_id": 1, "pago": declaredPago.with(values{"pago_codigo": ""})}
	expect(t, "no code", p.validateResource(parkingSancion, empty), `AttributeName("pago").AttributeName("pago_codigo")`, "The value is empty")
}

func TestSancionDeclaredTwice(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	p.apply(parkingSancion, result{}, declaredSancion)
	w.requests()
	second := p.apply(parkingSancion, result{}, values{"sancion_id": 1})
	expect(t, "error", second.errors(), `AttributeName("sancion_id")`, "Sanction in two blocks", "sanction 1")
	w.expectRequests(map[string]int{})
	if second.state != nil {
		t.Errorf("it is in the state: %v", second.state)
	}
}
