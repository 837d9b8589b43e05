package acceptance

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/provider"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// build gives the path of the program, built for this test.
func build(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), workbench.Executable("terraform-provider-parking"))
	acctest.Must(t, workbench.Build(t.Context(), filepath.Join("..", ".."), program))
	return program
}

// overhearing and overheard make this test binary a program that starts another one, and copies to a file all that it writes.
// Terraform's own log cannot show that: it leaves out and rewrites what it reads.
const (
	overhearing = "PARKING_TEST_OVERHEARING" // the other program
	overheard   = "PARKING_TEST_OVERHEARD"   // the file
)

func overhear() error {
	file, err := os.OpenFile(os.Getenv(overheard), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	program := exec.CommandContext(context.Background(), os.Getenv(overhearing), os.Args[1:]...)
	program.Env = append(os.Environ(), overhearing+"=")
	program.Stdin, program.Stdout, program.Stderr = os.Stdin, io.MultiWriter(os.Stdout, file), io.MultiWriter(os.Stderr, file)
	return program.Run()
}

// installed is a terraform that starts a program as it starts an installed
// provider, and logs everything.
type installed struct {
	*acctest.CLI
	logs, audit, overheard string
}

func newInstalled(t *testing.T, program, config string, names []string) *installed {
	t.Helper()
	folder, rc := t.TempDir(), filepath.Join(t.TempDir(), "terraformrc")
	own, err := os.Executable()
	acctest.Must(t, err)
	between := filepath.Join(t.TempDir(), workbench.Executable("terraform-provider-parking"))
	acctest.Must(t, os.Symlink(own, between))
	overrides := fmt.Sprintf("provider_installation {\n  dev_overrides { %q = %q }\n  direct {}\n}\n", provider.Address, filepath.Dir(between))
	for file, text := range map[string]string{rc: overrides, filepath.Join(folder, "main.tf"): config} {
		acctest.Write(t, file, text)
	}
	persona, _ := json.Marshal(map[string]string{"email": privateEmail, "telefono": privateTelefono, "cedula": privateCedula, "apellidos": privateApellidos})
	i := &installed{&acctest.CLI{T: t, Folder: folder}, filepath.Join(t.TempDir(), "log"), filepath.Join(t.TempDir(), "audit.jsonl"),
		filepath.Join(t.TempDir(), "overheard")}
	i.Env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+rc, "CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1", "TF_LOG=TRACE", "TF_LOG_PATH="+i.logs, "PARKING_AUDIT_LOG="+i.audit,
		overhearing+"="+program, overheard+"="+i.overheard,
		"PARKING_CREDENTIAL="+privateCredential, "TF_VAR_persona="+string(persona), namesVariable(names))
	return i
}

func namesVariable(names []string) string {
	list, _ := json.Marshal(names)
	return "TF_VAR_names=" + string(list)
}

// logStart is how an entry of the log begins; a text of several lines goes on
// without it.
var logStart = regexp.MustCompile(`^\d{4}-\d\d-\d\dT`)

// expectAudit fails the test unless the audit log has these parts, and nothing private.
func (i *installed) expectAudit(of secrets, parts ...string) {
	i.T.Helper()
	text, err := os.ReadFile(i.audit)
	acctest.Must(i.T, err)
	expectNone(i.T, "the audit log", string(text), credentials, of)
	acctest.ExpectSays(i.T, "the audit log", string(text), parts...)
}

// requestsIn counts the requests in a log.
func requestsIn(log string) int { return strings.Count(log, "parking service request") }

// step runs a command, checks all that it printed and logged, and gives what the
// provider logged.
func (i *installed) step(wantCode int, args ...string) string {
	i.T.Helper()
	what := strings.Join(args[:2], " ")
	code, out := i.Run(append(slices.Clone(args), "-no-color")...)
	if code != wantCode {
		i.T.Fatalf("%s exits with %d:\n%s", what, code, out)
	}
	all, err := os.ReadFile(i.logs)
	acctest.Must(i.T, err)
	acctest.Must(i.T, os.Remove(i.logs))
	var provider, core strings.Builder
	to := &core
	for line := range strings.Lines(string(all)) {
		if logStart.MatchString(line) {
			to = &core
			if strings.Contains(line, "terraform-provider-parking") {
				to = &provider
			}
		}
		to.WriteString(line)
	}
	expectNone(i.T, what+": the provider's log", provider.String(), credentials, personal)
	heard, err := os.ReadFile(i.overheard)
	if !os.IsNotExist(err) { // not every command starts the provider
		acctest.Must(i.T, err)
		acctest.Must(i.T, os.Remove(i.overheard))
	}
	expectNone(i.T, what+": what the provider writes", string(heard), credentials, personal)
	if raw, logged := requestsIn(string(heard)), requestsIn(provider.String()); raw != logged {
		i.T.Errorf("%s: the provider wrote lines of %d requests, and Terraform logged %d", what, raw, logged)
	}
	own := core.String()
	if args[0] == "import" {
		// Terraform itself repeats the identifier that it is given to import.
		out, own = strings.ReplaceAll(out, args[2], ""), strings.ReplaceAll(own, args[2], "")
	}
	expectNone(i.T, what+": Terraform's log", own, credentials)
	if args[0] != "import" || program.Has(i.T, "1.11", "") { // the others themselves log what they imported
		expectNone(i.T, what+": Terraform's log", own, personal)
	}
	expectNone(i.T, what+": the output", out, credentials, personal)
	return provider.String()
}
