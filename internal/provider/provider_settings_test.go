package provider

import (
	"context"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
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

// setting is an attribute of the provider block, and how its value is seen.
type setting struct {
	attribute, variable string
	env                 string
	set                 func(m *providerModel)
	answer              http.HandlerFunc
	see                 func(*framework.Service, *answers.Listener) string
	// What is seen with the variable, with the attribute (whether or not the
	// variable is set), and with neither; "" where that takes too long to see.
	wantEnv, wantConfig, wantDefault string
}

// Configuration wins over the environment, attribute by attribute; what counts
// is seen from outside, so the value also reached the client.
func TestProviderPrecedence(t *testing.T) {
	t.Parallel()
	text := types.StringValue
	audit := t.TempDir()
	authorization := func(s *framework.Service, l *answers.Listener) string {
		_, _ = s.Client.Tramo(context.Background(), 1)
		if path := l.Requests[0].URL.Path; path != "/api/external/tramo/1" {
			return path
		}
		return l.Requests[0].Header.Get("Authorization")
	}
	for _, c := range []setting{
		{"credential", "PARKING_CREDENTIAL", "of-env", func(m *providerModel) { m.Credential = text("of-config") },
			answers.OkTramo, authorization, "of-env", "of-config", "error"},
		{"credential_scheme", "PARKING_CREDENTIAL_SCHEME", "Env", func(m *providerModel) { m.CredentialScheme = text("Config") },
			answers.OkTramo, authorization, "Env key", "Config key", "key"},
		{"overwrite_existing", "PARKING_OVERWRITE_EXISTING", "true", func(m *providerModel) { m.Overwrite = types.BoolValue(false) },
			answers.OkTramo, func(s *framework.Service, _ *answers.Listener) string { return fmt.Sprint(s.Overwrite) }, "true", "false", "false"},
		{"plan_lookups", "PARKING_PLAN_LOOKUPS", "false", func(m *providerModel) { m.PlanLookups = types.BoolValue(true) },
			answers.OkTramo, plansLookUp, "false", "true", "true"},
		{"plan_lookups", "PARKING_PLAN_LOOKUPS", "1", func(m *providerModel) { m.PlanLookups = types.BoolValue(false) },
			answers.OkTramo, plansLookUp, "true", "false", "true"},
		{"audit_log", "PARKING_AUDIT_LOG", filepath.Join(audit, "env"), func(m *providerModel) { m.AuditLog = text(filepath.Join(audit, "config")) },
			answers.OkTramo, func(*framework.Service, *answers.Listener) string { return onlyFile(audit) }, "env", "config", "none"},
		{"max_retries", "PARKING_MAX_RETRIES", "1", func(m *providerModel) { m.MaxRetries = types.Int64Value(0) },
			answers.Failing, countRequests, "2 requests", "1 requests", ""},
		{"max_concurrency", "PARKING_MAX_CONCURRENCY", "3", func(m *providerModel) { m.MaxConcurrency = types.Int64Value(2) },
			slowly, mostInFlight, "3 at once", "2 at once", ""},
		{"request_timeout", "PARKING_REQUEST_TIMEOUT", "400ms", func(m *providerModel) { m.RequestTimeout = text("20ms") },
			never, timeoutSaid, "400ms", "20ms", ""},
	} {
		t.Run(c.attribute, func(t *testing.T) {
			t.Parallel()
			c.check(t)
		})
	}
}

// check compares what is seen of the attribute for each way to set it.
func (c setting) check(t *testing.T) {
	t.Helper()
	for _, way := range []struct {
		name, want  string
		env, config bool
	}{{"environment", c.wantEnv, true, false}, {"configuration", c.wantConfig, false, true}, {"both", c.wantConfig, true, true}, {"neither", c.wantDefault, false, false}} {
		if way.want == "" {
			continue
		}
		l := answers.NewListener(t, c.answer)
		m := providerModel{BaseURL: types.StringValue(l.URL + "/api"), MaxRetries: types.Int64Value(0), Credential: types.StringValue("key")}
		switch c.attribute {
		case "max_retries":
			m.MaxRetries = types.Int64Null()
		case "credential":
			m.Credential = types.StringNull()
		}
		env := map[string]string{}
		if way.env {
			env[c.variable] = c.env
		}
		if way.config {
			c.set(&m)
		}
		s, diags := serviceOf(t, m, env)
		got := "error"
		if !diags.HasError() {
			got = c.see(s, l)
		}
		if got != way.want {
			t.Errorf("%s: %s, wanted %s (%v)", way.name, got, way.want, diags)
		}
	}
}

func plansLookUp(s *framework.Service, _ *answers.Listener) string { return fmt.Sprint(s.PlanLookups) }

// onlyFile gives the name of the file in a folder, and removes it.
func onlyFile(folder string) string {
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) == 0 {
		return "none"
	}
	_ = os.Remove(files[0])
	return filepath.Base(files[0])
}

// slowly gives other requests time to arrive.
func slowly(rw http.ResponseWriter, r *http.Request) {
	time.Sleep(50 * time.Millisecond)
	answers.OkTramo(rw, r)
}

// never answers nothing until the client gives up.
func never(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

func countRequests(s *framework.Service, l *answers.Listener) string {
	_, _ = s.Client.Tramo(context.Background(), 1)
	return fmt.Sprintf("%d requests", len(l.Requests))
}

func mostInFlight(s *framework.Service, l *answers.Listener) string {
	var wg sync.WaitGroup
	for id := range int64(12) { // the same read at the same time would be one request
		wg.Go(func() { _, _ = s.Client.Tramo(context.Background(), id) })
	}
	wg.Wait()
	return fmt.Sprintf("%d at once", l.Most)
}

// timeoutSaid gives the time that the error of a request without an answer names: how long it took says little on a slow machine.
func timeoutSaid(s *framework.Service, _ *answers.Listener) string {
	_, err := s.Client.Tramo(context.Background(), 1)
	_, within, _ := strings.Cut(fmt.Sprint(err), "did not answer within request_timeout (")
	within, _, _ = strings.Cut(within, ")")
	return within
}

// base_url and allow_http are seen in whether there is a service at all.
func TestProviderBaseURL(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		config, env, allow, allowEnv string
		want                         string // "" for no error
	}{
		{"https://parking.example.com/api", "", "", "", ""},
		{"", "https://parking.example.com:8443", "", "", ""},
		{"https://parking.example.com", "nonsense", "", "", ""},
		{"nonsense", "https://parking.example.com", "", "", "must be of the form https://host"},
		{"HTTPS://parking.example.com/", "", "", "", ""},
		{"http://127.0.0.1:8080", "", "", "", ""},
		{"http://127.8.8.8", "", "", "", ""},
		{"http://[::1]:8080", "", "", "", ""},
		{"http://localhost", "", "", "", ""},
		{"http://parking.example.com", "", "", "", "plain http to parking.example.com"},
		{"http://localhost.example.com", "", "", "", "plain http to localhost.example.com"},
		{"http://127.0.0.1.example.com", "", "", "", "plain http"},
		{"http://10.0.0.1", "", "", "", "allow_http = true (PARKING_ALLOW_HTTP)"},
		{"http://10.0.0.1", "", "true", "", ""},
		{"http://10.0.0.1", "", "", "true", ""},
		{"http://10.0.0.1", "", "", "1", ""},
		{"http://10.0.0.1", "", "false", "true", "plain http"},
		{"http://10.0.0.1", "", "true", "false", ""},
		{"", "", "", "", "Set base_url in the provider block, or the environment variable PARKING_BASE_URL"},
		{"https://:8080", "", "", "", "must be of the form https://host"},
		// Whatever may be a password is not shown.
		{"https://admin:hunter2@parking.example.com", "", "", "", "Set the credential with credential or PARKING_CREDENTIAL"},
		{"https://admin:hunter2@parking.example.com:port", "", "", "", "must be of the form"},
		{"", "hunter2", "", "", "environment variable PARKING_BASE_URL"},
		{"http://parking.example.com/?token=hunter2", "", "", "", "is http://parking.example.com/ with a user, password, query"},
		{"ftp://hunter2@parking.example.com/?hunter2", "", "", "", "is ftp://parking.example.com/, but must be"},
	} {
		m := providerModel{Credential: types.StringValue("key"), BaseURL: types.StringValue(c.config)} // an empty one counts as unset
		if c.allow != "" {
			m.AllowHTTP = types.BoolValue(c.allow == "true")
		}
		s, diags := serviceOf(t, m, map[string]string{"PARKING_BASE_URL": c.env, "PARKING_ALLOW_HTTP": c.allowEnv})
		shown := fmt.Sprint(diags)
		switch {
		case strings.Contains(shown, "hunter2"):
			t.Errorf("%+v: the password is shown: %s", c, shown)
		case c.want == "" && (s == nil || len(diags) > 0):
			t.Errorf("%+v: %s", c, shown)
		case c.want != "" && (s != nil || diags.ErrorsCount() != 1 || !strings.Contains(shown, c.want) || !strings.Contains(shown, "base_url")):
			t.Errorf("%+v: %s", c, shown)
		}
	}
}

// Bad environment values are errors on the attribute that name the variable; all
// are told at once, and the credential is never in them.
func TestProviderBadEnvironment(t *testing.T) {
	t.Parallel()
	bad := map[string]string{
		"PARKING_ALLOW_HTTP": "ja", "PARKING_REQUEST_TIMEOUT": "0s", "PARKING_MAX_RETRIES": "-1", "PARKING_MAX_CONCURRENCY": "0",
		"PARKING_OVERWRITE_EXISTING": "always", "PARKING_PLAN_LOOKUPS": "never", "PARKING_CA_CERT_FILE": filepath.Join(t.TempDir(), "none.pem"),
	}
	env := map[string]string{"PARKING_BASE_URL": "https://parking.example.com", "PARKING_CREDENTIAL": "hunter2", "PARKING_CREDENTIAL_SCHEME": "Bearer"}
	for variable, value := range bad {
		env[variable] = value
	}
	s, diags := serviceOf(t, providerModel{}, env)
	if s != nil || diags.ErrorsCount() != len(bad) {
		t.Fatalf("%d errors, wanted %d: %v", diags.ErrorsCount(), len(bad), diags)
	}
	if strings.Contains(fmt.Sprint(diags), "hunter2") {
		t.Errorf("the credential is shown: %v", diags)
	}
	for variable, value := range bad {
		attribute := strings.ToLower(strings.TrimPrefix(variable, "PARKING_"))
		found := false
		for _, d := range diags {
			placed, ok := d.(diag.DiagnosticWithPath)
			if ok && placed.Path().String() == attribute && strings.Contains(d.Detail(), value) && strings.Contains(d.Detail(), variable) {
				found = true
			}
		}
		if !found {
			t.Errorf("no error on %s that names %s and %q: %v", attribute, variable, value, diags)
		}
	}
	for _, more := range []map[string]string{{"PARKING_MAX_RETRIES": "101"}, {"PARKING_MAX_RETRIES": "1.5"}, {"PARKING_MAX_CONCURRENCY": "1001"}, {"PARKING_REQUEST_TIMEOUT": "60"}, {"PARKING_REQUEST_TIMEOUT": "1000000h"}} {
		more["PARKING_BASE_URL"], more["PARKING_CREDENTIAL"] = "https://parking.example.com", "hunter2"
		if _, diags := serviceOf(t, providerModel{}, more); diags.ErrorsCount() != 1 {
			t.Errorf("%v: %v", more, diags)
		}
	}
}

func TestProviderCredentialMissing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ config, env, want string }{
		{"", "", "PARKING_CREDENTIAL"},
		{" ", "", "PARKING_CREDENTIAL"},
		{"", "\n", "PARKING_CREDENTIAL"},
		{"hunter2\nhunter3", "", "control characters"},
	} {
		m := providerModel{}
		if c.config != "" {
			m.Credential = types.StringValue(c.config)
		}
		s, diags := serviceOf(t, m, map[string]string{"PARKING_BASE_URL": "https://parking.example.com", "PARKING_CREDENTIAL": c.env})
		if s != nil || diags.ErrorsCount() != 1 || !strings.Contains(diags[0].Detail(), c.want) || strings.Contains(fmt.Sprint(diags), "hunter") {
			t.Errorf("%+v: %v", c, diags)
		}
	}
}

func TestProviderCACertFile(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(answers.OkTramo)
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // refused handshakes are meant
	server.StartTLS()
	t.Cleanup(server.Close)
	dir := t.TempDir()
	good, bad := filepath.Join(dir, "ca.pem"), filepath.Join(dir, "bad.pem")
	if err := os.WriteFile(good, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(bad, []byte("no certificate"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ config, env, want string }{
		{good, "", ""},
		{"", good, ""},
		{good, bad, ""},
		{"", "", "certificate"},
		{bad, good, "contains no PEM certificate"},
		{filepath.Join(dir, "none.pem"), good, "no such file"},
	} {
		m := providerModel{BaseURL: types.StringValue(server.URL), Credential: types.StringValue("key"), MaxRetries: types.Int64Value(0)}
		if c.config != "" {
			m.CACertFile = types.StringValue(c.config)
		}
		s, diags := serviceOf(t, m, map[string]string{"PARKING_CA_CERT_FILE": c.env})
		got := fmt.Sprint(diags)
		if s != nil {
			_, err := s.Client.Tramo(t.Context(), 1)
			got = fmt.Sprint(err)
			if err == nil {
				got = ""
			}
		}
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// Which of the two services is used, and with what database.
func TestProviderSandboxOrService(t *testing.T) {
	t.Parallel()
	text := types.StringValue
	for _, c := range []struct {
		name  string
		model providerModel
		env   string
		want  string // database, "" for the real service
	}{
		{"neither", providerModel{}, "", ""},
		{"block", providerModel{Sandbox: &sandboxModel{Database: text("a.db")}}, "", "a.db"},
		{"block without a path", providerModel{Sandbox: &sandboxModel{}}, "", "parking-sandbox.db"},
		{"variable", providerModel{}, "b.db", "b.db"},
		{"block and variable", providerModel{Sandbox: &sandboxModel{Database: text("a.db")}}, "b.db", "a.db"},
		{"block without a path and variable", providerModel{Sandbox: &sandboxModel{Seed: types.Int64Value(3)}}, "b.db", "b.db"},
		{"block and an empty address", providerModel{Sandbox: &sandboxModel{Database: text("a.db")}, BaseURL: text("")}, "", "a.db"},
	} {
		var diags diag.Diagnostics
		got := c.model.sandbox(settings{diags: &diags, getenv: getenvOf(map[string]string{"PARKING_SANDBOX": c.env})})
		if (got != nil) != (c.want != "") || got != nil && got.Database.ValueString() != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
		if warned := len(diags) > 0; warned != (c.name == "variable") {
			t.Errorf("%s: warned %t", c.name, warned)
		}
		if got != nil && c.model.Sandbox != nil && !got.Seed.Equal(c.model.Sandbox.Seed) {
			t.Errorf("%s: the seed is lost", c.name)
		}
	}
}

// The sandbox knows the paths of operations that the document does not publish; one that is declared counts.
func TestProviderSandboxEndpoints(t *testing.T) {
	t.Parallel()
	m := providerModel{Sandbox: &sandboxModel{Database: types.StringValue(":memory:")}, Endpoints: types.ObjectNull(nil)}
	s, diags := serviceOf(t, m, nil)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	_, known := s.Client.FAQGrupos(t.Context(), nil)
	m.Endpoints = types.ObjectValueMust(map[string]attr.Type{"faq_grupos": types.StringType}, map[string]attr.Value{"faq_grupos": types.StringValue("/external/otra")})
	s, _ = serviceOf(t, m, nil)
	_, other := s.Client.FAQGrupos(t.Context(), nil)
	if known != nil || other == nil || s.Client.Configured("sanciones") != nil {
		t.Errorf("got %v with the sandbox's paths, and %v with another one", known, other)
	}
	m.BaseURL = types.StringValue("https://parking.example.com")
	if s, diags = serviceOf(t, m, nil); s != nil || !diags.HasError() {
		t.Error("a sandbox and an address are no error")
	}
}
