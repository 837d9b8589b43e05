package flota

import (
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What plans look up, and say, of the plates and vehicles that they will create.

// looksServer has one vehicle of client 1, whose listing is therefore not empty.
func looksServer(t *testing.T) *acctest.Server {
	t.Helper()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Placas("OTR0001")
	w.Exec("INSERT INTO vehiculos (id, placa, cliente_id) VALUES (7, 'OTR0001', 1)")
	return w
}

// plate, vehicle and fleet declare the plate AKX0359, the fleet beside one that nobody has.
var (
	plate   = acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 1}
	vehicle = acctest.Values{"cliente_id": 1, "placa": "AKX0359"}
	fleetOf = func(entry acctest.Values) acctest.Values {
		return acctest.FleetOf(acctest.Values{"AKX0359": entry, "NEW0001": acctest.Car(nil)})
	}
)

// messagesOf gives what a plan of a creation says.
func messagesOf(p *acctest.Proto, typeName string, config acctest.Values) acctest.Result {
	p.T.Helper()
	return acctest.Result{Diags: p.Plan(typeName, acctest.Result{}, config).Diagnostics}
}

// first gives the first error, or the first warning where there is none.
func first(said acctest.Result) string {
	for _, text := range append(said.Errors(), said.Warnings()...) {
		return text
	}
	return ""
}

// expectOnlyReads fails the test unless requests were made since the last look, and none of them writes.
func expectOnlyReads(t *testing.T, w *acctest.Server) {
	t.Helper()
	made := w.Journal()
	for _, entry := range made {
		if entry.Method != http.MethodGet {
			t.Errorf("a plan sent %s %s", entry.Method, entry.Path)
		}
	}
	if len(made) == 0 {
		t.Error("a plan asked nothing")
	}
}

// A plan shows what its creations will find, before anything is written that cannot be deleted.
func TestPlanShowsWhatExists(t *testing.T) {
	t.Parallel()
	const (
		registered  = "INSERT INTO placas (placa, tipo_vehiculo_id) VALUES ('AKX0359', 1)"
		differently = "INSERT INTO placas (placa, tipo_vehiculo_id, electrico, minusvalido) VALUES ('AKX0359', 2, 1, 1)"
		linked      = registered + "; INSERT INTO vehiculos (id, nombre, placa, cliente_id) VALUES (9, 'Otro', 'AKX0359', 1)"
		elsewhere   = registered + "; INSERT INTO vehiculos (id, placa, cliente_id) VALUES (9, 'AKX0359', 2)"
		respelled   = registered + "; INSERT INTO vehiculos (id, placa, cliente_id) VALUES (9, 'akx-0359', 1)"

		overwrites = "overwrite_existing"
		notPlaced  = "vehiculos: Vehicles cannot be put in place: AKX0359 of client 1"
		stranger   = "It may be of another block, an earlier run, or somebody else's"
		tipoOf     = "tipo_vehiculo_id (2 on the service, 1 in the configuration)"
		electricOf = "electrico (true on the service, false in the configuration)"
		disabledOf = "minusvalido (true on the service, false in the configuration)"
		spellIt    = `The service has it as "AKX0359". It may take two spellings for two plates, and can delete neither`
	)
	car := acctest.Car(nil)
	hyphen := acctest.FleetOf(acctest.Values{"AKX-0359": car, "NEW0001": car})
	acctest.Each(t, map[string]existing{
		"nothing, plate":   {"", "", "parking_placa", plate, nil, nil, nil},
		"nothing, vehicle": {"", "", "parking_vehiculo", vehicle, nil, nil, nil}, // another block may register its plate
		"nothing, fleet":   {"", "", "parking_flota", fleetOf(car), nil, nil, nil},

		"somebody's, plate": {"", registered, "parking_placa", plate, nil, []string{"Plate already registered: AKX0359"},
			[]string{"as declared, so only the state changes: AKX0359. ", stranger}},
		"somebody's, vehicle": {"", registered, "parking_vehiculo", vehicle, nil, []string{"Plate already registered: AKX0359 of client 1"},
			[]string{"On the service, but not linked to client 1. The apply links them to it for good: AKX0359. ", stranger}},
		"somebody's, fleet": {"", registered, "parking_flota", fleetOf(car), nil, []string{"Plate already registered: AKX0359 of client 1"},
			[]string{"not linked to client 1. The apply links them to it for good: AKX0359. ", stranger}},
		"another client's, vehicle": {"", elsewhere, "parking_vehiculo", vehicle, nil, []string{"Plate already registered: AKX0359 of client 1"},
			[]string{"but not linked to client 1", stranger}},
		"another client's, fleet": {"", elsewhere, "parking_flota", fleetOf(car), nil, []string{"Plate already registered: AKX0359 of client 1"},
			[]string{"but not linked to client 1", stranger}},
		"of a client not known yet, fleet": {"", registered, "parking_flota", fleetOf(car).With(acctest.Values{"cliente_id": acctest.UnknownNumber}), nil,
			[]string{"Plate already registered: AKX0359 of its client"}, []string{"but not linked to its client", stranger}},

		"the client's, vehicle": {"", linked, "parking_vehiculo", vehicle, nil, []string{"Vehicle already exists: AKX0359 of client 1"},
			[]string{"as declared, so no link is made: AKX0359 (vehicle 9). ", stranger}},
		"the client's, fleet": {"", linked, "parking_flota", fleetOf(car), nil, []string{"Vehicle already exists: AKX0359 of client 1"},
			[]string{"as declared, so no link is made: AKX0359 (vehicle 9). ", stranger}},
		"the client's under another name, vehicle": {"", linked, "parking_vehiculo", vehicle.With(acctest.Values{"nombre": "Furgón"}),
			[]string{"nombre: Vehicle already exists under another name: AKX0359 of client 1"}, nil, []string{`On the service, vehicle 9 differs: nombre ("Otro" on the service, "Furgón" in the configuration).`}},
		"the client's under another name, fleet": {"", linked, "parking_flota", fleetOf(acctest.Car("Furgón")),
			[]string{notPlaced}, nil, []string{`AKX0359: On the service, vehicle 9 differs: nombre ("Otro" on the service, "Furgón" in the configuration).`}},

		"other data, plate": {"", differently, "parking_placa", plate, []string{"placa: Plate already exists and differs: AKX0359"}, nil,
			[]string{tipoOf, electricOf, disabledOf, "set overwrite_existing = true"}},
		"other data, fleet": {"", differently, "parking_flota", fleetOf(car), []string{notPlaced}, nil,
			[]string{"AKX0359: ", tipoOf, electricOf, disabledOf, "set overwrite_existing = true"}},
		"updated, plate": {overwrites, differently, "parking_placa", plate, nil, []string{"Plate will be overwritten: AKX0359"},
			[]string{tipoOf, electricOf, disabledOf, "as overwrite_existing = true says", stranger}},
		"updated, fleet": {overwrites, differently, "parking_flota", fleetOf(car), nil, []string{"Plate already registered: AKX0359 of client 1", "Plate will be overwritten: AKX0359 of client 1"}, nil},
		"updated, vehicle of a fleet": {overwrites, differently + "; INSERT INTO vehiculos (id, placa, cliente_id) VALUES (9, 'AKX0359', 1)", "parking_flota", fleetOf(car),
			nil, []string{"Plate will be overwritten: AKX0359 of client 1", "Vehicle already exists: AKX0359 of client 1"}, []string{": \"AKX0359\": " + tipoOf + "; " + electricOf + "; " + disabledOf}},

		"another spelling, plate": {"", registered, "parking_placa", plate.With(acctest.Values{"placa": "AKX-0359"}),
			[]string{"placa: Plate registered under another spelling: AKX-0359"}, nil, []string{spellIt}},
		"another spelling, plate to update": {overwrites, differently, "parking_placa", plate.With(acctest.Values{"placa": "AKX-0359"}),
			[]string{"placa: Plate registered under another spelling: AKX-0359"}, nil, []string{spellIt}},
		"another spelling, vehicle": {"", registered, "parking_vehiculo", vehicle.With(acctest.Values{"placa": "AKX-0359"}),
			[]string{"placa: Plate registered under another spelling: AKX-0359 of client 1"}, nil, []string{spellIt}},
		"another spelling, fleet": {"", registered, "parking_flota", hyphen, []string{strings.ReplaceAll(notPlaced, "AKX0359", "AKX-0359")}, nil, []string{"AKX-0359: " + spellIt}},
		"the client's in another spelling, vehicle": {"", respelled, "parking_vehiculo", vehicle, nil,
			[]string{"Vehicle already exists: AKX0359 of client 1"}, []string{`(vehicle 9)`, `The service has it as "akx-0359".`}},
		"the client's in another spelling, fleet": {"", strings.ReplaceAll(linked, "AKX0359", "AKX 0359"), "parking_flota", hyphen, []string{strings.ReplaceAll(notPlaced, "AKX0359", "AKX-0359")},
			nil, []string{`AKX-0359: The service has it as "AKX 0359".`}},

		"no name that is meant, vehicle": {"", "", "parking_vehiculo", vehicle.With(acctest.Values{"nombre": "#N/A"}),
			[]string{"nombre: Invalid name of a vehicle: AKX0359 of client 1"}, nil, []string{`nombre "#N/A": is an error of a spreadsheet. The service could not change it later.`}},
		"no name that is meant, fleet": {"", "", "parking_flota", fleetOf(acctest.Car("Furg\u0096n")), []string{notPlaced}, nil,
			[]string{`AKX0359: nombre "Furg\u0096n": holds a character that does not show`}},
		"the client's, of any name, fleet": {"", strings.ReplaceAll(linked, "Otro", "Uno\tdos"), "parking_flota", fleetOf(acctest.Car("Uno\tdos")), nil,
			[]string{"Vehicle already exists: AKX0359 of client 1"}, nil},

		"odd, plate": {"", "", "parking_placa", plate.With(acctest.Values{"placa": "akx0359"}), nil,
			[]string{"Check the spelling of the plate: akx0359"}, []string{`so check: "akx0359".`}},
		"odd, vehicle": {"", "", "parking_vehiculo", vehicle.With(acctest.Values{"placa": "AKX 0359"}), nil,
			[]string{"Check the spelling of the plate: AKX 0359 of client 1"}, []string{`so check: "AKX 0359".`}},
		"odd, fleet": {"", "", "parking_flota", acctest.FleetOf(acctest.Values{"1,2E+11": car, "12-05-2024": car, "NEW0001": car}), nil,
			[]string{"Check the spelling of the plate: 1,2E+11 and 1 more of client 1"}, []string{`so check: "1,2E+11", "12-05-2024".`}},
		"odd and somebody's, plate": {"", "INSERT INTO placas (placa, tipo_vehiculo_id) VALUES ('akx0359', 1)", "parking_placa", plate.With(acctest.Values{"placa": "akx0359"}), nil,
			[]string{"Check the spelling of the plate: akx0359", "Plate already registered: akx0359"}, nil},
	}, func(t *testing.T, c existing) { c.expectPlan(t) })
}

// existing is what the plan of a creation finds.
type existing struct {
	mode, exec, typeName string // mode is overwrite_existing or nothing
	config               acctest.Values
	errors, warnings     []string
	says                 []string // parts of the first message
}

func (c existing) expectPlan(t *testing.T) {
	t.Helper()
	w := looksServer(t)
	w.Exec("PRAGMA foreign_keys = OFF; " + c.exec)
	planned := messagesOf(w.Proto(acctest.Values{"overwrite_existing": c.mode != ""}), c.typeName, c.config)
	acctest.Expect(t, "errors", planned.Errors(), c.errors...)
	acctest.Expect(t, "warnings", planned.Warnings(), c.warnings...)
	acctest.ExpectSays(t, "the first message", first(planned), c.says...)
	expectOnlyReads(t, w)
	if made := w.Requests(); (made["vehiculos"] == 0) != (c.typeName == "parking_placa" || acctest.IsUnknown(c.config["cliente_id"])) {
		t.Errorf("got the requests %v, wanted to look for links of a known client only", made)
	}
}

// A denied list of vehicles stops no plan that is to register the plate, and every other one.
func TestPlanOfDeniedClient(t *testing.T) {
	t.Parallel()
	const byHand = "Only if it has no vehicles, link the first one by hand"
	w := looksServer(t)
	w.Placas("AKX0359")
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/vehiculos": answers.Body(422, `{"estado":"fail","error":"Cliente bloqueado"}`)}))
	acctest.NoMessages(t, "a new plate", messagesOf(w.Proto(nil), "parking_vehiculo", acctest.Values{"cliente_id": 1, "placa": "FLA0001"}))
	known := messagesOf(w.Proto(nil), "parking_vehiculo", vehicle)
	acctest.Expect(t, "a plate that is there", known.Errors(), "Unable to plan vehicle")
	acctest.ExpectSays(t, "a plate that is there", first(known), byHand, "Cliente bloqueado")
	fleet := messagesOf(w.Proto(nil), "parking_flota", fleetOf(acctest.Car(nil)))
	acctest.Expect(t, "fleet", fleet.Errors(), "vehiculos: Vehicles cannot be put in place: AKX0359 of client 1")
	w.ExpectCount(2, "SELECT COUNT(*) FROM placas")
}

// noAnswers are ways in which a plan cannot ask.
var noAnswers = map[string]http.HandlerFunc{
	"failing": answers.Body(500, "averiado"), // not in the service's own words, which would be a denial
	"busy":    answers.Body(429, `{"estado":"fail","error":"despacio"}`),
	"closed":  func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
}

// answerOf answers what begins with a path.
func answerOf(part string, answer http.HandlerFunc) func(*http.Request) http.HandlerFunc {
	return func(r *http.Request) http.HandlerFunc {
		if strings.HasPrefix(r.URL.Path, part) {
			return answer
		}
		return nil
	}
}

// A plan goes on if the service cannot be asked. One warning is enough for all blocks of a kind, and for a fleet.
func TestPlanWithoutAnswers(t *testing.T) {
	t.Parallel()
	acctest.Each(t, noAnswers, func(t *testing.T, failure http.HandlerFunc) {
		for _, part := range []string{"/external/placa/", "/external/vehiculos"} {
			w := looksServer(t)
			w.Answer(answerOf(part, failure))
			p := w.Proto(nil)
			var said []string
			for n := range 4 {
				placa := fmt.Sprintf("FLB%04d", n)
				for typeName, config := range map[string]acctest.Values{"parking_placa": {"placa": placa, "tipo_vehiculo_id": 1}, "parking_vehiculo": {"cliente_id": 1, "placa": "V-" + placa}} {
					planned := p.Plan(typeName, acctest.Result{}, config)
					result := acctest.Result{Diags: planned.Diagnostics, State: p.Decode(p.Schema.ResourceSchemas[typeName].ValueType(), planned.PlannedState)}
					acctest.ExpectWarned(t, typeName, result, acctest.Values{"placa": config["placa"]})
					said = append(said, result.Warnings()...)
				}
			}
			// A link is looked up before its plate, and the plate too where the link can be.
			wanted := []string{"Plates not checked", "Vehicles not checked"}
			if part == "/external/vehiculos" {
				wanted = wanted[1:]
			}
			slices.Sort(said)
			acctest.Expect(t, part, said, wanted...)
			fleet := messagesOf(w.Proto(nil), "parking_flota", acctest.FleetOf(acctest.Values{"FLA0000": acctest.Car(nil)}))
			acctest.NoErrors(t, part, fleet)
			acctest.Expect(t, part, fleet.Warnings(), "Vehicles not checked: FLA0000 of client 1")
		}
	})
}

// With plan_lookups = false a plan reads no plate, and says so once for all blocks. It still looks for links.
func TestPlanLookupsOff(t *testing.T) {
	t.Parallel()
	w := looksServer(t)
	w.Placas("AKX0359", "FLA0001")
	p := w.Proto(acctest.Values{"plan_lookups": false})
	acctest.Expect(t, "plate", messagesOf(p, "parking_placa", plate).Warnings(), "Plates not looked up")
	acctest.NoMessages(t, "vehicle", messagesOf(p, "parking_vehiculo", vehicle.With(acctest.Values{"placa": "FLA0001"})))
	acctest.NoMessages(t, "fleet", messagesOf(p, "parking_flota", fleetOf(acctest.Car(nil))))
	acctest.Expect(t, "a vehicle that exists", messagesOf(p, "parking_vehiculo", vehicle.With(acctest.Values{"placa": "OTR0001"})).Warnings(), "Vehicle already exists: OTR0001 of client 1")
	if made := w.Requests(); made["placa"] != 0 || made["vehiculos"] == 0 {
		t.Errorf("got the requests %v, wanted some for links and none for plates", made)
	}
}

// What the state has is not looked up. A plate that another block registers is looked up once.
func TestPlanOfWhatIsInTheState(t *testing.T) {
	t.Parallel()
	type row struct {
		config  acctest.Values
		refresh map[string]int
	}
	acctest.Each(t, map[string]row{
		"parking_placa":    {plate.With(acctest.Values{"placa": "FLA0001"}), map[string]int{"placa": 1}},
		"parking_vehiculo": {vehicle.With(acctest.Values{"placa": "FLA0002"}), map[string]int{"vehiculos": 1}},
		"parking_flota":    {acctest.FleetOf(acctest.Values{"FLA0003": acctest.Car(nil), "fla-0004": acctest.Car(nil)}), map[string]int{"placa": 2, "vehiculos": 1}},
	}, func(t *testing.T, c row) {
		typeName := path.Base(t.Name())
		w := looksServer(t)
		w.Placas("FLA0002")
		created := w.Proto(nil).Apply(typeName, acctest.Result{}, c.config)
		acctest.NoMessages(t, "created", created)
		w.Requests()
		p := w.Proto(nil)
		read := p.Read(typeName, created)
		acctest.NoMessages(t, "read", read)
		acctest.ExpectPlanned(t, "planned", p.Plan(typeName, read, c.config))
		w.ExpectRequests(c.refresh)
		changed := c.config.With(acctest.Values{"timeouts": acctest.Values{"read": "1m"}})
		acctest.ExpectPlanned(t, "with other timeouts", p.Plan(typeName, read, changed))
		w.ExpectRequests(map[string]int{})
	})
	t.Run("plate that another block registers", func(t *testing.T) {
		t.Parallel()
		w := looksServer(t)
		p := w.Proto(nil)
		acctest.NoMessages(t, "plate", messagesOf(p, "parking_placa", plate))
		w.ExpectRequests(map[string]int{"placa": 1})
		acctest.NoMessages(t, "vehicle", messagesOf(p, "parking_vehiculo", vehicle))
		acctest.NoMessages(t, "fleet", messagesOf(p, "parking_flota", acctest.FleetOf(acctest.Values{"AKX0359": acctest.Car(nil)})))
		w.ExpectRequests(map[string]int{"vehiculos": 1}) // a plan shares the listing
		acctest.NoMessages(t, "registered", p.Apply("parking_placa", acctest.Result{}, plate))
		acctest.NoMessages(t, "vehicle, planned in the apply", messagesOf(p, "parking_vehiculo", vehicle))
	})
}

// The plan of a replacement says that both clients then have the vehicle, and that its plate stays registered.
func TestPlanOfReplacement(t *testing.T) {
	t.Parallel()
	acctest.Each(t, map[string]acctest.Values{
		"parking_vehiculo": vehicle,
		"parking_flota":    acctest.FleetOf(acctest.Values{"AKX0359": acctest.Car(nil)}),
	}, func(t *testing.T, config acctest.Values) {
		typeName := path.Base(t.Name())
		w := looksServer(t)
		w.Placas("AKX0359")
		w.Exec("INSERT INTO vehiculos (id, placa, cliente_id) VALUES (8, 'OTR0001', 2)") // so that client 2 has a vehicle
		created := w.Proto(nil).Apply(typeName, acctest.Result{}, config)
		acctest.NoErrors(t, "created", created)
		other, p := config.With(acctest.Values{"cliente_id": 2}), w.Proto(nil)
		read := p.Read(typeName, created)
		planned := p.Plan(typeName, read, other)
		acctest.ExpectPlanned(t, "planned", planned, "cliente_id")
		stay := map[string]string{"parking_vehiculo": "Vehicles stay on the service", "parking_flota": "Vehicles stay on the service: AKX0359 of client 1"}
		acctest.Expect(t, "planned", acctest.Result{Diags: planned.Diagnostics}.Warnings(), stay[typeName], "Plate already registered: AKX0359 of client 2")
		next := w.Proto(nil)
		next.Replaced(typeName, read)
		acctest.NoErrors(t, "replaced", next.Apply(typeName, acctest.Result{}, other))
		w.ExpectCount(2, "SELECT COUNT(*) FROM vehiculos WHERE placa = 'AKX0359' AND cliente_id IN (1, 2)")
	})
	t.Run("by another plate", func(t *testing.T) {
		t.Parallel()
		w := looksServer(t)
		w.Placas("AKX0359", "ZZR0033")
		for typeName, c := range map[string]struct {
			config acctest.Values
			stay   string
		}{"parking_placa": {plate, "Plates stay on the service"}, "parking_vehiculo": {vehicle, "Vehicles stay on the service"}} {
			created := w.Proto(nil).Apply(typeName, acctest.Result{}, c.config)
			acctest.NoErrors(t, "created", created)
			planned := w.Proto(nil).Plan(typeName, created, c.config.With(acctest.Values{"placa": "ZZR0033"}))
			acctest.ExpectPlanned(t, typeName, planned, "placa")
			acctest.Expect(t, typeName, acctest.Result{Diags: planned.Diagnostics}.Warnings(), c.stay, map[string]string{"parking_placa": "Plate already registered: ZZR0033", "parking_vehiculo": "Plate already registered: ZZR0033 of client 1"}[typeName])
		}
	})
}
