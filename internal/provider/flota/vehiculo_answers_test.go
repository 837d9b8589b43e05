package flota

import (
	"cmp"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// How parking_vehiculo takes what the service answers, or fails to answer.

// A look that fails before anything is written is no reason to write.
func TestVehiculoLookBeforeCreation(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Placas("AKX0359")
	p := w.Proto(nil)
	list := func(answer http.HandlerFunc) {
		w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/vehiculos": answer}))
	}
	list(answers.Body(500, `averiado`))
	acctest.ExpectRefused(t, "error", p.Apply("parking_vehiculo", acctest.Result{}, acctest.DeclaredVehiculo), "Unable to create vehicle")
	w.ExpectRequests(map[string]int{})

	list(answers.Body(200, `{"estado":"fail","error":"No se encontraron vehículos"}`)) // which may be said of any client
	refused := w.Proto(nil).Apply("parking_vehiculo", acctest.Result{}, acctest.DeclaredVehiculo)
	acctest.ExpectSays(t, "denied", first(refused), "Only if it has no vehicles, link the first one by hand")
	w.ExpectCount(0, "SELECT COUNT(*) FROM vehiculos")
}

// withoutRecord answers a registration without a record, and the listing after it as look does.
func withoutRecord(w *acctest.Server, look http.HandlerFunc) func(*http.Request) http.HandlerFunc {
	registered := false
	return func(r *http.Request) http.HandlerFunc {
		switch {
		case r.Method == http.MethodPost:
			registered = true
			return w.CarriedOut(`{"estado":"ok","data":{"mensaje":"Vehículo registrado"}}`)
		case registered && r.URL.Path == "/external/vehiculos":
			return look
		}
		return nil
	}
}

// The document does not show what a registration answers. The listing tells, or else the vehicle is in the state without an identifier, so
// that no later apply links it again.
func TestVehiculoCreatedWithoutRecord(t *testing.T) {
	t.Parallel()
	type row struct {
		look  http.HandlerFunc // answers the listing once the vehicle is registered; nil is the truth
		shown bool             // the listing says that it is not there
	}
	acctest.Each(t, map[string]row{
		"the listing tells":     {},
		"the listing fails":     {look: answers.Body(500, `{"estado":"fail","error":"base de datos"}`)},
		"the listing is behind": {look: answers.Body(200, noVehiculos), shown: true},
		"the listing is a page": {look: answers.Body(200, `<html>`)},
	}, func(t *testing.T, c row) {
		w := acctest.NewServer(t, sandbox.Options{AcceptDuplicates: true})
		w.Placas("AKX0359")
		w.Answer(withoutRecord(w, c.look))
		created := w.Proto(nil).Apply("parking_vehiculo", acctest.Result{}, acctest.DeclaredVehiculo)
		if c.look == nil {
			acctest.ExpectState(t, "created", created, acctest.Values{"id": 1, "favorito": false})
			w.ExpectRequests(map[string]int{"placa": 1, "vehiculos": 3, "registrar_vehiculo": 1}) // the plan looked for plate and link
			return
		}
		acctest.NoErrors(t, "an error taints what cannot be deleted", created)
		acctest.Expect(t, "warning", created.Warnings(), "Vehicle \"AKX0359\" of client 1 saved, but not read back")
		want := acctest.Values{"id": nil, "cliente_id": 1, "placa": "AKX0359", "nombre": "Furgón", "activado": nil, "favorito": nil, "timeouts": nil}
		acctest.ExpectSame(t, "created", created.State, want)
		acctest.ExpectSame(t, "created identity", created.Identity, acctest.Values{"cliente_id": 1, "placa": "AKX0359"})
		if c.shown {
			behind := w.Reread(created)
			acctest.Expect(t, "behind", behind.Warnings(), "Vehicle \"AKX0359\" of client 1 not listed yet")
			acctest.ExpectSame(t, "behind", behind.State, want)
			created = behind
		}
		w.Answer(nil)
		acctest.ExpectHeld(t, "refreshed", w.Reread(created), acctest.Values{"id": 1, "activado": true})
		w.ExpectCount(1, "SELECT COUNT(*) FROM vehiculos")
	})
}

const noVehiculos = `{"estado":"ok","data":[],"total":0,"per_page":15,"current_page":1,"last_page":1}`

func vehiculosPage(records string) http.HandlerFunc {
	return answers.Body(200, `{"estado":"ok","data":[`+records+`],"total":1,"per_page":15,"current_page":1,"last_page":1}`)
}

// That the listing does not show a vehicle is no evidence: the direct read
// decides, and only when it says that there is none.
func TestVehiculoNotGoneWithoutEvidence(t *testing.T) {
	t.Parallel()
	w, _, created := vehiculoServer(t)
	read := func(list, direct http.HandlerFunc) acctest.Result {
		w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/vehiculos": list, "GET /external/vehiculo/1": direct}))
		return w.Reread(created)
	}
	for name, list := range map[string]http.HandlerFunc{
		"empty": answers.Body(200, noVehiculos),
		"404":   answers.Body(404, `{"estado":"fail","error":"sin datos"}`),
	} {
		stays := read(list, nil)
		acctest.ExpectWhole(t, name, stays, created.State)
		w.ExpectRequests(map[string]int{"vehiculo": 1}) // the listing's are not the sandbox's
	}
	for name, direct := range map[string]http.HandlerFunc{
		"401":           answers.Body(401, `{"estado":"fail","error":"El vehículo no existe"}`),
		"of the client": answers.Body(404, `{"estado":"fail","error":"El cliente no existe"}`),
		"other vehicle": answers.Body(200, `{"estado":"ok","data":{"id":2,"cliente_id":1,"placa":"AKX0359"}}`),
	} {
		if stays := read(answers.Body(200, noVehiculos), direct); len(stays.Errors()) != 1 || !reflect.DeepEqual(stays.State, created.State) {
			t.Errorf("direct read %s: taken for gone, or for no error: %v %v", name, stays.State, stays.Errors())
		}
	}
	w.Exec("DELETE FROM vehiculos")
	down := answers.Body(404, `{"estado":"fail","error":"sin datos"}`)
	stays := read(down, nil)
	acctest.Expect(t, "the list is denied too", stays.Warnings(), "Vehicles not refreshed")
	acctest.ExpectSame(t, "the list is denied too", stays.State, created.State)
	w.Answer(nil)
	fleet := acctest.FleetOf(acctest.Values{"AKX0359": acctest.Car(nil)})
	whole := w.Proto(nil).Apply("parking_flota", acctest.Result{}, fleet).Later(t)
	w.Exec("DELETE FROM vehiculos")
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/vehiculos": down}))
	stays = w.Proto(nil).Read("parking_flota", whole)
	acctest.Expect(t, "of a fleet", stays.Warnings(), "Vehicles not refreshed: AKX0359 of client 1")
	acctest.ExpectSame(t, "of a fleet", stays.State, whole.State)
	acctest.ExpectWarned(t, "gone", read(answers.Body(200, noVehiculos), nil), nil)
}

// Fields that the service leaves out keep their state; null is a value, but for a name, which cannot change.
func TestVehiculoFieldsLeftOut(t *testing.T) {
	t.Parallel()
	w, _, created := vehiculoServer(t)
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/vehiculos": vehiculosPage(`{"id":1,"placa":"akx-0359"}`)}))
	if read := w.Reread(created); len(read.Diags) > 0 || !reflect.DeepEqual(read.State, created.State) {
		t.Errorf("state is %v, was %v", read.State, created.State)
	}
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/vehiculos": vehiculosPage(`{"vehiculo_id":"1","cliente_id":"1","placa":"AKX0359","nombre":null,"activado":"0","favorito":true}`)}))
	acctest.ExpectHeld(t, "read", w.Reread(created), acctest.Values{"nombre": "Furgón", "activado": false, "favorito": true, "id": 1})
}

func TestVehiculoImport(t *testing.T) {
	t.Parallel()
	w, p, created := vehiculoServer(t)
	read := w.Reread(p.ImportID("parking_vehiculo", "1"))
	acctest.ExpectSame(t, "id", read.State, created.State)
	acctest.ExpectSame(t, "id, identity", read.Identity, created.Identity)
	w.ExpectRequests(map[string]int{"vehiculo": 1, "vehiculos": 1})
	for _, bad := range []string{"AKX0359", "1/", "/AKX0359", "0/AKX0359", "-3", "0", "1/ AKX0359", "x/AKX0359", "1.5"} {
		acctest.Expect(t, bad, p.ImportID("parking_vehiculo", bad).Errors(), "Invalid import identifier")
	}
	w.ExpectRequests(map[string]int{})

	// Of two links of one plate the imported one is meant.
	w.Exec("INSERT INTO vehiculos (id, cliente_id, placa, activado, favorito) VALUES (9, 1, 'AKX0359', 1, 0)")
	acctest.ExpectHeld(t, "second link", w.Reread(p.ImportID("parking_vehiculo", "9")), acctest.Values{"id": 9})
	acctest.Expect(t, "no such id", p.ImportID("parking_vehiculo", "77").Errors(), "Unable to import vehicle")
	acctest.Expect(t, "no such pair", w.Reread(p.ImportID("parking_vehiculo", "1/ZZR0033")).Errors(), "placa: Unable to import vehicle")
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/vehiculo/1": answers.Body(200, `{"estado":"ok","data":{"id":1,"placa":"AKX0359"}}`)}))
	acctest.Expect(t, "owner not told", p.ImportID("parking_vehiculo", "1").Errors(), "Unable to import vehicle")

	// Where the filter matches nothing, the whole listing decides.
	w.Answer(func(r *http.Request) http.HandlerFunc {
		query := r.URL.Query()
		const page = `{"estado":"ok","data":[%s],"total":3,"per_page":1,"current_page":%s,"last_page":3}`
		switch {
		case query.Has("placa"):
			return answers.Body(200, `{"estado":"ok","data":[]}`)
		case query.Get("page") == "3":
			return answers.Body(200, fmt.Sprintf(page, `{"id":1,"cliente_id":1,"placa":"AKX0359"}`, "3"))
		}
		number := cmp.Or(query.Get("page"), "1")
		return answers.Body(200, fmt.Sprintf(page, fmt.Sprintf(`{"id":7%s,"cliente_id":1,"placa":"OTR000%[1]s"}`, number), number))
	})
	acctest.ExpectHeld(t, "not shown by the filter", w.Reread(p.ImportID("parking_vehiculo", "1/AKX0359")), acctest.Values{"id": 1})
}

// The identity follows a vehicle that moves, which is drift.
func TestVehiculoIdentity(t *testing.T) {
	t.Parallel()
	w, p, created := vehiculoServer(t)
	updated := p.Apply("parking_vehiculo", created, acctest.Values{"cliente_id": 1, "placa": "AKX0359", "timeouts": acctest.Values{"read": "1m"}})
	acctest.NoMessages(t, "updated", updated)
	acctest.ExpectSame(t, "updated identity", updated.Identity, created.Identity)
	w.ExpectRequests(map[string]int{})

	w.Exec("UPDATE vehiculos SET cliente_id = 2")
	moved := w.Reread(created)
	acctest.ExpectState(t, "moved to another client", moved, acctest.Values{"cliente_id": 2})
	acctest.ExpectSame(t, "moved to another client identity", moved.Identity, acctest.Values{"cliente_id": 2, "placa": "AKX0359"})
	w.ExpectRequests(map[string]int{"vehiculos": 1, "vehiculo": 1})
	w.Placas("ZZR0033")
	w.Exec("UPDATE vehiculos SET placa = 'ZZR0033', cliente_id = 1")
	changed := w.Reread(created)
	acctest.ExpectHeld(t, "moved to another plate", changed, acctest.Values{"placa": "ZZR0033"})
	acctest.ExpectSame(t, "moved to another plate identity", changed.Identity, acctest.Values{"cliente_id": 1, "placa": "ZZR0033"})
}

// A listing that shows only another link of the plate is no reason to change the identifier, on which reservations depend: a
// direct read decides.
func TestVehiculoOmittedBesideAnotherLink(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		direct http.HandlerFunc
		id     int
	}{
		"there":    {nil, 5},
		"gone":     {answers.Body(404, `{"estado":"fail","error":"El vehículo no existe"}`), 9},
		"another":  {answers.Body(200, `{"estado":"ok","data":{"id":5,"cliente_id":2,"placa":"AKX0359"}}`), 9},
		"no plate": {answers.Body(200, `{"estado":"ok","data":{"id":5,"cliente_id":1}}`), 5},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := acctest.NewServer(t, sandbox.Options{})
			w.Placas("AKX0359")
			w.Exec("INSERT INTO vehiculos (id, cliente_id, placa) VALUES (5, 1, 'AKX0359')")
			p := w.Proto(nil)
			single := p.Read("parking_vehiculo", p.ImportID("parking_vehiculo", "5"))
			fleet := p.Read("parking_flota", p.ImportID("parking_flota", "1/AKX0359"))
			w.Exec("INSERT INTO vehiculos (id, cliente_id, placa) VALUES (9, 1, 'AKX0359')")
			w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/vehiculo/5": c.direct, "GET /external/vehiculos": answers.Body(200,
				`{"estado":"ok","data":[{"id":9,"cliente_id":1,"placa":"AKX0359"}],"total":1,"per_page":15,"current_page":1,"last_page":1}`)}))
			acctest.ExpectHeld(t, "single", w.Reread(single), acctest.Values{"id": c.id})
			if read := w.Proto(nil).Read("parking_flota", fleet); read.Entry("vehiculo_ids", "AKX0359") != c.id {
				t.Errorf("fleet: %v", read.State)
			}
		})
	}
}

// Where a read shows several links of one plate, something sent a request twice. A refresh says so, for a fleet once.
func TestPlateLinkedMoreThanOnce(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Placas("AKX0359")
	single := w.Proto(nil).Apply("parking_vehiculo", acctest.Result{}, acctest.DeclaredVehiculo)
	fleet := w.Proto(acctest.Values{"max_concurrency": 1}).Apply("parking_flota", acctest.Result{}, acctest.FleetOf(acctest.Values{"FLA0001": acctest.Car(nil), "FLA0002": acctest.Car(nil)}))
	acctest.NoMessages(t, "created", fleet)
	w.Exec("INSERT INTO vehiculos (cliente_id, placa, nombre) SELECT cliente_id, placa, nombre FROM vehiculos ORDER BY id")
	w.Exec("INSERT INTO vehiculos (cliente_id, placa) VALUES (2, 'AKX0359')") // another client's
	read := w.Reread(single)
	acctest.Expect(t, "single", read.Warnings(), "Plate linked more than once: AKX0359 of client 1")
	acctest.ExpectSays(t, "single", read.Warnings()[0], "AKX0359 (vehicles 1, 4; 1 is managed here)")
	acctest.ExpectSame(t, "single", read.State, single.State)
	again := w.Proto(nil).Read("parking_flota", fleet)
	acctest.Expect(t, "fleet", again.Warnings(), "Plate linked more than once: FLA0001 and 1 more of client 1")
	acctest.ExpectSame(t, "fleet", again.State, fleet.State)
	all := w.Proto(nil)
	all.Read("parking_flota", fleet)
	acctest.Expect(t, "the whole listing was read", all.Read("parking_vehiculo", single).Warnings(), "Plate linked more than once: AKX0359 of client 1")
}

// A read that omits a link that was just made, and shows an older one of the plate, changes no identifier.
func TestJustLinkedBesideAnotherLink(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Placas("AB-1")
	w.Exec("UPDATE sqlite_sequence SET seq = 50 WHERE name = 'vehiculos'")
	single := w.Proto(nil).Apply("parking_vehiculo", acctest.Result{}, acctest.Values{"cliente_id": 1, "placa": "AB-1"})
	fleet := w.Proto(nil).Apply("parking_flota", acctest.Result{}, acctest.FleetOf(acctest.Values{"FLA0002": acctest.Car(nil)}))
	older := answers.Body(200, `{"estado":"ok","data":[{"id":900,"cliente_id":1,"placa":"AB-1"},{"id":901,"cliente_id":1,"placa":"FLA0002"}],"total":2,"per_page":15,"current_page":1,"last_page":1}`)
	gone := answers.Body(404, `{"estado":"fail","error":"El vehículo no existe"}`)
	w.Answer(func(r *http.Request) http.HandlerFunc {
		switch {
		case strings.HasSuffix(r.URL.Path, "/vehiculos"):
			return older
		case strings.Contains(r.URL.Path, "/vehiculo/"):
			return gone
		}
		return nil
	})
	acctest.ExpectHeld(t, "single", w.Reread(single.JustWritten(t)), acctest.Values{"id": single.State["id"]})
	acctest.ExpectHeld(t, "single, later", w.Reread(single.Later(t)), acctest.Values{"id": 900})
	acctest.ExpectHeld(t, "fleet", w.Proto(nil).Read("parking_flota", fleet.JustWritten(t)), acctest.Values{"vehiculo_ids": fleet.State["vehiculo_ids"]})
	acctest.ExpectHeld(t, "fleet, later", w.Proto(nil).Read("parking_flota", fleet.Later(t)), acctest.Values{"vehiculo_ids": acctest.Values{"FLA0002": 901}})
}
