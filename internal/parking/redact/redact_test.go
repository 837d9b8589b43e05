package redact

import "testing"

const credential, hidden = "secret-credential", "(hidden for privacy)"

// TestPresentable: what was sent is hidden as it may be written, and so is what looks like personal data though no call sent it.
// What else there is, is shown.
func TestPresentable(t *testing.T) {
	t.Parallel()
	type row struct {
		credential string
		sensitive  []string
		text, want string
	}
	for name, tt := range map[string]row{
		"credential":     {credential, nil, "a " + credential + "b", "a " + hidden + "b"},
		"its last word":  {"Bearer tok-oculto", nil, "tok-oculto of Bearer tok-oculto, Bearer", hidden + " of " + hidden + ", Bearer"},
		"with an entity": {"key&copyb", nil, "a key&copyb", "a " + hidden},
		"none":           {"", nil, "abc", "abc"},
		"too short":      {"", []string{"", "a", "34"}, "banana +34", "banana +34"},
		"begins like":    {"", []string{"09991a", "09991ab"}, "09991ab 09991a", hidden + " " + hidden},
		"pattern":        {"", []string{"a.c*def", "(xy"}, "abc a.c*def (xy", "abc " + hidden + " " + hidden},
		"invalid UTF-8":  {"", []string{"ab\xffcdefg"}, "x abcdefg\xff", "x " + hidden},
		"nothing secret": {"", []string{"ana@example.com"}, "La placa no existe.", "La placa no existe"},
		"in a query":     {"", []string{"Ana+1@Example.com"}, "/?email=ana%2b1%40example.com&x", "/?email=" + hidden + "&x"},
		"in a page":      {"", []string{"O'Brien Gil"}, "<p>O&#039;Brien GIL &amp; Co", "<p>" + hidden + " & Co"},
		"any case":       {"", []string{"Peña Ibáñez"}, "de PEÑA IBÁÑEZ", "de " + hidden},
		"short, a word": {"", []string{"Ana", "12345"}, "Ana ana: banana, mañana, 123456, 12345",
			hidden + " " + hidden + ": banana, mañana, 123456, " + hidden},
		"short, no word":   {"", []string{"J. P"}, "De j. p.", "De " + hidden},
		"an address":       {"", nil, "El correo ana+b@example.com existe", "El correo " + hidden + " existe"},
		"one in a query":   {"", nil, "/login?email=ana%2Bb%40example.com&y", "/login?email=" + hidden + "&y"},
		"one two deep":     {"", nil, "/login?next=x%3Femail%3Dana%2540a.com&y", "/login?next=" + hidden + "&y"},
		"long numbers":     {"", nil, "Tel. 098-765 43.21, cédula 0102030405", "Tel. " + hidden + ", cédula " + hidden},
		"with parentheses": {"", nil, "Tel. 123456, 234-5678, (098) 765-4321", "Tel. 123456, " + hidden + ", (" + hidden},
		"a token":          {"", nil, "token=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln, caducado", "token=" + hidden + ", caducado"},
		"other numbers":    {"", nil, "HTTP 502, 4 de 1000, entre 10 y 43200, PBA-1234", "HTTP 502, 4 de 1000, entre 10 y 43200, PBA-1234"},
		"a date, no line":  {"", nil, "2026/11/23\n\t<b>más</b>", "2026/11/23 <b>más</b>"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := Secrets(tt.credential, tt.sensitive).Presentable(tt.text); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
