package provider

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/hashicorp/terraform-plugin-log/tflogtest"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// held is a service that answers a listing when it is released.
type held struct {
	offline
	release  chan struct{}
	listings atomic.Int64
}

func (s *held) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Path == "/external/vehiculos" {
		s.listings.Add(1)
		select {
		case <-s.release:
		case <-r.Context().Done():
			return nil, r.Context().Err()
		}
	}
	return s.offline.RoundTrip(r)
}

// A page that several calls wait for outlives the call that asked for it first, and is
// logged with that call still.
func TestSharedReadIsLogged(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := &held{offline: offline{15}, release: make(chan struct{})}
		p := newOfflineOver(t, service)
		fleet := p.calls("parking_flota", offlineFlota(15, false), offlineFlotaHeld(15))
		var first, second bytes.Buffer
		interrupted, interrupt := context.WithCancel(t.Context())
		over, done := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(over)
			_, _ = p.server.ReadResource(tflogtest.RootLogger(interrupted, &first), fleet.read)
		}()
		synctest.Wait()
		go func() {
			defer close(done)
			if _, err := p.server.ReadResource(tflogtest.RootLogger(t.Context(), &second), fleet.read); err != nil {
				t.Error(err)
			}
		}()
		synctest.Wait()
		interrupt()
		<-over
		close(service.release)
		<-done
		const line = `"operation":"vehiculos"`
		if n := service.listings.Load(); n != 1 || strings.Count(first.String(), line) != 1 || strings.Contains(second.String(), line) {
			t.Errorf("%d listings, logged:\n%s\n%s", n, &first, &second)
		}
	})
}

// The results of a list block come after the call that asks for them, and have its
// context still: what they are asked of the service with is logged.
func TestListKeepsItsContext(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	var output bytes.Buffer
	for range w.proto(nil).list(tflogtest.RootLogger(t.Context(), &output), fleetQuery(0, false)) {
		t.Error("listed something")
	}
	if !strings.Contains(output.String(), `"operation":"vehiculos"`) {
		t.Errorf("the request is not logged:\n%s", &output)
	}
}
