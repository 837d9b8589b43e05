package acceptance

import (
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-log/tflogtest"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What is read for several resources is in the debug log of the one that asked, and so is
// what a list block reads after its call.
func TestSharedReadsAreLogged(t *testing.T) {
	t.Parallel()
	var fleet, listing sharedBuffer
	p := acctest.NewServer(t, sandbox.Options{}).Proto(nil)
	calls := encodedCalls(p, "parking_flota", offlineFlota(15), offlineFlotaHeld(15))
	if _, err := p.Server.ReadResource(tflogtest.RootLogger(t.Context(), &fleet), calls.read); err != nil {
		t.Fatal(err)
	}
	for range p.List(tflogtest.RootLogger(t.Context(), &listing), acctest.FleetQuery(0, false)) {
		continue
	}
	for what, output := range map[string]*sharedBuffer{"fleet": &fleet, "list block": &listing} {
		if !strings.Contains(output.String(), `"operation":"vehiculos"`) {
			t.Errorf("%s: the request is not logged:\n%s", what, output.String())
		}
	}
}

// sharedBuffer is written by the logs of several subsystems at once.
type sharedBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *sharedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *sharedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
