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
	whole := acctest.Values{"request_timeout": "2m", "max_retries": 0, "max_concurrency": 1000, "overwrite_existing": true,
		"endpoints": acctest.Values{"login": "/external/login"}}
	for _, block := range []acctest.Values{{}, {"sandbox": acctest.Values{}}, whole} {
		acctest.Expect(t, fmt.Sprint(block), p.ValidateProvider(block))
	}
}

// While any part of the block is not known, nothing is asked, nothing fails and no file is made; what needs an answer says which attribute
// it waits for.
func TestProviderUnknownValues(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	cases := map[string]acctest.Values{} // by the attribute, and each within an object of it
	attributes, _ := acctest.NewProto(t).Schema.Provider.ValueType().(tftypes.Object)
	for name, kind := range attributes.AttributeTypes {
		cases[name] = acctest.Values{name: tftypes.NewValue(kind, tftypes.UnknownValue)}
		nested, _ := kind.(tftypes.Object)
		for within, kind := range nested.AttributeTypes {
			cases[name+"."+within] = acctest.Values{name: acctest.Values{within: tftypes.NewValue(kind, tftypes.UnknownValue)}}
		}
	}
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
		fleet := acctest.FleetOf(acctest.Values{"ZZR0033": acctest.Car(nil)})
		acctest.ExpectPlanned(t, name+": fleet", p.Plan("parking_flota", acctest.Result{}, fleet))
	}
	w.ExpectRequests(map[string]int{})
}

// Settings of the sandbox that are wrong are one error, and no database is made. PARKING_SANDBOX beside base_url means one of two things,
// and the wrong one would register plates for good. sandbox in the block asks no real service, so it may stand beside an address in the
// environment. A warning says that nothing is real, unless the block does.
func TestProviderSandbox(t *testing.T) {
	t.Parallel()
	asked := answers.NewListener(t, func(_ http.ResponseWriter, r *http.Request) { t.Errorf("%s %s was sent", r.Method, r.URL) })
	town, garbage := filepath.Join(t.TempDir(), "town.db"), filepath.Join(t.TempDir(), "garbage.db")
	acctest.Write(t, garbage, strings.Repeat("no database ", 1000))
	service := map[string]string{"PARKING_BASE_URL": asked.URL, "PARKING_CREDENTIAL": "x"}
	both := map[string]string{"PARKING_SANDBOX": town, "PARKING_BASE_URL": asked.URL, "PARKING_CREDENTIAL": "x"}
	const wrong, wrongSandbox = "Invalid provider configuration", "sandbox: Invalid provider configuration"
	for name, c := range map[string]struct {
		block acctest.Values // sandbox
		url   any            // base_url
		env   map[string]string
		fails string
		warns []string
	}{
		"latency":             {block: acctest.Values{"database": town, "latency": "placa=soon"}, fails: wrongSandbox},
		"fault":               {block: acctest.Values{"database": town, "fault": "placa=explode"}, fails: wrongSandbox},
		"no database":         {block: acctest.Values{"database": garbage}, fails: "sandbox: Unable to open the embedded sandbox"},
		"two in environment":  {env: both, fails: wrong},
		"variable and block":  {env: both, url: asked.URL, fails: wrong},
		"block, real service": {block: acctest.Values{"database": ":memory:"}, env: service},
		"variable":            {env: map[string]string{"PARKING_SANDBOX": ":memory:"}, warns: []string{"The embedded sandbox is in use"}},
	} {
		p := acctest.NewProtoWithEnv(t, c.env)
		configured := acctest.Result{Diags: p.Configure(acctest.Values{"sandbox": c.block, "base_url": c.url})}
		if acctest.Expect(t, name, configured.Warnings(), c.warns...); c.fails != "" {
			acctest.Expect(t, name, configured.Errors(), c.fails)
			continue
		}
		acctest.NoErrors(t, name, configured)
		placa := acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 2}
		acctest.NoErrors(t, name, p.Apply("parking_placa", acctest.Result{}, placa))
	}
	for _, made := range []string{town, ":memory:"} {
		if os.Remove(made) == nil {
			t.Errorf("the file %s was made", made)
		}
	}
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
