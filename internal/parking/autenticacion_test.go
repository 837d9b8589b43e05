package parking

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/decode"
)

// tokenCalls are the token operations, by the name of their path.
var tokenCalls = map[string]func(context.Context, *Client, TokenRequest) error{
	"login": func(ctx context.Context, c *Client, body TokenRequest) error { return errorOf(c.Login(ctx, body)) },
	"generar_token": func(ctx context.Context, c *Client, body TokenRequest) error {
		return errorOf(c.GenerateToken(ctx, body))
	},
	"renovar_token": func(ctx context.Context, c *Client, body TokenRequest) error { return errorOf(c.RenewToken(ctx, body)) },
	"obtener_token": func(ctx context.Context, c *Client, _ TokenRequest) error {
		return errorOf(c.Token(ctx, url.Values{"x": {"y"}}))
	},
}

func withTokens(c *Config) {
	c.Endpoints = Endpoints{"login": "/l", "generar_token": "/g", "obtener_token": "/o", "renovar_token": "/r"}
}

// TestToken: campo says where the token stands, nothing is guessed, and an error says where texts are, and no value.
func TestToken(t *testing.T) {
	t.Parallel()
	const secret = "Xk3FalsaClave"
	for _, tt := range []struct{ data, campo, want, wrong string }{
		{`"tok"`, "", "tok", ""},
		{`{"token":"tok","access_token":"no"}`, "", "tok", ""},
		{`{"token":"no","a":{"token":"tok"}}`, "a.token", "tok", ""},
		{`{"tokens":[{"valor":"no"},{"valor":"tok"}]}`, "tokens.1.valor", "tok", ""},
		{`{"accessToken":"` + secret + `"}`, "", "", `there is no string at "token"; the answer has strings at accessToken`},
		{`{"sesion":{"token":"` + secret + `"}}`, "", "", "the answer has strings at sesion.token"},
		{`{"token":["` + secret + `"]}`, "", "", "the answer has strings at token.0"},
		{`[{"token":"` + secret + `"}]`, "", "", "the answer has strings at 0.token"},
		{`{"` + secret + `":"` + secret + `"}`, "", "", "the answer has strings at (hidden for privacy)"},
		{`{"token":" "}`, "", "", "the answer has no string"},
		{`{"token":12345}`, "", "", "the answer has no string"},
		{`null`, "", "", "the answer has no string"},
		{`{"a":"b"}`, "a.b", "", `there is no string at "a.b"; the answer has strings at a`},
		{`{"a":["b"]}`, "a.1", "", `no string at "a.1"`},
		{`{"a":["b"]}`, "a.-1", "", `no string at "a.-1"`},
		{`{"a":{"b":"c"}}`, "a", "", `no string at "a"; the answer has strings at a.b`},
		{`["x"` + strings.Repeat(`,"x"`, 29) + `]`, "x", "", ", 10 more"},
	} {
		got, err := TokenAnswer{decode.Value([]byte(tt.data))}.Token(tt.campo)
		switch {
		case tt.wrong == "" && (err != nil || got != tt.want):
			t.Errorf("%s, %q: got %q, %v, want %q", tt.data, tt.campo, got, err, tt.want)
		case tt.wrong != "" && (err == nil || got != "" || !strings.Contains(err.Error(), tt.wrong) || strings.Contains(err.Error(), secret)):
			t.Errorf("%s, %q: got %q, %v, want the error %q", tt.data, tt.campo, got, err, tt.wrong)
		}
	}
}

// TestTokensOnce: what hands out a token is never repeated where it may have done so; reading one is.
func TestTokensOnce(t *testing.T) {
	t.Parallel()
	failures := map[string]exchange{"lost": broken(errors.New("cut")), "failed": answer(500, ""), "page": answer(200, "<html>"), "empty": answer(200, "")}
	for name, do := range tokenCalls {
		for kind, failure := range failures {
			s := play(failure, answer(200, okData(`{"token":"x"}`)))
			err := do(t.Context(), scripted(t, s, withTokens, func(c *Config) { c.MaxRetries = 2 }), nil)
			if read := name == "obtener_token"; (err == nil) != read || s.count() > 1 != read {
				t.Errorf("%s, %s: %d requests, %v", name, kind, s.count(), err)
			}
		}
	}
}

// TestWithoutCredential: a client without one can log in, and sends nothing else.
func TestWithoutCredential(t *testing.T) {
	t.Parallel()
	s := play(answer(200, okData(`{"token":"x"}`)))
	c := scripted(t, s, withTokens, func(c *Config) { c.Credential, c.Scheme = " \n", "Bearer" })
	if err := tokenCalls["login"](t.Context(), c, TokenRequest{"email": "a"}); err != nil || s.count() != 1 {
		t.Errorf("login: %d requests, %v", s.count(), err)
	}
	if header := s.requests[0].Header; len(header.Values("Authorization")) != 0 {
		t.Errorf("it is sent with %q", header.Values("Authorization"))
	}
	_, placa := c.Placa(t.Context(), "A")
	errs := []error{placa, registerPlaca(t.Context(), c), cancelOne(t.Context(), c)}
	for name, do := range tokenCalls {
		if name != "login" {
			errs = append(errs, do(t.Context(), c, nil))
		}
	}
	for _, err := range errs {
		if !Is(err, NoCredential) || OutcomeOf(err) >= Unknown {
			t.Errorf("got %v, want NoCredential", err)
		}
	}
	equal(t, "requests", s.count(), 1)
}

// TestTokensInFailures: a token that a failure speaks of is hidden, its plain words are shown, and so is the field of
// the body that it complains of.
func TestTokensInFailures(t *testing.T) {
	t.Parallel()
	const body = `{"estado":"fail","error":"El token %[1]s ya existe","errores":{"nombreDeUsuario2":["No es %[1]s"],"%[1]s":"x"}}`
	for name, do := range tokenCalls {
		for _, token := range []string{"sbx_ABCDEF", "tok-0culto", "QWxhZGRpbjpv", "abcdefghijklmnopqrstuvwxyz", "a.b.1%2Bc"} {
			c := scripted(t, play(answer(http.StatusConflict, fmt.Sprintf(body, token))), withTokens)
			err := do(t.Context(), c, TokenRequest{"nombreDeUsuario2": "ana"})
			if err == nil || strings.Contains(err.Error(), token) || !strings.Contains(err.Error(), "El token (hidden for privacy) ya existe") ||
				name != "obtener_token" && !strings.Contains(err.Error(), `nombreDeUsuario2: "No es (hidden for privacy)"`) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestTokenRequestInFailures: what a body or a query carries is hidden, however deep it stands and whatever it is.
func TestTokenRequestInFailures(t *testing.T) {
	t.Parallel()
	c := scripted(t, play(answer(422, `{"estado":"fail","error":"No sirven clave, 4711 ni cosa"}`)), withTokens)
	body := TokenRequest{"a": []any{map[string]any{"b": "clave", "c": json.Number("4711")}}, "d": "cosa", "e": nil, "f": true}
	_, login := c.Login(t.Context(), body)
	_, read := c.Token(t.Context(), url.Values{"a": {"clave"}, "b": {"4711", "cosa"}})
	for _, err := range []error{login, read} {
		expectError(t, err, "No sirven (hidden for privacy), (hidden for privacy) ni (hidden for privacy)")
	}
}
