package acceptance

import (
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// The example as it stands; its token is the only credential that this world accepts.
func TestExampleToken(t *testing.T) {
	t.Parallel()
	w := acctest.NewWorld(t, sandbox.Options{Credential: "otra-credencial"})
	text := acctest.Required + example(t, "ephemeral-resources", "parking_token", "ephemeral-resource.tf")
	c := acctest.NewTokenCLI(t, strings.ReplaceAll(text, "https://parking.example.com/api", w.BaseURL), "sandbox")
	c.Ok("apply", "-no-color", "-auto-approve")
	c.EmptyPlan()
	// An apply plans and applies, each with a token of its own; OpenTofu applies nothing where nothing is to change.
	w.ExpectRequests(map[string]int{"login": program.Under(t, 3, 2), "cliente": 2})
}
