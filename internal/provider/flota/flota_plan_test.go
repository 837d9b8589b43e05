package flota

import (
	"fmt"
	"net/http"
	"reflect"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestFlotaImport(t *testing.T) {
	t.Parallel()
	w, p, created, declared := flotaServer(t)
	held := created.State.With(acctest.Values{"vehiculos": acctest.Values{
		"FLA0001": acctest.Car("Uno").With(acctest.Values{"minusvalido": false}), "FLA0002": acctest.Car(nil).With(acctest.Values{"minusvalido": false})}})
	for name, imported := range map[string]acctest.Result{"id": p.ImportID("parking_flota", "1"), "identity": p.ImportIdentity("parking_flota", acctest.Values{"cliente_id": 1})} {
		read := p.Read("parking_flota", imported)
		acctest.ExpectSame(t, name, read.State, held)
		acctest.NoMessages(t, name, read)
		acctest.ExpectSame(t, name+" identity", read.Identity, acctest.Values{"cliente_id": 1})
		acctest.ExpectSame(t, name+", planned", plannedFlota(p, read, acctest.FleetOf(declared)), read.State)
	}
	w.ExpectRequests(map[string]int{"vehiculos": 1, "placa": 4}) // one listing for both imports
	for _, bad := range []string{"x", "0", "-1", "01", "1.5", "1/", "/FLA0001", "1/,", "1/FLA0001,", "1/FLA0001, FLA0002", "1/FLA0001,-"} {
		acctest.Expect(t, bad, p.ImportID("parking_flota", bad).Errors(), "Invalid import identifier")
	}
	acctest.Expect(t, "twice", p.ImportID("parking_flota", "1/FLA0001,fla-0001").Errors(), "Invalid import identifier")
	for _, none := range []string{"2", "99"} {
		acctest.ExpectWarned(t, "client", p.Read("parking_flota", p.ImportID("parking_flota", none)), nil)
	}
	// Of several links of one plate the first is the vehicle.
	w.Exec("INSERT INTO vehiculos (id, placa, cliente_id, nombre) VALUES (99, 'FLA0001', 1, 'Doble')")
	p = w.Proto(nil)
	acctest.ExpectSame(t, "read", p.Read("parking_flota", p.ImportID("parking_flota", "1")).State, held)
}

// An import that names plates takes these alone, however they are spelled, of several
// links the first, and leaves out what is not there or cannot be read, for the plan to add, with a warning. With none of them it
// takes nothing.
func TestFlotaImportOfPlates(t *testing.T) {
	t.Parallel()
	w, p, created, declared := flotaServer(t)
	w.Exec("INSERT INTO vehiculos (id, placa, cliente_id, nombre) VALUES (99, 'FLA0002', 1, 'Doble')")
	imported := p.ImportID("parking_flota", "1/FLA0002,FLA0009")
	read := p.Read("parking_flota", imported)
	want := acctest.Values{"FLA0002": acctest.Car(nil).With(acctest.Values{"minusvalido": false})}
	acctest.ExpectWarned(t, "read", read, acctest.Values{"vehiculos": want})
	acctest.Expect(t, "read", read.Warnings(), "Plate linked more than once: FLA0002 of client 1", "Vehicle not imported: FLA0009 of client 1")
	acctest.ExpectSame(t, "read identity", read.Identity, acctest.Values{"cliente_id": 1})
	w.ExpectRequests(map[string]int{"vehiculos": 1, "placa": 1})
	config := acctest.FleetOf(acctest.Values{"FLA0002": declared["FLA0002"], "FLA0009": acctest.Car(nil)})
	planned := acctest.Result{State: plannedFlota(p, read, config)}
	if id := created.Entry("vehiculo_ids", "FLA0002"); !reflect.DeepEqual(planned.Entry("vehiculo_ids", "FLA0002"), id) || !acctest.IsUnknown(planned.Entry("vehiculo_ids", "FLA0009")) {
		t.Errorf("planned %v", planned.State)
	}
	acctest.Expect(t, "what is not there is said to stay", p.Apply("parking_flota", read, acctest.FleetOf(acctest.Values{"FLA0002": declared["FLA0002"]})).Warnings())
	odd := p.Read("parking_flota", p.ImportID("parking_flota", "1/FLA0002,fla-0001")) // held under another spelling
	if odd.Entry("vehiculo_ids", "fla-0001") != created.Entry("vehiculo_ids", "FLA0001") || odd.Entry("vehiculo_ids", "FLA0002") == nil {
		t.Errorf("imported %v", odd.State)
	}
	acctest.ExpectWarned(t, "none", p.Read("parking_flota", p.ImportID("parking_flota", "1/FLA0009")), nil)
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/placa/FLA0001": answers.Body(404, `{"estado":"fail","error":"La placa no existe"}`)}))
	for _, id := range []string{"1", "1/FLA0001,FLA0002"} {
		p = w.Proto(nil)
		part := p.Read("parking_flota", p.ImportID("parking_flota", id))
		acctest.ExpectWarned(t, id, part, acctest.Values{"vehiculos": want})
		acctest.Expect(t, id, part.Warnings(), "Plate linked more than once: FLA0002 of client 1", "Vehicle not imported: FLA0001 of client 1")
	}
}

// What cannot be a fleet is refused on the entry that is wrong, without a request.
func TestFlotaValidation(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	large := acctest.Values{}
	for n := range Max + 1 {
		large[fmt.Sprintf("FLA%05d", n)] = acctest.Car(nil)
	}
	for name, c := range map[string]struct {
		entries acctest.Values
		said    string
	}{
		"too large":    {large, "vehiculos: Invalid Attribute Value"},
		"empty":        {acctest.Values{}, "vehiculos: Invalid Attribute Value"},
		"twice":        {acctest.Values{"AKX0359": acctest.Car(nil), "akx-0359": acctest.Car(nil)}, `vehiculos["akx-0359"]: Plate declared twice`},
		"blank":        {acctest.Values{" AKX0359": acctest.Car(nil)}, `vehiculos[" AKX0359"]: Invalid value`},
		"no letter":    {acctest.Values{"-": acctest.Car(nil)}, `vehiculos["-"]: Invalid value`},
		"no plate":     {acctest.Values{"": acctest.Car(nil)}, `vehiculos[""]: Invalid value`},
		"no type":      {acctest.Values{"AKX0359": acctest.Values{"nombre": "x"}}, `vehiculos["AKX0359"]: Invalid vehicle type`},
		"type 0":       {acctest.Values{"AKX0359": acctest.Car(nil).With(acctest.Values{"tipo_vehiculo_id": 0})}, `vehiculos["AKX0359"]: Invalid vehicle type`},
		"empty name":   {acctest.Values{"AKX0359": acctest.Car("")}, `vehiculos["AKX0359"]: Invalid name`},
		"null":         {acctest.Values{"AKX0359": nil}, `vehiculos["AKX0359"]: Invalid vehicle type`},
		"of many, one": {acctest.Values{"AKX0359": acctest.Car(nil), "ZZR0033": acctest.Car("")}, `vehiculos["ZZR0033"]: Invalid name`},
	} {
		acctest.Expect(t, name, p.ValidateResource("parking_flota", acctest.FleetOf(c.entries)), c.said)
	}
	delete(large, "FLA00000")
	unknown := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"tipo_vehiculo_id": tftypes.Number, "nombre": tftypes.String, "electrico": tftypes.Bool, "minusvalido": tftypes.Bool}}
	for name, config := range map[string]acctest.Values{
		"10000": acctest.FleetOf(large), "of an unknown client": acctest.FleetOf(acctest.Values{"A": acctest.Car(nil)}).With(acctest.Values{"cliente_id": acctest.UnknownNumber}),
		"unknown":           {"cliente_id": 1, "vehiculos": tftypes.NewValue(tftypes.Map{ElementType: unknown}, tftypes.UnknownValue)},
		"one entry unknown": acctest.FleetOf(acctest.Values{"A": tftypes.NewValue(unknown, tftypes.UnknownValue)}),
		"a type unknown":    acctest.FleetOf(acctest.Values{"A": acctest.Car(acctest.UnknownText).With(acctest.Values{"tipo_vehiculo_id": acctest.UnknownNumber})}),
	} {
		acctest.Expect(t, name, p.ValidateResource("parking_flota", config))
	}
	acctest.Expect(t, "client 0", p.ValidateResource("parking_flota", acctest.FleetOf(acctest.Values{"A": acctest.Car(nil)}).With(acctest.Values{"cliente_id": 0})), "cliente_id: Invalid Attribute Value")
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
	acctest.Expect(t, "one taken out", p.PlanWarnings("parking_flota", created, acctest.FleetOf(some)), "Vehicles stay on the service: FLA0002 of client 1")
}

// null and false are one, and a name that is not declared is whatever there is: neither is a difference, so that the plan
// after an import is empty, however the configuration is written.
func TestFlotaWrittenAnotherWay(t *testing.T) {
	t.Parallel()
	w, p, created, declared := flotaServer(t)
	imported := p.Read("parking_flota", p.ImportID("parking_flota", "1"))
	w.Requests()
	for name, changed := range map[string]acctest.Values{
		"flags":    {"FLA0001": acctest.Car("Uno").With(acctest.Values{"electrico": nil, "minusvalido": false}), "FLA0002": acctest.Car(nil).With(acctest.Values{"electrico": nil})},
		"name":     {"FLA0001": acctest.Car(nil), "FLA0002": acctest.Car(nil)},
		"the same": declared,
	} {
		acctest.ExpectSame(t, name, plannedFlota(p, created, acctest.FleetOf(changed)), created.State)
		acctest.ExpectSame(t, name+", imported", plannedFlota(p, imported, acctest.FleetOf(changed)), imported.State)
		longer := acctest.FleetOf(changed).With(acctest.Values{"timeouts": acctest.Values{"read": "1m"}})
		acctest.ExpectSame(t, name+", with other timeouts", plannedFlota(p, created, longer), created.State.With(acctest.Values{
			"timeouts": acctest.Values{"create": nil, "read": "1m", "update": nil}}))
	}
	// A flag that is not known yet may be any. Without max_pendientes an update that leaves something pending fails.
	unknown := acctest.Values{"FLA0001": acctest.Car("Uno").With(acctest.Values{"electrico": tftypes.NewValue(tftypes.Bool, tftypes.UnknownValue)}), "FLA0002": acctest.Car(nil)}
	for most, pending := range map[any]bool{1: true, nil: false} {
		plan := plannedFlota(p, created, acctest.FleetOf(unknown).With(acctest.Values{"max_pendientes": most}))
		if acctest.IsUnknown(plan["pendientes"]) != pending || acctest.IsUnknown(plan["vehiculo_ids"]) {
			t.Errorf("planned %v with max_pendientes = %v", plan, most)
		}
	}
	w.ExpectRequests(map[string]int{})
}

func TestFlotaRename(t *testing.T) {
	t.Parallel()
	w, p, created, declared := flotaServer(t)
	declared["FLA0001"] = acctest.Car("Otro")
	refused := p.Plan("parking_flota", created, acctest.FleetOf(declared))
	acctest.Expect(t, "error", acctest.ErrorsOf(refused.Diagnostics), "vehiculos: Vehicles cannot be put in place: FLA0001 of client 1")
	pending := p.Apply("parking_flota", created, acctest.PartialFleetOf(declared))
	expectPending(t, "renamed", pending, "FLA0001")
	why, _ := pending.Entry("pendientes", "FLA0001").(string)
	acctest.ExpectSays(t, "pending", why, `differs: nombre ("Uno" on the service, "Otro" in the configuration). The service cannot rename`)
	w.Requests()
	declared["FLA0001"] = acctest.Car("UNO").With(acctest.Values{"electrico": true})
	acctest.NoMessages(t, "respelled", w.Proto(nil).Apply("parking_flota", created, acctest.FleetOf(declared)))
	w.ExpectRequests(map[string]int{"actualizar_placa": 1})
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
	for nombre, want := range map[any][]string{"Otro": {"vehiculos: Vehicles cannot be put in place: FLA0002 of client 1"}, "DOS": nil, nil: nil} {
		config := acctest.FleetOf(acctest.Values{"FLA0001": acctest.Car("Uno"), "FLA0002": acctest.Car(nombre)})
		refused := acctest.ErrorsOf(p.Plan("parking_flota", read, config).Diagnostics)
		acctest.Expect(t, fmt.Sprint("planned as ", nombre), refused, want...)
		if len(want) > 0 {
			acctest.ExpectSays(t, "planned", refused[0], `nombre ("Dos" on the service, "Otro" in the configuration)`)
		}
		w.ExpectRequests(map[string]int{})
		acctest.Expect(t, "planned without a refresh", acctest.ErrorsOf(w.Proto(nil).Plan("parking_flota", read, config).Diagnostics), want...)
		w.Requests()
	}
	named := acctest.FleetOf(acctest.Values{"FLA0001": acctest.Car("Uno"), "FLA0002": acctest.Car("dos")}) // in another spelling
	acctest.ExpectInPlace(t, "named", w.Proto(nil).Apply("parking_flota", read, named))
	w.ExpectRequests(map[string]int{"vehiculos": 1})
	config := acctest.PartialFleetOf(acctest.Values{"FLA0001": acctest.Car("Uno"), "FLA0002": acctest.Car("Otro")})
	expectPending(t, "applied", w.Proto(nil).ApplyPlan(t.Context(), "parking_flota", read, config, p.Plan("parking_flota", read, config)), "FLA0002")
	w.ExpectRequests(map[string]int{"vehiculos": 1})
}

// A vehicle that was renamed on the service keeps its declared name, with a warning of each refresh: the rest is planned. The service's
// name may be declared, and no other one.
func TestFlotaRenamedOutside(t *testing.T) {
	t.Parallel()
	w, _, created, declared := flotaServer(t)
	w.Exec("UPDATE vehiculos SET nombre = 'Otro' WHERE placa = 'FLA0001'")
	p := w.Proto(nil)
	read := p.Read("parking_flota", created)
	acctest.ExpectWarned(t, "read", read, created.State)
	acctest.Expect(t, "read", read.Warnings(), "Vehicle renamed on the service: FLA0001 of client 1")
	acctest.ExpectSays(t, "read", read.Warnings()[0], `FLA0001: nombre ("Otro" on the service, "Uno" in the configuration). The service cannot rename a vehicle.`)
	acctest.ExpectPlanned(t, "as declared", p.Plan("parking_flota", read, acctest.FleetOf(declared)))
	declared["FLA0001"] = acctest.Car("Otro")
	w.Requests()
	acctest.NoMessages(t, "the service's", w.Proto(nil).Apply("parking_flota", read, acctest.FleetOf(declared)))
	w.ExpectRequests(map[string]int{"vehiculos": 1})
	declared["FLA0001"] = acctest.Car("Tres")
	refused := acctest.ErrorsOf(p.Plan("parking_flota", read, acctest.FleetOf(declared)).Diagnostics)
	acctest.Expect(t, "another", refused, "vehiculos: Vehicles cannot be put in place: FLA0001 of client 1")
	acctest.ExpectSays(t, "another", refused[0], `nombre ("Otro" on the service, "Tres" in the configuration)`)
}

// Drift shows in the entry that drifted, in the attribute that drifted.
func TestFlotaDrift(t *testing.T) {
	t.Parallel()
	w, p, created, declared := flotaServer(t)
	w.Exec("UPDATE placas SET tipo_vehiculo_id = 3, marca = 'Kia' WHERE placa = 'FLA0002'")
	w.Exec("UPDATE vehiculos SET nombre = 'Otro', favorito = 1 WHERE placa = 'FLA0002'") // its name is not managed
	read := p.Read("parking_flota", created)
	want := created.State.With(acctest.Values{"vehiculos": acctest.Values{"FLA0001": acctest.Car("Uno"), "FLA0002": acctest.Car(nil).With(acctest.Values{"tipo_vehiculo_id": 3})}})
	acctest.ExpectSame(t, "read", read.State, want)
	w.Requests()
	healed := p.Apply("parking_flota", read, acctest.FleetOf(declared))
	w.ExpectRequests(map[string]int{"actualizar_placa": 1})
	acctest.ExpectSame(t, "healed", healed.State, created.State)
	acctest.NoMessages(t, "healed", healed)
	w.ExpectCount(1, "SELECT tipo_vehiculo_id FROM placas WHERE placa = 'FLA0002'")
	w.Exec("DELETE FROM vehiculos; DELETE FROM placas WHERE placa = 'FLA0002'")
	oneByOne := w.Proto(acctest.Values{"max_concurrency": 1}) // the plate that is there is a witness
	acctest.ExpectState(t, "all gone", oneByOne.Read("parking_flota", healed.Later(t)), acctest.Values{"vehiculos": acctest.Values{}, "pendientes": acctest.Values{}})
}
