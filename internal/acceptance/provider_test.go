package acceptance

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/provider"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What reaches the service of the block, through the whole provider.
func TestProviderHeaders(t *testing.T) {
	t.Parallel()
	l := answers.NewListener(t, answers.OkTramo)
	p := acctest.NewProtoWithEnv(t, nil).Configured(acctest.Values{"base_url": l.URL, "credential": "key\n", "credential_scheme": "Bearer"})
	acctest.NoMessages(t, "read", p.Data("parking_tramo", acctest.Values{"id": 1}))
	header := l.Requests[0].Header
	if got := header.Get("Authorization"); got != "Bearer key" {
		t.Errorf("Authorization is %q", got)
	}
	if got := header.Get("User-Agent"); got != "terraform-provider-parking/test terraform/1.11.4" {
		t.Errorf("User-Agent is %q", got)
	}
}

func TestProviderValidation(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	for attribute, values := range map[string][]any{
		"request_timeout": {"0s", "60"},
		"max_retries":     {-1, 101},
		"max_concurrency": {0, 1001},
		"endpoints":       {acctest.Values{"sanciones": "external"}},
		"sandbox":         {acctest.Values{"database": ""}, acctest.Values{"seed": -1}},
	} {
		for _, value := range values {
			errs := p.ValidateProvider(acctest.Values{attribute: value})
			if len(errs) != 1 || !strings.HasPrefix(errs[0], attribute+": Invalid ") {
				t.Errorf("%s = %v: got the errors %q", attribute, value, errs)
			}
		}
	}
	for _, block := range []acctest.Values{{}, {"sandbox": acctest.Values{}}, {"request_timeout": "2m", "max_retries": 0, "max_concurrency": 1000,
		"overwrite_existing": true, "endpoints": acctest.Values{"login": "/external/login"}}} {
		acctest.Expect(t, fmt.Sprint(block), p.ValidateProvider(block))
	}
}

// unknowns gives for each attribute of the block, and each within an object of it, a block in which that one is not known yet.
func unknowns(p *acctest.Proto) map[string]acctest.Values {
	out := map[string]acctest.Values{}
	for _, attribute := range p.Schema.Provider.Block.Attributes {
		out[attribute.Name] = acctest.Values{attribute.Name: tftypes.NewValue(attribute.ValueType(), tftypes.UnknownValue)}
		if attribute.NestedType == nil {
			continue
		}
		for _, nested := range attribute.NestedType.Attributes {
			out[attribute.Name+"."+nested.Name] = acctest.Values{attribute.Name: acctest.Values{nested.Name: tftypes.NewValue(nested.ValueType(), tftypes.UnknownValue)}}
		}
	}
	return out
}

// While any part of the block is not known, nothing is asked, nothing fails and
// no file is made; what needs an answer says which attribute it waits for.
func TestProviderUnknownValues(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	cases := unknowns(acctest.NewProto(t))
	if len(cases) < 20 {
		t.Fatalf("only %d attributes", len(cases))
	}
	for name, block := range cases {
		attribute, _, _ := strings.Cut(name, ".")
		rest := acctest.Values{"base_url": w.BaseURL, "credential": "key", "max_retries": 0}
		if attribute == "sandbox" {
			delete(rest, "base_url")
		}
		p := acctest.NewProtoWithEnv(t, nil)
		acctest.Expect(t, name, p.ValidateProvider(rest.With(block)))
		p.Configured(rest.With(block))
		acctest.Expect(t, name, p.Data("parking_tramo", acctest.Values{"id": 1}).Errors(), "Provider configuration not known yet")
		state := acctest.Result{State: acctest.Norte.With(acctest.Values{"id": 2, "timeouts": nil})}
		acctest.ExpectWhole(t, name, p.Read("parking_cliente", state), state.State)
		for what, thing := range things {
			acctest.ExpectPlanned(t, name+": "+what, p.Plan(thing.typeName, acctest.Result{}, thing.declared))
		}
	}
	w.ExpectRequests(map[string]int{})
}

var sandboxPlaca = acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 2}

// Data in a file outlives the provider, and data in memory does not, wherever the path comes from. A warning says that
// nothing is real, unless the block does. For a minute after the creation a plate that is gone would be kept, so the second run comes later.
func TestProviderSandboxData(t *testing.T) {
	t.Parallel()
	for database, env := range map[string]map[string]string{
		filepath.Join(databaseFolder(t), "town.db"): nil, ":memory:": {"PARKING_SANDBOX": ":memory:"},
	} {
		block, created := acctest.Values{"sandbox": acctest.Values{"database": database}}, acctest.Result{}
		if env != nil {
			block = acctest.Values{}
		}
		for run := range 2 {
			p := acctest.NewProtoWithEnv(t, env)
			configured := acctest.Result{Diags: p.Configure(block)}
			acctest.Expect(t, database, configured.Errors())
			if env == nil {
				acctest.Expect(t, database, configured.Warnings())
			} else {
				acctest.Expect(t, database, configured.Warnings(), "The embedded sandbox is in use")
			}
			if run == 0 {
				created = p.Apply("parking_placa", acctest.Result{}, sandboxPlaca)
			}
			read := p.Read("parking_placa", created.Later(t))
			if there := run == 0 || database != ":memory:"; (len(read.Warnings()) == 0) != there || len(read.Errors()) > 0 { // a warning that it is not shown
				t.Errorf("%s, run %d: %v", database, run, read)
			}
		}
	}
	if os.Remove(":memory:") == nil {
		t.Error("a file was made")
	}
}

func TestProviderSandboxWrong(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	garbage, town := filepath.Join(dir, "garbage.db"), filepath.Join(dir, "town.db")
	acctest.Write(t, garbage, strings.Repeat("no database ", 1000))
	for _, c := range []struct {
		box  acctest.Values
		says string
	}{
		{box: acctest.Values{"database": town, "latency": "placa=soon"}, says: "sandbox: Invalid provider configuration"},
		{box: acctest.Values{"database": town, "fault": "placa=explode"}, says: "sandbox: Invalid provider configuration"},
		{box: acctest.Values{"database": garbage}, says: "sandbox: Unable to open the embedded sandbox"},
	} {
		diags := acctest.NewProtoWithEnv(t, nil).Configure(acctest.Values{"sandbox": c.box})
		acctest.Expect(t, fmt.Sprint(c.box), acctest.ErrorsOf(diags), c.says)
	}
	if _, err := os.Stat(town); err == nil {
		t.Error("a database was made in spite of the errors")
	}
}

// PARKING_SANDBOX beside base_url means one of two things, and the wrong one would register plates for good. sandbox in the block asks
// no real service, so it may stand beside an address in the environment.
func TestProviderSandboxBesideBaseURL(t *testing.T) {
	t.Parallel()
	asked := answers.NewListener(t, func(_ http.ResponseWriter, r *http.Request) { t.Errorf("%s %s was sent", r.Method, r.URL) })
	database := filepath.Join(t.TempDir(), "parking.db")
	for _, block := range []acctest.Values{{"base_url": asked.URL}, {}} {
		env := map[string]string{"PARKING_SANDBOX": database, "PARKING_BASE_URL": asked.URL, "PARKING_CREDENTIAL": "x"}
		acctest.Expect(t, "error", acctest.ErrorsOf(acctest.NewProtoWithEnv(t, env).Configure(block)), "Invalid provider configuration")
	}
	if _, err := os.Stat(database); err == nil {
		t.Error("a database was made in spite of the error")
	}
	p := acctest.NewProtoWithEnv(t, map[string]string{"PARKING_BASE_URL": asked.URL})
	acctest.Expect(t, "sandbox in the block", (acctest.Result{Diags: p.Configure(acctest.Values{"sandbox": acctest.Values{"database": ":memory:"}})}).Warnings())
	acctest.NoErrors(t, "created", p.Apply("parking_placa", acctest.Result{}, sandboxPlaca))
}

// databaseFolder is a folder for the database of an embedded sandbox, which the
// provider never closes. Windows keeps open files, so that the folder may stay.
func databaseFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "parking-sandbox-") //nolint:usetesting // t.TempDir fails where it stays.
	acctest.Must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	return folder
}

// What a subcommand sets wins over the environment. The tests of export and probe show the rest.
func TestConnectRetries(t *testing.T) {
	t.Parallel()
	l := answers.NewListener(t, answers.Failing)
	none := int64(0)
	made, err := provider.Connect(t.Context(), provider.Settings{BaseURL: l.URL, MaxRetries: &none},
		acctest.GetenvOf(map[string]string{"PARKING_CREDENTIAL": "key", "PARKING_MAX_RETRIES": "9"}), parking.Config{})
	acctest.Must(t, err)
	if _, err := made.Client.Tramo(t.Context(), 1); err == nil || len(l.Requests) != 1 {
		t.Errorf("got %v after %d requests, wanted an error after 1", err, len(l.Requests))
	}
}
