package sandbox

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// childDatabase makes this test binary the sandbox command, to be killed.
const childDatabase = "SANDBOX_TEST_CHILD_DATABASE"

func TestMain(m *testing.M) {
	if database := os.Getenv(childDatabase); database != "" {
		os.Exit(Main(context.Background(), []string{"-listen", "127.0.0.1:0", "-quiet", "-database", database}, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// A killed process loses nothing that it acknowledged.
func TestKilledProcess(t *testing.T) {
	t.Parallel()
	database := filepath.Join(t.TempDir(), "s.db")
	child := exec.CommandContext(t.Context(), os.Args[0])
	child.Env = append(os.Environ(), childDatabase+"="+database)
	stdout, err := child.StdoutPipe()
	must(t, err)
	must(t, child.Start())
	_, base := hints(t, stdout)
	const plates = 25
	for i := range plates {
		body := fmt.Sprintf(`{"placa":"P%d","tipo_vehiculo_id":1}`, i)
		if status, answer, err := fetch(t, "POST", base+"/external/placa", body, "x"); err != nil || status != 200 {
			t.Errorf("got %d %s %v", status, answer, err)
		}
	}
	_ = child.Process.Kill()
	_ = child.Wait() // tells that it was killed
	s := open(t, Options{Database: database})
	expectCount(t, s, plates, `SELECT count(*) FROM placas`)
	expectCount(t, s, plates, `SELECT count(*) FROM journal WHERE committed`)
}
