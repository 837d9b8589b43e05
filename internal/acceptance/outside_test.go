package acceptance

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/provider"
)

// What a subcommand sets wins over the environment, which gives everything else.
func TestConnect(t *testing.T) {
	t.Parallel()
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path+" "+r.Header.Get("Authorization")+" "+r.UserAgent())
		http.Error(w, "busy", http.StatusInternalServerError)
	}))
	t.Cleanup(server.Close)
	env := map[string]string{"PARKING_BASE_URL": "https://elsewhere.example.com", "PARKING_CREDENTIAL": "clave", "PARKING_CREDENTIAL_SCHEME": "Key", "PARKING_MAX_CONCURRENCY": "7", "PARKING_MAX_RETRIES": "9"}
	getenv := func(name string) string { return env[name] }
	retries := int64(0)
	for _, test := range []struct{ set, scheme string }{{"", "Key"}, {"Bearer", "Bearer"}} {
		made, err := provider.Connect(t.Context(), provider.Settings{BaseURL: server.URL, CredentialScheme: test.set, MaxRetries: &retries},
			getenv, parking.Config{UserAgent: "me", Endpoints: map[string]string{"informacion": "/external/info"}})
		acctest.Must(t, err)
		asked = nil
		if _, err := made.Client.Informacion(t.Context(), nil); err == nil {
			t.Error("no error")
		}
		if want := "/external/info " + test.scheme + " clave me"; len(asked) != 1 || asked[0] != want {
			t.Errorf("asked %q, want %q once", asked, want)
		}
		if made.CredentialScheme != test.scheme || made.Client.MaxConcurrency() != 7 {
			t.Errorf("scheme %q, at most %d at once", made.CredentialScheme, made.Client.MaxConcurrency())
		}
	}
	delete(env, "PARKING_CREDENTIAL")
	env["PARKING_REQUEST_TIMEOUT"] = "soon"
	if _, err := provider.Connect(t.Context(), provider.Settings{}, getenv, parking.Config{}); err == nil || !strings.Contains(err.Error(), "The credential is not set") || !strings.Contains(err.Error(), "PARKING_REQUEST_TIMEOUT") {
		t.Errorf("%v", err)
	}
}

// Every endpoint can be set by its name, and no other.
func TestConnectEndpoints(t *testing.T) {
	t.Parallel()
	connect := func(endpoints map[string]string) error {
		_, err := provider.Connect(t.Context(), provider.Settings{BaseURL: "https://parking.example.com"},
			func(name string) string { return map[string]string{"PARKING_CREDENTIAL": "key"}[name] }, parking.Config{Endpoints: endpoints})
		return err
	}
	paths := map[string]string{}
	for _, name := range []string{"login", "generar_token", "obtener_token", "renovar_token", "registrar_cliente", "sanciones", "iniciar_sancion", "informacion", "faq_grupos"} {
		paths[name] = "/" + name
	}
	acctest.Must(t, connect(paths))
	for path, name := range map[string]string{"/x": "sancion", "external": "sanciones", "https://other/x": "sanciones",
		"/a b": "sanciones", "/a\n": "sanciones", "/a?b": "sanciones", "/a#b": "sanciones", "/a/{id}": "sanciones"} {
		if err := connect(map[string]string{name: path}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s=%s: %v", name, path, err)
		}
	}
}
