package parking

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// awkward are secrets that are spelled differently wherever they appear.
var awkward = struct{ credential, email, telefono, cedula string }{"Key/+a&b==ñ\"", "Ana.Peña+1@example.com", "099 912", "099 9123456"}

// leaks gives the secrets in text, also as a query writes them, in any case.
func leaks(text string) []string {
	var out []string
	for _, secret := range []string{awkward.credential, awkward.email, awkward.telefono, awkward.cedula} {
		for _, form := range []string{secret, url.QueryEscape(secret)} {
			if strings.Contains(strings.ToLower(text), strings.ToLower(form)) {
				out = append(out, form)
			}
		}
	}
	return out
}

// TestNothingSecretInErrors: whatever an answer echoes, and however it spells it.
func TestNothingSecretInErrors(t *testing.T) {
	t.Parallel()
	a := awkward
	secrets := []string{a.credential, a.email, strings.ToUpper(a.email), a.telefono, a.cedula}
	echo := func(spell func(string) string) string {
		out := make([]string, len(secrets))
		for i, secret := range secrets {
			out[i] = spell(secret)
		}
		return strings.Join(out, " | ")
	}
	fail := func(message, field, text string) string {
		body, _ := json.Marshal(map[string]any{"estado": "fail", "error": message, "errores": map[string]any{field: []any{map[string]string{"x": text}}}})
		return string(body)
	}
	tests := map[string]exchange{
		"page":             answer(502, "<html>"+echo(plain)),
		"page, query":      answer(502, "<html>"+echo(url.QueryEscape)),
		"page, lower case": answer(502, "<html>"+strings.ToLower(echo(url.QueryEscape))),
		"message":          answer(422, fail(echo(plain), "a", "b")),
		"field's message":  answer(422, fail("a", "b", echo(plain))),
		"field's name":     answer(422, fail("a", echo(plain), "b")),
		"transport":        broken(errors.New("proxy refuses " + echo(plain))),
		"transport, URL":   broken(&url.Error{Op: "Get", URL: "http://x/?email=" + url.QueryEscape(a.email), Err: errors.New("no " + echo(url.QueryEscape))}),
		"bad redirect":     answer(302, "", "Location", "http://[::"+a.email),
		"redirect":         answer(302, "<a href='/?"+echo(url.QueryEscape)+"'>", "Location", "/?email="+url.QueryEscape(a.email)),
	}
	request := ClienteRequest{Email: a.email, Nombre: "Ana", Apellidos: "Gil", Prefijos: "+34", Telefono: a.telefono, Cedula: a.cedula}
	each(t, tests, func(t *testing.T, reply exchange) {
		var seen []string
		c := scripted(t, play(reply), func(c *Config) {
			c.Credential = a.credential + "\n"
			c.Endpoints = Endpoints{"registrar_cliente": "/r", "login": "/l"}
			c.Observe = func(_ context.Context, attempt Attempt) { seen = append(seen, fmt.Sprintf("%+v", attempt)) }
		})
		_, registered := c.RegisterCliente(t.Context(), request)
		updated := c.UpdateCliente(t.Context(), request)
		_, login := c.Login(t.Context(), TokenRequest{"email": a.email, "password": a.telefono, "otp": a.cedula})
		for _, err := range []error{registered, updated, login} {
			if err == nil {
				t.Fatal("no error")
			}
			for wrapped := err; wrapped != nil; wrapped = errors.Unwrap(wrapped) {
				if found := leaks(fmt.Sprintf("%v %+v", wrapped, wrapped)); found != nil {
					t.Errorf("%q in %v", found, wrapped)
				}
			}
			// Its text quotes the excerpt, which would spell the secrets anew.
			if e := ErrorOf(err); leaks(e.Excerpt) != nil {
				t.Errorf("%q in %s", leaks(e.Excerpt), e.Excerpt)
			}
			if fail := ErrorOf(err); leaks(fmt.Sprint(fail.Fields)) != nil {
				t.Errorf("%q in %v", leaks(fmt.Sprint(fail.Fields)), fail.Fields)
			}
		}
		if found := leaks(strings.Join(seen, " ")); found != nil || len(seen) < 3 {
			t.Errorf("%q observed in %v", found, seen)
		}
	})
}

// TestAnswersThatAreSecret: of an answer that holds personal data or a token, which nobody can know beforehand, no
// record is shown when it is garbage.
func TestAnswersThatAreSecret(t *testing.T) {
	t.Parallel()
	calls := map[string]func(context.Context, *Client) error{
		"cliente":       func(ctx context.Context, c *Client) error { return errorOf(c.Cliente(ctx)) },
		"cliente_email": func(ctx context.Context, c *Client) error { return errorOf(c.ClienteByEmail(ctx, "ana@example.com")) },
		"registration":  func(ctx context.Context, c *Client) error { return errorOf(c.RegisterCliente(ctx, ClienteRequest{})) },
		"login":         func(ctx context.Context, c *Client) error { return errorOf(c.Login(ctx, nil)) },
		"token":         func(ctx context.Context, c *Client) error { return errorOf(c.Token(ctx, nil)) },
		"renewal":       func(ctx context.Context, c *Client) error { return errorOf(c.RenewToken(ctx, nil)) },
		"generation":    func(ctx context.Context, c *Client) error { return errorOf(c.GenerateToken(ctx, nil)) },
	}
	bodies := map[string]string{
		`{"estado":"ok","data":{"token":"tok-oculto`: "", "tok-oculto": "", `"tok-oculto"`: "", `["tok-oculto"]`: "",
		`<b>Warning</b> {"data":{"cedula":"tok-oculto"}}`: "<b>Warning</b>", "<html><title>502 Bad Gateway</title>": "502 Bad Gateway",
	}
	each(t, calls, func(t *testing.T, do func(context.Context, *Client) error) {
		for body, shown := range bodies {
			c := scripted(t, play(answer(200, body)), func(c *Config) {
				c.Endpoints = Endpoints{"login": "/a", "generar_token": "/a", "obtener_token": "/a", "renovar_token": "/a", "registrar_cliente": "/a"}
			})
			err := do(t.Context(), c)
			if !ErrorOf(written(err)).Foreign || strings.Contains(err.Error(), "oculto") || !strings.Contains(err.Error(), shown) || !strings.Contains(err.Error(), "HTTP 200") {
				t.Errorf("%s: %v", body, err)
			}
		}
	})
}

// TestNamesInErrors: what the request carried of a client is masked as it was sent, and the rest is readable.
func TestNamesInErrors(t *testing.T) {
	t.Parallel()
	request := ClienteRequest{Email: "a@b.example", Nombre: "Ana Lu", Apellidos: "Gil", Prefijos: "+593", Telefono: "99 123", Cedula: "0012-345"}
	const echo, want = "Ana lu GIL, agil: (99 123), 0012-345 y a@b.example ya existen", "(hidden for privacy) (hidden for privacy), agil: " +
		"((hidden for privacy)), (hidden for privacy) y (hidden for privacy) ya existen"
	s := play(answer(422, `{"estado":"fail","error":`+strconv.Quote(echo)+`}`))
	c := scripted(t, s, func(c *Config) { c.Endpoints = Endpoints{"registrar_cliente": "/r"} })
	_, registered := c.RegisterCliente(t.Context(), request)
	for _, err := range []error{registered, c.UpdateCliente(t.Context(), request)} {
		equal(t, "the message", ErrorOf(err).Message, want)
	}
}

// TestNetworkErrors: what the network's own error quotes of an answer is masked like an answer, where nobody can know
// it beforehand; its addresses are shown.
func TestNetworkErrors(t *testing.T) {
	t.Parallel()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			_, _ = connection.Read(make([]byte, 1<<10))
			_, _ = io.WriteString(connection, `{"email":"otra@example.com","telefono":"0998887766","token":"tok-oculto"}`+"\r\n\r\n")
			_ = connection.Close()
		}
	}()
	c := client(t, "http://"+listener.Addr().String(), nil, func(c *Config) { c.Endpoints = Endpoints{"obtener_token": "/t"} })
	_, read := c.Placa(t.Context(), "A")
	_, secret := c.ClienteByEmail(t.Context(), "ana@example.com")
	_, token := c.Token(t.Context(), nil)
	for _, err := range []error{read, secret, token} {
		if !NoAnswer(err) || !strings.Contains(err.Error(), "malformed HTTP") || strings.Contains(err.Error(), "otra") || strings.Contains(err.Error(), "8887766") {
			t.Errorf("got %v, want malformed HTTP, without what it quotes", err)
		}
	}
	if !strings.Contains(read.Error(), "telefono") || strings.Contains(token.Error(), "oculto") {
		t.Errorf("got %v\n%v", read, token)
	}
	address := listener.Addr().String()
	_ = listener.Close()
	expectError(t, errorOf(c.Token(t.Context(), nil)), address)
}

// TestObserve: what is logged of a try names no thing.
func TestObserve(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var seen []Attempt
		c := scripted(t, play(answer(200, okData(`{}`)), answer(422, `{"estado":"fail","error":"No"}`), broken(errors.New("cut"))), func(c *Config) {
			next := c.Transport
			c.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
				time.Sleep(time.Second)
				return next.RoundTrip(r)
			})
			c.Observe = func(_ context.Context, a Attempt) { seen = append(seen, a) }
			c.Endpoints = Endpoints{"sanciones": "/fines"}
		})
		_, _ = c.Placa(t.Context(), "PBA-1234")
		_, _ = c.ClienteByEmail(t.Context(), "ana@example.com")
		_, _, _ = c.PaySancion(t.Context(), 5, SancionPago{})
		want := []Attempt{
			{Area: "placas", Operation: "placa", Method: http.MethodGet, Route: "/external/placa/{placa}", Number: 1, Status: 200},
			{Area: "clientes", Operation: "cliente_email", Method: http.MethodGet, Route: "/external/cliente-email", Number: 1, Status: 422},
			{Area: "sanciones", Operation: "sancion_pagar", Method: http.MethodPut, Route: "/external/sancion-pagar/{sancion_id}", Number: 1},
		}
		// After the lost payment the client looks what became of it.
		if len(seen) <= len(want) {
			t.Fatalf("observed %+v", seen)
		}
		for i, got := range seen[:len(want)] {
			if (got.Err == nil) != (i == 0) || got.Duration != time.Second {
				t.Errorf("try %d: %v after %s", i, got.Err, got.Duration)
			}
			got.Err, got.Duration = nil, 0
			if got != want[i] {
				t.Errorf("got  %+v\nwant %+v", got, want[i])
			}
		}
	})
}
