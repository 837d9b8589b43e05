package export

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/areas"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

func TestMain(m *testing.M) {
	acctest.Areas = areas.All
	program.Overlap()
	m.Run()
}

// warning is the line of a plan that begins a warning.
var warning = regexp.MustCompile(`Warning: .*`)

// adopt takes what was written to folder over as the guide says, and fails the test unless the plan imports so many
// resources, gives these warnings and does nothing else, nothing is written, and the plan is empty afterwards, with and
// without the import blocks.
func (w *testServer) adopt(folder string, imports int, warnings ...string) *acctest.CLI {
	w.T.Helper()
	tf := acctest.NewCLI(w.T, folder, w.env)
	if out := tf.Ok("fmt", "-check", "-diff"); out != "" {
		w.T.Errorf("what was written is not formatted:\n%s", out)
	}
	w.Requests()
	said := fmt.Sprintf("Plan: %d to import, 0 to add, 0 to change, 0 to destroy", imports)
	out := tf.Ok("plan", "-no-color", "-out=adopt.tfplan")
	if warned := warning.FindAllString(out, -1); !strings.Contains(out, said) || !slices.Equal(warned, warnings) {
		w.T.Errorf("the plan warns %q, not %q, or does not say %q:\n%.4000s", warned, warnings, said, out)
	}
	tf.Ok("apply", "-no-color", "adopt.tfplan")
	tf.EmptyPlan()
	for _, file := range []string{"cliente_1_import.tf", "adopt.tfplan"} {
		acctest.Must(w.T, os.Remove(filepath.Join(folder, file)))
	}
	tf.EmptyPlan()
	w.readsAlone()
	return tf
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
	w.Exec(`INSERT INTO favoritas (cliente_id, zona_id, tramo_id, celda_id)
		VALUES (1, 1, NULL, NULL), (1, NULL, 1, NULL), (1, NULL, NULL, 1), (1, 1, 1, 2), (1, 2, NULL, NULL)`)
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
	}
	acctest.Each(t, map[string]row{
		"single resources":    {nil, false, 2*len(hostile) + 2*2 + 2*10 + 2 + 5},
		"fleet":               {[]string{"-flota"}, false, 1 + 5},
		"in part":             {[]string{"-flota"}, true, 1 + 2 + 5}, // one plate has a comma
		"in part with a file": {[]string{"-csv"}, true, 1 + 2 + 5},
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
		w.adopt(folder, c.imports, "Warning: Plate linked more than once: AKX0359 of client 1")
	})
}

// A fleet whose names and plates a spreadsheet would run, convert or split is adopted as a CSV file. From then on a
// change of the file is a change of the fleet.
func TestCLIAdoptCSV(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.8", "1.7")
	w := newServer(t)
	for placa, nombre := range map[string]any{
		"AKX0359": nil, "0123": "007", "MAR2020": "Moto 1", "1E5": "+593", "=1": "=SUM(A1:A9)", "-2": "-Moto", "'A1": "'x",
		"a,b": "@cmd", "ZMJ9265": `Camión 001; "reserva"`, "UXH5184": "dos\nlíneas, \"citadas\"", "XKQ3054": " blanks ",
		"UTG0785": "1/2", "UJJ8537": "a;b",
	} {
		w.vehiculo(placa, nombre)
	}
	folder := t.TempDir()
	w.export("-cliente", "1", "-csv", "-out", folder).expect(t, exitOK, "13 vehicles and 0 favourites as 1 resource; 0 left out")
	tf := w.adopt(folder, 1)
	text, err := os.ReadFile(filepath.Join(folder, "cliente_1.csv"))
	if err != nil || strings.Contains(string(text), email) {
		t.Errorf("the file names the client:\n%s", text)
	}
	acctest.Write(t, filepath.Join(folder, "cliente_1.csv"), string(text)+"NEW0001;1;1;'008;no;no\r\n")
	tf.Ok("apply", "-no-color", "-auto-approve")
	w.ExpectCount(14, "SELECT count(*) FROM vehiculos")
	w.ExpectCount(1, "SELECT count(*) FROM vehiculos WHERE placa = 'NEW0001' AND nombre = '008'")
	tf.EmptyPlan()
}
