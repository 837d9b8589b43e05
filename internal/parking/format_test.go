package parking

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

// TestNothingSecretIsPrinted: no value that holds the credential or personal data shows it, by whatever verb, wherever
// it stands.
func TestNothingSecretIsPrinted(t *testing.T) {
	t.Parallel()
	a := awkward
	request := awkwardRequest
	config := Config{BaseURL: "http://ana:" + a.telefono + "@service.test", Credential: a.credential, UserAgent: "agent/1"}
	c := scripted(t, play(answer(200, "")), func(c *Config) { c.Credential = a.credential })
	use := call{op: opActualizarCliente, body: request, sensitive: request.sensitive()}
	secret := map[string]any{
		"Config":         config,
		"Client":         c,
		"Cliente":        Cliente{Email: field(a.email), Telefono: field(a.telefono), Cedula: field(a.cedula)},
		"ClienteRequest": request,
		"TokenRequest":   TokenRequest{"email": a.email, a.cedula: a.credential},
		"TokenAnswer":    TokenAnswer{Datos: map[string]any{"token": a.credential}},
		"call":           use,
		"*call":          &use,
		"*Config":        &config,
		"*Request":       &request,
	}
	for name, value := range secret {
		type exported struct{ Value any }
		for _, place := range []any{value, &value, []any{value}, map[string]any{"x": value}, &exported{value}} {
			for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d"} {
				if found := leaks(fmt.Sprintf(verb, place)); found != nil {
					t.Errorf("%s by %s in %T shows %q", name, verb, place, found)
				}
			}
		}
		var logged strings.Builder
		slog.New(slog.NewTextHandler(&logged, nil)).Info("x", "value", value)
		if found := leaks(logged.String()); found != nil {
			t.Errorf("%s in a log shows %q", name, found)
		}
	}
	equal(t, "shown", fmt.Sprintf("%v %+v %s", config, use, c), "(hidden for privacy) (hidden for privacy) (hidden for privacy)")
}
