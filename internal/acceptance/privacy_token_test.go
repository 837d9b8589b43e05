package acceptance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/provider"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

const privateTokenConfig = `
terraform {
  required_providers {
    parking = { source = %[1]q }
  }
}
variable "password" {
  type      = string
  ephemeral = true
}
variable "persona" {
  type      = object({ email = string, telefono = string, cedula = string })
  sensitive = true
}
variable "names" { type = set(string) }
provider "parking" {
  alias       = "login"
  base_url    = %[2]q
  max_retries = 0
  endpoints   = { login = "/external/login" }
}
ephemeral "parking_token" "test" {
  provider  = parking.login
  operacion = "login"
  cuerpo    = { email = var.persona.email, password = var.password }
}
ephemeral "parking_token" "fallo" {
  provider  = parking.login
  for_each  = var.names
  operacion = "login"
  cuerpo    = { email = "${each.key}.${var.persona.email}", password = var.password }
}
provider "parking" {
  base_url    = %[2]q
  credential  = ephemeral.parking_token.test.token
  max_retries = 0
  endpoints   = { obtener_token = "/external/token" }
}
ephemeral "parking_token" "propio" {
  operacion = "obtener"
}
resource "parking_placa" "test" {
  placa            = "AKX0359"
  tipo_vehiculo_id = ephemeralasnull(ephemeral.parking_token.propio.token) == null ? 1 : 2
}
`

// privatePassword does not look like a token, and is of words that the helpers look for.
const privatePassword = "mengana/zutana"

// TestCLIPrivacyOfTokens runs the program as it is installed, at TF_LOG=TRACE: neither
// the logs nor the output show the password of a login or the token that was given
// for it, however the service repeats them when it fails, and neither the state nor
// a plan file holds them.
func TestCLIPrivacyOfTokens(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.10", "1.11")
	w := acctest.NewServer(t, sandbox.Options{Credential: wrongCredential})
	var logins, struck atomic.Int32
	given := answers.Body(http.StatusOK, `{"estado":"ok","data":{"token":"`+wrongCredential+`"}}`)
	w.Answer(func(r *http.Request) http.HandlerFunc {
		switch r.URL.Path {
		case "/external/token":
			return given
		case "/external/login":
		default:
			return nil
		}
		sent, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(sent))
		var user struct{ Email, Password string }
		if _ = json.Unmarshal(sent, &user); user.Password != privatePassword || r.Header.Get("Authorization") != "" {
			t.Errorf("the login is %s, with %q", sent, r.Header.Get("Authorization"))
		}
		kind, _, _ := strings.Cut(user.Email, ".")
		if spoil := spoiled[kind]; spoil != nil {
			struck.Add(1)
			echo := slices.Concat(echoed(privatePassword), echoed(wrongCredential), echoed(user.Email), []string{string(sent)})
			return spoil(strings.Join(echo, " | "))
		}
		logins.Add(1)
		return given
	})
	i := newInstalled(t, build(t), fmt.Sprintf(privateTokenConfig, provider.Address, w.BaseURL), []string{})
	i.Env = append(i.Env, "PARKING_CREDENTIAL=", "TF_VAR_password="+privatePassword)

	log := i.step(0, "plan", "-out=plan")
	shown := i.Ok("show", "-json", "plan")
	log += i.step(0, "apply", "plan")
	shown += i.Ok("show", "-json")
	if logins.Load() != 2 || !strings.Contains(log, "operation=login") || !strings.Contains(log, "operation=obtener_token") {
		t.Errorf("%d logins, of which is logged:\n%s", logins.Load(), log)
	}
	kept := shown + acctest.EveryFile(t, i.Folder)
	expectNone(t, "the state or the plan", kept, credentials, secrets{privatePassword})
	if !strings.Contains(kept, "AKX0359") {
		t.Error("neither the state nor the plan holds the plate")
	}

	kinds := slices.Sorted(maps.Keys(spoiled))
	i.Env = append(i.Env, namesVariable(kinds))
	i.step(1, "plan", "-out=plan")
	if int(struck.Load()) != len(kinds) {
		t.Errorf("%d logins failed of %d", struck.Load(), len(kinds))
	}
	i.expectAudit(secrets{privatePassword}, `"operation":"login","outcome":"done"`, `"operation":"login","outcome":"unknown"`)
	expectNone(t, "what a failed plan leaves", acctest.EveryFile(t, i.Folder), credentials, secrets{privatePassword})
}
