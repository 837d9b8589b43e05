package proof

import (
	"flag"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/areas"
)

func TestMain(m *testing.M) {
	acctest.Areas = areas.All
	// The same histories in each run, some 20 seconds of them; the command line wins.
	for name, value := range map[string]string{"rapid.seed": "1", "rapid.checks": "150", "rapid.nofailfile": "true"} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	m.Run()
}
