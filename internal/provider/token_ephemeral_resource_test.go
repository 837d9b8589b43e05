package provider

import (
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-testing/compare"
	"github.com/hashicorp/terraform-plugin-testing/echoprovider"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// tokenEndpoints are the sandbox's paths of the token operations.
const tokenEndpoints = `{ login = "/external/login", generar_token = "/external/token-generar", obtener_token = "/external/token", renovar_token = "/external/token-renovar" }`

// tokenConfig logs in through a provider configuration without a credential; that of
// the rest has the token. The texts are lines of the ephemeral block, and what follows.
func (w *world) tokenConfig(lines, rest string) string {
	return fmt.Sprintf(`
terraform {
  required_providers {
    parking = { source = "parking-provider/parking" }
  }
}
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
`, w.baseURL, tokenEndpoints, lines) + rest
}

// newTokenCLI is a terraform with that configuration, and the password in the environment.
func newTokenCLI(t *testing.T, config, password string) *cli {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "main.tf"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	c := newCLI(t, folder, nil)
	c.env = append(c.env, "TF_VAR_password="+password)
	return c
}

// tokens are those that the service has given out.
func (w *world) tokens() []string {
	w.t.Helper()
	rows, err := w.box.DB().QueryContext(w.t.Context(), `SELECT token FROM tokens ORDER BY id`)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var out []string
	for rows.Next() {
		var token string
		if err := rows.Scan(&token); err != nil {
			w.t.Fatal(err)
		}
		out = append(out, token)
	}
	if err := rows.Err(); err != nil {
		w.t.Fatal(err)
	}
	return out
}

// A second provider configuration has the token as its credential: the service, which
// accepts no other one, ties it to the client that logged in. Each walk of Terraform
// logs in once, and nothing of it is in a plan or in the state.
func TestTokenAsCredential(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{Credential: "otra-credencial"})
	c := newTokenCLI(t, w.tokenConfig("", `
data "parking_cliente" "propio" {}
resource "parking_placa" "test" {
  placa            = "PBA-0001"
  tipo_vehiculo_id = 1
}
output "cliente" { value = data.parking_cliente.propio.id }
`), "sandbox")
	c.ok("validate", "-no-color")
	w.expectRequests(map[string]int{})
	c.ok("plan", "-no-color", "-out=plan")
	w.expectRequests(map[string]int{"login": 1, "cliente": 1})
	if out := c.ok("apply", "-no-color", "plan"); !strings.Contains(out, "cliente = 3") {
		t.Errorf("the token is not that of the client who logged in:\n%s", out)
	}
	w.expectRequests(map[string]int{"login": 1, "registrar_placa": 1, "placa": 1})
	c.emptyPlan()
	w.expectRequests(map[string]int{"login": 1, "cliente": 1, "placa": 1})
	kept := c.ok("show", "-json") + c.ok("show", "-json", "plan") + everyFile(t, c.folder)
	if !strings.Contains(kept, "PBA-0001") {
		t.Error("neither the state nor the plan holds the plate")
	}
	given := w.tokens()
	if len(given) != 3 {
		t.Errorf("%d tokens were given", len(given))
	}
	for _, secret := range append(given, "sandbox") {
		if strings.Contains(kept, secret) {
			t.Errorf("%q is in the state or the plan", secret)
		}
	}
	c.ok("destroy", "-no-color", "-auto-approve")
}

// The values that an ephemeral resource gives, as another provider gets them.
func TestTokenValues(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	with := factories()
	with["echo"] = echoprovider.NewProviderServer()
	data := tfjsonpath.New("data")
	resource.UnitTest(t, resource.TestCase{
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_10_0)},
		ProtoV6ProviderFactories: with,
		Steps: []resource.TestStep{{
			Config: w.config(`
ephemeral "parking_token" "test" {
  operacion = "login"
  cuerpo    = { email = "flota.sur@example.com", password = "sandbox" }
}
provider "echo" { data = ephemeral.parking_token.test }
resource "echo" "test" {}
`, "endpoints = "+tokenEndpoints),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue("echo.test", data.AtMapKey("token"), knownvalue.StringRegexp(regexp.MustCompile("^sbx_[A-Z2-7]+$"))),
				statecheck.CompareValuePairs("echo.test", data.AtMapKey("token"), "echo.test", data.AtMapKey("datos").AtMapKey("token"), compare.ValuesSame()),
				statecheck.ExpectKnownValue("echo.test", data.AtMapKey("datos").AtMapKey("expira"), knownvalue.StringRegexp(regexp.MustCompile("^20"))),
			},
		}},
	})
}

// What logs in waits for the provider configuration or the password that comes from
// the same apply; the plan asks nothing.
func TestTokenOfTheSameApply(t *testing.T) {
	t.Parallel()
	for name, replaced := range map[string][2]string{
		"base_url": {`base_url    = %q`, `base_url    = terraform_data.test.output`}, "cuerpo": {`"flota.sur@example.com"`, `"${terraform_data.test.id == "" ? "" : "flota.sur"}@example.com"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{Credential: "otra-credencial"})
			from := strings.ReplaceAll(replaced[0], "%q", fmt.Sprintf("%q", w.baseURL))
			config := strings.Replace(w.tokenConfig("", fmt.Sprintf("resource \"terraform_data\" \"test\" { input = %q }\n", w.baseURL)+minimalPlaca), from, replaced[1], 1)
			c := newTokenCLI(t, config, "sandbox")
			c.ok("plan", "-no-color", "-out=plan")
			w.expectRequests(map[string]int{})
			c.ok("apply", "-no-color", "plan")
			w.expectRequests(map[string]int{"login": 1, "registrar_placa": 1, "placa": 1})
		})
	}
}

// A token that the service did not give, or a password that it refuses, is an error
// before anything is created.
func TestTokenRefused(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ line, password, want string }{
		"wrong token":    {`campo = "expira"`, "sandbox", "The service refuses the credential"},
		"wrong password": {"", "falsa", "The service refuses the user"},
		"wrong place":    {`campo = "sesion.token"`, "sandbox", "the answer holds texts at expira, token"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{Credential: "otra-credencial"})
			c := newTokenCLI(t, w.tokenConfig(tt.line, `data "parking_tramo" "test" { id = 1 }`), tt.password)
			code, out := c.run("plan", "-no-color")
			if plain := strings.Join(strings.Fields(strings.ReplaceAll(out, "│", " ")), " "); code != 1 || !strings.Contains(plain, tt.want) || strings.Contains(out, tt.password+`"`) {
				t.Errorf("exits with %d:\n%s", code, out)
			}
		})
	}
}

// tokenWorld is a service with all four operations, and a provider for it.
func tokenWorld(t *testing.T, block values) (*world, *proto) {
	t.Helper()
	w := newWorld(t, sandbox.Options{Credential: "secret-credential"})
	endpoints := values{"login": "/external/login", "generar_token": "/external/token-generar", "obtener_token": "/external/token", "renovar_token": "/external/token-renovar"}
	return w, w.proto(values{"endpoints": endpoints}.with(block))
}

var logIn = values{"operacion": "login", "cuerpo": values{"email": "flota.sur@example.com", "password": "sandbox"}}

// Each operation obtains a token from the service; it and the whole answer are given.
func TestTokenOperations(t *testing.T) {
	t.Parallel()
	w, p := tokenWorld(t, nil)
	for operation, config := range map[string]values{
		"login":         logIn,
		"generar_token": {"operacion": "generar", "cuerpo": values{"nombre": "ci"}},
		"renovar_token": {"operacion": "renovar"},
	} {
		opened := p.open("parking_token", config)
		given := w.tokens()
		w.expectRequests(map[string]int{operation: 1})
		datos, _ := opened.state["datos"].(values)
		if len(opened.diags) > 0 || opened.state["token"] != given[len(given)-1] || datos["token"] != opened.state["token"] || datos["expira"] == nil || len(opened.private) > 0 {
			t.Errorf("%s: %v, %q", operation, opened.state, opened.errors())
		}
		read := p.open("parking_token", values{"operacion": "obtener"})
		if operation != "login" && (len(read.diags) > 0 || read.state["token"] != opened.state["token"]) {
			t.Errorf("obtener after %s: %v, %q", operation, read.state, read.errors())
		}
		w.requests()
		w.exec("DELETE FROM tokens")
	}
}

// What Terraform is given is what is sent, as JSON, and of a reading in the query.
func TestTokenRequest(t *testing.T) {
	t.Parallel()
	var sent, query string
	l := newListener(t, func(rw http.ResponseWriter, r *http.Request) {
		text := make([]byte, max(r.ContentLength, 0))
		_, _ = r.Body.Read(text)
		sent, query = string(text), r.URL.RawQuery
		body(http.StatusOK, `{"estado":"ok","data":"tok"}`)(rw, r)
	})
	p := newProtoWithEnv(t, nil)
	if diags := p.configure(values{"base_url": l.url, "credential": "key", "endpoints": values{"login": "/l", "generar_token": "/g", "obtener_token": "/o"}}); len(diags) > 0 {
		t.Fatal(errorsOf(diags))
	}
	for _, tt := range []struct {
		config     values
		body, path string
	}{
		{values{"operacion": "login", "cuerpo": values{"usuario": values{"pin": 1234567, "roles": []any{"a", true, nil}}, "x": 1.5}}, `{"usuario":{"pin":1234567,"roles":["a",true,null]},"x":1.5}`, ""},
		{values{"operacion": "login", "cuerpo": values{}}, `{}`, ""},
		{values{"operacion": "generar"}, "", ""},
		{values{"operacion": "obtener", "parametros": values{"nombre": "ci"}}, "", "nombre=ci"},
	} {
		if opened := p.open("parking_token", tt.config); opened.state["token"] != "tok" || sent != tt.body || query != tt.path {
			t.Errorf("%v: sent %q, %q; %v, %q", tt.config, sent, query, opened.state, opened.errors())
		}
	}
}

// While something is not known, nothing is sent and nothing fails.
func TestTokenValidation(t *testing.T) {
	t.Parallel()
	p := newProto(t)
	text, anything := tftypes.NewValue(tftypes.String, tftypes.UnknownValue), tftypes.NewValue(tftypes.DynamicPseudoType, tftypes.UnknownValue)
	for _, config := range []values{
		logIn, {"operacion": "generar"}, {"operacion": "renovar", "cuerpo": values{}}, {"operacion": "obtener", "parametros": values{"a": "b"}, "campo": "token"},
		{"operacion": text, "cuerpo": values{}, "parametros": values{"a": "b"}},
		{"operacion": "login", "cuerpo": anything, "campo": text},
		{"operacion": "login", "cuerpo": values{"password": text}},
		{"operacion": "obtener", "parametros": tftypes.NewValue(tftypes.Map{ElementType: tftypes.String}, tftypes.UnknownValue)},
	} {
		if errs := p.validateEphemeral("parking_token", config); len(errs) > 0 {
			t.Errorf("%v: %q", config, errs)
		}
	}
	for _, tt := range []struct {
		config values
		want   []string
	}{
		{values{"operacion": "entrar"}, []string{`"operacion"`, "login"}},
		{values{"operacion": "login", "cuerpo": "a"}, []string{`"cuerpo"`, "not an object"}},
		{values{"operacion": "login", "cuerpo": []any{"a"}}, []string{`"cuerpo"`, "not an object"}},
		{values{"operacion": "obtener", "cuerpo": values{}}, []string{`"cuerpo"`, "obtener sends no body"}},
		{values{"operacion": "login", "parametros": values{"a": "b"}}, []string{`"parametros"`, "login sends a body"}},
		{values{"operacion": "obtener", "parametros": values{"a": nil}}, []string{`"parametros"`, "no value"}},
		{values{"operacion": "login", "campo": ""}, []string{`"campo"`, "at least 1"}},
	} {
		expect(t, fmt.Sprint(tt.config), p.validateEphemeral("parking_token", tt.config), tt.want...)
	}
}

// As long as the provider configuration is not known, neither is the token.
func TestTokenOfUnknownProvider(t *testing.T) {
	t.Parallel()
	p := newProtoWithEnv(t, nil)
	if diags := p.configure(values{"base_url": tftypes.NewValue(tftypes.String, tftypes.UnknownValue)}); len(diags) > 0 {
		t.Fatal(errorsOf(diags))
	}
	opened := p.open("parking_token", logIn)
	token, isUnknown := opened.state["token"].(tftypes.Value)
	if len(opened.diags) > 0 || !isUnknown || token.IsKnown() {
		t.Errorf("%v, %q", opened.state, opened.errors())
	}
}

// An operation without a path names the attribute to set, and sends nothing.
func TestTokenWithoutEndpoint(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	for operacion, attribute := range map[string]string{"login": "login", "generar": "generar_token", "obtener": "obtener_token", "renovar": "renovar_token"} {
		expect(t, operacion, p.open("parking_token", values{"operacion": operacion}).errors(), "set endpoints."+attribute+" in the provider block", "Nothing was sent")
	}
	w.expectRequests(map[string]int{})
}

// A provider configuration without a credential can log in, where it knows the path,
// and do nothing else.
func TestTokenWithoutCredential(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{Credential: "otra-credencial"})
	block := values{"base_url": w.baseURL, "credential_scheme": "Bearer", "max_retries": 0}
	expect(t, "no path", errorsOf(newProtoWithEnv(t, nil).configure(block)), "The credential is not set", "endpoints.login")
	p := newProtoWithEnv(t, nil)
	if diags := p.configure(block.with(values{"endpoints": values{"login": "/external/login", "generar_token": "/external/token-generar"}})); len(diags) > 0 {
		t.Fatal(errorsOf(diags))
	}
	var headers []http.Header
	w.answer(func(r *http.Request) http.HandlerFunc { headers = append(headers, r.Header.Clone()); return nil })
	if opened := p.open("parking_token", logIn); len(opened.diags) > 0 {
		t.Error(opened.errors())
	}
	if _, there := headers[0]["Authorization"]; there {
		t.Errorf("the login carries %q", headers[0]["Authorization"])
	}
	w.expectRequests(map[string]int{"login": 1})
	for what, errs := range map[string][]string{
		"generar":  p.open("parking_token", values{"operacion": "generar"}).errors(),
		"resource": p.apply("parking_placa", result{}, values{"placa": "AKX0359", "tipo_vehiculo_id": 1}).errors(),
		"data":     p.data("parking_tramo", values{"id": 1}).errors(),
	} {
		expect(t, what, errs, "no credential", "Nothing was sent", "PARKING_CREDENTIAL")
	}
	w.expectRequests(map[string]int{})
}

// What the service fails with, and what is said of it. Nothing is ever sent twice.
func TestTokenFailures(t *testing.T) {
	t.Parallel()
	cut := func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	fail := body(http.StatusOK, `{"estado":"fail","error":"Datos incorrectos","errores":{"password":["Es corta"]}}`)
	const unclear = "It is not known whether the service carried this out"
	routes := map[string]string{"login": "POST /external/login", "generar": "POST /external/token-generar", "renovar": "POST /external/token-renovar", "obtener": "GET /external/token"}
	for name, tt := range map[string]struct {
		answer  http.HandlerFunc
		want    map[string][]string // by operation
		summary string
	}{
		"refused field": {fail, map[string][]string{"login": {`"cuerpo").AttributeName("password")`, "The service refuses password", "Es corta", "Datos incorrectos"}, "generar": {"password: Es corta", "Correct what the service complains of"}}, ""},
		"page":          {body(http.StatusOK, "<html>"), map[string][]string{"login": {unclear, "a session whose token nobody has"}, "obtener": {"such as a proxy"}}, ""},
		"lost": {cut, map[string][]string{
			"login":   {unclear, "holds a session whose token nobody has", "logs in once more"},
			"generar": {unclear, "holds a token that nobody has", "ask its operator", "obtener"},
			"renovar": {unclear, "may have taken the place of the credential", "log in once more"},
			"obtener": {"the connection was lost before the answer", "Run again"}}, ""},
		"failed": {body(http.StatusInternalServerError, "<html>"), map[string][]string{"login": {unclear}, "generar": {unclear}, "renovar": {unclear}}, ""},
		"no token": {body(http.StatusOK, `{"estado":"ok","data":{"sesion":{"clave":"Xk3FalsaClave"},"n":1}}`), map[string][]string{
			"login":   {`"campo"`, "carried out login", "texts at sesion.clave", "Set campo", "The session that was opened stays"},
			"generar": {`"campo"`, "The token that was generated stays", "ask its operator to revoke it"},
			"renovar": {`"campo"`, "has taken its place"},
			"obtener": {`"campo"`, "Set campo"}}, "No token in the answer"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for operacion, want := range tt.want {
				w, p := tokenWorld(t, values{"max_retries": 3})
				asked := 0
				w.answer(func(r *http.Request) http.HandlerFunc {
					if r.Method+" "+r.URL.Path != routes[operacion] {
						return nil
					}
					asked++
					return tt.answer
				})
				config := values{"operacion": operacion}
				if operacion == "login" {
					config = maps.Clone(logIn)
				}
				opened := p.open("parking_token", config)
				expect(t, operacion, opened.errors(), append(want, tt.summary)...)
				if strings.Contains(strings.Join(opened.errors(), ""), "Xk3Falsa") || opened.state["token"] != nil || opened.state["datos"] != nil {
					t.Errorf("%s: %v, %q", operacion, opened.state, opened.errors())
				}
				if asked > 1 && operacion != "obtener" {
					t.Errorf("%s was sent %d times", operacion, asked)
				}
			}
		})
	}
}
