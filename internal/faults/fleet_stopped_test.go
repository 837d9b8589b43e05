package faults

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// One cause that fails every request of 60 vehicles stops the run after a few, and all errors but those few are a summary alone.
// The next apply brings the rest. The plan of an apply that dies midway was made before.
func TestCLIFleetStopped(t *testing.T) {
	t.Parallel()
	closed := func(rw http.ResponseWriter, _ *http.Request) {
		if connection, _, err := http.NewResponseController(rw).Hijack(); err == nil {
			_ = connection.Close()
		}
	}
	type row struct {
		answer        http.HandlerFunc
		after         int64 // requests that are answered before
		most, unknown int   // requests from then on, and errors that tell more than that nothing was sent
		reason        string
	}
	acctest.Each(t, map[string]row{
		"credential rejected": {answers.Body(http.StatusUnauthorized, `{"estado":"fail","error":"No autorizado"}`), 0, 20, 10, "the service rejects the credential"},
		// Ten writes were under way, and each is looked up. On a busy machine all these may begin before the first has failed.
		"dead in mid-apply": {closed, 50, 50, 12, "the service does not answer"},
	}, func(t *testing.T, c row) {
		w := acctest.NewServer(t, sandbox.Options{})
		terraform, apply := newFleet(t, w, vehicles(60)), []string{"apply", "-no-color", "-auto-approve"}
		if c.after > 0 {
			terraform.Ok("plan", "-no-color", "-out=planned")
			apply = append(apply, "planned")
		}
		var requests atomic.Int64
		w.Answer(func(*http.Request) http.HandlerFunc {
			if requests.Add(1) > c.after {
				return c.answer
			}
			return nil
		})
		begun := time.Now()
		code, out := terraform.Run(apply...)
		t.Logf("%d requests, %s", requests.Load(), time.Since(begun))
		text := strings.Join(strings.Fields(out), " ") // which Terraform wraps
		failed, told := strings.Count(text, "Error: "), strings.Count(text, "Not tried: "+c.reason)
		if code != 1 || told == 0 || failed-told < 1 || failed-told > c.unknown {
			t.Errorf("exits with %d and %d errors, of which %d say that nothing was tried; want 1 to %d others\n%s", code, failed, told, c.unknown, out)
		}
		if n := requests.Load() - c.after; n > int64(c.most) {
			t.Errorf("%d requests to a service that fails all of them, want at most %d", n, c.most)
		}
		w.Answer(nil)
		terraform.Ok("apply", "-no-color", "-auto-approve")
		w.ExpectCount(60, "SELECT COUNT(*) FROM vehiculos")
		w.ExpectCount(60, "SELECT COUNT(DISTINCT placa) FROM vehiculos")
	})
}
