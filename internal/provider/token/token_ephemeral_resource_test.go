package token

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// endpoints are the sandbox's paths of the token operations.
const endpoints = `{ login = "/external/login", generar_token = "/external/token-generar", obtener_token = "/external/token", ` +
	`renovar_token = "/external/token-renovar" }`

// tokenConfig logs in through a provider configuration without a credential; that of
// the rest has the token. The texts are lines of the ephemeral block, and what follows.
func tokenConfig(w *acctest.Server, lines, rest string) string {
	return fmt.Sprintf(`
variable "password" {
  type      = string
  ephemeral = true
}
provider "parking" {
  alias       = "login"
  base_url    = %[1]q
  max_retries = 0
  endpoints   = %[2]s
}
ephemeral "parking_token" "test" {
  provider  = parking.login
  operacion = "login"
  cuerpo    = { email = "flota.sur@example.com", password = var.password }
  %[3]s
}
provider "parking" {
  base_url    = %[1]q
  credential  = ephemeral.parking_token.test.token
  max_retries = 0
  endpoints   = %[2]s
}
`, w.BaseURL, endpoints, lines) + rest
}

// tokens are those that the service has given out.
func tokens(w *acctest.Server) []string {
	w.T.Helper()
	rows, err := w.Box.DB().QueryContext(w.T.Context(), `SELECT token FROM tokens ORDER BY id`)
	if err != nil {
		w.T.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var out []string
	for rows.Next() {
		var token string
		if err := rows.Scan(&token); err != nil {
			w.T.Fatal(err)
		}
		out = append(out, token)
	}
	if err := rows.Err(); err != nil {
		w.T.Fatal(err)
	}
	return out
}

// A second provider configuration has the token as its credential: the service, which
// accepts no other one, ties it to the client that logged in. Each walk of Terraform
// logs in once, and nothing of it is in a plan or in the state.
func TestCLITokenAsCredential(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{Credential: "otra-credencial"})
	c := acctest.NewTokenCLI(t, tokenConfig(w, "", `
data "parking_cliente" "propio" {}
resource "parking_placa" "test" {
  placa            = "PBA-0001"
  tipo_vehiculo_id = 1
}
output "cliente" { value = data.parking_cliente.propio.id }
`), "sandbox")
	c.Ok("validate", "-no-color")
	w.ExpectRequests(map[string]int{})
	c.Ok("plan", "-no-color", "-out=plan")
	w.ExpectRequests(map[string]int{"login": 1, "cliente": 2, "placa": 3}) // in both spellings, and a control
	if out := c.Ok("apply", "-no-color", "plan"); !strings.Contains(out, "cliente = 3") {
		t.Errorf("the token is not that of the client who logged in:\n%s", out)
	}
	w.ExpectRequests(map[string]int{"login": 1, "registrar_placa": 1, "placa": 3})
	c.EmptyPlan()
	w.ExpectRequests(map[string]int{"login": 1, "cliente": 1, "placa": 1})
	kept := c.Ok("show", "-json") + c.Ok("show", "-json", "plan") + acctest.EveryFile(t, c.Folder)
	if !strings.Contains(kept, "PBA-0001") {
		t.Error("neither the state nor the plan holds the plate")
	}
	given := tokens(w)
	if len(given) != 3 {
		t.Errorf("%d tokens were given", len(given))
	}
	for _, secret := range append(given, "sandbox") {
		if strings.Contains(kept, secret) {
			t.Errorf("%q is in the state or the plan", secret)
		}
	}
	c.Ok("destroy", "-no-color", "-auto-approve")
	if made := w.Requests()["login"]; made != 3 {
		t.Errorf("destroying logs in %d times", made)
	}
}

// What logs in waits for the provider configuration or the password that comes from
// the same apply; the plan asks nothing.
func TestCLITokenOfTheSameApply(t *testing.T) {
	t.Parallel()
	for name, replaced := range map[string][2]string{
		"base_url": {`base_url    = %q`, `base_url    = terraform_data.test.output`}, "cuerpo": {`"flota.sur@example.com"`, `"${terraform_data.test.id == "" ? "" : "flota.sur"}@example.com"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := acctest.NewServer(t, sandbox.Options{Credential: "otra-credencial"})
			from := strings.ReplaceAll(replaced[0], "%q", fmt.Sprintf("%q", w.BaseURL))
			config := strings.Replace(tokenConfig(w, "", fmt.Sprintf("resource \"terraform_data\" \"test\" { input = %q }\n", w.BaseURL)+acctest.MinimalPlaca), from, replaced[1], 1)
			c := acctest.NewTokenCLI(t, config, "sandbox")
			if program.Under(t, false, name == "base_url") {
				appliesInTwo(w, c)
				return
			}
			c.Ok("plan", "-no-color", "-out=plan")
			w.ExpectRequests(map[string]int{})
			c.Ok("apply", "-no-color", "plan")
			w.ExpectRequests(map[string]int{"login": 1, "registrar_placa": 1, "placa": 2})
		})
	}
}

// appliesInTwo does what the warning says: OpenTofu refuses a token that is unknown, with an error of its own.
func appliesInTwo(w *acctest.Server, c *acctest.CLI) {
	w.T.Helper()
	code, out := c.Run("plan", "-no-color")
	if code != 1 || !strings.Contains(strings.Join(strings.Fields(out), " "), "apply that first, for example with -target.") || !strings.Contains(out, "not wholly known") {
		w.T.Errorf("exits with %d:\n%s", code, out)
	}
	c.Ok("apply", "-no-color", "-auto-approve", "-target=terraform_data.test")
	w.ExpectRequests(map[string]int{})
	c.Ok("apply", "-no-color", "-auto-approve")
	w.ExpectRequests(map[string]int{"login": 2, "registrar_placa": 1, "placa": 3})
}
