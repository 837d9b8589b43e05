package provider

import (
	"fmt"
	"net/http"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

const fullPlaca = `
resource "parking_placa" "test" {
  placa            = "AKX0359"
  tipo_vehiculo_id = 2
  electrico        = true
  minusvalido      = true
  timeouts         = { create = "5m", read = "1m", update = "5m" }
}
`

func TestPlacaLifecycle(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	const name = "parking_placa.test"
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{
			{
				Config: w.config(minimalPlaca),
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(name, tfjsonpath.New("electrico"), knownvalue.Bool(false)),
					statecheck.ExpectKnownValue(name, tfjsonpath.New("minusvalido"), knownvalue.Bool(false)),
					statecheck.ExpectKnownValue(name, tfjsonpath.New("marca"), knownvalue.Null()),
					statecheck.ExpectKnownValue(name, tfjsonpath.New("exento"), knownvalue.Bool(false)),
					statecheck.ExpectKnownValue(name, tfjsonpath.New("sancionable"), knownvalue.Bool(true)),
				},
				// One write and one read; the checks run before the empty plan of the step.
				Check: w.checkRequests(map[string]int{"registrar_placa": 1, "placa": 1}),
			},
			{ // a new plan reads once and changes nothing
				PreConfig:        func() { w.requests() },
				Config:           w.config(minimalPlaca),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}},
			},
			{
				Config: w.config(fullPlaca),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction(name, plancheck.ResourceActionUpdate)}},
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(name, tfjsonpath.New("tipo_vehiculo_id"), knownvalue.Int64Exact(2)),
					statecheck.ExpectKnownValue(name, tfjsonpath.New("electrico"), knownvalue.Bool(true)),
				},
			},
			{
				ResourceName: name, ImportState: true, ImportStateId: "AKX0359", ImportStateVerify: true,
				ImportStateVerifyIdentifierAttribute: "placa", ImportStateVerifyIgnore: []string{"timeouts"},
			},
			{ // another plate replaces; the old one stays on the service
				Config: w.config(strings.ReplaceAll(minimalPlaca, "AKX0359", "ZZR0033")),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction(name, plancheck.ResourceActionDestroyBeforeCreate)}},
			},
		},
	})
	if n := w.count("SELECT COUNT(*) FROM placas WHERE placa IN ('AKX0359', 'ZZR0033')"); n != 2 {
		t.Errorf("%d plates on the service, wanted both", n)
	}
}

func TestPlacaDriftAndDisappearance(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	const name = "parking_placa.test"
	drift := func(set, attribute string, planned knownvalue.Check) resource.TestStep {
		return resource.TestStep{
			PreConfig: func() { w.exec("UPDATE placas SET " + set + " WHERE placa = 'AKX0359'") },
			Config:    w.config(fullPlaca),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction(name, plancheck.ResourceActionUpdate),
				plancheck.ExpectKnownValue(name, tfjsonpath.New(attribute), planned),
			}},
		}
	}
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{
			{Config: w.config(fullPlaca)},
			drift("tipo_vehiculo_id = 3", "tipo_vehiculo_id", knownvalue.Int64Exact(2)),
			drift("electrico = 0", "electrico", knownvalue.Bool(true)),
			drift("minusvalido = 0", "minusvalido", knownvalue.Bool(true)),
			{ // what the service alone decides is taken in without a change
				PreConfig:        func() { w.exec("UPDATE placas SET marca = 'Kia', exento = 1 WHERE placa = 'AKX0359'") },
				Config:           w.config(fullPlaca),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}},
			},
			{
				PreConfig: func() { w.exec("DELETE FROM placas WHERE placa = 'AKX0359'") },
				Config:    w.config(fullPlaca),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction(name, plancheck.ResourceActionCreate)}},
			},
		},
	})
}

func TestPlacaUnknownInputs(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{{
			Config: w.config(`
resource "terraform_data" "in" {
  input = { placa = "AKX0359", tipo = 2, electrico = true }
}
resource "parking_placa" "test" {
  placa            = terraform_data.in.output.placa
  tipo_vehiculo_id = terraform_data.in.output.tipo
  electrico        = terraform_data.in.output.electrico
}
`),
			Check: resource.TestCheckResourceAttr("parking_placa.test", "electrico", "true"),
		}},
	})
}

func TestPlacaValidation(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	var steps []resource.TestStep
	for _, c := range []struct{ placa, tipo, want string }{
		{`" AKX0359"`, "1", `begins or ends with a blank`},
		{`"AKX\t0359"`, "1", `does not show`},
		{`""`, "1", `is empty`},
		{`".."`, "1", `no letter or digit`},
		{`"AKX0359"`, "0", `must be at least 1`},
	} {
		steps = append(steps, resource.TestStep{
			Config:      w.config(fmt.Sprintf("resource \"parking_placa\" \"test\" {\n  placa            = %s\n  tipo_vehiculo_id = %s\n}\n", c.placa, c.tipo)),
			PlanOnly:    true,
			ExpectError: regexp.MustCompile(c.want),
		})
	}
	resource.UnitTest(t, resource.TestCase{ProtoV6ProviderFactories: factories(), Steps: steps})
	w.expectRequests(map[string]int{})
}

func TestPlacaRefusedByTheService(t *testing.T) {
	t.Parallel()
	for _, status := range []int{0, http.StatusOK} { // 0: the sandbox's own statuses
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{FailStatus: status})
			created := w.proto(nil).apply("parking_placa", result{}, values{"placa": "AKX0359", "tipo_vehiculo_id": 99})
			expect(t, "error", created.errors(), `AttributeName("tipo_vehiculo_id")`, "Unable to create plate", `The service refuses tipo_vehiculo_id = 99 of plate "AKX0359"`)
			if created.state != nil {
				t.Error("a plate that was refused is in the state")
			}
		})
	}
}

func TestPlacaAdoption(t *testing.T) {
	t.Parallel()
	declared := values{"placa": "AKX0359", "tipo_vehiculo_id": 2, "electrico": true}
	for _, c := range []struct {
		name, mode, existing string
		warning, failure     []string
		requests             map[string]int
	}{
		{"identical, same", "identical", "2, 1, 0", []string{"Existing plate adopted", "AKX0359", "nothing was changed"}, nil, map[string]int{"registrar_placa": 1, "placa": 1}},
		{"identical, differs", "identical", "1, 0, 0", nil, []string{`"placa"`, "tipo_vehiculo_id is 1, declared is 2", "electrico is false, declared is true", `adopt_existing = "update"`}, map[string]int{"registrar_placa": 1, "placa": 1}},
		{"update, differs", "update", "1, 1, 0", []string{"adopted and changed", "tipo_vehiculo_id is 1, declared is 2"}, nil, map[string]int{"registrar_placa": 1, "placa": 1, "actualizar_placa": 1}},
		{"update, same", "update", "2, 1, 0", []string{"nothing was changed"}, nil, map[string]int{"registrar_placa": 1, "placa": 1}},
		{"never, same", "never", "2, 1, 0", nil, []string{"exists already", "terraform import parking_placa.NAME 'AKX0359'"}, map[string]int{"placa": 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{})
			w.exec("INSERT INTO placas (placa, tipo_vehiculo_id, electrico, minusvalido) VALUES ('AKX0359', " + c.existing + ")")
			p := w.proto(values{"adopt_existing": c.mode})
			created := p.apply("parking_placa", result{}, declared)
			w.expectRequests(c.requests)
			if c.failure != nil {
				expect(t, "error", created.errors(), c.failure...)
				if created.state != nil {
					t.Error("it is in the state all the same")
				}
				return
			}
			if len(created.errors()) > 0 {
				t.Fatal(created.errors())
			}
			expect(t, "warning", created.warnings(), c.warning...)
			if n := w.count("SELECT COUNT(*) FROM placas WHERE placa = 'AKX0359' AND tipo_vehiculo_id = 2 AND electrico = 1"); n != 1 {
				t.Error("the service does not hold what is declared")
			}
			if again := p.apply("parking_placa", created, declared); !reflect.DeepEqual(again.state, created.state) {
				t.Errorf("state changes on a second apply: %v, then %v", created.state, again.state)
			}
		})
	}
}

func TestPlacaDeclaredTwice(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{AcceptDuplicates: true})
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{{
			Config:      w.config(minimalPlaca + strings.Replace(minimalPlaca, `"test"`, `"other"`, 1)),
			ExpectError: regexp.MustCompile(`Plate declared twice`),
		}},
	})
	if got := w.requests()["registrar_placa"]; got != 1 {
		t.Errorf("registered %d times", got)
	}
}

// A read that fails after the registration must not taint: the plate could not
// be deleted for the replacement.
func TestPlacaReadBackFails(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.answer(func(r *http.Request) http.HandlerFunc {
		if r.Method == http.MethodGet {
			return body(http.StatusInternalServerError, `{"estado":"fail","error":"base de datos"}`)
		}
		return nil
	})
	p := w.proto(nil)
	created := p.apply("parking_placa", result{}, values{"placa": "AKX0359", "tipo_vehiculo_id": 2})
	if len(created.errors()) > 0 {
		t.Fatal(created.errors())
	}
	expect(t, "warning", created.warnings(), "Plate saved, but not read back", "AKX0359", "base de datos")
	if created.state["tipo_vehiculo_id"] != 2 || created.state["sancionable"] != nil {
		t.Errorf("state is %v", created.state)
	}
	w.answer(nil)
	if read := p.read("parking_placa", created); read.state["sancionable"] != true {
		t.Errorf("the next refresh did not fill in: %v", read.state)
	}
}

func TestPlacaNotGoneWithoutEvidence(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	created := p.apply("parking_placa", result{}, values{"placa": "AKX0359", "tipo_vehiculo_id": 2})
	for name, answer := range map[string]http.HandlerFunc{
		"401":           body(401, `{"estado":"fail","error":"La placa no existe"}`),
		"403":           body(403, `{"estado":"fail","error":"La placa no existe"}`),
		"429":           body(429, `{"estado":"fail","error":"La placa no existe"}`),
		"503":           body(503, `{"estado":"fail","error":"La placa no existe"}`),
		"404 of a page": body(404, `<html>Not Found</html>`),
		"empty":         body(404, ``),
		"other failure": body(200, `{"estado":"fail","error":"mantenimiento"}`),
		"other plate":   body(200, `{"estado":"ok","data":{"placa":"ZZR0033","tipo_vehiculo_id":1}}`),
	} {
		w.answer(func(*http.Request) http.HandlerFunc { return answer })
		read := p.read("parking_placa", created)
		if len(read.errors()) != 1 || read.state == nil {
			t.Errorf("%s: taken for gone, or for no error: %v", name, read)
		}
	}
	for name, answer := range map[string]http.HandlerFunc{
		"404":         body(404, `{"estado":"fail","error":"sin datos"}`),
		"fail at 200": body(200, `{"estado":"fail","error":"La placa no existe"}`),
	} {
		w.answer(func(*http.Request) http.HandlerFunc { return answer })
		if read := p.read("parking_placa", created); len(read.errors()) > 0 || read.state != nil {
			t.Errorf("%s: not taken for gone: %v", name, read)
		}
	}
}

// Fields that the service leaves out keep their state; null is a value.
func TestPlacaFieldsLeftOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	created := p.apply("parking_placa", result{}, values{"placa": "AKX0359", "tipo_vehiculo_id": 2, "electrico": true})
	w.answer(func(*http.Request) http.HandlerFunc { return body(200, `{"estado":"ok","data":{"placa":"akx-0359"}}`) })
	if read := p.read("parking_placa", created); !reflect.DeepEqual(read.state, created.state) {
		t.Errorf("state is %v, was %v", read.state, created.state)
	}
	w.answer(func(*http.Request) http.HandlerFunc {
		return body(200, `{"estado":"ok","data":{"placa":"AKX0359","tipo_vehiculo_id":"5","electrico":null,"minusvalido":"1","marca":null,"exento":true}}`)
	})
	read := p.read("parking_placa", created)
	if read.state["tipo_vehiculo_id"] != 5 || read.state["electrico"] != false || read.state["minusvalido"] != true || read.state["exento"] != true {
		t.Errorf("state is %v", read.state)
	}
}

func TestPlacaIdentityAndDestroy(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	created := p.apply("parking_placa", result{}, values{"placa": "A B/1", "tipo_vehiculo_id": 2})
	if len(created.errors()) > 0 || created.identity["placa"] != "A B/1" {
		t.Fatal(created.errors(), created.identity)
	}
	imported := p.read("parking_placa", p.importIdentity("parking_placa", values{"placa": "A B/1"}))
	if !reflect.DeepEqual(imported.state, created.state) || imported.identity["placa"] != "A B/1" {
		t.Errorf("imported %v, created %v", imported.state, created.state)
	}
	expect(t, "error", p.importID("parking_placa", " AKX").errors(), "Invalid import identifier")
	expect(t, "spelled differently", p.read("parking_placa", p.importID("parking_placa", "a b/1")).errors(), "Unable to import plate", `Plate "a b/1" is not registered`, "Spelling counts")
	w.exec("DELETE FROM placas WHERE placa = 'A B/1'")
	if gone := p.read("parking_placa", imported); gone.state != nil || len(gone.diags) > 0 {
		t.Errorf("imported and gone later: %v %v", gone.state, gone.errors())
	}
	w.requests()
	destroyed := p.apply("parking_placa", created, nil)
	expect(t, "warning", destroyed.warnings(), "Plate stays on the service", `"A B/1"`)
	w.expectRequests(map[string]int{})
}

func TestPlacaRefreshMaxAge(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(values{"refresh_max_age": "1h"})
	created := p.apply("parking_placa", result{}, values{"placa": "AKX0359", "tipo_vehiculo_id": 2})
	w.requests()
	if read := p.read("parking_placa", created); !reflect.DeepEqual(read.state, created.state) {
		t.Errorf("state is %v", read.state)
	}
	w.expectRequests(map[string]int{})
	w.proto(values{"refresh_max_age": "1ns"}).read("parking_placa", created)
	w.expectRequests(map[string]int{"placa": 1})
}

// Until the provider's own configuration is known, nothing is asked and nothing fails.
func TestPlacaProviderNotKnownYet(t *testing.T) {
	t.Parallel()
	p := newProto(t)
	unknown := tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	if diags := p.configure(values{"base_url": unknown, "credential": "x"}); len(diags) > 0 {
		t.Fatal(errorsOf(diags))
	}
	state := result{state: values{"placa": "AKX0359", "tipo_vehiculo_id": 2}}
	if read := p.read("parking_placa", state); len(read.diags) > 0 || read.state["placa"] != "AKX0359" {
		t.Errorf("%v", read)
	}
}

// With adopt_existing = "never" an unclear refusal must not hide that the plate
// was there before; with the others it is said.
func TestPlacaThereBeforeAnUnclearAnswer(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"never", "identical"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{})
			w.placas("AKX0359")
			w.answer(on(map[string]http.HandlerFunc{"POST /external/placa": body(500, `{"estado":"fail","error":"duplicate key"}`)}))
			created := w.proto(values{"adopt_existing": mode}).apply("parking_placa", result{}, values{"placa": "AKX0359", "tipo_vehiculo_id": 1})
			if mode == "never" {
				expect(t, "error", created.errors(), "Plate exists already")
				return
			}
			expect(t, "warning", created.warnings(), "Plate registered, answer lost", "was there before")
		})
	}
}

// A plate that was registered otherwise than declared is read again, however
// fresh it is.
func TestPlacaNotAsDeclaredIsNotFresh(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.answer(on(map[string]http.HandlerFunc{"GET /external/placa/AKX0359": body(200, `{"estado":"ok","data":{"placa":"AKX0359","tipo_vehiculo_id":2}}`)}))
	p := w.proto(values{"refresh_max_age": "6h"})
	created := p.apply("parking_placa", result{}, values{"placa": "AKX0359", "tipo_vehiculo_id": 1})
	expect(t, "warning", created.warnings(), "not as declared", "tipo_vehiculo_id is 2, declared is 1")
	if read := p.read("parking_placa", created); read.state["tipo_vehiculo_id"] != 2 {
		t.Errorf("the difference is hidden: %v", read.state)
	}
}

// At HTTP 200 a text that speaks of the credential or of the service's own parts
// is no evidence that the plate is gone.
func TestPlacaNotGoneOnOtherThingsMissing(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	created := p.apply("parking_placa", result{}, values{"placa": "AKX0359", "tipo_vehiculo_id": 1})
	for _, text := range []string{
		"Cabecera Authorization no encontrada", "Usuario no encontrado", "apikey no existe", "La clave no existe",
		"La tabla placas no existe", "Página no encontrada", "Host not found", "Not found", "No existe autorización para el cliente",
	} {
		w.answer(func(*http.Request) http.HandlerFunc { return body(200, `{"estado":"fail","error":"`+text+`"}`) })
		if read := p.read("parking_placa", created); read.state == nil || len(read.errors()) != 1 {
			t.Errorf("%s: forgotten", text)
		}
	}
}

// What the service says of people is not shown, whatever the call was about.
func TestPlacaErrorsShowNoPersonalData(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.answer(func(*http.Request) http.HandlerFunc {
		return body(422, `{"estado":"fail","error":"El cliente ana@example.com, cédula 1712345678, no puede","errores":{"placa":["de ana@example.com"]}}`)
	})
	text := strings.Join(w.proto(nil).apply("parking_placa", result{}, values{"placa": "AKX0359", "tipo_vehiculo_id": 1}).errors(), "\n")
	for _, secret := range []string{"ana@example.com", "1712345678"} {
		if strings.Contains(text, secret) {
			t.Errorf("%s is in %q", secret, text)
		}
	}
}

// A refused credential says nothing of the plate, which is not looked for then.
func TestPlacaCredentialRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	asked := 0
	w.answer(func(*http.Request) http.HandlerFunc {
		asked++
		return body(401, `{"estado":"fail","error":"No autorizado"}`)
	})
	created := w.proto(nil).apply("parking_placa", result{}, values{"placa": "AKX0359", "tipo_vehiculo_id": 1})
	expect(t, "error", created.errors(), "Unable to create plate", "refuses the credential")
	if asked != 1 {
		t.Errorf("asked %d times", asked)
	}
}
