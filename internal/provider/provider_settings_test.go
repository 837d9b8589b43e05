package provider

import (
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// getenvOf is os.Getenv for a provider that sees only these environment variables.
func getenvOf(env map[string]string) func(string) string {
	return func(name string) string { return env[name] }
}

// serviceOf is newService with the given environment only.
func serviceOf(t *testing.T, m providerModel, env map[string]string) (*framework.Service, diag.Diagnostics) {
	t.Helper()
	var diags diag.Diagnostics
	return newService(t.Context(), m, getenvOf(env), parking.Config{}, &diags), diags
}

// byTramo fails for section 1, does not answer for section 2, and gives other requests time to arrive for any other one.
func byTramo(rw http.ResponseWriter, r *http.Request) {
	switch path.Base(r.URL.Path) {
	case "1":
		answers.Failing(rw, r)
	case "2":
		<-r.Context().Done()
	default:
		time.Sleep(50 * time.Millisecond)
		answers.OkTramo(rw, r)
	}
}

// seen makes a service from a block and the environment, and says as text what reaches the one that it calls.
func seen(t *testing.T, m providerModel, env map[string]string) string {
	t.Helper()
	l := answers.NewListener(t, byTramo)
	m.BaseURL = types.StringValue(l.URL + "/api")
	s, diags := serviceOf(t, m, env)
	if diags.HasError() {
		t.Fatal(diags)
	}
	var wg sync.WaitGroup
	for id := range int64(12) { // the same read at the same time would be one request
		wg.Go(func() { _, _ = s.Client.Tramo(t.Context(), 100+id) })
	}
	wg.Wait()
	before := len(l.Requests)
	_, _ = s.Client.Tramo(t.Context(), 1)
	tries, first, most := len(l.Requests)-before, l.Requests[0], l.Most // before a request without an answer, which orders nothing
	_, unanswered := s.Client.Tramo(t.Context(), 2)
	_, within, _ := strings.Cut(fmt.Sprint(unanswered), "did not answer within request_timeout ") // how long it took says little
	return fmt.Sprintf("%s %s, overwrite %t, look up %t, %d at once, %d tries, %s", path.Dir(first.URL.Path),
		first.Header.Get("Authorization"), s.Overwrite, s.PlanLookups, most, tries, within)
}

// The block wins over the environment, in every attribute. What counts is seen from outside, so the value also reached the client.
func TestProviderPrecedence(t *testing.T) {
	t.Parallel()
	const ofEnv = "/api/external/tramo Env of-env, overwrite true, look up false, 3 at once, 2 tries, (900ms), audit env"
	const ofBlock = "/api/external/tramo Block of-block, overwrite false, look up true, 2 at once, 1 tries, (800ms), audit block"
	for name, c := range map[string]struct {
		env, block bool
		want       string
	}{
		"environment": {env: true, want: ofEnv},
		"block":       {block: true, want: ofBlock},
		"both":        {env: true, block: true, want: ofBlock},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder, text := t.TempDir(), types.StringValue
			m, env := providerModel{}, map[string]string{}
			if c.env {
				env = map[string]string{"PARKING_CREDENTIAL": "of-env", "PARKING_CREDENTIAL_SCHEME": "Env", "PARKING_MAX_RETRIES": "1",
					"PARKING_OVERWRITE_EXISTING": "true", "PARKING_PLAN_LOOKUPS": "0", "PARKING_MAX_CONCURRENCY": "3",
					"PARKING_REQUEST_TIMEOUT": "900ms", "PARKING_AUDIT_LOG": filepath.Join(folder, "env")}
			}
			if c.block {
				m = providerModel{Credential: text("of-block"), CredentialScheme: text("Block"), Overwrite: types.BoolValue(false),
					PlanLookups: types.BoolValue(true), AuditLog: text(filepath.Join(folder, "block")), MaxRetries: types.Int64Value(0),
					MaxConcurrency: types.Int64Value(2), RequestTimeout: text("800ms")}
			}
			got := seen(t, m, env)
			files, _ := os.ReadDir(folder)
			for _, file := range files {
				got += ", audit " + file.Name()
			}
			if got != c.want {
				t.Errorf("got\n  %s\nwanted\n  %s", got, c.want)
			}
		})
	}
	m := providerModel{BaseURL: types.StringValue("https://parking.example.com"), Credential: types.StringValue("key")}
	if s, diags := serviceOf(t, m, nil); len(diags) > 0 || s.Overwrite || !s.PlanLookups {
		t.Errorf("got %+v by default, %v", s, diags)
	}
}

// base_url and allow_http are seen in whether there is a service at all. Whatever may be a password is not shown.
func TestProviderBaseURL(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		config, env, allow, allowEnv string
		want                         string // "" for no error
	}{
		{config: "https://parking.example.com/api"},
		{env: "https://parking.example.com:8443"},
		{config: "https://parking.example.com", env: "nonsense"},
		{config: "nonsense", env: "https://parking.example.com", want: "must be of the form https://host"},
		{want: "Set base_url in the provider block, or the environment variable PARKING_BASE_URL"},
		{config: "HTTPS://parking.example.com/"},
		{config: "http://127.0.0.1:8080"},
		{config: "http://127.8.8.8"},
		{config: "http://[::1]:8080"},
		{config: "http://localhost"},
		{config: "http://parking.example.com", want: "plain http to parking.example.com"},
		{config: "http://localhost.example.com", want: "plain http to localhost.example.com"},
		{config: "http://127.0.0.1.example.com", want: "plain http"},
		{config: "http://10.0.0.1", want: "allow_http = true (PARKING_ALLOW_HTTP)"},
		{config: "http://10.0.0.1", allow: "true"},
		{config: "http://10.0.0.1", allowEnv: "1"},
		{config: "http://10.0.0.1", allow: "false", allowEnv: "true", want: "plain http"},
		{config: "http://10.0.0.1", allow: "true", allowEnv: "false"},
		{config: "https://admin:hunter2@parking.example.com", want: "Set the credential with credential or PARKING_CREDENTIAL"},
		{config: "https://admin:hunter2@parking.example.com:port", want: "must be of the form"},
		{config: "http://parking.example.com/?token=hunter2", want: "is http://parking.example.com/ with a user, password, query"},
		{env: "hunter2", want: "environment variable PARKING_BASE_URL"},
	} {
		m := providerModel{Credential: types.StringValue("key"), BaseURL: types.StringValue(c.config)} // an empty one counts as unset
		if c.allow != "" {
			m.AllowHTTP = types.BoolValue(c.allow == "true")
		}
		s, diags := serviceOf(t, m, map[string]string{"PARKING_BASE_URL": c.env, "PARKING_ALLOW_HTTP": c.allowEnv})
		shown := fmt.Sprint(diags)
		if wrong := c.want != ""; (s == nil) != wrong || (len(diags) == 1 && strings.Contains(shown, "base_url")) != wrong ||
			!strings.Contains(shown, c.want) || strings.Contains(shown, "hunter2") {
			t.Errorf("%+v: %s", c, shown)
		}
	}
}

// badIn makes a service from an environment with something wrong, and gives the errors, which must not show the credential.
func badIn(t *testing.T, env map[string]string) diag.Diagnostics {
	t.Helper()
	whole := map[string]string{"PARKING_BASE_URL": "https://parking.example.com", "PARKING_CREDENTIAL": "hunter2"}
	maps.Copy(whole, env)
	s, diags := serviceOf(t, providerModel{}, whole)
	if s != nil || len(diags) == 0 || strings.Contains(fmt.Sprint(diags), "hunter") {
		t.Fatalf("%v: got %v, wanted an error without the credential", env, diags)
	}
	return diags
}

// A value that the environment has wrong is an error on its attribute, which names the variable. All are shown at once.
func TestProviderBadEnvironment(t *testing.T) {
	t.Parallel()
	all := map[string]string{}
	for attribute, values := range map[string][]string{
		"allow_http": {"ja"}, "overwrite_existing": {"always"}, "plan_lookups": {"never"}, "max_retries": {"101", "1.5", "-1"},
		"max_concurrency": {"1001", "0"}, "request_timeout": {"60", "1000000h", "0s"},
		"ca_cert_file": {"provider.go", filepath.Join(t.TempDir(), "none.pem")},
	} {
		for _, value := range values {
			all[variable(attribute)] = value
			diags := badIn(t, map[string]string{variable(attribute): value})
			placed, _ := diags[0].(diag.DiagnosticWithPath)
			says := fmt.Sprintf("%s (environment variable %s)", attribute, variable(attribute))
			if len(diags) != 1 || placed == nil || placed.Path().String() != attribute || !strings.HasPrefix(placed.Detail(), says) ||
				!strings.Contains(placed.Detail(), value) ||
				attribute != "ca_cert_file" && !strings.Contains(placed.Detail(), fmt.Sprintf("is %q, but must be ", value)) {
				t.Errorf("%s = %q: got %v, wanted one error on it: %s", attribute, value, diags, says)
			}
		}
	}
	if diags := badIn(t, all); diags.ErrorsCount() != len(all) {
		t.Errorf("got %v, wanted %d errors", diags, len(all))
	}
	for credential, says := range map[string]string{
		"": "PARKING_CREDENTIAL", " \n": "PARKING_CREDENTIAL", "hunter2\nhunter3": "control characters",
	} {
		diags := badIn(t, map[string]string{"PARKING_CREDENTIAL": credential})
		if len(diags) != 1 || !strings.Contains(diags[0].Detail(), says) {
			t.Errorf("credential %q: got %v, wanted one error: %s", credential, diags, says)
		}
	}
}

// A service with a certificate of its own is reached with ca_cert_file alone, and the block wins.
func TestProviderCACertFile(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(answers.OkTramo)
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // refused handshakes are meant
	server.StartTLS()
	t.Cleanup(server.Close)
	file := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		block, env string
		reached    bool
	}{{block: file, reached: true}, {env: file, reached: true}, {block: file, env: "none.pem", reached: true}, {reached: false}} {
		m := providerModel{BaseURL: types.StringValue(server.URL), Credential: types.StringValue("key"), MaxRetries: types.Int64Value(0)}
		m.CACertFile = types.StringValue(c.block)
		s, diags := serviceOf(t, m, map[string]string{"PARKING_CA_CERT_FILE": c.env})
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		if _, err := s.Client.Tramo(t.Context(), 1); (err == nil) != c.reached {
			t.Errorf("%+v: got %v", c, err)
		}
	}
}

// Which of the two services is used, and with what database. Only the variable warns of it.
func TestProviderSandboxOrService(t *testing.T) {
	t.Parallel()
	at := func(database string) *sandboxModel { return &sandboxModel{Database: types.StringValue(database)} }
	for name, c := range map[string]struct {
		model     providerModel
		env, want string // want is the database, "" for the real service
	}{
		"neither":                    {want: ""},
		"block":                      {model: providerModel{Sandbox: at("a.db")}, want: "a.db"},
		"block without a path":       {model: providerModel{Sandbox: &sandboxModel{}}, want: "parking-sandbox.db"},
		"variable":                   {env: "b.db", want: "b.db"},
		"block and variable":         {model: providerModel{Sandbox: at("a.db")}, env: "b.db", want: "a.db"},
		"a seed, and the variable":   {model: providerModel{Sandbox: &sandboxModel{Seed: types.Int64Value(3)}}, env: "b.db", want: "b.db"},
		"block and an empty address": {model: providerModel{Sandbox: at("a.db"), BaseURL: types.StringValue("")}, want: "a.db"},
	} {
		var diags diag.Diagnostics
		got := c.model.sandbox(settings{diags: &diags, getenv: getenvOf(map[string]string{"PARKING_SANDBOX": c.env})})
		if (got != nil) != (c.want != "") || got != nil && got.Database.ValueString() != c.want ||
			(len(diags) > 0) != (name == "variable") {
			t.Errorf("%s: got %v, %v", name, got, diags)
		}
		if c.model.Sandbox != nil && !got.Seed.Equal(c.model.Sandbox.Seed) {
			t.Errorf("%s: the seed is lost", name)
		}
	}
}

// The sandbox knows the paths of operations that the document does not publish; one that is declared counts.
func TestProviderSandboxEndpoints(t *testing.T) {
	t.Parallel()
	text := types.StringValue
	m := providerModel{Sandbox: &sandboxModel{Database: text(":memory:")}, Endpoints: types.ObjectNull(nil)}
	s, diags := serviceOf(t, m, nil)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	_, known := s.Client.FAQGrupos(t.Context(), nil)
	m.Endpoints = types.ObjectValueMust(map[string]attr.Type{"faq_grupos": types.StringType},
		map[string]attr.Value{"faq_grupos": text("/external/otra")})
	s, _ = serviceOf(t, m, nil)
	_, other := s.Client.FAQGrupos(t.Context(), nil)
	if known != nil || other == nil || s.Client.Configured("sanciones") != nil {
		t.Errorf("got %v with the sandbox's paths, and %v with another one", known, other)
	}
	m.BaseURL = text("https://parking.example.com")
	if s, diags = serviceOf(t, m, nil); s != nil || !diags.HasError() {
		t.Error("a sandbox and an address are no error")
	}
}
