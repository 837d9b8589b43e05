package acceptance

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
)

var sandboxPlaca = acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 2}

// Data in a file outlives the provider, and data in memory does not, wherever the path comes from. A warning says that
// nothing is real, unless the block does. For a minute after the creation a plate that is gone would be kept, so the second run comes later.
func TestProviderSandboxData(t *testing.T) {
	t.Parallel()
	for database, env := range map[string]map[string]string{
		filepath.Join(databaseFolder(t), "town.db"): nil, ":memory:": {"PARKING_SANDBOX": ":memory:"},
	} {
		block, created := acctest.Values{"sandbox": acctest.Values{"database": database}}, acctest.Result{}
		if env != nil {
			block = acctest.Values{}
		}
		for run := range 2 {
			p := acctest.NewProtoWithEnv(t, env)
			configured := acctest.Result{Diags: p.Configure(block)}
			acctest.Expect(t, database, configured.Errors())
			if env == nil {
				acctest.Expect(t, database, configured.Warnings())
			} else {
				acctest.Expect(t, database, configured.Warnings(), "The embedded sandbox is in use")
			}
			if run == 0 {
				created = p.Apply("parking_placa", acctest.Result{}, sandboxPlaca)
			}
			read := p.Read("parking_placa", created.Later(t))
			if there := run == 0 || database != ":memory:"; (len(read.Warnings()) == 0) != there || len(read.Errors()) > 0 { // a warning that it is not shown
				t.Errorf("%s, run %d: %v", database, run, read)
			}
		}
	}
	if os.Remove(":memory:") == nil {
		t.Error("a file was made")
	}
}

func TestProviderSandboxWrong(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	garbage, town := filepath.Join(dir, "garbage.db"), filepath.Join(dir, "town.db")
	acctest.Write(t, garbage, strings.Repeat("no database ", 1000))
	for _, c := range []struct {
		box  acctest.Values
		says string
	}{
		{box: acctest.Values{"database": town, "latency": "placa=soon"}, says: "sandbox: Invalid provider configuration"},
		{box: acctest.Values{"database": town, "fault": "placa=explode"}, says: "sandbox: Invalid provider configuration"},
		{box: acctest.Values{"database": garbage}, says: "sandbox: Unable to open the embedded sandbox"},
	} {
		diags := acctest.NewProtoWithEnv(t, nil).Configure(acctest.Values{"sandbox": c.box})
		acctest.Expect(t, fmt.Sprint(c.box), acctest.ErrorsOf(diags), c.says)
	}
	if _, err := os.Stat(town); err == nil {
		t.Error("a database was made in spite of the errors")
	}
}

// PARKING_SANDBOX beside base_url means one of two things, and the wrong one would register plates for good. sandbox in the block asks
// no real service, so it may stand beside an address in the environment.
func TestProviderSandboxBesideBaseURL(t *testing.T) {
	t.Parallel()
	asked := answers.NewListener(t, func(_ http.ResponseWriter, r *http.Request) { t.Errorf("%s %s was sent", r.Method, r.URL) })
	database := filepath.Join(t.TempDir(), "parking.db")
	for _, block := range []acctest.Values{{"base_url": asked.URL}, {}} {
		env := map[string]string{"PARKING_SANDBOX": database, "PARKING_BASE_URL": asked.URL, "PARKING_CREDENTIAL": "x"}
		acctest.Expect(t, "error", acctest.ErrorsOf(acctest.NewProtoWithEnv(t, env).Configure(block)), "Invalid provider configuration")
	}
	if _, err := os.Stat(database); err == nil {
		t.Error("a database was made in spite of the error")
	}
	p := acctest.NewProtoWithEnv(t, map[string]string{"PARKING_BASE_URL": asked.URL})
	acctest.Expect(t, "sandbox in the block", (acctest.Result{Diags: p.Configure(acctest.Values{"sandbox": acctest.Values{"database": ":memory:"}})}).Warnings())
	acctest.NoErrors(t, "created", p.Apply("parking_placa", acctest.Result{}, sandboxPlaca))
}

// databaseFolder is a folder for the database of an embedded sandbox, which the
// provider never closes. Windows keeps open files, so that the folder may stay.
func databaseFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "parking-sandbox-") //nolint:usetesting // t.TempDir fails where it stays.
	acctest.Must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	return folder
}
