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

var recordState = flag.String("states.record", "", "version whose state TestCLIStatesOfReleases is to record, before it is released")

const statesDir = "testdata/states"

// A state that an earlier release wrote plans clean, without a resource being asked to change: whoever upgrades finds
// nothing to do. The things of that state are made anew on the service; only the state is the old one.
func TestCLIStatesOfReleases(t *testing.T) {
	t.Parallel()
	if *recordState != "" {
		acctest.Write(t, filepath.Join(statesDir, *recordState+".json"), read(t, filepath.Join(madeForState(t).Folder, "terraform.tfstate")))
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
			if code, out := c.Run("plan", "-no-color", "-detailed-exitcode", "-refresh=false"); code != 0 {
				t.Errorf("without a refresh the plan is not empty:\n%s", out)
			}
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
