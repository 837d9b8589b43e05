package redact

import (
	"html"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
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
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			equal(t, "masked", Secrets(credential, tt.sensitive)(tt.text), tt.want)
		})
	}
	// Longer than what a regular expression holds, and in a text that nearly repeats it.
	began := time.Now()
	if got := Secrets(credential, []string{strings.Repeat("0", 30_000) + "1", strings.Repeat("+", 30_000)})(strings.Repeat("0+", MaxMasked/2)); strings.Contains(got, Hidden) {
		t.Errorf("%.100s", got)
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("took %s", took)
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

// Numbers are hidden with any dash or blank between their digits, and addresses with any @. A date is shown.
func TestMaskUnicodeSeparators(t *testing.T) {
	t.Parallel()
	mask := Mask(strings.Clone).Personal()
	for _, secret := range []string{"0991–234–567", "0991\u00a0234\u00a0567", "0991—234—567", "0991\u2011234\u2009567", "ana＠example.com"} {
		equal(t, secret, mask("a "+secret+" b"), "a "+Hidden+" b")
	}
	equal(t, "date", mask("2026/11/23"), "2026/11/23")
}

// TestSecretAcrossTheCut: where a long text is cut before it is searched, no half of a secret stays.
func TestSecretAcrossTheCut(t *testing.T) {
	t.Parallel()
	for at := MaxMasked - len(credential) - 2; at < MaxMasked+2; at++ {
		text := strings.Repeat(" ", at) + credential + strings.Repeat(" ", MaxMasked)
		if shown := Secrets(credential, nil).Presentable(text); strings.Contains(shown, credential[:3]) {
			t.Fatalf("at %d: %q", at, shown)
		}
	}
	Mask(func(text string) string {
		if len(text) > MaxMasked {
			t.Errorf("%d bytes are searched", len(text))
		}
		return text
	}).Presentable(strings.Repeat("x", 16<<20))
	if shown := Secrets(credential, nil).Presentable(credential + strings.Repeat(" x", MaxMasked)); !strings.HasPrefix(shown, Hidden+" x") {
		t.Errorf("%q", shown)
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

// FuzzMask: however a secret is spelled in whatever text, nothing that is spelled so stays, and masking again finds no
// more.
func FuzzMask(f *testing.F) {
	f.Add("0991234567", "Tel. ", " ya existe", "-")
	f.Add("key/a+b==", "%4", "&amp", "")
	f.Add("00      á", "0", "0", " ")
	f.Add("Peña Ibáñez", "\xff\\u00", ";", " ")
	f.Fuzz(func(t *testing.T, secret, before, after, between string) {
		if !utf8.ValidString(secret) || !utf8.ValidString(between) || strings.ContainsFunc(between, isAlphanumeric) || utf8.RuneCountInString(between) > maxBetween || len(before+secret+after) > MaxMasked {
			return
		}
		bare := strings.Map(func(r rune) rune {
			if isAlphanumeric(r) {
				return r
			}
			return -1
		}, secret)
		if utf8.RuneCountInString(bare) < minSecret || strings.Contains(Hidden, bare) {
			return
		}
		mask := Secrets(credential, []string{secret})
		for _, spelled := range []string{bare, strings.Join(strings.Split(bare, ""), between), html.EscapeString(bare), url.QueryEscape(bare), url.PathEscape(url.QueryEscape(bare)), strings.ReplaceAll(strings.Trim(strconv.QuoteToASCII(bare), `"`), "/", `\/`)} {
			shown := mask(before + " " + spelled + " " + after)
			if !strings.Contains(shown, Hidden) || strings.Contains(shown, " "+spelled+" ") {
				t.Errorf("%q stays in %q", spelled, shown)
			}
			if again := mask(shown); again != shown {
				t.Errorf("%q became %q", shown, again)
			}
		}
	})
}
