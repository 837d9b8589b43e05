package acceptance

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What names a thing forces replacement only where it is known to name another one; where it is not known, the plan says what may
// follow. An update that would turn it into another thing writes nothing, and its error is on the attribute, unless that is personal.
func TestReplacedByAnotherThingOnly(t *testing.T) {
	t.Parallel()
	fleet := func(placa string) acctest.Values {
		return acctest.Values{placa: acctest.Values{"tipo_vehiculo_id": 1, "nombre": nil, "electrico": nil, "minusvalido": nil}}
	}
	registers := acctest.Values{"endpoints": acctest.Values{"registrar_cliente": acctest.RegistrarCliente}} // a client that is not there
	const linked = "Plate already registered: AKX0359 of client 2"
	moved := []string{"Vehicles stay on the service: AKX0359 of client 1", linked}
	type row struct {
		typeName, attribute string
		unknown             tftypes.Value
		config              acctest.Values
		same, other         any      // same is nil where a value has one spelling
		warns, again        []string // what the plan of a replacement says, and that of a second one
	}
	acctest.Each(t, map[string]row{
		"placa.placa":              {"parking_placa", "placa", acctest.UnknownText, acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 1}, nil, "ZZR0033", []string{"Plates stay on the service"}, nil},
		"vehiculo.placa":           {"parking_vehiculo", "placa", acctest.UnknownText, acctest.Values{"cliente_id": 1, "placa": "AKX0359"}, "AKX 0359", "ZZR0033", []string{"Vehicles stay on the service"}, nil},
		"vehiculo.cliente_id":      {"parking_vehiculo", "cliente_id", acctest.UnknownNumber, acctest.Values{"cliente_id": 1, "placa": "AKX0359"}, nil, 2, []string{"Vehicles stay on the service", linked}, []string{linked}},
		"cliente.email":            {"parking_cliente", "email", acctest.UnknownText, acctest.Norte, "Flota.Norte@example.com", "nadie@example.com", []string{"Clients stay on the service", "Client 2 will be replaced by a new client"}, nil},
		"zona_favorita.cliente_id": {"parking_zona_favorita", "cliente_id", acctest.UnknownNumber, acctest.Values{"cliente_id": 1, "zona_id": 1}, nil, 2, nil, nil},
		"flota.cliente_id":         {"parking_flota", "cliente_id", acctest.UnknownNumber, acctest.Values{"cliente_id": 1, "vehiculos": fleet("AKX0359")}, nil, 2, moved, moved},
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
		w.Requests()
		other := c.config.With(acctest.Values{c.attribute: c.other})
		planned := p.Plan(c.typeName, created, other)
		acctest.ExpectPlanned(t, "another thing", planned, c.attribute)
		acctest.Expect(t, "another thing", acctest.TextsOf(planned.Diagnostics, tfprotov6.DiagnosticSeverityWarning), c.warns...)
		acctest.Expect(t, "a second thing", p.PlanWarnings(c.typeName, created, other), c.again...) // the rest once in a run
		w.Requests()
		late := p.PlanWarnings(c.typeName, created, other.With(acctest.Values{c.attribute: c.unknown}))
		acctest.Expect(t, "not known yet", late, "Unknown whether "+c.attribute+" changes")
		w.Requests() // a look at the rest of it
		stopped := p.ApplyLate(c.typeName, created, c.attribute, c.unknown, other)
		acctest.Expect(t, "another thing", stopped.Errors(), refusal)
		acctest.ExpectSame(t, "another thing", stopped.State, created.State)
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

// A client whose address now belongs to another identifier is another client, which never enters the state.
func TestClienteOfAnotherIdentifier(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	created := w.Proto(nil).Apply("parking_cliente", acctest.Result{}, acctest.Norte)
	acctest.NoErrors(t, "created", created)
	other := answers.Body(200, `{"estado":"ok","data":{"id":3,"nombre":"Ajeno"}}`)
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/cliente-email": other}))
	read := w.Proto(nil).Read("parking_cliente", created)
	acctest.Expect(t, "read", read.Errors(), "Unable to read client")
	acctest.ExpectSame(t, "read", read.State, created.State)
}

// Where a value turns out to be another in the apply, Terraform reports an inconsistent final plan, nothing is registered, and the
// next run replaces.
func TestCLIReplacedByLateValue(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	of := func(placa string) string {
		return fmt.Sprintf(`
resource "terraform_data" "placa" {
  input = %q
}

resource "parking_placa" "test" {
  placa            = terraform_data.placa.output
  tipo_vehiculo_id = 1
}
`, placa)
	}
	c := acctest.CLIOf(t, of("FLA0001"), map[string]string{"PARKING_BASE_URL": w.BaseURL, "PARKING_CREDENTIAL": "x"})
	c.Ok("apply", "-no-color", "-auto-approve")
	acctest.Write(t, filepath.Join(c.Folder, "main.tf"), acctest.Required+of("FLA0002"))
	if code, out := c.Run("apply", "-no-color", "-auto-approve"); code == 0 || !strings.Contains(out, "inconsistent final plan") {
		t.Errorf("it replaced what was planned as an update:\n%s", out)
	}
	w.ExpectCount(1, "SELECT COUNT(*) FROM placas WHERE placa LIKE 'FLA%'")
	acctest.ExpectSays(t, "the next plan", c.Ok("plan", "-no-color"), "forces replacement")
	c.Ok("apply", "-no-color", "-auto-approve")
	c.EmptyPlan()
}

// A creation of which nothing is known yet is valid and planned without a message and without a request, and created as
// soon as its values are known.
func TestCreatedOfUnknownInputs(t *testing.T) {
	t.Parallel()
	type row struct {
		typeName string
		declared acctest.Values
	}
	paid := acctest.DeclaredPago.With(acctest.Values{"cliente_id": 1})
	acctest.Each(t, map[string]row{
		"cliente":       {"parking_cliente", acctest.Norte},
		"placa":         {"parking_placa", acctest.Values{"placa": "ZZR0033", "tipo_vehiculo_id": 1}},
		"vehiculo":      {"parking_vehiculo", acctest.Values{"cliente_id": 2, "placa": "AKX0359", "nombre": "Furgón"}},
		"zona_favorita": {"parking_zona_favorita", acctest.DeclaredFavorita},
		"reserva":       {"parking_reserva", acctest.PaidReserva.With(acctest.Values{"celda_id": 17, "conector_id": 3})},
		"sancion":       {"parking_sancion", acctest.DeclaredSancion.With(acctest.Values{"pago": paid})},
	}, func(t *testing.T, c row) {
		w := acctest.ConVehiculo(t)
		p := w.Proto(nil)
		object, _ := p.Schema.ResourceSchemas[c.typeName].ValueType().(tftypes.Object)
		unknown := acctest.Values{}
		for attribute := range c.declared {
			unknown[attribute] = tftypes.NewValue(object.AttributeTypes[attribute], tftypes.UnknownValue)
		}
		acctest.Expect(t, "validated", p.ValidateResource(c.typeName, unknown))
		planned := p.Plan(c.typeName, acctest.Result{}, unknown)
		acctest.NoErrors(t, "planned", acctest.Result{Diags: planned.Diagnostics})
		w.ExpectRequests(map[string]int{})
		planned.PlannedState = p.Encode(object, p.Decode(object, planned.PlannedState).With(c.declared))
		created := p.ApplyPlan(t.Context(), c.typeName, acctest.Result{}, c.declared, planned)
		acctest.ExpectState(t, "created", created, c.declared)
	})
}
