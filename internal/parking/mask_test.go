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
	"testing/synctest"
	"time"
)

// awkward are secrets that are spelled differently wherever they appear.
var awkward = struct{ credential, email, apellidos, telefono, cedula string }{
	"Key/+a&b==ñ\"", "Ana.Peña+1@example.com", "O'Brien", "099 912", "099 9123456"}

var awkwardRequest = ClienteRequest{Email: awkward.email, Nombre: "Luz", Apellidos: awkward.apellidos, Prefijos: "+34",
	Telefono: awkward.telefono, Cedula: awkward.cedula}

// leaks gives the secrets in text, also as a query writes them, in any case.
func leaks(text string) []string {
	var out []string
	for _, secret := range []string{awkward.credential, awkward.email, awkward.apellidos, awkward.telefono, awkward.cedula} {
		for _, form := range []string{secret, url.QueryEscape(secret)} {
			if strings.Contains(strings.ToLower(text), strings.ToLower(form)) {
				out = append(out, form)
			}
		}
	}
	return out
}

func withSecrets(c *Config) {
	c.Endpoints = Endpoints{"registrar_cliente": "/r", "login": "/l", "generar_token": "/g", "obtener_token": "/o", "renovar_token": "/n"}
}

// TestNothingSecretInErrors: whatever an answer echoes of what was sent, and however it spells it. Other words are shown.
func TestNothingSecretInErrors(t *testing.T) {
	t.Parallel()
	a := awkward
	secrets := []string{a.credential, a.email, strings.ToUpper(a.email), a.apellidos, a.telefono, a.cedula}
	echo := func(spell func(string) string) string {
		out := make([]string, len(secrets))
		for i, secret := range secrets {
			out[i] = spell(secret)
		}
		return strings.Join(out, " | ")
	}
	fail := func(message, field, text string) string {
		errores := map[string]any{field: []any{map[string]string{"x": text}}}
		body, _ := json.Marshal(map[string]any{"estado": "fail", "error": message, "errores": errores})
		return string(body)
	}
	each(t, map[string]exchange{
		"page":             answer(502, "<html>"+echo(plain)),
		"page, query":      answer(502, "<html>"+echo(url.QueryEscape)),
		"page, lower case": answer(502, "<html>"+strings.ToLower(echo(url.QueryEscape))),
		"message":          answer(422, fail(echo(plain), "a", "b")),
		"field's message":  answer(422, fail("a", "b", echo(plain))),
		"field's name":     answer(422, fail("a", echo(plain), "b")),
		"transport":        broken(errors.New("proxy refuses " + echo(plain))),
		"transport, URL": broken(&url.Error{Op: "Get", URL: "http://x/?email=" + url.QueryEscape(a.email),
			Err: errors.New("no " + echo(url.QueryEscape))}),
		"bad redirect": answer(302, "", "Location", "http://[::"+a.email),
		"redirect":     answer(302, "<a href='/?"+echo(url.QueryEscape)+"'>", "Location", "/?email="+url.QueryEscape(a.email)),
	}, func(t *testing.T, reply exchange) {
		var seen []string
		c := scripted(t, play(reply), withSecrets, func(c *Config) {
			c.Credential = a.credential + "\n"
			c.Observe = func(_ context.Context, attempt Attempt) { seen = append(seen, fmt.Sprintf("%+v", attempt)) }
		})
		_, registered := c.RegisterCliente(t.Context(), awkwardRequest)
		_, login := c.Login(t.Context(), TokenRequest{"email": a.email, "password": []any{a.telefono}, "otp": a.cedula, "x": a.apellidos})
		for _, err := range []error{registered, c.UpdateCliente(t.Context(), awkwardRequest), login} {
			e := ErrorOf(err) // its text quotes the excerpt, which would spell the secrets anew
			if found := leaks(fmt.Sprintf("%v %+v %s %v", err, errors.Unwrap(err), e.Excerpt, e.Fields)); err == nil || found != nil {
				t.Errorf("%q in %v", found, err)
			}
		}
		if found := leaks(strings.Join(seen, " ")); found != nil || len(seen) < 3 {
			t.Errorf("%q observed in %v", found, seen)
		}
	})
	c := scripted(t, play(answer(422, fail("Luz, luzca: "+a.cedula+" ya existe", "Apellidos", "No"))))
	expectError(t, c.UpdateCliente(t.Context(), awkwardRequest),
		`"(hidden for privacy), luzca: (hidden for privacy) ya existe" (HTTP 422); Apellidos: "No"`)
}

// TestAnswersThatAreSecret: of an answer that may hold personal data or a token, which nobody can know beforehand, nothing is
// quoted: neither garbage, nor what ok says beside the data, nor what the network quotes of it.
func TestAnswersThatAreSecret(t *testing.T) {
	t.Parallel()
	each(t, map[string]func(context.Context, *Client) error{
		"cliente": func(ctx context.Context, c *Client) error { return errorOf(c.Cliente(ctx)) },
		"cliente_email": func(ctx context.Context, c *Client) error {
			return errorOf(c.ClienteByEmail(ctx, "ana@example.com", Nothing))
		},
		"registration": func(ctx context.Context, c *Client) error { return errorOf(c.RegisterCliente(ctx, ClienteRequest{})) },
		"login":        func(ctx context.Context, c *Client) error { return errorOf(c.Login(ctx, nil)) },
		"token":        func(ctx context.Context, c *Client) error { return errorOf(c.Token(ctx, nil)) },
		"renewal":      func(ctx context.Context, c *Client) error { return errorOf(c.RenewToken(ctx, nil)) },
		"generation":   func(ctx context.Context, c *Client) error { return errorOf(c.GenerateToken(ctx, nil)) },
	}, func(t *testing.T, do func(context.Context, *Client) error) {
		for name, reply := range map[string]exchange{
			"cut off": answer(200, `{"estado":"ok","data":{"token":"tok-oculto`),
			"text":    answer(200, "tok-oculto"), "array": answer(200, `["tok-oculto"]`),
			"warning": answer(200, `<b>Warning</b> {"data":{"cedula":"tok-oculto"}}`),
			"network": broken(errors.New(`dial tcp 127.0.0.1:8443: malformed HTTP response "{\"token\":\"tok-oculto\"}"`)),
		} {
			err := do(t.Context(), scripted(t, play(reply), withSecrets))
			if err == nil || strings.Contains(err.Error(), "oculto") ||
				name == "network" && !strings.Contains(err.Error(), "127.0.0.1:8443: malformed HTTP response (hidden for privacy)") {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// TestObserve: what is logged of a try names no thing.
func TestObserve(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var seen []Attempt
		fail := answer(422, `{"estado":"fail","error":"No"}`)
		s := play(after(time.Second, answer(200, okData(`[1]`))), after(time.Second, fail), after(time.Second, broken(errors.New("cut"))))
		c := scripted(t, s, func(c *Config) {
			c.Observe = func(_ context.Context, a Attempt) { seen = append(seen, a) }
		})
		_, _ = c.Placa(t.Context(), "PBA-1234", Nothing)
		_, _ = c.ClienteByEmail(t.Context(), "ana@example.com", Nothing)
		_, _, _ = c.PaySancion(t.Context(), 5, SancionPago{})
		for i, want := range []Attempt{
			{Operation: "placa", Method: http.MethodGet, Route: "/external/placa/{placa}", Number: 1, Status: 200},
			{Operation: "cliente_email", Method: http.MethodGet, Route: "/external/cliente-email", Number: 1, Status: 422},
			{Operation: "sancion_pagar", Method: http.MethodPut, Route: "/external/sancion-pagar/{sancion_id}", Number: 1},
		} {
			got := seen[i]
			if (got.Err == nil) != (i == 0) || got.Duration != time.Second {
				t.Errorf("try %d: %v after %s", i, got.Err, got.Duration)
			}
			if got.Err, got.Duration = nil, 0; got != want {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
		}
	})
}
