package token

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/provider/catalogo"
	"github.com/parking-provider/terraform-provider-parking/internal/provider/cliente"
	"github.com/parking-provider/terraform-provider-parking/internal/provider/flota"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// endpoints are the sandbox's paths of the token operations.
const endpoints = `{ login = "/external/login", generar_token = "/external/token-generar", obtener_token = "/external/token", ` +
	`renovar_token = "/external/token-renovar" }`

// tokenConfig logs in through a provider configuration without a credential; that of
// the rest has the token. The texts are lines of the ephemeral block, and what follows.
func tokenConfig(w *acctest.Server, lines, rest string) string {
	return fmt.Sprintf(`
variable "password" {
  type      = string
  ephemeral = true
}
provider "parking" {
  alias       = "login"
  base_url    = %[1]q
  max_retries = 0
  endpoints   = %[2]s
}
ephemeral "parking_token" "test" {
  provider  = parking.login
  operacion = "login"
  cuerpo    = { email = "flota.sur@example.com", password = var.password }
  %[3]s
}
provider "parking" {
  base_url    = %[1]q
  credential  = ephemeral.parking_token.test.token
  max_retries = 0
  endpoints   = %[2]s
}
`, w.BaseURL, endpoints, lines) + rest
}

// tokens are those that the service has given out.
func tokens(w *acctest.Server) []string {
	w.T.Helper()
	rows, err := w.Box.DB().QueryContext(w.T.Context(), `SELECT token FROM tokens ORDER BY id`)
	if err != nil {
		w.T.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var out []string
	for rows.Next() {
		var token string
		if err := rows.Scan(&token); err != nil {
			w.T.Fatal(err)
		}
		out = append(out, token)
	}
	if err := rows.Err(); err != nil {
		w.T.Fatal(err)
	}
	return out
}

// A second provider configuration has the token as its credential: the service, which
// accepts no other one, ties it to the client that logged in. Each walk of Terraform
// logs in once, and nothing of it is in a plan or in the state.
func TestCLITokenAsCredential(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{Credential: "otra-credencial"})
	c := acctest.NewTokenCLI(t, tokenConfig(w, "", `
data "parking_cliente" "propio" {}
resource "parking_placa" "test" {
  placa            = "PBA-0001"
  tipo_vehiculo_id = 1
}
output "cliente" { value = data.parking_cliente.propio.id }
`), "sandbox")
	c.Ok("validate", "-no-color")
	w.ExpectRequests(map[string]int{})
	c.Ok("plan", "-no-color", "-out=plan")
	w.ExpectRequests(map[string]int{"login": 1, "cliente": 2, "placa": 3}) // in both spellings, and a control
	if out := c.Ok("apply", "-no-color", "plan"); !strings.Contains(out, "cliente = 3") {
		t.Errorf("the token is not that of the client who logged in:\n%s", out)
	}
	w.ExpectRequests(map[string]int{"login": 1, "registrar_placa": 1, "placa": 3})
	c.EmptyPlan()
	w.ExpectRequests(map[string]int{"login": 1, "cliente": 1, "placa": 1})
	kept := c.Ok("show", "-json") + c.Ok("show", "-json", "plan") + acctest.EveryFile(t, c.Folder)
	if !strings.Contains(kept, "PBA-0001") {
		t.Error("neither the state nor the plan holds the plate")
	}
	given := tokens(w)
	if len(given) != 3 {
		t.Errorf("%d tokens were given", len(given))
	}
	for _, secret := range append(given, "sandbox") {
		if strings.Contains(kept, secret) {
			t.Errorf("%q is in the state or the plan", secret)
		}
	}
	c.Ok("destroy", "-no-color", "-auto-approve")
	if made := w.Requests()["login"]; made != 3 {
		t.Errorf("destroying logs in %d times", made)
	}
}

// What logs in waits for the provider configuration or the password that comes from
// the same apply; the plan asks nothing.
func TestCLITokenOfTheSameApply(t *testing.T) {
	t.Parallel()
	for name, replaced := range map[string][2]string{
		"base_url": {`base_url    = %q`, `base_url    = terraform_data.test.output`}, "cuerpo": {`"flota.sur@example.com"`, `"${terraform_data.test.id == "" ? "" : "flota.sur"}@example.com"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := acctest.NewServer(t, sandbox.Options{Credential: "otra-credencial"})
			from := strings.ReplaceAll(replaced[0], "%q", fmt.Sprintf("%q", w.BaseURL))
			config := strings.Replace(tokenConfig(w, "", fmt.Sprintf("resource \"terraform_data\" \"test\" { input = %q }\n", w.BaseURL)+acctest.MinimalPlaca), from, replaced[1], 1)
			c := acctest.NewTokenCLI(t, config, "sandbox")
			if program.Under(t, false, name == "base_url") {
				appliesInTwo(w, c)
				return
			}
			c.Ok("plan", "-no-color", "-out=plan")
			w.ExpectRequests(map[string]int{})
			c.Ok("apply", "-no-color", "plan")
			w.ExpectRequests(map[string]int{"login": 1, "registrar_placa": 1, "placa": 2})
		})
	}
}

// appliesInTwo does what the warning says: OpenTofu refuses a token that is unknown, with an error of its own.
func appliesInTwo(w *acctest.Server, c *acctest.CLI) {
	w.T.Helper()
	code, out := c.Run("plan", "-no-color")
	if code != 1 || !strings.Contains(strings.Join(strings.Fields(out), " "), "apply that first, for example with -target.") || !strings.Contains(out, "not wholly known") {
		w.T.Errorf("exits with %d:\n%s", code, out)
	}
	c.Ok("apply", "-no-color", "-auto-approve", "-target=terraform_data.test")
	w.ExpectRequests(map[string]int{})
	c.Ok("apply", "-no-color", "-auto-approve")
	w.ExpectRequests(map[string]int{"login": 2, "registrar_placa": 1, "placa": 3})
}

// tokenWorld is a service with all four operations, and a provider for it.
func tokenServer(t *testing.T, block acctest.Values) (*acctest.Server, *acctest.Proto) {
	t.Helper()
	w := acctest.NewServer(t, sandbox.Options{Credential: "secret-credential"})
	endpoints := acctest.Values{"login": "/external/login", "generar_token": "/external/token-generar", "obtener_token": "/external/token", "renovar_token": "/external/token-renovar"}
	return w, w.Proto(acctest.Values{"endpoints": endpoints}.With(block))
}

// openToken opens a parking_token; its result is in state.
func openToken(p *acctest.Proto, config acctest.Values) acctest.Result {
	p.T.Helper()
	return p.Open("parking_token", config)
}

// validateToken checks a parking_token as terraform validate does and gives the errors.
func validateToken(p *acctest.Proto, config acctest.Values) []string {
	p.T.Helper()
	return p.ValidateEphemeral("parking_token", config)
}

var logIn = acctest.Values{"operacion": "login", "cuerpo": acctest.Values{"email": "flota.sur@example.com", "password": "sandbox"}}

// Each operation obtains a token from the service; it and the whole answer are given.
func TestTokenOperations(t *testing.T) {
	t.Parallel()
	w, p := tokenServer(t, nil)
	for operation, config := range map[string]acctest.Values{
		"login":         logIn,
		"generar_token": {"operacion": "generar", "cuerpo": acctest.Values{"nombre": "ci"}},
		"renovar_token": {"operacion": "renovar"},
	} {
		opened := openToken(p, config)
		given := tokens(w)
		w.ExpectRequests(map[string]int{operation: 1})
		datos, _ := opened.State["datos"].(acctest.Values)
		if len(opened.Diags) > 0 || opened.State["token"] != given[len(given)-1] || datos["token"] != opened.State["token"] || datos["expira"] == nil || len(opened.Private) > 0 {
			t.Errorf("%s: %v, %q", operation, opened.State, opened.Errors())
		}
		read := openToken(p, acctest.Values{"operacion": "obtener"})
		if operation != "login" && (len(read.Diags) > 0 || read.State["token"] != opened.State["token"]) {
			t.Errorf("obtener after %s: %v, %q", operation, read.State, read.Errors())
		}
		w.Requests()
		w.Exec("DELETE FROM tokens")
	}
}

// What Terraform is given is what is sent, as JSON, and of a reading in the query.
func TestTokenRequest(t *testing.T) {
	t.Parallel()
	var sent, query string
	l := answers.NewListener(t, func(rw http.ResponseWriter, r *http.Request) {
		text := make([]byte, max(r.ContentLength, 0))
		_, _ = r.Body.Read(text)
		sent, query = string(text), r.URL.RawQuery
		answers.Body(http.StatusOK, `{"estado":"ok","data":"tok"}`)(rw, r)
	})
	p := acctest.NewProtoWithEnv(t, nil).Configured(acctest.Values{"base_url": l.URL, "credential": "key", "endpoints": acctest.Values{"login": "/l", "generar_token": "/g", "obtener_token": "/o"}})
	for _, tt := range []struct {
		config     acctest.Values
		body, path string
	}{
		{acctest.Values{"operacion": "login", "cuerpo": acctest.Values{"usuario": acctest.Values{"pin": 1234567, "roles": []any{"a", true, nil}}, "x": 1.5}}, `{"usuario":{"pin":1234567,"roles":["a",true,null]},"x":1.5}`, ""},
		{acctest.Values{"operacion": "login", "cuerpo": acctest.Values{}}, `{}`, ""},
		{acctest.Values{"operacion": "generar"}, "", ""},
		{acctest.Values{"operacion": "obtener", "parametros": acctest.Values{"nombre": "ci"}}, "", "nombre=ci"},
	} {
		if opened := openToken(p, tt.config); opened.State["token"] != "tok" || sent != tt.body || query != tt.path {
			t.Errorf("%v: sent %q, %q; %v, %q", tt.config, sent, query, opened.State, opened.Errors())
		}
	}
}

// While something is not known, nothing is sent and nothing fails.
func TestTokenValidation(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	text, anything := acctest.UnknownText, tftypes.NewValue(tftypes.DynamicPseudoType, tftypes.UnknownValue)
	for _, config := range []acctest.Values{
		logIn, {"operacion": "generar"}, {"operacion": "renovar", "cuerpo": acctest.Values{}}, {"operacion": "obtener", "parametros": acctest.Values{"a": "b"}, "campo": "token"},
		{"operacion": text, "cuerpo": acctest.Values{}, "parametros": acctest.Values{"a": "b"}},
		{"operacion": "login", "cuerpo": anything, "campo": text},
		{"operacion": "login", "cuerpo": acctest.Values{"password": text}},
		{"operacion": "obtener", "parametros": tftypes.NewValue(tftypes.Map{ElementType: tftypes.String}, tftypes.UnknownValue)},
	} {
		if errs := validateToken(p, config); len(errs) > 0 {
			t.Errorf("%v: %q", config, errs)
		}
	}
	for _, tt := range []struct {
		config acctest.Values
		want   string
	}{
		{acctest.Values{"operacion": "entrar"}, "operacion: Invalid Attribute Value Match"},
		{acctest.Values{"operacion": "login", "cuerpo": "a"}, "Invalid body"},
		{acctest.Values{"operacion": "login", "cuerpo": []any{"a"}}, "Invalid body"},
		{acctest.Values{"operacion": "obtener", "cuerpo": acctest.Values{}}, "Invalid body"},
		{acctest.Values{"operacion": "login", "parametros": acctest.Values{"a": "b"}}, "parametros: Invalid parameters"},
		{acctest.Values{"operacion": "obtener", "parametros": acctest.Values{"": "b"}}, `parametros[""]: Invalid Attribute Value Length`},
		{acctest.Values{"operacion": "login", "campo": ""}, "campo: Invalid Attribute Value Length"},
	} {
		acctest.Expect(t, fmt.Sprint(tt.config), validateToken(p, tt.config), tt.want)
	}
}

// As long as the provider configuration is not known, neither is the token, and a
// warning says what it waits for.
func TestTokenOfUnknownProvider(t *testing.T) {
	t.Parallel()
	p := acctest.NewProtoWithEnv(t, nil).Configured(acctest.Values{"base_url": acctest.UnknownText})
	opened := openToken(p, logIn)
	token, isUnknown := opened.State["token"].(tftypes.Value)
	acctest.Expect(t, "unknown", opened.Warnings(), "Token not known yet")
	if len(opened.Errors()) > 0 || !isUnknown || token.IsKnown() {
		t.Errorf("%v, %q", opened.State, opened.Errors())
	}
}

// unableTo are the heads of what each operation fails with.
var unableTo = map[string]string{"login": "Unable to obtain token", "generar": "Unable to obtain token", "renovar": "Unable to obtain token", "obtener": "Unable to read token"}

// An operation without a path names the attribute to set, and sends nothing.
func TestTokenWithoutEndpoint(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	for operacion, head := range unableTo {
		acctest.Expect(t, operacion, openToken(p, acctest.Values{"operacion": operacion}).Errors(), head)
	}
	w.ExpectRequests(map[string]int{})
}

// A provider configuration without a credential can log in, where it knows the path,
// and do nothing else.
func TestTokenWithoutCredential(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{Credential: "otra-credencial"})
	block := acctest.Values{"base_url": w.BaseURL, "credential_scheme": "Bearer", "max_retries": 0}
	acctest.Expect(t, "no path", acctest.ErrorsOf(acctest.NewProtoWithEnv(t, nil).Configure(block)), "Invalid provider configuration")
	p := acctest.NewProtoWithEnv(t, nil).Configured(block.With(acctest.Values{"endpoints": acctest.Values{"login": "/external/login", "generar_token": "/external/token-generar"}}))
	var headers []http.Header
	w.Answer(func(r *http.Request) http.HandlerFunc { headers = append(headers, r.Header.Clone()); return nil })
	acctest.NoMessages(t, "opened", openToken(p, logIn))
	if _, there := headers[0]["Authorization"]; there {
		t.Errorf("the login carries %q", headers[0]["Authorization"])
	}
	w.ExpectRequests(map[string]int{"login": 1})
	acctest.Expect(t, "generar", openToken(p, acctest.Values{"operacion": "generar"}).Errors(), "Unable to obtain token")
	acctest.Expect(t, "resource", p.Apply("parking_placa", acctest.Result{}, acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 1}).Errors(), "Unable to plan plate")
	acctest.Expect(t, "data", p.Data("parking_tramo", acctest.Values{"id": 1}).Errors(), "Unable to read section")
	w.ExpectRequests(map[string]int{})
}

// What the service fails with, and what is said of it. Nothing is ever sent twice.
func TestTokenFailures(t *testing.T) {
	t.Parallel()
	cut := func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	fail := answers.Body(http.StatusOK, `{"estado":"fail","error":"Datos incorrectos","errores":{"password":["Es corta"]}}`)
	routes := map[string]string{"login": "POST /external/login", "generar": "POST /external/token-generar", "renovar": "POST /external/token-renovar", "obtener": "GET /external/token"}
	type row struct {
		answer http.HandlerFunc
		heads  map[string]string // by operation
	}
	acctest.Each(t, map[string]row{
		"refused field": {fail, map[string]string{"login": "Unable to obtain token", "generar": "Unable to obtain token"}},
		"wrong user":    {answers.Body(http.StatusUnauthorized, `{"estado":"fail","error":"Datos incorrectos"}`), map[string]string{"login": "Unable to obtain token"}},
		"page":          {answers.Body(http.StatusOK, "<html>"), map[string]string{"login": "Unable to obtain token", "obtener": "Unable to read token"}},
		"lost":          {cut, unableTo},
		"failed":        {answers.Body(http.StatusInternalServerError, "<html>"), map[string]string{"login": "Unable to obtain token", "generar": "Unable to obtain token", "renovar": "Unable to obtain token"}},
		"no token": {answers.Body(http.StatusOK, `{"estado":"ok","data":{"sesion":{"clave":"Xk3FalsaClave"},"n":1}}`), map[string]string{
			"login": "campo: No token in the answer", "generar": "campo: No token in the answer", "renovar": "campo: No token in the answer", "obtener": "campo: No token in the answer"}},
	}, func(t *testing.T, tt row) {
		for operacion, head := range tt.heads {
			w, p := tokenServer(t, acctest.Values{"max_retries": 3})
			var asked atomic.Int32
			w.Answer(func(r *http.Request) http.HandlerFunc {
				if r.Method+" "+r.URL.Path != routes[operacion] {
					return nil
				}
				asked.Add(1)
				return tt.answer
			})
			config := acctest.Values{"operacion": operacion}
			if operacion == "login" {
				config = maps.Clone(logIn)
			}
			opened := openToken(p, config)
			acctest.Expect(t, operacion, opened.Errors(), head)
			if strings.Contains(strings.Join(opened.Errors(), ""), "Xk3Falsa") || opened.State["token"] != nil || opened.State["datos"] != nil {
				t.Errorf("%s: %v, %q", operacion, opened.State, opened.Errors())
			}
			if n := asked.Load(); n > 1 && operacion != "obtener" {
				t.Errorf("%s was sent %d times", operacion, n)
			}
		}
	})
}

func TestMain(m *testing.M) { acctest.Main(m, Area, flota.Area, catalogo.Area, cliente.Area) }
