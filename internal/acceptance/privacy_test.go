package acceptance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path"
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
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// What must not show, of words that stand nowhere by chance.
const (
	privateCredential = "Zq7Clave+Con/Signos=="
	wrongCredential   = "Xk3Falsa+Con/Signos=="
	privateEmail      = "Zutana+Mengana@Example.org"
	privateTelefono   = "987650123"
	privateCedula     = "1723904586"
	privateApellidos  = "Perengánez"
)

// secrets are texts to look for, in lower case: words that no escaping changes, and the parts of a number.
type secrets []string

var (
	credentials = secrets{"zq7clave", "xk3falsa"}
	personal    = secrets{"zutana", "mengana", "pereng", privateTelefono, privateCedula, "650_123", "390_458"}
)

// expectNone fails the test when a text shows a secret.
func expectNone(t *testing.T, what, text string, of ...secrets) {
	t.Helper()
	lower := strings.ToLower(text)
	for _, secret := range slices.Concat(of...) {
		if at := strings.Index(lower, secret); at >= 0 {
			t.Errorf("%s shows %s: …%.300s", what, secret, text[max(0, at-150):])
		}
	}
}

// echoed are the forms in which a careless service repeats a text.
func echoed(text string) []string {
	grouped := regexp.MustCompile(`[0-9]{3}`).ReplaceAllString(text, "${0}_")
	return []string{text, grouped, strings.ToUpper(text), url.QueryEscape(text)}
}

// spoiled are the failures of a service that repeats what it got and what it
// knows of a client.
var spoiled = map[string]func(echo string) http.HandlerFunc{
	"fail": func(echo string) http.HandlerFunc {
		errores := map[string]any{"email": []string{echo}, "otro": echo, echo: "x"}
		// Of a long text only the beginning is shown, so each form is one of its own too.
		for form := range strings.SplitSeq(echo, " | ") {
			if form == "" {
				continue
			}
			field := "forma" + form[:1]
			forms, _ := errores[field].([]string)
			errores[field] = append(forms, form)
		}
		text, _ := json.Marshal(map[string]any{"estado": "fail", "error": echo, "errores": errores})
		return answers.Body(http.StatusOK, string(text))
	},
	"refused": func(echo string) http.HandlerFunc {
		text, _ := json.Marshal(map[string]string{"estado": "fail", "error": echo})
		return answers.Body(http.StatusUnauthorized, string(text))
	},
	"page":   func(echo string) http.HandlerFunc { return answers.Body(http.StatusOK, "<html>"+echo) },
	"broken": func(echo string) http.HandlerFunc { return answers.Body(http.StatusInternalServerError, "<html>"+echo) },
	"cut": func(echo string) http.HandlerFunc {
		return answers.Body(http.StatusOK, `{"estado":"ok","data":{"telefono":"`+echo)
	},
	"other": func(string) http.HandlerFunc {
		return answers.Body(http.StatusOK, `{"estado":"ok","data":{"placa":"X","email":"`+privateEmail+`","telefono":{"x":"`+privateTelefono+`"}}}`)
	},
	"drop": func(string) http.HandlerFunc {
		return func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	},
	"noise": func(echo string) http.HandlerFunc {
		return func(rw http.ResponseWriter, _ *http.Request) {
			connection, _, err := http.NewResponseController(rw).Hijack()
			if err != nil {
				panic(err)
			}
			_, _ = io.WriteString(connection, strings.ReplaceAll(echo, " ", "_")+"\r\n\r\n")
			_ = connection.Close()
		}
	},
}

// witness stands before the sandbox. It keeps the headers that came, and while
// it is spoiling, the things that are named after a failure suffer it.
type witness struct {
	failures map[string]func(echo string) http.HandlerFunc

	mu       sync.Mutex
	headers  []http.Header
	spoiling bool
	struck   map[string]bool // such as "GET page"
}

func (s *witness) answer(r *http.Request) http.HandlerFunc {
	sent, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(sent))
	var record struct{ Email, Placa string }
	_ = json.Unmarshal(sent, &record)
	email := r.URL.Query().Get("email") + record.Email
	thing := email + record.Placa
	if thing == "" {
		thing = path.Base(r.URL.Path)
	}
	// What the provider sent it can hide in any form; the rest only as it is.
	echo := echoed(privateCredential)
	if email != "" {
		echo = append(echo, echoed(email)...)
	}
	if record.Email != "" {
		echo = slices.Concat(echo, echoed(privateTelefono), echoed(privateCedula), echoed(privateApellidos))
	}
	echo = append(echo, string(sent), r.URL.String(), privateEmail, privateTelefono, privateCedula)

	s.mu.Lock()
	defer s.mu.Unlock()
	s.headers = append(s.headers, r.Header.Clone())
	// A new client is looked up before it is registered, and that goes well.
	thing, isNew := strings.CutPrefix(thing, "new-")
	kind, _, _ := strings.Cut(thing, ".")
	fail := s.failures[kind]
	if fail == nil || !s.spoiling || isNew && r.Method == http.MethodGet {
		return nil
	}
	s.struck[r.Method+" "+kind] = true
	return fail(strings.Join(echo, " | "))
}

func (s *witness) spoil(now bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.spoiling = now
}

// seen gives the headers of all requests so far.
func (s *witness) seen() []http.Header {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.headers)
}

// failed reports whether a method was ever failed in one way.
func (s *witness) failed(method, kind string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.struck[method+" "+kind]
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
variable "names" { type = set(string) }
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
  for_each         = toset([for name in var.names : name if !startswith(name, "new-")])
  placa            = each.key
  tipo_vehiculo_id = 1
  electrico        = var.nombre != "Ana"
}
resource "parking_vehiculo" "test" {
  cliente_id = parking_cliente.test["ana"].id
  placa      = parking_placa.test["ana"].placa
}
resource "parking_zona_favorita" "test" {
  cliente_id = parking_cliente.test["ana"].id
  tramo_id   = 5
}
data "parking_cliente" "test" {
  email      = parking_cliente.test["ana"].email
  depends_on = [parking_cliente.test]
}
data "parking_tramo" "test" {
  id = 1
}
data "parking_tipo_vehiculo" "test" {
  id = 1
}
`

// TestCLIPrivacy runs the program as it is installed, at TF_LOG=TRACE, through all
// that is done with clients and plates and every way in which it fails. Neither
// the logs, of the provider and of Terraform, nor the output nor the audit log nor any header but
// Authorization show the credential, the e-mail address, the surname, the telephone
// or the document number, and neither the state nor a plan file the credential.
func TestCLIPrivacy(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{Credential: privateCredential})
	elsewhere := answers.NewListener(t, func(_ http.ResponseWriter, r *http.Request) { t.Errorf("a redirect was followed to %s", r.URL) })
	service := &witness{struck: map[string]bool{}, failures: maps.Clone(spoiled)}
	for kind, to := range map[string]string{"moved": elsewhere.URL, "secured": strings.Replace(w.BaseURL, "http:", "https:", 1)} {
		service.failures[kind] = func(string) http.HandlerFunc {
			return func(rw http.ResponseWriter, r *http.Request) {
				http.Redirect(rw, r, to+"/login?key="+url.QueryEscape(r.Header.Get("Authorization"))+"&next="+url.QueryEscape(r.URL.String()), http.StatusTemporaryRedirect)
			}
		}
	}
	w.Answer(func(r *http.Request) http.HandlerFunc {
		handler := service.answer(r)
		if handler == nil {
			handler = w.Box.ServeHTTP
		}
		return func(rw http.ResponseWriter, r *http.Request) {
			// On a kept connection that dies net/http repeats a read by itself, and
			// the requests could not be counted.
			rw.Header().Set("Connection", "close")
			handler(rw, r)
		}
	})
	kinds := slices.Sorted(maps.Keys(service.failures))
	names, news := append(slices.Clone(kinds), "ana"), make([]string, len(kinds))
	for n, kind := range kinds {
		news[n] = "new-" + kind
	}
	i := newInstalled(t, build(t), fmt.Sprintf(privateConfig, provider.Address, w.BaseURL), names)

	var log strings.Builder
	step := func(wantCode int, args ...string) {
		t.Helper()
		log.WriteString(i.step(wantCode, args...))
	}
	step(0, "plan", "-out=plan")
	shown := i.Ok("show", "-json", "plan")
	step(0, "apply", "plan")
	step(0, "plan", "-detailed-exitcode")
	step(0, "apply", "-var=nombre=Bea", "-auto-approve")
	step(0, "state", "rm", `parking_cliente.test["page"]`)
	step(0, "import", `parking_cliente.test["page"]`, "page."+privateEmail)
	if program.Has(t, "1.5", "1.12") { // OpenTofu 1.6 looks for what it imported in its own registry alone
		shown += i.Ok("show", "-json")
	}

	service.spoil(true)
	step(1, "plan", "-var=nombre=Bea")                  // every read fails
	step(1, "apply", "-refresh=false", "-auto-approve") // every change
	i.Env = append(i.Env, namesVariable(slices.Concat(names, news)))
	step(1, "apply", "-refresh=false", "-var=nombre=Bea", "-auto-approve") // every registration
	for _, kind := range kinds {
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut} {
			if !service.failed(method, kind) {
				t.Errorf("no %s failed as %s", method, kind)
			}
		}
	}
	service.spoil(false)
	i.Env = append(i.Env, namesVariable(names), "PARKING_CREDENTIAL="+wrongCredential)
	step(1, "plan", "-var=nombre=Bea")
	i.Env = append(i.Env, "PARKING_CREDENTIAL="+privateCredential)
	step(0, "destroy", "-auto-approve")
	expectEveryRequestLogged(t, log.String(), len(service.seen()))

	i.Env = append(i.Env, "TF_LOG_PROVIDER_PARKING=off")
	if quiet := i.step(0, "plan", "-out=plan"); strings.Contains(quiet, "parking service request") {
		t.Errorf("the log of the provider cannot be switched off by itself:\n%s", quiet)
	}
	for _, header := range service.seen() {
		if header.Get("Authorization") == "" {
			t.Error("a request has no credential")
		}
		header.Del("Authorization")
		expectNone(t, "a header", fmt.Sprint(header), credentials, personal)
	}
	i.expectAudit(personal, `"operation":"registrar_cliente"`, `"operation":"actualizar_cliente","cliente_id":`, `"outcome":"done"`,
		`"outcome":"refused"`, `"outcome":"unknown"`)
	// That the telephone is found shows that looking finds anything.
	kept := shown + acctest.EveryFile(t, i.Folder)
	expectNone(t, "the state or the plan", kept, credentials)
	acctest.ExpectSays(t, "the state or the plan", kept, privateEmail, privateTelefono, privateCedula)
}

// expectEveryRequestLogged fails the test unless there is a line for each
// request, with what is promised of it.
func expectEveryRequestLogged(t *testing.T, log string, requests int) {
	t.Helper()
	lines := 0
	for line := range strings.Lines(log) {
		if !strings.Contains(line, "parking service request") {
			continue
		}
		lines++
		acctest.ExpectSays(t, "the log", line, " operation=", " method=", " route=/external/", " status=", " attempt=1", " duration_ms=", " @module=parking")
	}
	if lines != requests {
		t.Errorf("%d of %d requests are logged", lines, requests)
	}
}

func TestMain(m *testing.M) {
	if os.Getenv(overhearing) != "" {
		if overhear() != nil {
			os.Exit(2) // it crashed
		}
		os.Exit(0)
	}
	acctest.Main(m, areas.All...)
}
