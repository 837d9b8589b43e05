package flota

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
)

// What plans look up, and say, of the plates and vehicles that they will create.

// looksServer has one vehicle of client 1, whose listing is therefore not empty.
func looksServer(t *testing.T) *acctest.Server {
	t.Helper()
	w := serverOf(t, "OTR0001")
	w.Exec("INSERT INTO vehiculos (id, placa, cliente_id) VALUES (7, 'OTR0001', 1)")
	return w
}

// The resources that declare a plate: all, those that register it, and those that link it.
const all, registering, linking = "placa vehiculo flota", "placa flota", "vehiculo flota"

// declare gives the configuration of one of them.
func declare(resource, placa string, nombre any) acctest.Values {
	switch resource {
	case "placa":
		return acctest.Values{"placa": placa, "tipo_vehiculo_id": 1}
	case "vehiculo":
		return acctest.Values{"cliente_id": 1, "placa": placa, "nombre": nombre}
	}
	return acctest.FleetOf(acctest.Values{placa: acctest.Car(nombre)})
}

// The plate AKX0359 in each of them.
var plate, vehicle, fleet = declare("placa", "AKX0359", nil), declare("vehiculo", "AKX0359", nil), declare("flota", "AKX0359", nil)

// existing is what the plan of a creation finds.
type existing struct {
	exec   string   // puts it on the service
	types  string   // that find it
	placa  string   // that is declared in place of AKX0359
	nombre any      // that is declared
	over   bool     // overwrite_existing
	at     string   // the attribute of the error; none for warnings
	what   []string // how the messages begin
	says   []string // parts of the first message
}

// A plan shows what its creations will find, before anything is written that cannot be deleted.
func TestPlanShowsWhatExists(t *testing.T) {
	t.Parallel()
	const (
		registered  = "INSERT INTO placas (placa, tipo_vehiculo_id) VALUES ('AKX0359', 1)"
		differently = "INSERT INTO placas (placa, tipo_vehiculo_id, electrico, minusvalido) VALUES ('AKX0359', 2, 1, 1)"
		link        = "; INSERT INTO vehiculos (id, nombre, placa, cliente_id) VALUES (9, 'Otro', 'AKX0359', 1)"

		isRegistered, isLinked     = "Plate already registered", "Vehicle already exists"
		isUnlinked                 = isRegistered + ", to be linked"
		isOverwritten, isRespelled = "Plate will be overwritten", "Plate registered under another spelling"
		isOdd                      = "Check the spelling of the plate"

		values = "tipo_vehiculo_id (2 on the service, 1 in the configuration); electrico (true on the service, false in the" +
			" configuration); minusvalido (true on the service, false in the configuration)"
		stranger = "It may be of another block, an earlier run, or somebody else's"
		spellIt  = `The service has it as "AKX0359". It may take two spellings for two plates, and can delete neither`
	)
	acctest.Each(t, map[string]existing{
		"nothing": {types: all}, // another block may register the plate of a vehicle

		"somebody's plate": {exec: registered, types: "placa", what: []string{isRegistered},
			says: []string{"as declared, so only the state changes: AKX0359. ", stranger}},
		"somebody's plate to link": {exec: registered, types: linking, what: []string{isUnlinked},
			says: []string{"The apply links these plates to client 1 for good: AKX0359. ", stranger}},
		"another client's": {exec: registered + strings.Replace(link, "1)", "2)", 1), types: linking, what: []string{isUnlinked},
			says: []string{"plates to client 1 for good: AKX0359. ", stranger}},

		"the client's": {exec: registered + link, types: linking, what: []string{isLinked},
			says: []string{"as declared, so no link is made: AKX0359 (vehicle 9). ", stranger}},
		"the client's under another name": {exec: registered + link, types: linking, nombre: "Furgón",
			at: "nombre", what: []string{"Vehicle already exists under another name"},
			says: []string{`On the service, vehicle 9 differs: nombre ("Otro" on the service, "Furgón" in the configuration).`}},

		"other data": {exec: differently, types: registering, at: "placa", what: []string{"Plate already exists and differs"},
			says: []string{values, "set overwrite_existing = true"}},
		"other data, overwritten": {exec: differently, types: "placa", over: true, what: []string{isOverwritten},
			says: []string{`as overwrite_existing = true says: "AKX0359": ` + values, stranger}},
		"other data, to link": {exec: differently, types: "flota", over: true, what: []string{isUnlinked, isOverwritten}},
		"other data, linked":  {exec: differently + link, types: "flota", over: true, what: []string{isOverwritten, isLinked}},

		"another spelling": {exec: registered, types: all, placa: "AKX-0359", at: "placa", what: []string{isRespelled},
			says: []string{spellIt}},
		"another spelling of other data": {exec: differently, types: "placa", placa: "AKX-0359", over: true,
			at: "placa", what: []string{isRespelled}, says: []string{spellIt}},
		"the client's in another spelling": {exec: registered + strings.Replace(link, "AKX0359", "akx-0359", 1), types: "vehiculo",
			what: []string{isLinked}, says: []string{`(vehicle 9)`, `The service has it as "akx-0359".`}},
		"another spelling, plate and link": {exec: strings.ReplaceAll(registered+link, "AKX0359", "AKX 0359"), types: "flota",
			placa: "AKX-0359", at: "placa", what: []string{isRespelled}, says: []string{`The service has it as "AKX 0359".`}},

		"a name that nobody means": {types: linking, nombre: "#N/A", at: "nombre", what: []string{"Invalid name of a vehicle"},
			says: []string{`nombre "#N/A": is an error of a spreadsheet. The service could not change it later.`}},
		"a name that does not show": {types: "flota", nombre: "Furg\u0096n", at: "nombre", what: []string{"Invalid name of a vehicle"},
			says: []string{`nombre "Furg\u0096n": holds a character that does not show`}},
		"the client's of such a name": {exec: registered + strings.Replace(link, "Otro", "Uno\tdos", 1), types: linking, nombre: "Uno\tdos",
			what: []string{isLinked}},

		"odd": {types: all, placa: "akx0359", what: []string{isOdd}, says: []string{`so check: "akx0359".`}},
		"odd and somebody's": {exec: strings.Replace(registered, "AKX", "akx", 1), types: "placa", placa: "akx0359",
			what: []string{isOdd, isRegistered}},
	}, func(t *testing.T, c existing) {
		for _, resource := range strings.Fields(c.types) {
			c.expectPlan(t, resource)
		}
	})
}

// expectPlan plans a resource. Of a fleet there is one kind of error.
func (c existing) expectPlan(t *testing.T, resource string) {
	t.Helper()
	w := looksServer(t)
	w.Exec("PRAGMA foreign_keys = OFF; " + c.exec)
	placa := cmp.Or(c.placa, "AKX0359")
	at, what, of := c.at, c.what, " of client 1"
	switch {
	case resource == "placa":
		of = ""
	case resource == "flota" && at != "":
		at, what = "vehiculos", []string{"Vehicles cannot be put in place"}
	}
	var errors, warnings []string
	for _, kind := range what {
		if head := kind + ": " + placa + of; at == "" {
			warnings = append(warnings, head)
		} else {
			errors = append(errors, at+": "+head)
		}
	}
	p := w.Proto(acctest.Values{"overwrite_existing": c.over})
	planned := planOf(p, "parking_"+resource, acctest.Result{}, declare(resource, placa, c.nombre))
	acctest.Expect(t, resource, planned.Errors(), errors...)
	acctest.Expect(t, resource, planned.Warnings(), warnings...)
	acctest.ExpectSays(t, resource, first(planned), c.says...)
	for _, entry := range w.Journal() {
		if entry.Method != http.MethodGet {
			t.Errorf("%s: a plan sent %s %s", resource, entry.Method, entry.Path)
		}
	}
	if made := w.Requests(); len(made) == 0 || (made["vehiculos"] == 0) != (resource == "placa") {
		t.Errorf("%s: got the requests %v, wanted to look for links only", resource, made)
	}
}

// Links of a client that is not known yet are not looked for.
func TestPlanOfUnknownClient(t *testing.T) {
	t.Parallel()
	w := looksServer(t)
	w.Placas("AKX0359")
	planned := planOf(w.Proto(nil), "parking_flota", acctest.Result{}, fleet.With(acctest.Values{"cliente_id": acctest.UnknownNumber}))
	acctest.Expect(t, "planned", saidBy(planned), "Plate already registered, to be linked: AKX0359 of its client")
	acctest.ExpectSays(t, "planned", first(planned), "links these plates to its client for good")
	w.ExpectRequests(map[string]int{"placa": 1})
}

// A denied list of vehicles stops no plan that is to register the plate, and every other one.
func TestPlanOfDeniedClient(t *testing.T) {
	t.Parallel()
	w := looksServer(t)
	w.Placas("AKX0359")
	w.Answer(answers.On(routes{listing: answers.Body(422, `{"estado":"fail","error":"Cliente bloqueado"}`)}))
	of := func(typeName string, config acctest.Values) acctest.Result {
		return planOf(w.Proto(nil), typeName, acctest.Result{}, config)
	}
	acctest.NoMessages(t, "a new plate", of("parking_vehiculo", vehicle.With(acctest.Values{"placa": "FLA0001"})))
	known := of("parking_vehiculo", vehicle)
	acctest.Expect(t, "a plate that is there", known.Errors(), "Unable to plan vehicle")
	acctest.ExpectSays(t, "a plate that is there", first(known), "Only if it has no vehicles, link the first one by hand",
		"Cliente bloqueado")
	denied := of("parking_flota", fleet)
	acctest.Expect(t, "fleet", denied.Errors(), "vehiculos: Vehicles cannot be put in place: AKX0359 of client 1")
	w.ExpectCount(2, "SELECT COUNT(*) FROM placas")
}

// A plan goes on if the service cannot be asked. One warning is enough for all blocks of a kind, and for a fleet.
func TestPlanWithoutAnswers(t *testing.T) {
	t.Parallel()
	// A link is looked up before its plate, and the plate too where the link can be.
	for part, wanted := range map[string][]string{
		"/external/placa/": {"Plates not checked", "Vehicles not checked"}, "/external/vehiculos": {"Vehicles not checked"},
	} {
		w := looksServer(t)
		w.Answer(func(r *http.Request) http.HandlerFunc {
			if strings.HasPrefix(r.URL.Path, part) {
				return answers.Body(500, "averiado") // not in the service's own words, which would be a denial
			}
			return nil
		})
		p := w.Proto(nil)
		var said []string
		for n := range 4 {
			for resource, letter := range map[string]string{"placa": "P", "vehiculo": "V"} {
				placa := fmt.Sprintf("%s-%d", letter, n)
				planned := planOf(p, "parking_"+resource, acctest.Result{}, declare(resource, placa, nil))
				acctest.ExpectWarned(t, resource, planned, acctest.Values{"placa": placa})
				said = append(said, planned.Warnings()...)
			}
		}
		slices.Sort(said)
		acctest.Expect(t, part, said, wanted...)
		of := planOf(w.Proto(nil), "parking_flota", acctest.Result{}, fleet)
		acctest.Expect(t, part, saidBy(of), "Vehicles not checked: AKX0359 of client 1")
	}
}

// With plan_lookups = false a plan reads no plate, and says so once for all blocks. It still looks for links.
func TestPlanLookupsOff(t *testing.T) {
	t.Parallel()
	w := looksServer(t)
	w.Placas("AKX0359")
	p := w.Proto(acctest.Values{"plan_lookups": false})
	of := func(typeName string, config acctest.Values) acctest.Result {
		return planOf(p, typeName, acctest.Result{}, config)
	}
	acctest.Expect(t, "plate", saidBy(of("parking_placa", plate)), "Plates not looked up")
	acctest.NoMessages(t, "fleet", of("parking_flota", fleet))
	exists := of("parking_vehiculo", vehicle.With(acctest.Values{"placa": "OTR0001"}))
	acctest.Expect(t, "a vehicle that exists", saidBy(exists), "Vehicle already exists: OTR0001 of client 1")
	if made := w.Requests(); made["placa"] != 0 || made["vehiculos"] == 0 {
		t.Errorf("got the requests %v, wanted some for links and none for plates", made)
	}
}

// A plate that another block of the same apply registered is no stranger's to the plan of its vehicle.
func TestPlanOfPlateOfAnotherBlock(t *testing.T) {
	t.Parallel()
	p := looksServer(t).Proto(nil)
	acctest.NoMessages(t, "plate", p.Apply("parking_placa", acctest.Result{}, plate))
	acctest.NoMessages(t, "vehicle", planOf(p, "parking_vehiculo", acctest.Result{}, vehicle))
}
