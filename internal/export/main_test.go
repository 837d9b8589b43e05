package export

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/answers"
)

// One page of the listing for 15 vehicles, one read of each plate, one of the favourites, and no write. The same fleet
// gives the same text.
func TestRequests(t *testing.T) {
	t.Parallel()
	w := newServer(t)
	for i := range 31 {
		w.vehiculo(fmt.Sprintf("P%03d", 31-i), fmt.Sprintf("nombre %d", i))
	}
	w.Exec("INSERT INTO favoritas (cliente_id, zona_id) VALUES (1, 1), (1, 2)")
	w.export("-cliente", "1").expect(t, exitOK, "client 1: 31 vehicles and 2 favourites as 64 resources; 0 left out", "Plan: 64 to import, 0 to add")
	w.ExpectRequests(map[string]int{"vehiculos": 3, "placa": 31, "zonas_favoritas": 1})
	w.Requests()
	w.export("-cliente", "1", "-flota").expect(t, exitOK, "Plan: 3 to import")
	w.ExpectRequests(map[string]int{"vehiculos": 3, "placa": 31, "zonas_favoritas": 1})
}

// What cannot be declared is left out, and said on standard error and by the exit code.
func TestLeftOut(t *testing.T) {
	t.Parallel()
	w := newServer(t)
	w.vehiculo("AKX0359", nil)
	w.unregistered("UNREGISTERED") // vehicle 2
	w.vehiculo("BROKEN", nil)      // vehicle 3
	w.vehiculo("N\u0303", nil)     // vehicle 4: Ñ of two characters, asked for as one
	w.vehiculo("TAB\t1", nil)      // vehicle 5
	w.vehiculo("-", nil)           // vehicle 6
	w.vehiculo("--", nil)          // vehicle 7
	w.answer("/external/placa/BROKEN", answers.Body(http.StatusInternalServerError, "{\"estado\":\"fail\",\"error\":\"roto\\n}\\u001b[31m\"}"))
	for _, form := range [][]string{nil, {"-flota"}} {
		r := w.export(append(form, "-cliente", "1")...)
		notes := []string{
			`vehicle 2 (plate "UNREGISTERED"): its plate cannot be read`,
			`vehicle 3 (plate "BROKEN"): its plate cannot be read`,
			`vehicle 4 (plate "Ñ"): its plate cannot be read`,
			`vehicle 5 (plate "TAB\t1"): Terraform cannot name the plate, which holds a character that does not show`,
			`vehicle 6 (plate "-"): Terraform cannot name the plate, which has no letter or digit`,
			`vehicle 7 (plate "--"): Terraform cannot name the plate, which has no letter or digit`,
		}
		r.expect(t, exitFailure, append(notes, "1 vehicle and 0 favourites as ", "6 left out")...)
		if strings.Contains(r.stderr, "\x1b") {
			t.Error("the service's text was not made one line")
		}
	}
	// An import of the whole fleet would take what is left out.
	if r := w.export("-cliente", "1", "-flota"); !strings.Contains(r.stdout, `"1/AKX0359"`) {
		t.Errorf("the import does not name the plates:\n%s", r.stdout)
	}
}

// A plate or vehicle whose record lacks what its declaration needs.
func TestNoTypeNoPlate(t *testing.T) {
	t.Parallel()
	w := newServer(t)
	w.answer("/external/vehiculos", answers.Body(http.StatusOK, `{"estado":"ok","data":[{"id":1,"placa":"A1"},{"id":2,"nombre":"x"},{"id":3,"placa":"A3"}]}`))
	w.answer("/external/placa/A1", answers.Body(http.StatusOK, `{"estado":"ok","data":{"placa":"A1","electrico":"1"}}`))
	w.answer("/external/placa/A3", answers.Body(http.StatusOK, `{"estado":"ok","data":{"placa":"A3","tipo_vehiculo_id":"2","electrico":"1"}}`))
	r := w.export("-cliente", "1")
	r.expect(t, exitFailure, `vehicle 1 (plate "A1"): the service does not tell the vehicle type`, "vehicle 2: the service does not tell its plate", "1 vehicle and")
	if !strings.Contains(r.stdout, "tipo_vehiculo_id = 2\n  electrico        = true") {
		t.Errorf("the configuration:\n%s", r.stdout)
	}
}

// Of several links of a plate one can be managed: that with the lowest id.
func TestTwice(t *testing.T) {
	t.Parallel()
	w := newServer(t)
	w.vehiculo("AKX0359", "first")
	w.link("AKX0359", "second")
	w.vehiculo("akx-0359", "third")
	r := w.export("-cliente", "1")
	r.expect(t, exitOK, "1 vehicle and")
	if !strings.Contains(r.stdout, `"first"`) || strings.Contains(r.stdout, `"second"`) || strings.Contains(r.stdout, `"third"`) {
		t.Errorf("the configuration:\n%s", r.stdout)
	}
}

func TestNothing(t *testing.T) {
	t.Parallel()
	w := newServer(t)
	w.unregistered("UNREGISTERED")
	r := w.export("-cliente", "1")
	r.expect(t, exitFailure, "nothing of client 1 can be declared", "UNREGISTERED", "nothing was written")
	if r.stdout != "" {
		t.Errorf("standard output is %q", r.stdout)
	}
}

// A service that fails altogether, or whose listing is not what it should be, is an error, and no configuration of a
// part of the fleet.
func TestServiceFails(t *testing.T) {
	t.Parallel()
	page := `{"estado":"ok","data":[{"id":1,"placa":"A1","cliente_id":1}],"total":2,"per_page":1,"current_page":1,"last_page":2}`
	for name, c := range map[string]struct {
		path    string
		handler http.HandlerFunc
		said    []string
	}{
		"unauthorized":  {"/external/placa/AKX0359", answers.Body(http.StatusUnauthorized, `{"estado":"fail","error":"credencial"}`), []string{`Could not read plate "AKX0359"`, "The service rejected the credential"}},
		"throttled":     {"/external/placa/AKX0359", answers.Body(http.StatusTooManyRequests, `{"estado":"fail","error":"despacio"}`), []string{"The service asks for fewer requests at once"}},
		"cut off":       {"/external/placa/AKX0359", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, []string{`plate "AKX0359"`}},
		"page ignored":  {"/external/vehiculos", answers.Body(http.StatusOK, page), []string{"Could not read the vehicles of client 1", "A3"}},
		"no favourites": {"/external/zona-favorita", answers.Body(http.StatusForbidden, `{"estado":"fail","error":"no"}`), []string{"Could not read the favourites of client 1"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newServer(t)
			w.vehiculo("AKX0359", nil)
			w.vehiculo("UXH5184", nil)
			w.answer(c.path, c.handler)
			folder := filepath.Join(t.TempDir(), "new")
			w.export("-cliente", "1", "-out", folder).expect(t, exitFailure, append(c.said, "nothing was written")...)
			if _, err := os.Stat(folder); err == nil {
				t.Error("the folder was made")
			}
		})
	}
}

// Favourites that are not understood keep nobody from taking the vehicles.
func TestFavouritesNotUnderstood(t *testing.T) {
	t.Parallel()
	w := newServer(t)
	w.vehiculo("AKX0359", nil)
	w.answer("/external/zona-favorita", answers.Body(http.StatusOK, `{"estado":"ok","data":{"favoritas":[{"id":1,"zona":"centro"}]}}`))
	w.export("-cliente", "1").expect(t, exitFailure, "LEFT OUT: the favourites: they cannot be read", "A11", "1 vehicle and")
	w.answer("/external/zona-favorita", answers.Body(http.StatusOK, `{"estado":"ok","data":[{"zona_id":4,"celda_id":9},{"id":7,"zona_id":null,"tramo_id":null,"celda_id":null}]}`))
	w.export("-cliente", "1").expect(t, exitFailure, "a favourite: the service does not tell its identifier", "favourite 7: it names no zone, section or space")
}
