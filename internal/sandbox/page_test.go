package sandbox

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// A browser shows what is on the service, and takes no text for HTML.
func TestPageInABrowser(t *testing.T) {
	t.Parallel()
	browser, err := exec.LookPath("chromium")
	if err != nil {
		browser, err = exec.LookPath("google-chrome")
	}
	if err != nil && os.Getenv("CI") == "" { // where nothing may be skipped
		t.Skip("no chromium or google-chrome on PATH")
	}
	s := open(t, Options{Faults: []Fault{{Key: "registrar_vehiculo", Kind: Status500, When: After, Times: 1}}})
	for _, plate := range []string{"AUTO-1", "MOTO-1"} { // the answer to the first vehicle is lost
		send(t, s, "POST", "/external/placa", `{"placa":"`+plate+`","tipo_vehiculo_id":1}`)
		send(t, s, "POST", "/external/vehiculo", `{"placa":"`+plate+`","cliente_id":1}`)
	}
	send(t, s, "GET", "/external/placa/NADIE99", "")
	must(t, errorOf(s.DB().ExecContext(t.Context(), `INSERT INTO placas (placa, tipo_vehiculo_id) VALUES ('<img src=x onerror=taken()>', 1);
		INSERT INTO vehiculos (placa, cliente_id) VALUES ('<img src=x onerror=taken()>', 1);
		UPDATE clientes SET nombre = '<script>taken()</script>' WHERE id = 1`)))
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)

	profile, err := os.MkdirTemp("", "chromium") //nolint:usetesting // its helpers may still write for a moment, which fails TempDir
	must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(profile) })
	command := exec.CommandContext(t.Context(), browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync",
		"--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage", "--user-data-dir="+profile,
		"--virtual-time-budget=5000", "--dump-dom", server.URL+"/_sandbox/")
	dom, err := command.Output()
	must(t, err)
	text := strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(string(dom), " ")), " ")
	for _, part := range []string{
		"Requests 5", "Writes 4", "Failures 1", "3 plates registered, all linked to a client.",
		"&lt;script&gt;taken()&lt;/script&gt; id 1", "&lt;img src=x onerror=taken()&gt;",
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
	for _, id := range []string{"flight-line", "ended-reads", "ended-writes", "ended-failures"} {
		if !regexp.MustCompile(`id="` + id + `" d="M`).Match(dom) {
			t.Errorf("%s is not drawn", id)
		}
	}
}
