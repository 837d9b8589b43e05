package export

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
)

// One page of the listing for 15 vehicles, one read of each plate, one of the favourites, and no write.
func TestRequests(t *testing.T) {
	t.Parallel()
	w := newServer(t)
	for i := range 31 {
		w.vehiculo(fmt.Sprintf("P%03d", 31-i), fmt.Sprintf("nombre %d", i))
	}
	w.Exec("INSERT INTO favoritas (cliente_id, zona_id) VALUES (1, 1), (1, 2)")
	for form, said := range map[string]string{"-flota=false": "31 vehicles and 2 favourites as 64 resources; 0 left out",
		"-flota": "Plan: 3 to import, 0 to add"} {
		w.export("-cliente", "1", form).expect(t, exitOK, said)
		w.ExpectRequests(map[string]int{"vehiculos": 3, "placa": 31, "zonas_favoritas": 1})
	}
}

// refusal is the service's answer that it does not do what was asked.
func refusal(status int, text string) http.HandlerFunc {
	return answers.Body(status, fmt.Sprintf(`{"estado":"fail","error":%q}`, text))
}

func ok(data string) http.HandlerFunc {
	return answers.Body(http.StatusOK, `{"estado":"ok","data":`+data+`}`)
}

// leaves makes vehicles of which only the first can be declared.
func leaves(w *testServer) {
	// Ñ is asked for as one character.
	for _, placa := range []string{"AKX0359", "UNREGISTERED", "BROKEN", "N\u0303", "TAB\t1", "-", "--"} {
		w.vehiculo(placa, nil)
	}
	w.answer("placa/UNREGISTERED", refusal(http.StatusNotFound, "La placa no existe"))
	w.answer("placa/BROKEN", answers.Body(http.StatusInternalServerError, `{"estado":"fail","error":"roto\n}\u001b[31m"}`))
}

// What cannot be declared is left out, and said on standard error and by the exit code.
func TestLeftOut(t *testing.T) {
	t.Parallel()
	notes := []string{
		`vehicle 2 (plate "UNREGISTERED"): its plate cannot be read`, `vehicle 3 (plate "BROKEN"): its plate cannot be read`,
		`vehicle 4 (plate "Ñ"): its plate cannot be read`,
		`vehicle 5 (plate "TAB\t1"): Terraform cannot name the plate, which holds a character that does not show`,
		`vehicle 6 (plate "-"): Terraform cannot name the plate, which has no letter or digit`,
		`vehicle 7 (plate "--"): Terraform cannot name the plate, which has no letter or digit`,
		"1 vehicle and 0 favourites as ", "6 left out",
	}
	type row struct {
		service  func(w *testServer)
		args     []string
		complete bool
		said     []string
		wrote    string // part of standard output
		not      string // which has not this
	}
	acctest.Each(t, map[string]row{
		"of single resources": {service: leaves, said: notes, wrote: `"AKX0359"`, not: "UNREGISTERED"},
		// An import of the whole fleet would take what is left out.
		"of a fleet": {service: leaves, args: []string{"-flota"}, said: notes, wrote: `"1/AKX0359"`, not: "UNREGISTERED"},
		"no type, no plate": {service: func(w *testServer) {
			w.answer("vehiculos", ok(`[{"id":1,"placa":"A1"},{"id":2,"nombre":"x"},{"id":3,"placa":"A3"}]`))
			w.answer("placa/A1", ok(`{"placa":"A1","electrico":"1"}`))
			w.answer("placa/A3", ok(`{"placa":"A3","tipo_vehiculo_id":"2","electrico":"1"}`))
		}, said: []string{`vehicle 1 (plate "A1"): the service does not tell the vehicle type`,
			"vehicle 2: the service does not tell its plate", "1 vehicle and"},
			wrote: "tipo_vehiculo_id = 2\n  electrico        = true", not: `"A1"`},
		// Of several links of a plate one can be managed: that with the lowest id.
		"linked twice": {service: func(w *testServer) {
			w.Placas("AKX0359")
			w.answer("vehiculos", ok(`[{"id":3,"placa":"akx-0359","nombre":"second"},{"id":1,"placa":"AKX0359","nombre":"first"}]`))
		}, complete: true, said: []string{"1 vehicle and"}, wrote: `"first"`, not: "second"},
		"everything": {service: func(w *testServer) { w.vehiculo("--", nil) },
			said: []string{"nothing of client 1 can be declared", `"--"`, "nothing was written"}, not: "resource"},
		// Favourites that are not understood keep nobody from taking the vehicles.
		"favourites": {service: func(w *testServer) {
			w.vehiculo("AKX0359", nil)
			w.answer("zona-favorita", ok(`{"favoritas":[{"id":1,"zona":"centro"}]}`))
		}, said: []string{"LEFT OUT: the favourites: they cannot be read", "A11", "1 vehicle and"}, wrote: "AKX0359", not: "zona"},
		"a favourite": {service: func(w *testServer) {
			w.vehiculo("AKX0359", nil)
			w.answer("zona-favorita", ok(`[{"zona_id":4,"celda_id":9},{"id":7,"zona_id":null,"tramo_id":null,"celda_id":null}]`))
		}, said: []string{"a favourite: the service does not tell its identifier", "favourite 7: it names no zone, section or space"},
			wrote: "AKX0359", not: "zona"},
	}, func(t *testing.T, c row) {
		w := newServer(t)
		c.service(w)
		r := w.export(append(c.args, "-cliente", "1")...)
		r.expect(t, map[bool]int{true: exitOK, false: exitFailure}[c.complete], c.said...)
		if !strings.Contains(r.stdout, c.wrote) || strings.Contains(r.stdout, c.not) {
			t.Errorf("got the configuration\n%swant %q and not %q", r.stdout, c.wrote, c.not)
		}
	})
}

// A service that fails altogether, or whose listing is not what it should be, is an error, and no configuration of a
// part of the fleet.
func TestServiceFails(t *testing.T) {
	t.Parallel()
	const placa = "placa/AKX0359"
	type row struct {
		path    string
		handler http.HandlerFunc
		said    []string
	}
	const page = `[{"id":1,"placa":"A1","cliente_id":1}],"total":2,"per_page":1,"current_page":1,"last_page":2`
	acctest.Each(t, map[string]row{
		"unauthorized": {placa, refusal(http.StatusUnauthorized, "credencial"),
			[]string{`Could not read plate "AKX0359"`, "The service rejected the credential"}},
		"throttled":     {placa, refusal(http.StatusTooManyRequests, "despacio"), []string{"The service asks for fewer requests at once"}},
		"cut off":       {placa, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, []string{`plate "AKX0359"`}},
		"page ignored":  {"vehiculos", ok(page), []string{"Could not read the vehicles of client 1", "A3"}},
		"no favourites": {"zona-favorita", refusal(http.StatusForbidden, "no"), []string{"Could not read the favourites of client 1"}},
	}, func(t *testing.T, c row) {
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

// Nobody else may read what was written. Windows has no such modes.
func TestFilesArePrivate(t *testing.T) {
	t.Parallel()
	w := newServer(t)
	w.vehiculo("AKX0359", nil)
	folder := t.TempDir()
	w.export("-cliente", "1", "-csv", "-out", folder).expect(t, exitOK)
	for _, name := range []string{"cliente_1.tf", "cliente_1_import.tf", "cliente_1.csv"} {
		info, err := os.Stat(filepath.Join(folder, name))
		if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
}

// What cannot be written whole leaves none of its files.
func TestNothingHalfWritten(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	acctest.Write(t, filepath.Join(folder, "cliente_1.tf"), "of another run")
	_, err := target{options: options{clienteID: 1, folder: folder}}.write(text{}, nil)
	if files, _ := os.ReadDir(folder); err == nil || len(files) != 1 {
		t.Errorf("got %v, and the files %v, want an error and the one that was there", err, files)
	}
}
