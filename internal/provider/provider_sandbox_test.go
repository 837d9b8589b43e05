package provider

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
)

// The embedded sandbox under Terraform, which starts the provider anew for every
// plan and apply: only the file holds the data.
func TestProviderSandboxInTerraform(t *testing.T) {
	t.Parallel()
	config := fmt.Sprintf("provider \"parking\" {\n  sandbox = { database = %q }\n}\n", filepath.Join(t.TempDir(), "town.db"))
	fleet := minimalPlaca + `
resource "parking_vehiculo" "test" {
  cliente_id = 2
  placa      = parking_placa.test.placa
}
data "parking_tramo" "test" {
  id = 1
}
`
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{
			{
				Config: config + fleet,
				Check: resource.ComposeAggregateTestCheckFunc(
					resource.TestCheckResourceAttr("parking_vehiculo.test", "id", "1"),
					resource.TestCheckResourceAttr("data.parking_tramo.test", "libres", "39"),
				),
			},
			{
				Config:           config + fleet,
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}},
			},
		},
	})
}

var sandboxPlaca = values{"placa": "AKX0359", "tipo_vehiculo_id": 2}

// The data outlives the provider, wherever the path comes from, and a warning
// says that nothing is real.
func TestProviderSandboxData(t *testing.T) {
	t.Parallel()
	for _, fromEnvironment := range []bool{false, true} {
		t.Run(fmt.Sprint(fromEnvironment), func(t *testing.T) {
			t.Parallel()
			database := filepath.Join(t.TempDir(), "town.db")
			block, env := values{"sandbox": values{"database": database}}, map[string]string{}
			if fromEnvironment {
				block, env = values{}, map[string]string{"PARKING_SANDBOX": database}
			}
			var created result
			for i := range 2 {
				p := newProtoWithEnv(t, env)
				diags := p.configure(block)
				if len(errorsOf(diags)) > 0 {
					t.Fatal(errorsOf(diags))
				}
				expect(t, "warning", (result{diags: diags}).warnings(), "The embedded sandbox is in use", database, "No real parking service")
				if i == 0 {
					created = p.apply("parking_placa", result{}, sandboxPlaca)
				}
				if read := p.read("parking_placa", created); len(read.diags) > 0 || read.state == nil {
					t.Errorf("run %d: %v", i, read)
				}
			}
		})
	}
}

func TestProviderSandboxInMemory(t *testing.T) {
	t.Parallel()
	var created result
	for i := range 2 {
		p := newProtoWithEnv(t, nil)
		diags := p.configure(values{"sandbox": values{"database": ":memory:"}})
		expect(t, "warning", (result{diags: diags}).warnings(), "kept in memory and gone after this command")
		if i == 0 {
			created = p.apply("parking_placa", result{}, sandboxPlaca)
		}
		read := p.read("parking_placa", created)
		if len(read.diags) > 0 || (read.state != nil) != (i == 0) {
			t.Errorf("provider %d: %v", i, read)
		}
	}
	if os.Remove(":memory:") == nil {
		t.Error("a file was made")
	}
}

func TestProviderSandboxWrong(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	garbage := filepath.Join(dir, "garbage.db")
	if err := os.WriteFile(garbage, []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		attribute string
		box       values
		want      string
	}{
		{"latency", values{"latency": "placa"}, "placa"},
		{"latency", values{"latency": "plaça=2s"}, "latency"},
		{"latency", values{"latency": "placa=soon"}, "soon"},
		{"fault", values{"fault": "placa=explode"}, "explode"},
		{"fault", values{"fault": "nothing=500"}, "nothing"},
		{"database", values{"database": filepath.Join(dir, "no", "such", "dir.db")}, "dir.db"},
		{"database", values{"database": garbage}, "garbage.db"},
	} {
		p := newProtoWithEnv(t, nil)
		box := values{"database": filepath.Join(dir, "town.db")}.with(c.box)
		diags := p.configure(values{"sandbox": box})
		expect(t, fmt.Sprint(c.box), errorsOf(diags), `AttributeName("sandbox").AttributeName("`+c.attribute+`")`, c.want)
	}
	if _, err := os.Stat(filepath.Join(dir, "town.db")); err == nil {
		t.Error("a database was made in spite of the errors")
	}
}

// latency, fault and seed reach the sandbox.
func TestProviderSandboxOptions(t *testing.T) {
	t.Parallel()
	p := newProtoWithEnv(t, nil)
	p.configure(values{"max_retries": 0, "request_timeout": "20ms",
		"sandbox": values{"database": ":memory:", "fault": "placa=500", "latency": "tramo=10s"}})
	expect(t, "fault", p.read("parking_placa", result{state: sandboxPlaca}).errors(), "HTTP 500")
	expect(t, "latency", p.data("parking_tramo", values{"id": 1}).errors(), "did not answer in time")
	strikes := func(seed int) string {
		p := newProtoWithEnv(t, nil)
		p.configure(values{"max_retries": 0, "sandbox": values{"database": ":memory:", "fault": "tramo=500:50%", "seed": seed}})
		var out strings.Builder
		for range 16 {
			fmt.Fprint(&out, len(p.data("parking_tramo", values{"id": 1}).errors()))
		}
		return out.String()
	}
	if one, again, other := strikes(1), strikes(1), strikes(2); one != again || one == other {
		t.Errorf("seed 1: %s, then %s; seed 2: %s", one, again, other)
	}
}

// PARKING_SANDBOX beside base_url means one of two things, and the wrong one would
// register plates for good. sandbox in the block asks no real service, so it may
// stand beside an address in the environment.
func TestProviderSandboxBesideBaseURL(t *testing.T) {
	t.Parallel()
	asked := newListener(t, func(_ http.ResponseWriter, r *http.Request) { t.Errorf("%s %s was sent", r.Method, r.URL) })
	database := filepath.Join(t.TempDir(), "parking.db")
	p := newProtoWithEnv(t, map[string]string{"PARKING_SANDBOX": database})
	expect(t, "error", errorsOf(p.configure(values{"base_url": asked.url})), `AttributeName("base_url")`,
		"has base_url and the environment variable PARKING_SANDBOX is set", "only one service can be used", "unset PARKING_SANDBOX", "take base_url out")
	if _, err := os.Stat(database); err == nil {
		t.Error("a database was made in spite of the error")
	}
	p = newProtoWithEnv(t, map[string]string{"PARKING_BASE_URL": asked.url})
	expect(t, "sandbox in the block", (result{diags: p.configure(values{"sandbox": values{"database": ":memory:"}})}).warnings(), "No real parking service is asked")
	if created := p.apply("parking_placa", result{}, sandboxPlaca); len(created.errors()) > 0 {
		t.Error(created.errors())
	}
}

// Two services in the environment are a mistake that would make a plan for the
// one from the state of the other.
func TestProviderTwoServicesInTheEnvironment(t *testing.T) {
	t.Parallel()
	p := newProtoWithEnv(t, map[string]string{"PARKING_SANDBOX": filepath.Join(t.TempDir(), "parking.db"), "PARKING_BASE_URL": "http://127.0.0.1:1", "PARKING_CREDENTIAL": "x"})
	expect(t, "error", errorsOf(p.configure(values{})), "PARKING_SANDBOX and PARKING_BASE_URL are both set")
}
