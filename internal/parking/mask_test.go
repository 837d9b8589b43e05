package parking

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
)

// awkward are secrets that are spelled differently wherever they appear.
var awkward = struct{ credential, email, telefono, cedula string }{"Key/+a&b==ñ\"", "Ana.Peña+1@example.com", "099 912", "099 9123456"}

func unquoted(text string) string { return text[1 : len(text)-1] }

// php spells a text as PHP writes it within JSON.
func php(text string) string {
	return strings.ReplaceAll(unquoted(strconv.QuoteToASCII(text)), "/", `\/`)
}

// leaks gives the secrets in text, in any spelling and case.
func leaks(text string) []string {
	var out []string
	for _, secret := range []string{awkward.credential, awkward.email, awkward.telefono, awkward.cedula} {
		encoded, _ := json.Marshal(secret)
		forms := []string{secret, url.QueryEscape(secret), url.PathEscape(secret), html.EscapeString(secret), unquoted(string(encoded)), php(secret),
			strings.TrimRight(base64.StdEncoding.EncodeToString([]byte(secret)), "="), strings.TrimRight(base64.URLEncoding.EncodeToString([]byte(secret)), "=")}
		for _, form := range forms {
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
	inJSON := func(text string) string { encoded, _ := json.Marshal(text); return unquoted(string(encoded)) }
	inBase64 := func(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }
	fail := func(message, field, text string) string {
		body, _ := json.Marshal(map[string]any{"estado": "fail", "error": message, "errores": map[string]any{field: []any{map[string]string{"x": text}}}})
		return string(body)
	}
	tests := map[string]exchange{
		"page":              answer(502, "<html>"+echo(plain)),
		"page, query":       answer(502, "<html>"+echo(url.QueryEscape)),
		"page, path":        answer(502, "<html>"+echo(url.PathEscape)),
		"page, HTML":        answer(502, "<html>"+echo(html.EscapeString)),
		"page, base64":      answer(502, "<html>"+echo(inBase64)),
		"page, lower case":  answer(502, "<html>"+strings.ToLower(echo(url.QueryEscape))),
		"page, far in":      answer(502, "<html>"+strings.Repeat(" ", 4090)+echo(plain)),
		"other JSON":        answer(400, `{"message":"`+echo(inJSON)+`"}`),
		"other JSON of PHP": answer(400, `{"message":"`+echo(php)+`"}`),
		"message":           answer(422, fail(echo(plain), "a", "b")),
		"field's message":   answer(422, fail("a", "b", echo(plain))),
		"field's name":      answer(422, fail("a", echo(plain), "b")),
		"transport":         broken(errors.New("proxy refuses " + echo(plain))),
		"transport, URL":    broken(&url.Error{Op: "Get", URL: "http://x/?email=" + url.QueryEscape(a.email), Err: errors.New("no " + echo(url.QueryEscape))}),
		"bad redirect":      answer(302, "", "Location", "http://[::"+a.email),
		"redirect":          answer(302, "<a href='/?"+echo(url.QueryEscape)+"'>", "Location", "/?email="+url.QueryEscape(a.email)),
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
			if garbage, ok := errors.AsType[*NotEnvelopeError](err); ok && leaks(garbage.Excerpt) != nil {
				t.Errorf("%q in %s", leaks(garbage.Excerpt), garbage.Excerpt)
			}
			if fail, ok := errors.AsType[*FailError](err); ok && leaks(fmt.Sprint(fail.Fields)) != nil {
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
			if !errors.Is(written(err), ErrNotEnvelope) || strings.Contains(err.Error(), "oculto") || !strings.Contains(err.Error(), shown) || !strings.Contains(err.Error(), "HTTP 200") {
				t.Errorf("%s: %v", body, err)
			}
		}
	})
}

func TestMask(t *testing.T) {
	t.Parallel()
	c := scripted(t, play(answer(200, "")))
	type row struct {
		sensitive  []string
		text, want string
	}
	each(t, map[string]row{
		"credential":      {nil, "a " + credential + "b", "a (hidden for privacy)b"},
		"too short":       {[]string{"", "a", "34"}, "banana +34", "banana +34"},
		"begins like":     {[]string{"0999", "0999123"}, "0999123 0999", "(hidden for privacy) (hidden for privacy)"},
		"pattern":         {[]string{"a.c*", "(xy"}, "abc a.c* (xy", "abc (hidden for privacy) (hidden for privacy)"},
		"invalid UTF-8":   {[]string{"ab\xffcd"}, "x ab\xffcd", "x (hidden for privacy)"},
		"nothing secret":  {[]string{"ana@example.com"}, "La placa no existe", "La placa no existe"},
		"base64":          {[]string{"a??>c"}, "YT8/PmM= YT8_PmM", "(hidden for privacy)= (hidden for privacy)"},
		"written by .NET": {[]string{"a+<b>@c"}, `a\u002B\u003Cb\u003E@c`, "(hidden for privacy)"},
		"Go's templates":  {[]string{"a+<b>@c"}, "a&#43;&lt;b&gt;&#x40;c a+&#060;b&#0062;&commat;c", "(hidden for privacy) (hidden for privacy)"},
		"PHP's pages":     {[]string{`a"b'c&d`}, "a&quot;b&#039;c&amp;d", "(hidden for privacy)"},
		"two units":       {[]string{"😀é/"}, `x\ud83d\ude00\u00E9\/`, "x(hidden for privacy)"},
		"capitals":        {[]string{"peña@x"}, `PE%C3%91A%40X PE\u00d1A@x PE&#209;A@X`, "(hidden for privacy) (hidden for privacy) (hidden for privacy)"},
		"escaped twice":   {[]string{"a+/b@c"}, `a%252B%252Fb%2540c a&amp;#43;&amp;sol;b&amp;#x40;c a\\u002b\\/b\\u0040c`, "(hidden for privacy) (hidden for privacy) (hidden for privacy)"},
		"half escaped":    {[]string{"a+/b c"}, "a+%2fb+c a%2b/b%20c", "(hidden for privacy) (hidden for privacy)"},
		"case of letters": {[]string{"Ana@Example.com"}, "ANA@example.COM", "(hidden for privacy)"},
		"separators":      {[]string{"099123456"}, "(099) 123-456, 099_123_456, 099.123.456", "((hidden for privacy), (hidden for privacy), (hidden for privacy)"},
		"none of its own": {[]string{"0102-0304-05"}, "0102030405 01.02.03.04.05", "(hidden for privacy) (hidden for privacy)"},
		"with others":     {[]string{"key/a+b-c=="}, "KEY A B C", "(hidden for privacy)"},
		"escaped between": {[]string{"099123456"}, `099%20123%2D456 099&nbsp;123&#45;456 099\u0020123\n456 (099)%2520123&amp;ndash;456`, "(hidden for privacy) (hidden for privacy) (hidden for privacy) ((hidden for privacy)"},
		"after a percent": {[]string{"4012345"}, "100%4012345", "100%(hidden for privacy)"},
		"escaped letters": {[]string{"secreto"}, `%73ecreto s&#101;creto \u0073ecreto`, "(hidden for privacy) (hidden for privacy) (hidden for privacy)"},
		"far between":     {[]string{"099123456"}, "099 de 123456, 099      123456", "099 de 123456, 099      123456"},
		"leading zeros":   {[]string{"00123456"}, "123-456 000123456", "(hidden for privacy) 0(hidden for privacy)"},
		"short, a word":   {[]string{"Ana", "1234"}, "Ana: banana, ana_b, 12345, 1234", "(hidden for privacy): banana, (hidden for privacy)_b, 12345, (hidden for privacy)"},
		"accents":         {[]string{"Peña Ibáñez"}, "PENA IBANEZ, Pen\u0303a Iba\u0301n\u0303ez, Pe%F1a Ib%E1%F1ez, Pe\xf1a-Ib\xe1\xf1ez", "(hidden for privacy), (hidden for privacy), (hidden for privacy), (hidden for privacy)"},
		"symbols alone":   {[]string{"!@#$%"}, `x!@#$% %21%40%23%24%25`, "x(hidden for privacy) (hidden for privacy)"},
		"one in another":  {[]string{"abcabcab"}, "abcabcabcab", "(hidden for privacy)"},
	}, func(t *testing.T, tt row) {
		equal(t, "masked", c.mask(tt.sensitive)(tt.text), tt.want)
	})
	// Longer than what a regular expression holds, and in a text that nearly repeats it.
	soon(t, func() {
		if got := c.mask([]string{strings.Repeat("0", 30_000) + "1", strings.Repeat("+", 30_000)})(strings.Repeat("0+", maxMasked/2)); strings.Contains(got, masked) {
			t.Errorf("%.100s", got)
		}
	})
	// The scheme set with the credential, of which an answer shows the token alone.
	whole := client(t, "http://service.test", play(answer(200, "")), func(c *Config) { c.Credential = "Bearer tok-oculto" })
	equal(t, "with its scheme", whole.mask(nil)("tok-oculto of Bearer tok-oculto, Bearer"), "(hidden for privacy) of (hidden for privacy), Bearer")
	none := client(t, "http://service.test", play(answer(200, "")), func(c *Config) { c.Credential = "" })
	equal(t, "without any secret", none.mask(nil)("abc"), "abc")
}

// TestNamesInErrors: names of a client and its telephone, with or without the prefix, are masked wherever the request
// carried them, and the rest is readable.
func TestNamesInErrors(t *testing.T) {
	t.Parallel()
	request := ClienteRequest{Email: "a@b.example", Nombre: "Ana Lu", Apellidos: "de la Peña del Río", Prefijos: "+593", Telefono: "+593 099-123-456", Cedula: "0012-345"}
	for echo, want := range map[string]string{
		"Ana ya existe, la banana del cliente no":      "(hidden for privacy) ya existe, la banana del cliente no",
		"Lu de la Peña; DE-LA-PENA-DEL-RIO, Rio":       "Lu de la (hidden for privacy); (hidden for privacy), (hidden for privacy)",
		"(099) 123-456, 99123456, +593 99 123 456":     "((hidden for privacy), (hidden for privacy), +(hidden for privacy)",
		"00593991234560, 593-0-99123456, tel:99123456": "00(hidden for privacy)0, (hidden for privacy), tel:(hidden for privacy)",
		"12345, 0012345, 123456":                       "(hidden for privacy), (hidden for privacy), 123456",
	} {
		s := play(answer(422, `{"estado":"fail","error":`+strconv.Quote(echo)+`}`))
		c := scripted(t, s, func(c *Config) { c.Endpoints = Endpoints{"registrar_cliente": "/r"} })
		_, registered := c.RegisterCliente(t.Context(), request)
		for _, err := range []error{registered, c.UpdateCliente(t.Context(), request)} {
			if fail, ok := errors.AsType[*FailError](err); !ok || fail.Message != want {
				t.Errorf("%s: %v", echo, err)
			}
		}
	}
	// A name that the service's messages are made of hides none of them.
	request.Nombre, request.Apellidos = "Cliente", "Registro"
	c := scripted(t, play(answer(422, `{"estado":"fail","error":"El cliente no existe"}`)))
	expectIs(t, c.UpdateCliente(t.Context(), request), ErrNotFound)
}

// TestUnknownPersonalData: what looks like personal data is hidden though no call sent it, and what does not is shown.
func TestUnknownPersonalData(t *testing.T) {
	t.Parallel()
	hide := maskPersonal(plain)
	for text, want := range map[string]string{
		"El correo ana+b@example.com existe":           "El correo (hidden for privacy) existe",
		"ana%2Bb%40example.com":                        "(hidden for privacy)",
		"/login?next=x%3Demail%3Dana%252B%2540a.com&y": "/login?next=(hidden for privacy)&y",
		"ana&#43;b&#64;example.com":                    "(hidden for privacy)",
		"ana&amp;#43;b&amp;commat;example.com":         "(hidden for privacy)",
		`"ana\u002bb\u0040example.com"`:                `"(hidden for privacy)"`,
		"Tel. 098-765 43.21, cédula 0102030405":        "Tel. (hidden for privacy), cédula (hidden for privacy)",
		"La placa PBA-1234 & 2 <b>más</b>":             "La placa PBA-1234 & 2 <b>más</b>",
		"HTTP 502, 4 de 1000":                          "HTTP 502, 4 de 1000",
		"Un múltiplo de 10 entre 10 y 43200":           "Un múltiplo de 10 entre 10 y 43200",
		"Tel. 123456, 234-5678":                        "Tel. 123456, (hidden for privacy)",
		"Tel. (098) 765-4321, 098_765_4321":            "Tel. ((hidden for privacy), (hidden for privacy)",
	} {
		equal(t, text, hide(text), want)
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
		if !errors.Is(err, ErrNoAnswer) || !strings.Contains(err.Error(), "malformed HTTP") || strings.Contains(err.Error(), "otra") || strings.Contains(err.Error(), "8887766") {
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
	var seen []Attempt
	c := scripted(t, play(answer(200, okData(`{}`)), answer(422, `{"estado":"fail","error":"No"}`), broken(errors.New("cut"))), func(c *Config) {
		c.Observe = func(_ context.Context, a Attempt) { seen = append(seen, a) }
	})
	_, _ = c.Placa(t.Context(), "PBA-1234")
	_, _ = c.ClienteByEmail(t.Context(), "ana@example.com")
	_ = c.PayReserva(t.Context(), 5, ReservaPago{}, nil)
	want := []Attempt{
		{Area: "placas", Operation: "placa", Method: http.MethodGet, Route: "/external/placa/{placa}", Number: 1, Status: 200},
		{Area: "clientes", Operation: "cliente_email", Method: http.MethodGet, Route: "/external/cliente-email", Number: 1, Status: 422},
		{Area: "reservas", Operation: "reserva_pagar", Method: http.MethodPut, Route: "/external/reserva-pagar/{reserva_id}", Number: 1},
	}
	// After the lost payment the client looks what became of it.
	if len(seen) <= len(want) {
		t.Fatalf("observed %+v", seen)
	}
	for i, got := range seen[:len(want)] {
		if (got.Err == nil) != (i == 0) || got.Duration <= 0 {
			t.Errorf("try %d: %v after %s", i, got.Err, got.Duration)
		}
		got.Err, got.Duration = nil, 0
		if got != want[i] {
			t.Errorf("got  %+v\nwant %+v", got, want[i])
		}
	}
}

// Numbers are hidden with any dash or blank between their digits, and addresses with any @. A date is shown.
func TestMaskUnicodeSeparators(t *testing.T) {
	t.Parallel()
	mask := maskPersonal(strings.Clone)
	for _, secret := range []string{"0991–234–567", "0991\u00a0234\u00a0567", "0991—234—567", "0991\u2011234\u2009567", "ana＠example.com"} {
		equal(t, secret, mask("a "+secret+" b"), "a "+masked+" b")
	}
	equal(t, "date", mask("2026/11/23"), "2026/11/23")
}
