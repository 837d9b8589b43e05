package provider

import (
	"fmt"
	"net/http"
	"reflect"
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

func TestClienteLifecycle(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	const name = "parking_cliente.test"
	changed := strings.NewReplacer(`"Distribuciones"`, `"Logística"`, `"022111222"`, `"022333444"`).Replace(testCliente)
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{
			{
				Config: w.config(testCliente),
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(name, tfjsonpath.New("id"), knownvalue.Int64Exact(2)),
					statecheck.ExpectSensitiveValue(name, tfjsonpath.New("telefono")),
					statecheck.ExpectSensitiveValue(name, tfjsonpath.New("cedula")),
				},
				Check: w.checkRequests(map[string]int{"cliente_email": 2, "actualizar_cliente": 1}),
			},
			{
				Config: w.config(changed),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction(name, plancheck.ResourceActionUpdate),
					plancheck.ExpectKnownValue(name, tfjsonpath.New("id"), knownvalue.Int64Exact(2)),
				}},
				Check: func(*terraform.State) error {
					w.expectCliente(values{"email": "flota.norte@example.com", "nombre": "Flota Norte", "apellidos": "Logística",
						"prefijos": "+593", "telefono": "022333444", "cedula": "1700000001"})
					return nil
				},
			},
			{
				ResourceName: name, ImportState: true, ImportStateId: "flota.norte@example.com", ImportStateVerify: true,
				ImportStateVerifyIdentifierAttribute: "email", ImportStateVerifyIgnore: []string{"timeouts"},
			},
			{ // another address replaces, and the old client stays on the service
				Config: w.config(strings.Replace(changed, "flota.norte@", "flota.sur@", 1)),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction(name, plancheck.ResourceActionDestroyBeforeCreate)}},
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(name, tfjsonpath.New("id"), knownvalue.Int64Exact(3))},
			},
			{ // gone: created again, which is a registration
				PreConfig: func() { w.exec("DELETE FROM clientes WHERE id = 3") },
				Config:    w.config(strings.Replace(changed, "flota.norte@", "flota.sur@", 1), `endpoints = { registrar_cliente = "`+registrarCliente+`" }`),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction(name, plancheck.ResourceActionCreate)}},
			},
		},
	})
	if n := w.count("SELECT COUNT(*) FROM clientes WHERE email LIKE 'flota.%' AND apellidos = 'Logística'"); n != 2 {
		t.Errorf("%d clients on the service, wanted both", n)
	}
}

// An existing client costs one read, and a write that is read back only where it differs.
func TestClienteCreateRequests(t *testing.T) {
	t.Parallel()
	type testCase struct {
		name     string
		declared values
		writes   bool
	}
	cases := []testCase{{"identical", norte, false}}
	for _, attribute := range []string{"nombre", "apellidos", "prefijos", "telefono", "cedula"} {
		cases = append(cases, testCase{attribute, norte.with(values{attribute: declaredNorte[attribute]}), true})
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{})
			p := w.proto(nil)
			created := p.apply("parking_cliente", result{}, c.declared)
			if len(created.errors()) > 0 || created.identity["email"] != "flota.norte@example.com" {
				t.Fatal(created.errors(), created.identity)
			}
			want := map[string]int{"cliente_email": 1}
			if c.writes {
				want = map[string]int{"cliente_email": 2, "actualizar_cliente": 1}
				expect(t, "warning", created.warnings(), "Existing client brought to the declared state", "Client 2", c.name)
			} else if len(created.warnings()) > 0 {
				t.Error(created.warnings())
			}
			w.expectRequests(want)
			w.expectCliente(c.declared)
			expectSame(t, "created", created.state, c.declared.with(values{"id": 2, "timeouts": nil}))
			expectSame(t, "read", p.read("parking_cliente", created).state, created.state)
		})
	}
}

func TestClienteUpdateRequests(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	created := p.apply("parking_cliente", result{}, norte)
	w.requests()
	same := p.apply("parking_cliente", created, norte.with(values{"timeouts": values{"read": "1m"}}))
	w.expectRequests(map[string]int{})
	updated := p.apply("parking_cliente", same, declaredNorte)
	w.expectRequests(map[string]int{"actualizar_cliente": 1, "cliente_email": 1})
	w.expectCliente(declaredNorte)
	if len(updated.diags) > 0 || updated.state["id"] != 2 || updated.identity["email"] != "flota.norte@example.com" {
		t.Errorf("%v", updated)
	}
}

func TestClienteThatDoesNotExist(t *testing.T) {
	t.Parallel()
	for _, status := range []int{0, http.StatusOK} { // 0: the sandbox's own statuses
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{FailStatus: status})
			refused := w.proto(nil).apply("parking_cliente", result{}, unknownCliente)
			expect(t, "error", refused.errors(), `AttributeName("email")`, "No such client", "endpoints.registrar_cliente")
			w.expectRequests(map[string]int{"cliente_email": 1})
			if refused.state != nil {
				t.Errorf("it is in the state: %v", refused.state)
			}
			created := w.proto(values{"endpoints": values{"registrar_cliente": registrarCliente}}).apply("parking_cliente", result{}, unknownCliente)
			w.expectRequests(map[string]int{"cliente_email": 2, "registrar_cliente": 1})
			w.expectCliente(unknownCliente)
			expectSame(t, "registered", created.state, unknownCliente.with(values{"id": 5, "timeouts": nil}))
		})
	}
}

func TestClienteDrift(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	created := p.apply("parking_cliente", result{}, declaredNorte)
	for _, attribute := range []string{"nombre", "apellidos", "prefijos", "telefono", "cedula"} {
		w.exec("UPDATE clientes SET " + attribute + " = '+99' WHERE id = 2")
		drifted := p.read("parking_cliente", created)
		expectSame(t, attribute, drifted.state, created.state.with(values{attribute: "+99"}))
		w.requests()
		corrected := p.apply("parking_cliente", drifted, declaredNorte)
		w.expectRequests(map[string]int{"actualizar_cliente": 1, "cliente_email": 1})
		w.expectCliente(declaredNorte)
		expectSame(t, attribute, corrected.state, created.state)
	}
}

func TestClienteUnknownInputs(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{{
			Config: w.config(`
resource "terraform_data" "in" {
  input = { email = "flota.norte@example.com", otro = "+593" }
}
resource "parking_cliente" "test" {
  email     = terraform_data.in.output.email
  nombre    = terraform_data.in.output.otro
  apellidos = terraform_data.in.output.otro
  prefijos  = terraform_data.in.output.otro
  telefono  = terraform_data.in.output.otro
  cedula    = terraform_data.in.output.otro
}
`),
			Check: resource.TestCheckResourceAttr("parking_cliente.test", "id", "2"),
		}},
	})
}

func TestClienteValidation(t *testing.T) {
	t.Parallel()
	p := newProto(t)
	for _, c := range []struct{ attribute, value, want string }{
		{"email", "flota", "is not an e-mail address"},
		{"email", "flota@example", "is not an e-mail address"},
		{"email", "Flota <flota@example.com>", "is not an e-mail address"},
		{"email", " flota@example.com", "is not an e-mail address"},
		{"email", "", "is not an e-mail address"},
		{"prefijos", "593", "must be + and one to three digits"},
		{"prefijos", "+", "must be + and one to three digits"},
		{"prefijos", "+5933", "must be + and one to three digits"},
		{"prefijos", "+59 3", "must be + and one to three digits"},
		{"nombre", "", "at least 1"},
		{"apellidos", "", "at least 1"},
		{"telefono", "", "at least 1"},
		{"cedula", "", "at least 1"},
	} {
		errs := p.validateResource("parking_cliente", declaredNorte.with(values{c.attribute: c.value}))
		expect(t, fmt.Sprintf("%s = %q", c.attribute, c.value), errs, `AttributeName("`+c.attribute+`")`, c.want)
	}
	for _, prefijos := range []any{"+1", "+34", "+593", tftypes.NewValue(tftypes.String, tftypes.UnknownValue)} {
		if errs := p.validateResource("parking_cliente", declaredNorte.with(values{"prefijos": prefijos})); len(errs) > 0 {
			t.Errorf("%v: %v", prefijos, errs)
		}
	}
}

// Upper and lower case make no two clients.
func TestClienteDeclaredTwice(t *testing.T) {
	t.Parallel()
	for _, email := range []string{"flota.norte@example.com", "Flota.Norte@Example.com"} {
		w := newWorld(t, sandbox.Options{})
		p := w.proto(nil)
		p.apply("parking_cliente", result{}, norte)
		w.requests()
		second := p.apply("parking_cliente", result{}, declaredNorte.with(values{"email": email}))
		expect(t, "error", second.errors(), `AttributeName("email")`, "Client in two blocks")
		w.expectRequests(map[string]int{})
		w.expectCliente(norte)
	}
}

// A plan that keeps one client in two blocks is refused, whichever of the two it comes to first: each would overwrite
// what the other declares, in every run. Where one of them leaves, the other may take it.
func TestClienteInTwoBlocks(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	other := declaredNorte.with(values{"email": "Flota.Norte@Example.com"})
	first := w.proto(nil).apply("parking_cliente", result{}, norte)
	second := w.proto(nil).apply("parking_cliente", result{}, other)
	imported := w.proto(nil).importID("parking_cliente", "flota.norte@example.com")
	w.requests()
	plan := func(p *proto, prior result, config values) []*tfprotov6.Diagnostic {
		return p.plan("parking_cliente", prior, config).Diagnostics
	}
	for name, prior := range map[string]result{"created": {}, "updated": second, "imported": imported} {
		p := w.proto(nil)
		for range 2 { // planning it again is no second block
			if diags := plan(p, first, norte); len(diags) > 0 {
				t.Error(name, errorsOf(diags))
			}
		}
		refused := plan(p, prior, other)
		expect(t, name, errorsOf(refused), `AttributeName("email")`, "Client in two blocks", "Another block of this configuration declares this client too", "would overwrite each other", "Nothing was changed here", "Remove one of the two blocks from the configuration", "import block")
		expectNothingPersonal(t, name, refused, norte, declaredNorte)
		p = w.proto(nil)
		if diags := plan(p, prior, other); len(diags) > 0 {
			t.Error(name, errorsOf(diags))
		}
		expect(t, name, errorsOf(plan(p, first, norte)), "Client in two blocks")
		p = w.proto(nil)
		if diags := append(plan(p, first, nil), plan(p, prior, other)...); len(diags) > 0 {
			t.Error("renamed:", errorsOf(diags))
		}
	}
	w.expectRequests(map[string]int{})
}

func TestClienteIdentityAndDestroy(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	created := p.apply("parking_cliente", result{}, norte)
	for name, imported := range map[string]result{
		"identity": p.importIdentity("parking_cliente", values{"email": "flota.norte@example.com"}),
		"id":       p.importID("parking_cliente", "flota.norte@example.com"),
	} {
		read := p.read("parking_cliente", imported)
		expectSame(t, name, read.state, created.state)
		if !reflect.DeepEqual(read.identity, values{"email": "flota.norte@example.com"}) {
			t.Errorf("%s: identity is %v", name, read.identity)
		}
	}
	expect(t, "error", p.importID("parking_cliente", "2").errors(), "Invalid import identifier", "flota@example.com")
	if read := p.read("parking_cliente", p.importID("parking_cliente", "nadie@example.com")); read.state != nil {
		t.Errorf("a client that does not exist is imported: %v", read.state)
	}
	w.requests()
	expect(t, "warning", p.apply("parking_cliente", created, nil).warnings(), "Client stays on the service", "Client 2")
	w.expectRequests(map[string]int{})
	w.expectCliente(norte)
}

func TestClienteRefreshMaxAge(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(values{"refresh_max_age": "1h"})
	created := p.apply("parking_cliente", result{}, norte)
	w.requests()
	expectSame(t, "spared", p.read("parking_cliente", created).state, created.state)
	w.expectRequests(map[string]int{})
	w.proto(values{"refresh_max_age": "1ns"}).read("parking_cliente", created)
	w.expectRequests(map[string]int{"cliente_email": 1})
}
