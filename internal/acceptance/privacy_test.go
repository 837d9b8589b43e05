package acceptance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/areas"
	"github.com/parking-provider/terraform-provider-parking/internal/provider"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

func TestMain(m *testing.M) { acctest.Main(m, areas.All...) }

// What must not show, of words that stand nowhere by chance.
const (
	privateCredential = "Zq7Clave+Con/Signos=="
	wrongCredential   = "Xk3Falsa+Con/Signos=="
	privateEmail      = "Zutana+Mengana@Example.org"
	privateTelefono   = "987650123"
	privateCedula     = "1723904586"
	privateApellidos  = "Perengánez"
)

// What to look for, in lower case: words that no escaping changes, and the parts of a number.
var (
	credentials = []string{"zq7clave", "xk3falsa"}
	personal    = []string{"zutana", "mengana", "pereng", privateTelefono, privateCedula, "650_123", "390_458"}
)

// expectNone fails the test when a text shows a secret.
func expectNone(t *testing.T, what, text string, secrets ...[]string) {
	t.Helper()
	lower := strings.ToLower(text)
	for _, secret := range slices.Concat(secrets...) {
		if at := strings.Index(lower, secret); at >= 0 {
			t.Errorf("%s shows %s: …%.300s", what, secret, text[max(0, at-150):])
		}
	}
}

// careless stands before the sandbox, and checks that each request has a credential, in its place alone, and names the program. While it
// fails a method it repeats what it got and what it knows of a client: of an update in every text of a rejection, of all else in a page.
// The tests of the client try every way.
type careless struct {
	t     *testing.T
	mu    sync.Mutex
	asked int
	fails []string // methods
}

var userAgent = regexp.MustCompile(`^terraform-provider-parking/\S+ terraform/[0-9]`)

func (s *careless) failing(methods ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fails = methods
}

func (s *careless) answer(r *http.Request) http.HandlerFunc {
	sent, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(sent))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	header := r.Header.Clone()
	if agent := header.Get("User-Agent"); header.Get("Authorization") == "" || !userAgent.MatchString(agent) {
		s.t.Errorf("a request has no credential, or the User-Agent %q", agent)
	}
	header.Del("Authorization")
	expectNone(s.t, "a header", fmt.Sprint(header), credentials, personal)
	if !slices.Contains(s.fails, r.Method) {
		return nil
	}
	echo := strings.Join([]string{privateCredential, url.QueryEscape(privateCredential), string(sent), r.URL.String(), privateEmail,
		url.QueryEscape(privateEmail), privateTelefono, privateCedula}, " | ")
	if r.Method != http.MethodPost {
		return answers.Body(http.StatusInternalServerError, "<html>"+echo)
	}
	out, _ := json.Marshal(map[string]any{"estado": "fail", "error": echo, "errores": map[string]any{"email": echo, echo: privateTelefono}})
	return answers.Body(http.StatusUnprocessableEntity, string(out))
}

const privateConfig = `
terraform {
  required_providers {
    parking = { source = %q }
  }
}
provider "parking" {
  base_url    = %q
  max_retries = 0
  endpoints   = { registrar_cliente = "/external/cliente-registrar" }

  overwrite_existing = true
}
variable "persona" {
  type      = object({ email = string, telefono = string, cedula = string, apellidos = string })
  sensitive = true
}
variable "nombre" { default = "Ana" }
variable "names" {
  type    = set(string)
  default = ["ana", "eva", "luz"]
}
resource "parking_cliente" "test" {
  for_each  = var.names
  email     = "${each.key}.${var.persona.email}"
  nombre    = var.nombre
  apellidos = var.persona.apellidos
  prefijos  = "+593"
  telefono  = var.persona.telefono
  cedula    = var.persona.cedula
}
resource "parking_placa" "test" {
  placa            = "AKX0359"
  tipo_vehiculo_id = 1
}
data "parking_cliente" "test" {
  email      = parking_cliente.test["ana"].email
  depends_on = [parking_cliente.test]
}
`

// logged is a terraform that starts the program as it starts an installed provider, and logs everything.
type logged struct {
	*acctest.CLI
	logs, audit string // files
	requests    int    // in the log of the provider
}

func newLogged(t *testing.T, config string) *logged {
	t.Helper()
	folder, files := t.TempDir(), t.TempDir()
	rc, binary := filepath.Join(files, "terraformrc"), filepath.Join(files, workbench.Executable("terraform-provider-parking"))
	acctest.Must(t, workbench.Build(t.Context(), filepath.Join("..", ".."), binary))
	acctest.Write(t, rc, fmt.Sprintf("provider_installation {\n  dev_overrides { %q = %q }\n  direct {}\n}\n", provider.Address, files))
	acctest.Write(t, filepath.Join(folder, "main.tf"), config)
	persona, _ := json.Marshal(map[string]string{
		"email": privateEmail, "telefono": privateTelefono, "cedula": privateCedula, "apellidos": privateApellidos})
	l := &logged{CLI: &acctest.CLI{T: t, Folder: folder}, logs: filepath.Join(files, "log"), audit: filepath.Join(files, "audit.jsonl")}
	l.Env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+rc, "CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1", "TF_LOG=TRACE",
		"TF_LOG_PATH="+l.logs, "PARKING_AUDIT_LOG="+l.audit, "PARKING_CREDENTIAL="+privateCredential, "TF_VAR_persona="+string(persona))
	return l
}

// step runs a command, and checks all that it printed and logged.
func (l *logged) step(wantCode int, args ...string) {
	l.T.Helper()
	what := strings.Join(args[:2], " ")
	code, out := l.Run(append(slices.Clone(args), "-no-color")...)
	if code != wantCode {
		l.T.Fatalf("%s exits with %d:\n%s", what, code, out)
	}
	log, err := os.ReadFile(l.logs)
	acctest.Must(l.T, err)
	acctest.Must(l.T, os.Remove(l.logs))
	for line := range strings.Lines(string(log)) {
		if strings.Contains(line, "parking service request") {
			l.requests++
			acctest.ExpectSays(l.T, what+": the log", line, " operation=", " method=", " route=/external/", " status=", " attempt=1",
				" duration_ms=", " @module=parking")
		}
	}
	all := out + string(log)
	if args[0] == "import" { // Terraform itself repeats the identifier that it is given to import
		all = strings.ReplaceAll(all, args[2], "")
	}
	expectNone(l.T, what, all, credentials)
	if args[0] != "import" || program.Has(l.T, "1.11", "") { // the others themselves log what they imported
		expectNone(l.T, what, all, personal)
	}
}

// TestCLIPrivacy runs the program as it is installed, at TF_LOG=TRACE, through all that is done with clients and plates, also where it
// fails. Neither the logs, of the provider and of Terraform, nor the output nor the audit log nor any header but Authorization show the
// credential, the e-mail address, the surname, the telephone or the document number, and neither the state nor a plan file the credential.
func TestCLIPrivacy(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{Credential: privateCredential})
	service := &careless{t: t}
	w.Answer(service.answer)
	l := newLogged(t, fmt.Sprintf(privateConfig, provider.Address, w.BaseURL))
	l.step(0, "plan", "-out=plan")
	shown := l.Ok("show", "-json", "plan")
	l.step(0, "apply", "plan")
	l.step(0, "plan", "-detailed-exitcode")
	l.step(0, "apply", "-var=nombre=Bea", "-auto-approve")
	l.step(0, "state", "rm", `parking_cliente.test["eva"]`)
	l.step(0, "import", `parking_cliente.test["eva"]`, "eva."+privateEmail)
	if program.Has(t, "1.5", "1.12") { // OpenTofu 1.6 looks for what it imported in its own registry alone
		shown += l.Ok("show", "-json")
	}

	service.failing(http.MethodGet)
	l.step(1, "plan", "-var=nombre=Bea")
	service.failing(http.MethodPost, http.MethodPut)
	l.step(1, "apply", "-refresh=false", "-auto-approve") // every change
	l.Env = append(l.Env, `TF_VAR_names=["ana", "eva", "luz", "zoe"]`)
	l.step(1, "apply", "-refresh=false", "-var=nombre=Bea", "-auto-approve") // every registration
	service.failing()
	l.Env = append(l.Env, `TF_VAR_names=["ana", "eva", "luz"]`, "PARKING_CREDENTIAL="+wrongCredential)
	l.step(1, "plan", "-var=nombre=Bea")
	l.Env = append(l.Env, "PARKING_CREDENTIAL="+privateCredential)
	l.step(0, "destroy", "-auto-approve")
	if l.requests != service.asked {
		t.Errorf("%d of %d requests are logged", l.requests, service.asked)
	}

	l.Env = append(l.Env, "TF_LOG_PROVIDER_PARKING=off")
	before := l.requests
	if l.step(0, "plan", "-out=plan"); l.requests > before {
		t.Error("the log of the provider cannot be switched off by itself")
	}
	// That the telephone is found shows that looking finds anything.
	kept := shown + acctest.EveryFile(t, l.Folder)
	expectNone(t, "the state or the plan", kept, credentials)
	acctest.ExpectSays(t, "the state or the plan", kept, privateEmail, privateTelefono, privateCedula)
	audit := read(t, l.audit)
	expectNone(t, "the audit log", audit, credentials, personal)
	acctest.ExpectSays(t, "the audit log", audit, `"operation":"registrar_cliente"`, `"operation":"actualizar_cliente","cliente_id":`,
		`"outcome":"done"`, `"outcome":"unknown"`)
}
