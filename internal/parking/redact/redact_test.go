package redact

import (
	"strings"
	"testing"
)

const credential = "secret-credential"

func equal(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

func TestMask(t *testing.T) {
	t.Parallel()
	type row struct {
		sensitive  []string
		text, want string
	}
	for name, tt := range map[string]row{
		"credential":     {nil, "a " + credential + "b", "a (hidden for privacy)b"},
		"too short":      {[]string{"", "a", "34"}, "banana +34", "banana +34"},
		"begins like":    {[]string{"099912", "0999123"}, "0999123 099912", "(hidden for privacy) (hidden for privacy)"},
		"pattern":        {[]string{"a.c*def", "(xy"}, "abc a.c*def (xy", "abc (hidden for privacy) (hidden for privacy)"},
		"invalid UTF-8":  {[]string{"ab\xffcdefg"}, "x abcdefg\xff", "x (hidden for privacy)\xff"},
		"nothing secret": {[]string{"ana@example.com"}, "La placa no existe", "La placa no existe"},
		"in a query":     {[]string{"Ana+1@Example.com"}, "/?email=ana%2b1%40example.com&x", "/?email=(hidden for privacy)&x"},
		"any case":       {[]string{"Ana@Example.com", "Peña Ibáñez"}, "ANA@example.COM de PEÑA IBÁÑEZ", "(hidden for privacy) de (hidden for privacy)"},
		"short, a word":  {[]string{"Ana", "1234"}, "Ana ana: banana, mañana, 12345, 1234", "(hidden for privacy) (hidden for privacy): banana, mañana, 12345, (hidden for privacy)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			equal(t, "masked", Secrets(credential, tt.sensitive)(tt.text), tt.want)
		})
	}
	// The scheme set with the credential, of which an answer shows the token alone.
	equal(t, "with its scheme", Secrets("Bearer tok-oculto", nil)("tok-oculto of Bearer tok-oculto, Bearer"), "(hidden for privacy) of (hidden for privacy), Bearer")
	equal(t, "without any secret", Secrets("", nil)("abc"), "abc")
}

// TestUnknownPersonalData: what looks like personal data is hidden though no call sent it, and what does not is shown.
func TestUnknownPersonalData(t *testing.T) {
	t.Parallel()
	hide := Mask(strings.Clone).Personal()
	for text, want := range map[string]string{
		"El correo ana+b@example.com existe":      "El correo (hidden for privacy) existe",
		"/login?email=ana%2Bb%40example.com&y":    "/login?email=(hidden for privacy)&y",
		"/login?next=x%3Femail%3Dana%2540a.com&y": "/login?next=(hidden for privacy)&y",
		"Tel. 098-765 43.21, cédula 0102030405":   "Tel. (hidden for privacy), cédula (hidden for privacy)",
		"La placa PBA-1234 & 2 <b>más</b>":        "La placa PBA-1234 & 2 <b>más</b>",
		"HTTP 502, 4 de 1000":                     "HTTP 502, 4 de 1000",
		"Un múltiplo de 10 entre 10 y 43200":      "Un múltiplo de 10 entre 10 y 43200",
		"Tel. 123456, 234-5678, (098) 765-4321":   "Tel. 123456, (hidden for privacy), ((hidden for privacy)",
		"2026/11/23":                              "2026/11/23",
	} {
		equal(t, text, hide(text), want)
	}
}

// TestMaskTokens: plain words stay.
func TestMaskTokens(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Correo o contraseña incorrectos (HTTP 401)": "Correo o contraseña incorrectos (HTTP 401)",
		"Falta la cabecera Authorization":            "Falta la cabecera Authorization",
		"CREDENCIAL CADUCADA, límite 100":            "CREDENCIAL CADUCADA, límite 100",
		`{"token":"eyJhbGciOi"}`:                     `{"token":"(hidden for privacy)"}`,
		"a=Xk3Falsa&b":                               "(hidden for privacy)",
		"nombreUsuario":                              "(hidden for privacy)",
	} {
		equal(t, text, Tokens(text, nil), want)
	}
	equal(t, "a name of the request", Tokens("nombreUsuario", []string{"nombreUsuario"}), "nombreUsuario")
}
