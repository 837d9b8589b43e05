//go:build unix

package gitops

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

// What the roles of a client may do with its state, and with that of another client.
func TestRolesOfDatabase(t *testing.T) {
	t.Parallel()
	e := newEstados(t, "flota-norte", "flota-sur")
	state := func() string { return e.query(t, e.name, `SELECT data FROM "flota-norte".states`) }
	first := state()
	e.add(t, "flota-norte") // once more does no harm
	if state() != first || !strings.Contains(first, `"lineage"`) {
		t.Errorf("the first state was %s, and is %s", first, state())
	}
	script, err := os.ReadFile(filepath.Join(exampleFolder, "postgres", "cliente.sql"))
	acctest.Must(t, err)
	for _, name := range []string{strings.Repeat("e", 51), "Flota", "flota-"} { // PostgreSQL would cut the names of roles off
		command := e.command(t.Context(), "psql", "-X", "-q", "-h", e.folder, "-U", "postgres", "-d", e.name, "-v", "cliente="+name, "-f", "-")
		command.Stdin = strings.NewReader(string(script))
		if out, err := command.CombinedOutput(); err == nil || !strings.Contains(string(out), "is no name of a client") {
			t.Errorf("%s gets a state: %v\n%s", name, err, out)
		}
	}
	var statements []string
	var plan, aplicar []bool
	const own, other = `"flota-norte".states`, `"flota-sur".states`
	for _, c := range []struct {
		statement     string
		plan, aplicar bool
	}{
		{"SELECT data FROM " + own, true, true},
		{"SELECT pg_advisory_unlock(1) WHERE pg_try_advisory_lock(1)", true, true},
		{"UPDATE " + own + " SET data = data", false, true},
		{"INSERT INTO " + own + " (name, data) VALUES ('default', '{}') ON CONFLICT (name) DO UPDATE SET data = states.data", false, true},
		{"UPDATE " + own + " SET id = id", false, false},
		{"UPDATE " + own + " SET name = name", false, false},
		{"DELETE FROM " + own, false, false},
		{"TRUNCATE " + own, false, false},
		{"DROP TABLE " + own, false, false},
		{"CREATE TABLE \"flota-norte\".more ()", false, false},
		{"SELECT data FROM " + other, false, false},
		{"UPDATE " + other + " SET data = data", false, false},
		{"INSERT INTO " + other + " (name) VALUES ('more')", false, false},
		{"CREATE TABLE public.more ()", false, false},
		{"CREATE TEMPORARY TABLE more ()", false, false},
		{"CREATE SCHEMA more", false, false},
		{"CREATE ROLE more", false, false},
		{`SET LOCAL ROLE "flota-norte-aplicar"`, false, true},
		{`SET LOCAL ROLE "flota-sur-plan"`, false, false},
	} {
		statements, plan, aplicar = append(statements, c.statement), append(plan, c.plan), append(aplicar, c.aplicar)
	}
	for role, may := range map[string][]bool{"flota-norte-plan": plan, "flota-norte-aplicar": aplicar} {
		for i, refused := range e.refusals(t, role, statements) {
			if (refused == "") != may[i] || refused != "" && !strings.Contains(refused, "permission denied") && !strings.Contains(refused, "must be owner") {
				t.Errorf("%s: %s: %q", role, statements[i], refused)
			}
		}
	}
}

// The same through Terraform, with what the environments of the pipeline have.
func TestCLIRoles(t *testing.T) {
	t.Parallel()
	e, w := newEstados(t, clientes...), newTown(t)
	f := newForge(t, w, e)
	plan := f.terraform("plan-flota-norte", "flota-norte")
	state := plan.Ok("state", "pull")
	acctest.Write(t, filepath.Join(plan.Folder, "more.json"), strings.Replace(state, `"serial": 1`, `"serial": 2`, 1))
	if code, out := plan.Run("state", "push", "more.json"); code == 0 || !strings.Contains(out, "permission denied") {
		t.Errorf("the role of the plans writes its state:\n%s", out)
	}
	if now := plan.Ok("state", "pull"); now != state {
		t.Errorf("the state is now\n%s", now)
	}
	code, out := plan.Run("init", "-no-color", "-reconfigure", "-backend-config=schema_name=flota-sur")
	if code == 0 {
		code, out = plan.Run("state", "pull")
	}
	if code == 0 || !strings.Contains(out, "permission denied") {
		t.Errorf("the role of the plans reads the state of another client:\n%s", out)
	}

	// Whoever has the other environment imports a client. The night after that shows no personal data, which the state does not
	// mark before the next apply.
	f.terraform("aplicar-flota-sur", "flota-sur").Ok("import", "-no-color", "module.flota.parking_cliente.flota", "flota.sur@example.com")
	w.Exec("UPDATE clientes SET email = 'more@example.com', telefono = '022000009', nombre = 'flota.sur@example.com' WHERE id = 3")
	dark := f.start(clienteFlow, "deriva", night("flota-sur"))
	if out := dark.ok() + acctest.EveryFile(t, f.artifacts); !strings.Contains(out, "(sensitive value)") || isPersonal.MatchString(out) {
		t.Errorf("the night after an import:\n%s", out)
	}
}

// Each line of the page that lists who can read and change what names the test that shows it.
func TestWhoCanLinesHaveTests(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join(exampleFolder, "README.md"))
	acctest.Must(t, err)
	_, table, found := strings.Cut(string(page), "## Who can read and change what")
	table, _, _ = strings.Cut(table, "\n## ")
	files, err := filepath.Glob("*_test.go")
	acctest.Must(t, err)
	var tests strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		acctest.Must(t, err)
		tests.Write(text)
	}
	lines := regexp.MustCompile(`(?m)^\| [^-].*\|$`).FindAllString(table, -1)
	if !found || len(lines) < 2 {
		t.Fatalf("the page has the lines %q", lines)
	}
	for _, row := range lines[1:] {
		named := regexp.MustCompile("`(Test\\w+)`").FindAllStringSubmatch(row, -1)
		if len(named) == 0 {
			t.Errorf("no test shows %s", row)
		}
		for _, name := range named {
			if !strings.Contains(tests.String(), "func "+name[1]+"(t *testing.T)") {
				t.Errorf("there is no test %s", name[1])
			}
		}
	}
}
