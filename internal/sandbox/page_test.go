package sandbox

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// A browser shows what is on the service, and takes no text for HTML. A plate with two links stands out in both fleets.
func TestPageInABrowser(t *testing.T) {
	t.Parallel()
	s := open(t, Options{Faults: []Fault{{Key: "registrar_vehiculo", Kind: Status500, When: After, Times: 1}}})
	for _, plate := range []string{"AUTO-1", "MOTO-1"} { // the answer to the first vehicle is lost
		send(t, s, "POST placa", `{"placa":"`+plate+`","tipo_vehiculo_id":1}`)
		send(t, s, "POST vehiculo", `{"placa":"`+plate+`","cliente_id":1}`)
	}
	send(t, s, "POST vehiculo", `{"placa":"AUTO-1","cliente_id":2}`)
	send(t, s, "GET placa/NADIE99", "")
	change(t, s, `INSERT INTO placas (placa, tipo_vehiculo_id) VALUES ('<img src=x onerror=taken()>', 1);
		INSERT INTO vehiculos (placa, cliente_id) VALUES ('<img src=x onerror=taken()>', 1);
		UPDATE clientes SET nombre = '<script>taken()</script>' WHERE id = 1`)
	s.enter() // a request that takes long
	t.Cleanup(s.leave)
	dom, text := browse(t, s)
	for _, part := range []string{
		"Working", "In flight 1", "Requests 6", "Writes 5", "Failures 1", "3 plates registered, all linked to a client.",
		"&lt;script&gt;taken()&lt;/script&gt; id 1", "&lt;img src=x onerror=taken()&gt;", "Linked more than once: AUTO-1 (clients 1 and 2)",
		"placa GET / external/ placa/ NADIE99 404 does not exist", "500 ✎ write ✕ failed 500@after",
		"registrar_vehiculo POST / external/ vehiculo placa=MOTO-1 cliente_id=1 200 ✎ write",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not on the page:\n%s", part, text)
		}
	}
	if strings.Contains(text, "@example.com") {
		t.Error("an e-mail address is on the page")
	}
	for _, part := range []string{`id="flight-line" d="M`, `id="ended-reads" d="M`, `id="ended-writes" d="M`, `id="ended-failures" d="M`} {
		if !strings.Contains(dom, part) {
			t.Errorf("%s is not drawn", part)
		}
	}
	if marked := strings.Count(dom, `class="whole twice">⚠ AUTO-1<`); marked != 2 || strings.Contains(dom, "⚠ MOTO-1") {
		t.Errorf("AUTO-1 is marked in %d fleets:\n%s", marked, dom)
	}
}

// browse gives what a browser makes of the page, and its text.
func browse(t *testing.T, s *Sandbox) (dom, text string) {
	t.Helper()
	browser, err := exec.LookPath("chromium")
	if err != nil {
		browser, err = exec.LookPath("google-chrome")
	}
	if err != nil && os.Getenv("CI") == "" { // where nothing may be skipped
		t.Skip("no chromium or google-chrome on PATH")
	}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	profile, err := os.MkdirTemp("", "chromium") //nolint:usetesting // its helpers may still write for a moment, which fails TempDir
	must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(profile) })
	command := exec.CommandContext(t.Context(), browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync",
		"--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage", "--user-data-dir="+profile,
		"--virtual-time-budget=5000", "--dump-dom", server.URL+"/_sandbox/")
	out, err := command.Output()
	must(t, err)
	return string(out), strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(string(out), " ")), " ")
}
