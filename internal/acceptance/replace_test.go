package acceptance

import (
	"cmp"
	"path"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What names a thing forces replacement only where it is known to name another one; where it is not known, the plan says what may
// follow. An update that would turn it into another thing writes nothing, and its error is on the attribute, unless that is personal.
func TestReplacedByAnotherThingOnly(t *testing.T) {
	t.Parallel()
	const linked, stay = "Plate already registered, to be linked: AKX0359 of client 2", "Vehicles stay on the service"
	moved := []string{stay + ": AKX0359 of client 1", linked}
	placa := acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 1}
	vehiculo := acctest.Values{"cliente_id": 1, "placa": "AKX0359"}
	for name, c := range map[string]struct {
		config       acctest.Values
		same, other  any      // same is nil where a value has one spelling
		warns, again []string // what the plan of a replacement says, and that of a second one
	}{
		"placa.placa":              {config: placa, other: "ZZR0033", warns: []string{"Plates stay on the service"}},
		"vehiculo.placa":           {config: vehiculo, same: "AKX 0359", other: "ZZR0033", warns: []string{stay}},
		"vehiculo.cliente_id":      {config: vehiculo, other: 2, warns: []string{stay, linked}, again: []string{linked}},
		"zona_favorita.cliente_id": {config: acctest.Values{"cliente_id": 1, "zona_id": 1}, other: 2},
		"flota.cliente_id": {config: acctest.FleetOf(acctest.Values{"AKX0359": acctest.Car(nil)}), other: 2,
			warns: moved, again: moved},
		"cliente.email": {config: acctest.Norte, same: "Flota.Norte@example.com", other: "nadie@example.com",
			warns: []string{"Clients stay on the service", "Client 2 will be replaced by a new client"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := acctest.NewServer(t, sandbox.Options{})
			resource, attribute, _ := strings.Cut(name, ".")
			typeName, refusal := "parking_"+resource, attribute+": Replacement needed, but an update was planned"
			switch name {
			case "vehiculo.placa", "vehiculo.cliente_id":
				w.Placas("AKX0359")
			case "cliente.email": // Terraform would print the address
				_, refusal, _ = strings.Cut(refusal, ": ")
			}
			p := w.Proto(acctest.Values{"endpoints": acctest.Values{"registrar_cliente": acctest.RegistrarCliente}})
			created := p.Apply(typeName, acctest.Result{}, c.config)
			acctest.NoErrors(t, "created", created)
			other := c.config.With(acctest.Values{attribute: c.other})
			planned := p.Plan(typeName, created, other)
			acctest.ExpectPlanned(t, "another thing", planned, attribute)
			acctest.Expect(t, "another thing", acctest.Result{Diags: planned.Diagnostics}.Warnings(), c.warns...)
			acctest.Expect(t, "a second thing", p.PlanWarnings(typeName, created, other), c.again...) // the rest once in a run
			open := unknown(p.Schema.ResourceSchemas[typeName].ValueType(), acctest.Values{attribute: nil})
			late := p.PlanWarnings(typeName, created, other.With(open))
			acctest.Expect(t, "not known yet", late, "Unknown whether "+attribute+" changes")
			w.Requests()
			value, _ := open[attribute].(tftypes.Value)
			stopped := p.ApplyLate(typeName, created, attribute, value, other)
			acctest.Expect(t, "another thing", stopped.Errors(), refusal)
			acctest.ExpectSame(t, "another thing", stopped.State, created.State)
			for _, same := range []any{c.config[attribute], cmp.Or(c.same, c.config[attribute])} {
				kept := p.ApplyLate(typeName, created, attribute, value, c.config.With(acctest.Values{attribute: same}))
				acctest.ExpectWhole(t, "same", kept, created.State.With(acctest.Values{attribute: same}))
			}
			w.ExpectRequests(map[string]int{})
		})
	}
}

// A creation of which nothing is known yet is valid and planned without a message and without a request, and created as soon as its
// values are known.
func TestCreatedOfUnknownInputs(t *testing.T) {
	t.Parallel()
	acctest.Each(t, map[string]acctest.Values{
		"parking_cliente":       acctest.Norte,
		"parking_placa":         {"placa": "ZZR0033", "tipo_vehiculo_id": 1},
		"parking_vehiculo":      {"cliente_id": 2, "placa": "AKX0359", "nombre": "Furgón"},
		"parking_zona_favorita": acctest.DeclaredFavorita,
		"parking_reserva":       acctest.PaidReserva.With(acctest.Values{"celda_id": 17, "conector_id": 3}),
		"parking_sancion": acctest.DeclaredSancion.With(
			acctest.Values{"pago": acctest.DeclaredPago.With(acctest.Values{"cliente_id": 1})}),
	}, func(t *testing.T, declared acctest.Values) {
		typeName := path.Base(t.Name())
		w := acctest.ConVehiculo(t)
		p := w.Proto(nil)
		kind := p.Schema.ResourceSchemas[typeName].ValueType()
		open := unknown(kind, declared)
		acctest.Expect(t, "validated", p.ValidateResource(typeName, open))
		planned := p.Plan(typeName, acctest.Result{}, open)
		acctest.NoErrors(t, "planned", acctest.Result{Diags: planned.Diagnostics})
		w.ExpectRequests(map[string]int{})
		planned.PlannedState = p.Encode(kind, p.Decode(kind, planned.PlannedState).With(declared))
		created := p.ApplyPlan(t.Context(), typeName, acctest.Result{}, declared, planned)
		acctest.ExpectState(t, "created", created, declared)
	})
}
