package acceptance

import (
	"encoding/json"
	"flag"
	"path/filepath"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// What is read imports: the configuration that Terraform writes of it is accepted, and plans as nothing to do. Of a client Terraform writes
// no sensitive attribute, and says which ones are missing.
func TestCLIImportGeneratesConfiguration(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.5", "1.6")
	w := acctest.NewServer(t, sandbox.Options{})
	w.Exec(`INSERT INTO placas (placa, tipo_vehiculo_id) VALUES ('AAA1', 1), ('AAA2', 2), ('AAA3', 3);
		INSERT INTO vehiculos (id, placa, cliente_id, nombre) VALUES (50, 'AAA1', 3, ''), (51, 'AAA2', 3, NULL),
			(52, 'AAA3', 3, 'Uno' || char(9) || 'dos'), (53, 'AAA1', 2, ''), (54, 'AAA3', 2, '#N/A');
		INSERT INTO favoritas (id, cliente_id, zona_id) VALUES (9, 3, 1), (10, 3, NULL)`)
	w.Exec("UPDATE favoritas SET tramo_id = 5 WHERE id = 10")
	env := map[string]string{"PARKING_BASE_URL": w.BaseURL, "PARKING_CREDENTIAL": "x"}
	imports := ""
	for to, id := range map[string]string{"parking_flota.todos": "3", "parking_placa.una": "AAA1", "parking_vehiculo.sin_nombre": "2/AAA1",
		"parking_vehiculo.otro": "2/AAA3", "parking_zona_favorita.zona": "3/9", "parking_zona_favorita.tramo": "3/10"} {
		imports += "import {\n  to = " + to + "\n  id = \"" + id + "\"\n}\n"
	}
	c := acctest.CLIOf(t, imports, env)
	c.Ok("plan", "-no-color", "-generate-config-out=written.tf")
	applies(c, "Resources: 6 imported, 0 added, 0 changed, 0 destroyed")

	cliente := acctest.CLIOf(t, "import {\n  to = parking_cliente.sur\n  id = \"flota.sur@example.com\"\n}\n", env)
	code, out := cliente.Run("plan", "-no-color", "-generate-config-out=written.tf")
	if code == 0 {
		t.Error("a client imports without its sensitive attributes")
	}
	acctest.ExpectSays(t, "plan", out, "a configuration value for the telefono attribute", "a configuration value for the cedula attribute")
}

var recordState = flag.String("states.record", "", "version whose state TestCLIStatesOfReleases is to record, before it is released")

const statesDir = "testdata/states"

// A state that an earlier release wrote plans clean, without a resource being asked to change: whoever upgrades finds nothing to do. The
// things of that state are made anew on the service; only the state is the old one.
func TestCLIStatesOfReleases(t *testing.T) {
	t.Parallel()
	if *recordState != "" {
		made := read(t, filepath.Join(madeForState(t).Folder, "terraform.tfstate"))
		acctest.Write(t, filepath.Join(statesDir, *recordState+".json"), made)
		return
	}
	states, err := filepath.Glob(filepath.Join(statesDir, "*.json"))
	if err != nil || len(states) == 0 {
		t.Fatalf("no recorded state: %v", err)
	}
	for _, recorded := range states {
		t.Run(filepath.Base(recorded), func(t *testing.T) {
			t.Parallel()
			old := read(t, recorded)
			var by struct {
				Version string `json:"terraform_version"`
			}
			acctest.Must(t, json.Unmarshal([]byte(old), &by))
			program.Since(t, by.Version, by.Version) // an older one need not understand it
			c := madeForState(t)
			acctest.Write(t, filepath.Join(c.Folder, "terraform.tfstate"), old)
			c.EmptyPlan()
			c.EmptyPlan("-refresh=false")
			for _, resource := range []string{"cliente", "placa", "vehiculo", "flota", "zona_favorita", "reserva", "sancion"} {
				acctest.ExpectSays(t, "the state", old, `"type": "parking_`+resource+`"`)
			}
		})
	}
}

// madeForState applies the configuration of the recorded states, one thing after the other, so that each run gives
// the same identifiers.
func madeForState(t *testing.T) *acctest.CLI {
	t.Helper()
	w := acctest.NewServer(t, sandbox.Options{})
	folder := t.TempDir()
	acctest.Write(t, filepath.Join(folder, "main.tf"), read(t, filepath.Join(statesDir, "main.tf")))
	c := acctest.NewCLI(t, folder, map[string]string{"PARKING_BASE_URL": w.BaseURL, "PARKING_CREDENTIAL": "x"})
	c.Ok("apply", "-no-color", "-auto-approve", "-parallelism=1")
	return c
}
