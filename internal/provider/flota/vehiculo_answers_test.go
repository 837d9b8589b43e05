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
	w := serverOf(t, "AKX0359")
	w.Answer(answers.On(routes{listing: answers.Body(500, `averiado`)}))
	refused := w.Proto(nil).Apply("parking_vehiculo", acctest.Result{}, vehicle)
	acctest.ExpectRefused(t, "error", refused, "Unable to create vehicle")
	w.ExpectRequests(map[string]int{})
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
		"the listing is behind": {look: vehiculosPage(""), shown: true},
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
		acctest.Expect(t, "warning", created.Warnings(), `Vehicle "AKX0359" of client 1 saved, but not read back`)
		want := acctest.DeclaredVehiculo.With(acctest.Values{"id": nil, "activado": nil, "favorito": nil, "timeouts": nil})
		acctest.ExpectSame(t, "created", created.State, want)
		acctest.ExpectSame(t, "created identity", created.Identity, acctest.Values{"cliente_id": 1, "placa": "AKX0359"})
		if c.shown {
			created = w.Reread(created)
			acctest.Expect(t, "behind", created.Warnings(), `Vehicle "AKX0359" of client 1 not listed yet`)
			acctest.ExpectSame(t, "behind", created.State, want)
		}
		w.Answer(nil)
		acctest.ExpectHeld(t, "refreshed", w.Reread(created), acctest.Values{"id": 1, "activado": true})
		w.ExpectCount(1, "SELECT COUNT(*) FROM vehiculos")
	})
}

// That the listing does not show a vehicle is no evidence: the direct read
// decides, and only when it says that there is none.
func TestVehiculoNotGoneWithoutEvidence(t *testing.T) {
	t.Parallel()
	w, _, created := vehiculoServer(t)
	empty, denied := vehiculosPage(""), answers.Body(404, `{"estado":"fail","error":"sin datos"}`)
	read := func(list, direct http.HandlerFunc) acctest.Result {
		w.Answer(answers.On(routes{listing: list, "GET /external/vehiculo/1": direct}))
		return w.Reread(created)
	}
	for name, list := range map[string]http.HandlerFunc{"empty": empty, "404": denied} {
		acctest.ExpectWhole(t, name, read(list, nil), created.State)
		w.ExpectRequests(map[string]int{"vehiculo": 1}) // the listing's are not the sandbox's
	}
	for name, direct := range map[string]http.HandlerFunc{
		"of the client": answers.Body(404, `{"estado":"fail","error":"El cliente no existe"}`),
		"other vehicle": answers.Body(200, `{"estado":"ok","data":{"id":2,"cliente_id":1,"placa":"AKX0359"}}`),
	} {
		if stays := read(empty, direct); len(stays.Errors()) != 1 || !reflect.DeepEqual(stays.State, created.State) {
			t.Errorf("direct read %s: taken for gone, or for no error: %v %v", name, stays.State, stays.Errors())
		}
	}
	w.Answer(nil)
	whole := w.Proto(nil).Apply("parking_flota", acctest.Result{}, fleet).Later(t)
	w.Exec("DELETE FROM vehiculos")
	stays := read(denied, nil)
	acctest.Expect(t, "the list is denied too", saidBy(stays), "Vehicles not refreshed")
	acctest.ExpectSame(t, "the list is denied too", stays.State, created.State)
	stays = w.Proto(nil).Read("parking_flota", whole)
	acctest.Expect(t, "of a fleet", saidBy(stays), "Vehicles not refreshed: AKX0359 of client 1")
	acctest.ExpectSame(t, "of a fleet", stays.State, whole.State)
	acctest.ExpectWarned(t, "gone", read(empty, nil), nil)
}

// Fields that the service leaves out keep their state; null is a value, but for a name, which cannot change.
func TestVehiculoFieldsLeftOut(t *testing.T) {
	t.Parallel()
	w, _, created := vehiculoServer(t)
	for record, want := range map[string]acctest.Values{
		`{"id":1,"placa":"akx-0359"}`: created.State,
		`{"vehiculo_id":"1","cliente_id":"1","placa":"AKX0359","nombre":null,"activado":"0","favorito":true}`: created.State.With(
			acctest.Values{"activado": false, "favorito": true}),
	} {
		w.Answer(answers.On(routes{listing: vehiculosPage(record)}))
		acctest.ExpectWhole(t, record, w.Reread(created), want)
	}
}

func TestVehiculoImport(t *testing.T) {
	t.Parallel()
	w, p, created := vehiculoServer(t)
	read := w.Reread(p.ImportID("parking_vehiculo", "1"))
	acctest.ExpectSame(t, "id", read.State, created.State)
	acctest.ExpectSame(t, "id, identity", read.Identity, created.Identity)
	w.ExpectRequests(map[string]int{"vehiculo": 1, "vehiculos": 1})
	acctest.Expect(t, "plate alone", p.ImportID("parking_vehiculo", "AKX0359").Errors(), "Invalid import identifier")
	acctest.Expect(t, "no such id", p.ImportID("parking_vehiculo", "77").Errors(), "Unable to import vehicle")
	none := w.Reread(p.ImportID("parking_vehiculo", "1/ZZR0033"))
	acctest.Expect(t, "no such pair", none.Errors(), "placa: Unable to import vehicle")

	// Of two links of one plate the imported one is meant.
	w.Exec("INSERT INTO vehiculos (id, cliente_id, placa, activado, favorito) VALUES (9, 1, 'AKX0359', 1, 0)")
	acctest.ExpectHeld(t, "second link", w.Reread(p.ImportID("parking_vehiculo", "9")), acctest.Values{"id": 9})
	w.Answer(answers.On(routes{"GET /external/vehiculo/1": answers.Body(200, `{"estado":"ok","data":{"id":1,"placa":"AKX0359"}}`)}))
	acctest.Expect(t, "owner not told", p.ImportID("parking_vehiculo", "1").Errors(), "Unable to import vehicle")

	// Where the filter matches nothing, the whole listing decides.
	w.Answer(func(r *http.Request) http.HandlerFunc {
		if r.URL.Query().Has("placa") {
			return vehiculosPage("")
		}
		return answers.Body(200, fmt.Sprintf(`{"estado":"ok","data":[{"id":%[1]s,"cliente_id":1,"placa":"P-%[1]s"}],"total":3,`+
			`"per_page":1,"current_page":%[1]s,"last_page":3}`, cmp.Or(r.URL.Query().Get("page"), "1")))
	})
	acctest.ExpectHeld(t, "not shown by the filter", w.Reread(p.ImportID("parking_vehiculo", "1/P-3")), acctest.Values{"id": 3})
}

// The identity follows a vehicle that moves, which is drift.
func TestVehiculoIdentity(t *testing.T) {
	t.Parallel()
	w, p, created := vehiculoServer(t)
	updated := p.Apply("parking_vehiculo", created, vehicle.With(acctest.Values{"timeouts": acctest.Values{"read": "1m"}}))
	acctest.NoMessages(t, "updated", updated)
	acctest.ExpectSame(t, "updated identity", updated.Identity, created.Identity)
	w.ExpectRequests(map[string]int{})
	w.Placas("ZZR0033")
	for _, other := range []acctest.Values{{"cliente_id": 2, "placa": "AKX0359"}, {"cliente_id": 1, "placa": "ZZR0033"}} {
		w.Exec("UPDATE vehiculos SET cliente_id = ?, placa = ?", other["cliente_id"], other["placa"])
		moved := w.Reread(created)
		acctest.ExpectState(t, "moved", moved, other)
		acctest.ExpectSame(t, "moved, identity", moved.Identity, other)
		w.ExpectRequests(map[string]int{"vehiculos": 1, "vehiculo": 1})
	}
}

// A listing that shows only another link of the plate is no reason to change the identifier, on which reservations depend: a
// direct read decides.
func TestVehiculoOmittedBesideAnotherLink(t *testing.T) {
	t.Parallel()
	type row struct {
		direct http.HandlerFunc
		id     int
	}
	acctest.Each(t, map[string]row{
		"there":    {id: 5},
		"gone":     {direct: answers.Body(404, `{"estado":"fail","error":"El vehículo no existe"}`), id: 9},
		"another":  {direct: answers.Body(200, `{"estado":"ok","data":{"id":5,"cliente_id":2,"placa":"AKX0359"}}`), id: 9},
		"no plate": {direct: answers.Body(200, `{"estado":"ok","data":{"id":5,"cliente_id":1}}`), id: 5},
	}, func(t *testing.T, c row) {
		w := serverOf(t, "AKX0359")
		w.Exec("INSERT INTO vehiculos (id, cliente_id, placa) VALUES (5, 1, 'AKX0359')")
		p := w.Proto(nil)
		single := p.Read("parking_vehiculo", p.ImportID("parking_vehiculo", "5"))
		fleet := p.Read("parking_flota", p.ImportID("parking_flota", "1/AKX0359"))
		w.Exec("INSERT INTO vehiculos (id, cliente_id, placa) VALUES (9, 1, 'AKX0359')")
		other := vehiculosPage(`{"id":9,"cliente_id":1,"placa":"AKX0359"}`)
		w.Answer(answers.On(routes{"GET /external/vehiculo/5": c.direct, listing: other}))
		acctest.ExpectHeld(t, "single", w.Reread(single), acctest.Values{"id": c.id})
		ids := acctest.Values{"vehiculo_ids": acctest.Values{"AKX0359": c.id}}
		acctest.ExpectHeld(t, "fleet", w.Proto(nil).Read("parking_flota", fleet), ids)
	})
}

// Where a read shows several links of one plate, something sent a request twice. A refresh says so, also if it read the whole listing.
func TestPlateLinkedMoreThanOnce(t *testing.T) {
	t.Parallel()
	w := serverOf(t, "AKX0359")
	single := w.Proto(nil).Apply("parking_vehiculo", acctest.Result{}, vehicle)
	whole := w.Proto(nil).Apply("parking_flota", acctest.Result{}, declare("flota", "FLA0001", nil))
	w.Exec("INSERT INTO vehiculos (cliente_id, placa) VALUES (1, 'AKX0359'), (2, 'AKX0359')") // the second is another client's
	p := w.Proto(nil)
	acctest.NoMessages(t, "fleet", p.Read("parking_flota", whole))
	for _, read := range []acctest.Result{w.Reread(single), p.Read("parking_vehiculo", single)} {
		acctest.Expect(t, "read", saidBy(read), "Plate linked more than once: AKX0359 of client 1")
		acctest.ExpectSays(t, "read", first(read), "AKX0359 (vehicles 1, 3; 1 is managed here)")
		acctest.ExpectSame(t, "read", read.State, single.State)
	}
}

// A read that omits a link that was just made, and shows an older one of the plate, changes no identifier.
func TestJustLinkedBesideAnotherLink(t *testing.T) {
	t.Parallel()
	w := serverOf(t, "AB-1")
	w.Exec("UPDATE sqlite_sequence SET seq = 50 WHERE name = 'vehiculos'")
	single := w.Proto(nil).Apply("parking_vehiculo", acctest.Result{}, declare("vehiculo", "AB-1", nil))
	fleet := w.Proto(nil).Apply("parking_flota", acctest.Result{}, declare("flota", "FLA0002", nil))
	older := vehiculosPage(`{"id":900,"cliente_id":1,"placa":"AB-1"},{"id":901,"cliente_id":1,"placa":"FLA0002"}`)
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
	read := func(r acctest.Result) acctest.Result { return w.Proto(nil).Read("parking_flota", r) }
	acctest.ExpectHeld(t, "fleet", read(fleet.JustWritten(t)), acctest.Values{"vehiculo_ids": fleet.State["vehiculo_ids"]})
	acctest.ExpectHeld(t, "fleet, later", read(fleet.Later(t)), acctest.Values{"vehiculo_ids": acctest.Values{"FLA0002": 901}})
}
