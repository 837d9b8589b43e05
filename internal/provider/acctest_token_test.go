package provider

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// tokenEndpoints are the sandbox's paths of the token operations.
const tokenEndpoints = `{ login = "/external/login", generar_token = "/external/token-generar", obtener_token = "/external/token", renovar_token = "/external/token-renovar" }`

// needsEphemeral skips a test where the command line knows no ephemeral resources.
func needsEphemeral(t *testing.T) {
	t.Helper()
	program.Since(t, "1.10", "1.11")
}

// newTokenCLI is a terraform with that configuration, and the password in the environment.
func newTokenCLI(t *testing.T, config, password string) *cli {
	t.Helper()
	needsEphemeral(t)
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "main.tf"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	c := newCLI(t, folder, nil)
	c.env = append(c.env, "TF_VAR_password="+password)
	return c
}
