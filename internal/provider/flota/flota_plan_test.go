package flota

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// An import of a client takes its whole fleet, of several links of a plate the first; a client without vehicles has none.
func TestFlotaImport(t *testing.T) {
	t.Parallel()
	w, p, created, declared := flotaServer(t)
	w.Exec("INSERT INTO vehiculos (id, placa, cliente_id, nombre) VALUES (99, 'FLA0001', 1, 'Doble')")
	read := p.Read("parking_flota", p.ImportID("parking_flota", "1"))
	acctest.ExpectSame(t, "read", read.State, created.State.With(acctest.Values{"vehiculos": acctest.Values{
		"FLA0001": acctest.Car("Uno").With(acctest.Values{"minusvalido": false}),
		"FLA0002": acctest.Car(nil).With(acctest.Values{"minusvalido": false})}}))
	acctest.Expect(t, "read", saidBy(read), "Plate linked more than once: FLA0001 of client 1")
	w.ExpectRequests(map[string]int{"vehiculos": 1, "placa": 2})
	acctest.ExpectWhole(t, "planned", planOf(p, "parking_flota", read, acctest.FleetOf(declared)), read.State)
	for _, none := range []string{"2", "99"} {
		acctest.ExpectWarned(t, "client", p.Read("parking_flota", p.ImportID("parking_flota", none)), nil)
	}
	acctest.Expect(t, "plate of no letter", p.ImportID("parking_flota", "1/FLA0001,-").Errors(), "Invalid import identifier")
}

// An import that names plates takes these alone, however they are spelled, of several
// links the first, and leaves out what is not there or cannot be read, for the plan to add, with a warning. With none of them it
// takes nothing.
func TestFlotaImportOfPlates(t *testing.T) {
	t.Parallel()
	w, p, created, declared := flotaServer(t)
	w.Exec("INSERT INTO vehiculos (id, placa, cliente_id, nombre) VALUES (99, 'FLA0002', 1, 'Doble')")
	read := p.Read("parking_flota", p.ImportID("parking_flota", "1/FLA0002,FLA0009"))
	const twice = "Plate linked more than once: FLA0002 of client 1"
	want := acctest.Values{"FLA0002": acctest.Car(nil).With(acctest.Values{"minusvalido": false})}
	acctest.ExpectWarned(t, "read", read, acctest.Values{"vehiculos": want})
	acctest.Expect(t, "read", read.Warnings(), twice, "Vehicle not imported: FLA0009 of client 1")
	w.ExpectRequests(map[string]int{"vehiculos": 1, "placa": 1})
	config := acctest.FleetOf(acctest.Values{"FLA0002": declared["FLA0002"], "FLA0009": acctest.Car(nil)})
	planned, id := planOf(p, "parking_flota", read, config), created.Entry("vehiculo_ids", "FLA0002")
	if planned.Entry("vehiculo_ids", "FLA0002") != id || !acctest.IsUnknown(planned.Entry("vehiculo_ids", "FLA0009")) {
		t.Errorf("planned %v", planned.State)
	}
	odd := p.Read("parking_flota", p.ImportID("parking_flota", "1/FLA0002,fla-0001")) // held under another spelling
	ids := acctest.Values{"FLA0002": id, "fla-0001": created.Entry("vehiculo_ids", "FLA0001")}
	acctest.ExpectWarned(t, "spelled otherwise", odd, acctest.Values{"vehiculo_ids": ids})
	acctest.ExpectWarned(t, "none", p.Read("parking_flota", p.ImportID("parking_flota", "1/FLA0009")), nil)
	w.Answer(answers.On(routes{"GET /external/placa/FLA0001": answers.Body(404, `{"estado":"fail","error":"La placa no existe"}`)}))
	for _, id := range []string{"1", "1/FLA0001,FLA0002"} {
		p = w.Proto(nil)
		part := p.Read("parking_flota", p.ImportID("parking_flota", id))
		acctest.ExpectWarned(t, id, part, acctest.Values{"vehiculos": want})
		acctest.Expect(t, id, part.Warnings(), twice, "Vehicle not imported: FLA0001 of client 1")
	}
}

// What cannot be a fleet is refused on the entry that is wrong, without a request.
func TestFlotaValidation(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p, car := w.Proto(nil), acctest.Car(nil)
	large := acctest.Values{}
	for n := range Max {
		large[fmt.Sprintf("FLA%05d", n)] = car
	}
	type row struct {
		entries acctest.Values
		says    string
	}
	for name, c := range map[string]row{
		"too large":    {large.With(acctest.Values{"FLB00000": car}), "vehiculos: Invalid Attribute Value"},
		"empty":        {acctest.Values{}, "vehiculos: Invalid Attribute Value"},
		"twice":        {acctest.Values{"AKX0359": car, "akx-0359": car}, `vehiculos["akx-0359"]: Plate declared twice`},
		"blank":        {acctest.Values{" AKX0359": car}, `vehiculos[" AKX0359"]: Invalid value`},
		"no letter":    {acctest.Values{"-": car}, `vehiculos["-"]: Invalid value`},
		"no plate":     {acctest.Values{"": car}, `vehiculos[""]: Invalid value`},
		"no type":      {acctest.Values{"AKX0359": acctest.Values{"nombre": "x"}}, `vehiculos["AKX0359"]: Invalid vehicle type`},
		"type 0":       {acctest.Values{"AKX0359": acctest.Values{"tipo_vehiculo_id": 0}}, `vehiculos["AKX0359"]: Invalid vehicle type`},
		"null":         {acctest.Values{"AKX0359": nil}, `vehiculos["AKX0359"]: Invalid vehicle type`},
		"of many, one": {acctest.Values{"AKX0359": car, "ZZR0033": acctest.Car("")}, `vehiculos["ZZR0033"]: Invalid name`},
	} {
		acctest.Expect(t, name, p.ValidateResource("parking_flota", acctest.FleetOf(c.entries)), c.says)
	}
	entry := flotaEntryType.TerraformType(t.Context())
	none := acctest.Car(acctest.UnknownText).With(acctest.Values{"tipo_vehiculo_id": acctest.UnknownNumber})
	for name, vehiculos := range map[string]any{
		"10000": large, "of a type not known": acctest.Values{"A": none},
		"not known": tftypes.NewValue(tftypes.Map{ElementType: entry}, tftypes.UnknownValue),
		"an entry":  acctest.Values{"A": tftypes.NewValue(entry, tftypes.UnknownValue)},
	} {
		open := acctest.Values{"cliente_id": acctest.UnknownNumber, "vehiculos": vehiculos}
		acctest.Expect(t, name, p.ValidateResource("parking_flota", open))
	}
	of0 := fleet.With(acctest.Values{"cliente_id": 0})
	acctest.Expect(t, "client 0", p.ValidateResource("parking_flota", of0), "cliente_id: Invalid Attribute Value")
	w.ExpectRequests(map[string]int{})
}

// An entry that is not known yet in the plan is not taken for one that is taken out.
func TestFlotaNotKnownIsNotTakenOut(t *testing.T) {
	t.Parallel()
	_, p, created, _ := flotaServer(t)
	entry := flotaEntryType.TerraformType(t.Context())
	all := tftypes.NewValue(tftypes.Map{ElementType: entry}, tftypes.UnknownValue)
	acctest.Expect(t, "none known", p.PlanWarnings("parking_flota", created, acctest.Values{"cliente_id": 1, "vehiculos": all}))
	some := acctest.Values{"FLA0001": tftypes.NewValue(entry, tftypes.UnknownValue), "FLA0002": acctest.Car(nil)}
	acctest.Expect(t, "one not known", p.PlanWarnings("parking_flota", created, acctest.FleetOf(some)))
	delete(some, "FLA0002")
	stays := p.PlanWarnings("parking_flota", created, acctest.FleetOf(some))
	acctest.Expect(t, "one taken out", stays, "Vehicles stay on the service: FLA0002 of client 1")
}

// null and false are one, and a name that is not declared is whatever there is: neither is a difference, so that the plan
// after an import is empty, however the configuration is written.
func TestFlotaWrittenAnotherWay(t *testing.T) {
	t.Parallel()
	w, p, created, declared := flotaServer(t)
	imported := p.Read("parking_flota", p.ImportID("parking_flota", "1"))
	w.Requests()
	one, two := acctest.Car("Uno"), acctest.Car(nil)
	respelled := one.With(acctest.Values{"electrico": nil, "minusvalido": false})
	for name, changed := range map[string]acctest.Values{
		"flags": {"FLA0001": respelled, "FLA0002": two.With(acctest.Values{"electrico": nil})},
		"name":  {"FLA0001": two, "FLA0002": two}, "the same": declared,
	} {
		fleet := acctest.FleetOf(changed)
		acctest.ExpectWhole(t, name, planOf(p, "parking_flota", created, fleet), created.State)
		acctest.ExpectWhole(t, name+", imported", planOf(p, "parking_flota", imported, fleet), imported.State)
		longer := planOf(p, "parking_flota", created, fleet.With(acctest.Values{"timeouts": acctest.Values{"read": "1m"}}))
		acctest.ExpectWhole(t, name+", with other timeouts", longer, created.State.With(acctest.Values{
			"timeouts": acctest.Values{"create": nil, "read": "1m", "update": nil}}))
	}
	// A flag that is not known yet may be any. Without max_pendientes an update that leaves something pending fails.
	electrico := acctest.Values{"electrico": tftypes.NewValue(tftypes.Bool, tftypes.UnknownValue)}
	unknown := acctest.FleetOf(acctest.Values{"FLA0001": one.With(electrico), "FLA0002": two})
	for most, pending := range map[any]bool{1: true, nil: false} {
		plan := planOf(p, "parking_flota", created, unknown.With(acctest.Values{"max_pendientes": most}))
		acctest.NoErrors(t, "planned", plan)
		if acctest.IsUnknown(plan.State["pendientes"]) != pending || acctest.IsUnknown(plan.State["vehiculo_ids"]) {
			t.Errorf("planned %v with max_pendientes = %v", plan.State, most)
		}
	}
	w.ExpectRequests(map[string]int{})
}

// A name that was not managed is compared with the one that the service shows: in the plan with what the refresh read, and in the
// apply, which is another process, with a list of its own.
func TestFlotaNameDeclaredLater(t *testing.T) {
	t.Parallel()
	w, _, created, _ := flotaServer(t)
	w.Exec("UPDATE vehiculos SET nombre = 'Dos' WHERE placa = 'FLA0002'")
	p := w.Proto(nil)
	read := p.Read("parking_flota", created)
	w.Requests()
	named := func(nombre any) acctest.Values {
		return acctest.PartialFleetOf(acctest.Values{"FLA0001": acctest.Car("Uno"), "FLA0002": acctest.Car(nombre)})
	}
	for nombre, want := range map[any][]string{
		"Otro": {"vehiculos: Vehicles cannot be put in place: FLA0002 of client 1"}, "DOS": nil, nil: nil,
	} {
		config := named(nombre).With(acctest.Values{"max_pendientes": 0})
		refused := planOf(p, "parking_flota", read, config).Errors()
		acctest.Expect(t, fmt.Sprint("planned as ", nombre), refused, want...)
		if len(want) > 0 {
			acctest.ExpectSays(t, "planned", refused[0], `nombre ("Dos" on the service, "Otro" in the configuration)`)
		}
		w.ExpectRequests(map[string]int{})
		acctest.Expect(t, "planned without a refresh", planOf(w.Proto(nil), "parking_flota", read, config).Errors(), want...)
		w.Requests()
	}
	acctest.ExpectInPlace(t, "in another spelling", w.Proto(nil).Apply("parking_flota", read, named("dos")))
	w.ExpectRequests(map[string]int{"vehiculos": 1})
	plan := p.Plan("parking_flota", read, named("Otro"))
	pending := w.Proto(nil).ApplyPlan(t.Context(), "parking_flota", read, named("Otro"), plan)
	expectPending(t, "applied", pending, "FLA0002")
	w.ExpectRequests(map[string]int{"vehiculos": 1})
	why := fmt.Sprint(pending.Entry("pendientes", "FLA0002"))
	acctest.ExpectSays(t, "pending", why, `nombre ("Dos" on the service, "Otro" in the configuration). The service cannot rename`)
}

// A vehicle that was renamed on the service keeps its declared name, with a warning of each refresh: the rest is planned. The service's
// name may be declared, and no other one.
func TestFlotaRenamedOutside(t *testing.T) {
	t.Parallel()
	w, _, created, declared := flotaServer(t)
	w.Exec("UPDATE vehiculos SET nombre = 'Otro' WHERE placa = 'FLA0001'")
	p := w.Proto(nil)
	read := p.Read("parking_flota", created)
	acctest.ExpectSame(t, "read", read.State, created.State)
	acctest.Expect(t, "read", saidBy(read), "Vehicle renamed on the service: FLA0001 of client 1")
	acctest.ExpectSays(t, "read", first(read), `FLA0001 ("Otro" on the service, "Uno" before). The service cannot`)
	acctest.ExpectPlanned(t, "as declared", p.Plan("parking_flota", read, acctest.FleetOf(declared)))
	declared["FLA0001"] = acctest.Car("Otro")
	w.Requests()
	acctest.NoMessages(t, "the service's", w.Proto(nil).Apply("parking_flota", read, acctest.FleetOf(declared)))
	w.ExpectRequests(map[string]int{"vehiculos": 1})
	declared["FLA0001"] = acctest.Car("Tres")
	refused := planOf(p, "parking_flota", read, acctest.FleetOf(declared))
	acctest.Expect(t, "another", refused.Errors(), "vehiculos: Vehicles cannot be put in place: FLA0001 of client 1")
	acctest.ExpectSays(t, "another", first(refused), `nombre ("Otro" on the service, "Tres" in the configuration)`)
}

// Drift shows in the entry that drifted, in the attribute that drifted.
func TestFlotaDrift(t *testing.T) {
	t.Parallel()
	w, p, created, declared := flotaServer(t)
	w.Exec("UPDATE placas SET tipo_vehiculo_id = 3, marca = 'Kia' WHERE placa = 'FLA0002'")
	w.Exec("UPDATE vehiculos SET nombre = 'Otro', favorito = 1 WHERE placa = 'FLA0002'") // its name is not managed
	read := p.Read("parking_flota", created)
	drifted := acctest.Car(nil).With(acctest.Values{"tipo_vehiculo_id": 3})
	acctest.ExpectSame(t, "read", read.State, created.State.With(acctest.Values{
		"vehiculos": acctest.Values{"FLA0001": acctest.Car("Uno"), "FLA0002": drifted}}))
	w.Requests()
	healed := p.Apply("parking_flota", read, acctest.FleetOf(declared))
	w.ExpectRequests(map[string]int{"actualizar_placa": 1})
	acctest.ExpectWhole(t, "healed", healed, created.State)
	w.ExpectCount(1, "SELECT tipo_vehiculo_id FROM placas WHERE placa = 'FLA0002'")
}
