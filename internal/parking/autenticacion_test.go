package parking

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/decode"
)

// TestToken: campo says where the token stands, nothing is guessed, and an error says where texts are, and no value.
func TestToken(t *testing.T) {
	t.Parallel()
	const secret = "Xk3FalsaClave"
	for _, tt := range []struct{ data, campo, want, says string }{
		{`"tok"`, "", "tok", ""},
		{`{"token":"tok","access_token":"no"}`, "", "tok", ""},
		{`{"token":"no","a":{"token":"tok"}}`, "a.token", "tok", ""},
		{`{"tokens":[{"valor":"no"},{"valor":"tok"}]}`, "tokens.1.valor", "tok", ""},
		{`{"accessToken":"` + secret + `"}`, "", "", `there is no string at "token"; the answer has strings at accessToken`},
		{`{"sesion":{"token":"` + secret + `"}}`, "", "", "the answer has strings at sesion.token"},
		{`{"token":["` + secret + `"]}`, "", "", "the answer has strings at token.0"},
		{`[{"token":"` + secret + `"}]`, "", "", "the answer has strings at 0.token"},
		{`{"` + strings.Repeat(secret, 3) + `":"x","a.b":"x","Contraseña_nueva":"y"}`, "", "",
			"the answer has strings at Contraseña_nueva, (hidden for privacy), a.b"},
		{`{"token":" "}`, "", "", "the answer has no string"},
		{`{"token":12345}`, "", "", "the answer has no string"},
		{`null`, "", "", "the answer has no string"},
		{`{"a":"b"}`, "a.b", "", `there is no string at "a.b"; the answer has strings at a`},
		{`{"a":["b"]}`, "a.1", "", `no string at "a.1"`},
		{`{"a":["b"]}`, "a.-1", "", `no string at "a.-1"`},
		{`{"a":{"b":"c"}}`, "a", "", `no string at "a"; the answer has strings at a.b`},
	} {
		got, err := TokenAnswer{Datos: decode.Value([]byte(tt.data))}.Token(tt.campo)
		switch {
		case tt.says == "" && (err != nil || got != tt.want):
			t.Errorf("%s, %q: got %q, %v, want %q", tt.data, tt.campo, got, err, tt.want)
		case tt.says != "" && (err == nil || got != "" || !strings.Contains(err.Error(), tt.says) || strings.Contains(err.Error(), secret)):
			t.Errorf("%s, %q: got %q, %v, want the error %q", tt.data, tt.campo, got, err, tt.says)
		}
	}
}

// TestTokenRequestInFailures: what a body or a query carries is hidden, however deep it stands and whatever it is. The fields that the
// failure complains of are named.
func TestTokenRequestInFailures(t *testing.T) {
	t.Parallel()
	const fail = `{"estado":"fail","error":"No sirven clave, 4711 ni cosa","errores":{"nombreDeUsuario2":"No"}}`
	c := scripted(t, play(answer(422, fail)), withSecrets)
	body := TokenRequest{"a": []any{map[string]any{"b": "clave", "c": json.Number("4711")}}, "d": "cosa", "e": nil, "f": true}
	_, login := c.Login(t.Context(), body)
	_, read := c.Token(t.Context(), url.Values{"a": {"clave"}, "b": {"4711", "cosa"}})
	for _, err := range []error{login, read} {
		expectError(t, err,
			`"No sirven (hidden for privacy), (hidden for privacy) ni (hidden for privacy)" (HTTP 422); nombreDeUsuario2: "No"`)
	}
}
