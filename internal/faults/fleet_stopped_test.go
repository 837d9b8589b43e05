package faults

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// A service that dies in the middle of an apply of 60 vehicles stops the run after a few requests, and all errors but a few say no more
// than the cause. The next apply brings the rest.
func TestCLIFleetStopped(t *testing.T) {
	t.Parallel()
	// Ten writes were under way, and each is looked up, in some six tries; so it is about 70, and 2,000 in a run that is not stopped. Between
	// them lies what any machine does. There may be no write: Terraform plans each creation once more in an apply, whose failure is a warning.
	const answered, most, unknown = 50, 300, 25
	w := acctest.NewServer(t, sandbox.Options{})
	terraform := newFleet(t, w, vehicles(60))
	terraform.Ok("plan", "-no-color", "-out=planned")
	var requests atomic.Int64
	w.Answer(func(*http.Request) http.HandlerFunc {
		if requests.Add(1) <= answered {
			return nil
		}
		return func(rw http.ResponseWriter, _ *http.Request) {
			if connection, _, err := http.NewResponseController(rw).Hijack(); err == nil {
				_ = connection.Close()
			}
		}
	})
	code, out := terraform.Run("apply", "-no-color", "-auto-approve", "planned")
	text := strings.Join(strings.Fields(out), " ") // which Terraform wraps
	failed, told := strings.Count(text, "Error: "), strings.Count(text, "The service does not answer")
	if code != 1 || told == 0 || failed-told > unknown {
		t.Errorf("exits with %d and %d errors, %d of what was not tried; want at most %d others\n%s", code, failed, told, unknown, out)
	}
	if n := requests.Load() - answered; n > most {
		t.Errorf("%d requests to a service that fails all of them, want at most %d", n, most)
	}
	w.Answer(nil)
	terraform.Ok("apply", "-no-color", "-auto-approve")
	w.ExpectCount(60, "SELECT COUNT(*) FROM vehiculos")
	w.ExpectCount(60, "SELECT COUNT(DISTINCT placa) FROM vehiculos")
}
