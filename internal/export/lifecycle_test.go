package export

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// built is a mirror that holds the provider, built once for all tests.
var built = sync.OnceValues(func() (mirror string, err error) {
	if mirror, err = os.MkdirTemp("", "export-mirror-"); err != nil {
		return "", err
	}
	// Not with the context of the test that happens to build it.
	err = workbench.Install(context.Background(), filepath.Join("..", ".."), mirror)
	return mirror, errors.Join(err, workbench.WriteCLIConfig(filepath.Join(mirror, "rc"), mirror))
})

func TestMain(m *testing.M) {
	code := m.Run()
	if mirror, err := built(); err == nil {
		_ = os.RemoveAll(mirror)
	}
	os.Exit(code)
}

// terraform runs Terraform as its users do, with the provider's environment of a test server.
func (w *testServer) terraform(folder string) *acctest.CLI {
	w.T.Helper()
	mirror, err := built()
	acctest.Must(w.T, err)
	env := workbench.Environment(os.Environ(), filepath.Join(mirror, "rc"))
	for name, value := range w.env {
		env = append(env, name+"="+value)
	}
	return &acctest.CLI{T: w.T, Folder: folder, Env: env}
}

// warning is the line of a plan that begins a warning.
var warning = regexp.MustCompile(`Warning: .*`)

// adopt takes what was written to folder over as the guide says, and fails the test unless the plan imports so many
// resources, gives these warnings and does nothing else, nothing is written, and the plan is empty afterwards, with and
// without the import blocks.
func (w *testServer) adopt(folder string, imports int, warnings ...string) {
	w.T.Helper()
	tf := w.terraform(folder)
	if out := tf.Ok("fmt", "-check", "-diff"); out != "" {
		w.T.Errorf("what was written is not formatted:\n%s", out)
	}
	tf.Ok("init", "-no-color")
	w.Requests()
	said := fmt.Sprintf("Plan: %d to import, 0 to add, 0 to change, 0 to destroy", imports)
	out := tf.Ok("plan", "-no-color", "-out=adopt.tfplan")
	if warned := warning.FindAllString(out, -1); !strings.Contains(out, said) || !slices.Equal(warned, warnings) {
		w.T.Errorf("the plan warns %q, not %q, or does not say %q:\n%.4000s", warned, warnings, said, out)
	}
	tf.Ok("apply", "-no-color", "adopt.tfplan")
	tf.Ok("plan", "-no-color", "-detailed-exitcode")
	for _, file := range []string{"cliente_1_import.tf", "adopt.tfplan"} {
		acctest.Must(w.T, os.Remove(filepath.Join(folder, file)))
	}
	tf.Ok("plan", "-no-color", "-detailed-exitcode")
	w.readsAlone()
}

// strange makes vehicles and favourites of every shape that can be declared.
func (w *testServer) strange() {
	w.T.Helper()
	names := append([]string{"", "e\u0301"}, hostile...)
	for i, name := range names {
		w.vehiculo(fmt.Sprintf("S%03d", i), name)
	}
	plates := []string{"ab-12 c", "Ñ", `${x}`, `%{y}"`, "A/B", "ÁÉ/../1", "c,d", "?q=1#2", "p%20q", "日本 1"}
	for _, placa := range plates {
		w.vehiculo(placa, placa)
	}
	w.Exec("UPDATE placas SET tipo_vehiculo_id = 1 + rowid % 3, electrico = rowid % 2, minusvalido = rowid / 2 % 2")
	w.Exec("INSERT INTO favoritas (cliente_id, zona_id, tramo_id, celda_id) VALUES (1, 1, NULL, NULL), (1, NULL, 1, NULL), (1, NULL, NULL, 1), (1, 1, 1, 2), (1, 2, NULL, NULL)")
}

// What was made behind Terraform's back is adopted as it is, with every kind of name, plate and favourite; and where some vehicle is
// left out, the import of a fleet names the plates, so that the plan is as empty. It warns of the further link of a plate, which stays
// on the service.
func TestCLIAdopt(t *testing.T) {
	t.Parallel()
	type row struct {
		args    []string
		part    bool
		imports int
		warns   []string
	}
	twice := []string{"Warning: Plate linked more than once: AKX0359 of client 1"}
	acctest.Each(t, map[string]row{
		"single resources": {imports: 2*len(hostile) + 2*2 + 2*10 + 2 + 5,
			warns: twice},
		"fleet":               {args: []string{"-flota"}, imports: 1 + 5, warns: twice},
		"in part":             {args: []string{"-flota"}, part: true, imports: 1 + 2 + 5, warns: twice}, // one plate has a comma
		"in part with a file": {args: []string{"-csv"}, part: true, imports: 1 + 2 + 5, warns: twice},
	}, func(t *testing.T, c row) {
		if slices.Contains(c.args, "-csv") {
			program.Since(t, "1.8", "1.7")
		}
		w := newServer(t)
		w.strange()
		w.vehiculo("AKX0359", "first")
		w.link("AKX0359", "second")
		code := exitOK
		if c.part {
			w.vehiculo("TAB\t1", nil)
			code = exitFailure
		}
		folder := t.TempDir()
		w.export(append(c.args, "-cliente", "1", "-out", folder)...).expect(t, code)
		w.adopt(folder, c.imports, c.warns...)
	})
}

// A fleet whose names and plates a spreadsheet would run, convert or split is adopted as a CSV file. From then on a
// change of the file is a change of the fleet.
func TestCLIAdoptCSV(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.8", "1.7")
	w := newServer(t)
	for placa, nombre := range map[string]any{
		"AKX0359": nil, "0123": "007", "MAR2020": "Moto 1", "1E5": "+593", "=1": "=SUM(A1:A9)", "-2": "-Moto", "'A1": "'x", "a,b": "@cmd",
		"ZMJ9265": `Camión 001; "reserva"`, "UXH5184": "dos\nlíneas, \"citadas\"", "XKQ3054": " blanks ", "UTG0785": "1/2", "UJJ8537": "a;b",
	} {
		w.vehiculo(placa, nombre)
	}
	folder := t.TempDir()
	w.export("-cliente", "1", "-csv", "-out", folder).expect(t, exitOK, "13 vehicles and 0 favourites as 1 resource; 0 left out")
	w.adopt(folder, 1)
	text, err := os.ReadFile(filepath.Join(folder, "cliente_1.csv"))
	if err != nil || strings.Contains(string(text), email) {
		t.Errorf("the file names the client:\n%s", text)
	}
	acctest.Write(t, filepath.Join(folder, "cliente_1.csv"), string(text)+"NEW0001;1;1;'008;no;no\r\n")
	tf := w.terraform(folder)
	tf.Ok("apply", "-no-color", "-auto-approve")
	var placas, nombre string
	acctest.Must(t, w.Box.DB().QueryRowContext(t.Context(), "SELECT count(*), max(nombre) FILTER (WHERE placa = 'NEW0001') FROM vehiculos").Scan(&placas, &nombre))
	if placas != "14" || nombre != "008" {
		t.Errorf("%s vehicles, the new one with the name %q", placas, nombre)
	}
	tf.Ok("plan", "-no-color", "-detailed-exitcode")
}
