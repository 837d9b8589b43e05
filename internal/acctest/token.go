package acctest

import (
	"path/filepath"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// TokenEndpoints are the sandbox's paths of the token operations.
const TokenEndpoints = `{ login = "/external/login", generar_token = "/external/token-generar", obtener_token = "/external/token", renovar_token = "/external/token-renovar" }`

// NeedsEphemeral skips a test where the command line knows no ephemeral resources.
func NeedsEphemeral(t *testing.T) {
	t.Helper()
	program.Since(t, "1.10", "1.11")
}

// NewTokenCLI is a terraform with that configuration, and the password in the environment.
func NewTokenCLI(t *testing.T, config, password string) *CLI {
	t.Helper()
	NeedsEphemeral(t)
	folder := t.TempDir()
	Write(t, filepath.Join(folder, "main.tf"), config)
	c := NewCLI(t, folder, nil)
	c.Env = append(c.Env, "TF_VAR_password="+password)
	return c
}
