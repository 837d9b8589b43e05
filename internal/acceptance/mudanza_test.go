package acceptance

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// The files of examples/mudanza take one state from single resources to a fleet and
// back. Nothing is written to the service, nothing is destroyed, and with and
// without the file of the move the plan is empty afterwards.
func TestCLIExampleMudanza(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.8", "1.10")
	w := acctest.NewServer(t, sandbox.Options{})
	root := t.TempDir()
	acctest.CopyExample(t, root, filepath.Join(examplesDir, "mudanza"))
	folder := filepath.Join(root, "here")
	acctest.Must(t, os.Mkdir(folder, 0o700))
	put := func(kind, name string) {
		acctest.Write(t, filepath.Join(folder, name), example(t, "mudanza", kind, name))
	}
	put("sueltos", "main.tf")
	c := acctest.NewCLI(t, folder, map[string]string{"PARKING_BASE_URL": w.BaseURL, "PARKING_CREDENTIAL": "x"})
	c.Ok("apply", "-no-color", "-auto-approve")
	w.Requests()

	for _, move := range []struct{ kind, said string }{
		{"flotas", "Resources: 1 imported, 0 added, 0 changed, 0 destroyed"},
		{"sueltos", "Resources: 16 imported, 0 added, 0 changed, 0 destroyed"},
	} {
		put(move.kind, "main.tf")
		put(move.kind, "mudanza.tf")
		acctest.ExpectSays(t, "the move to "+move.kind, c.Ok("apply", "-no-color", "-auto-approve"), move.said)
		c.EmptyPlan()
		acctest.Must(t, os.Remove(filepath.Join(folder, "mudanza.tf")))
		c.EmptyPlan()
		for operation, n := range w.Requests() {
			if operation != "cliente_email" && operation != "placa" && operation != "vehiculos" {
				t.Errorf("the move to %s: %d of %s", move.kind, n, operation)
			}
		}
	}
}
