package acctest

import (
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// TokenEndpoints are the sandbox's paths of the token operations.
const TokenEndpoints = `{ login = "/external/login", generar_token = "/external/token-generar", obtener_token = "/external/token", renovar_token = "/external/token-renovar" }`

// NewTokenCLI is CLIOf with the password in Terraform's environment. It skips a test where the command line knows no ephemeral
// resources.
func NewTokenCLI(t *testing.T, config, password string) *CLI {
	t.Helper()
	program.Since(t, "1.10", "1.11")
	c := CLIOf(t, config, nil)
	c.Env = append(c.Env, "TF_VAR_password="+password)
	return c
}
