package token

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
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

const typeName = "parking_token"

// tokenConfig logs in through a provider configuration without a credential; that of the rest has the token.
func tokenConfig(w *acctest.Server, rest string) string {
	return fmt.Sprintf(`
variable "password" {
  type      = string
  ephemeral = true
}
provider "parking" {
  alias       = "login"
  base_url    = %[1]q
  max_retries = 0
  endpoints   = { login = "/external/login" }
}
ephemeral "parking_token" "test" {
  provider  = parking.login
  operacion = "login"
  cuerpo    = { email = "flota.sur@example.com", password = var.password }
}
provider "parking" {
  base_url    = %[1]q
  credential  = ephemeral.parking_token.test.token
  max_retries = 0
}
`, w.BaseURL) + rest
}

// tokens are those that the service has given out.
func tokens(w *acctest.Server) []string {
	w.T.Helper()
	var all string
	row := w.Box.DB().QueryRowContext(w.T.Context(), "SELECT coalesce(group_concat(token, ' '), '') FROM tokens")
	acctest.Must(w.T, row.Scan(&all))
	return strings.Fields(all)
}

// A second provider configuration has the token as its credential: the service, which
// accepts no other one, ties it to the client that logged in. Each walk of Terraform
// logs in once, and nothing of it is in a plan or in the state.
func TestCLITokenAsCredential(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{Credential: "otra-credencial"})
	c := acctest.NewTokenCLI(t, tokenConfig(w, `
data "parking_cliente" "propio" {}
output "cliente" { value = data.parking_cliente.propio.id }
`+acctest.MinimalPlaca), "sandbox")
	c.Ok("plan", "-no-color", "-out=plan")
	w.ExpectRequests(map[string]int{"login": 1, "cliente": 2, "placa": 2}) // each with a control
	acctest.ExpectSays(t, "apply, of the client who logged in", c.Ok("apply", "-no-color", "plan"), "cliente = 3")
	w.ExpectRequests(map[string]int{"login": 1, "registrar_placa": 1, "placa": 2})
	c.EmptyPlan()
	w.ExpectRequests(map[string]int{"login": 1, "cliente": 1, "placa": 1})
	kept := c.Ok("show", "-json") + c.Ok("show", "-json", "plan") + acctest.EveryFile(t, c.Folder)
	acctest.ExpectSays(t, "the state and the plan", kept, "AKX0359")
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
	acctest.EachOf(t, []string{"base_url", "cuerpo"}, func(t *testing.T, what string) {
		w := acctest.NewServer(t, sandbox.Options{Credential: "otra-credencial"})
		from, to := `"flota.sur@example.com"`, `"${terraform_data.test.id == "" ? "" : "flota.sur"}@example.com"`
		if what == "base_url" {
			from, to = fmt.Sprintf("base_url    = %q", w.BaseURL), "base_url    = terraform_data.test.output"
		}
		config := tokenConfig(w, fmt.Sprintf("resource \"terraform_data\" \"test\" { input = %q }\n", w.BaseURL)+acctest.MinimalPlaca)
		c := acctest.NewTokenCLI(t, strings.Replace(config, from, to, 1), "sandbox")
		if program.Under(t, false, what == "base_url") {
			appliesInTwo(w, c)
			return
		}
		c.Ok("plan", "-no-color", "-out=plan")
		w.ExpectRequests(map[string]int{})
		c.Ok("apply", "-no-color", "plan")
		w.ExpectRequests(map[string]int{"login": 1, "registrar_placa": 1, "placa": 2})
	})
}

// appliesInTwo does what the warning says: OpenTofu refuses a token that is unknown, with an error of its own.
func appliesInTwo(w *acctest.Server, c *acctest.CLI) {
	w.T.Helper()
	code, out := c.Run("plan", "-no-color")
	if code != 1 {
		w.T.Errorf("exits with %d", code)
	}
	acctest.ExpectSays(w.T, "plan", strings.Join(strings.Fields(out), " "),
		"apply that first, for example with -target.", "not wholly known")
	c.Ok("apply", "-no-color", "-auto-approve", "-target=terraform_data.test")
	w.ExpectRequests(map[string]int{})
	c.Ok("apply", "-no-color", "-auto-approve")
	w.ExpectRequests(map[string]int{"login": 2, "registrar_placa": 1, "placa": 3})
}

// tokenServer is a service with all four operations, and a provider for it.
func tokenServer(t *testing.T, block acctest.Values) (*acctest.Server, *acctest.Proto) {
	t.Helper()
	w := acctest.NewServer(t, sandbox.Options{Credential: "secret-credential"})
	endpoints := acctest.Values{"login": "/external/login", "generar_token": "/external/token-generar",
		"obtener_token": "/external/token", "renovar_token": "/external/token-renovar"}
	return w, w.Proto(block.With(acctest.Values{"endpoints": endpoints}))
}

const obtain, read = "Unable to obtain token", "Unable to read token"

var (
	logIn = acctest.Values{"operacion": "login", "cuerpo": acctest.Values{"email": "flota.sur@example.com", "password": "sandbox"}}
	// unableTo is what each operation fails with.
	unableTo = map[string]string{"login": obtain, "generar": obtain, "renovar": obtain, obtener: read}
)

// configOf is a configuration of an operation.
func configOf(operacion string) acctest.Values {
	if operacion == "login" {
		return logIn
	}
	return acctest.Values{"operacion": operacion}
}

// Each operation obtains a token from the service; it and the whole answer are given.
func TestTokenOperations(t *testing.T) {
	t.Parallel()
	w, p := tokenServer(t, nil)
	for operacion, operation := range map[string]string{"login": "login", "generar": "generar_token", "renovar": "renovar_token"} {
		opened := p.Open(typeName, configOf(operacion))
		acctest.NoMessages(t, operacion, opened)
		w.ExpectRequests(map[string]int{operation: 1})
		token, _ := opened.State["token"].(string)
		datos, _ := opened.State["datos"].(acctest.Values)
		if !slices.Equal(tokens(w), []string{token}) || datos["token"] != token || datos["expira"] == nil || len(opened.Private) > 0 {
			t.Errorf("%s: got %v, wanted one of %q", operacion, opened.State, tokens(w))
		}
		if operacion != "login" { // which is no API token
			acctest.ExpectState(t, "obtener after "+operacion, p.Open(typeName, configOf(obtener)), acctest.Values{"token": token})
		}
		w.Requests()
		w.Exec("DELETE FROM tokens")
	}
}

// What Terraform is given is what is sent, as JSON, and of a reading in the query.
func TestTokenRequest(t *testing.T) {
	t.Parallel()
	w, p := tokenServer(t, nil)
	var sent, query string
	w.Answer(func(r *http.Request) http.HandlerFunc {
		text, err := io.ReadAll(r.Body)
		acctest.Must(t, err)
		sent, query = string(text), r.URL.RawQuery
		return answers.Body(http.StatusOK, `{"estado":"ok","data":"tok"}`)
	})
	deep := acctest.Values{"usuario": acctest.Values{"pin": 1234567, "roles": []any{"a", true, nil}}, "x": 1.5}
	for _, c := range []struct {
		config      acctest.Values
		sent, query string
	}{
		{config: acctest.Values{"operacion": "login", "cuerpo": deep}, sent: `{"usuario":{"pin":1234567,"roles":["a",true,null]},"x":1.5}`},
		{config: acctest.Values{"operacion": "login", "cuerpo": acctest.Values{}}, sent: `{}`},
		{config: acctest.Values{"operacion": "generar"}},
		{config: acctest.Values{"operacion": "obtener", "parametros": acctest.Values{"nombre": "ci"}}, query: "nombre=ci"},
	} {
		acctest.ExpectState(t, fmt.Sprint(c.config), p.Open(typeName, c.config), acctest.Values{"token": "tok"})
		if sent != c.sent || query != c.query {
			t.Errorf("%v: sent %q, %q", c.config, sent, query)
		}
	}
}

// What an operation does not send is refused. While something is not known, nothing fails.
func TestTokenValidation(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	text, anything := acctest.UnknownText, tftypes.NewValue(tftypes.DynamicPseudoType, tftypes.UnknownValue)
	body, parameters := acctest.Values{}, acctest.Values{"a": "b"}
	unknown := tftypes.NewValue(tftypes.Map{ElementType: tftypes.String}, tftypes.UnknownValue)
	for _, c := range []struct {
		operacion, cuerpo, parametros, campo any
		says                                 []string
	}{
		{operacion: "login", cuerpo: acctest.Values{"password": text}},
		{operacion: "login", cuerpo: anything, campo: text},
		{operacion: "generar"},
		{operacion: "renovar", cuerpo: body},
		{operacion: "obtener", parametros: parameters, campo: "token"},
		{operacion: "obtener", parametros: unknown},
		{operacion: text, cuerpo: body, parametros: parameters},
		{operacion: "entrar", says: []string{"operacion: Invalid Attribute Value Match"}},
		{operacion: "login", cuerpo: "a", says: []string{"Invalid body"}},
		{operacion: "login", cuerpo: []any{"a"}, says: []string{"Invalid body"}},
		{operacion: "obtener", cuerpo: body, says: []string{"Invalid body"}},
		{operacion: "login", parametros: parameters, says: []string{"parametros: Invalid parameters"}},
		{operacion: "login", campo: "", says: []string{"campo: Invalid Attribute Value Length"}},
	} {
		config := acctest.Values{"operacion": c.operacion, "cuerpo": c.cuerpo, "parametros": c.parametros, "campo": c.campo}
		acctest.Expect(t, fmt.Sprint(config), p.ValidateEphemeral(typeName, config), c.says...)
	}
}

// As long as the provider configuration is not known, neither is the token, and a
// warning says what it waits for.
func TestTokenOfUnknownProvider(t *testing.T) {
	t.Parallel()
	opened := acctest.NewProtoWithEnv(t, nil).Configured(acctest.Values{"base_url": acctest.UnknownText}).Open(typeName, logIn)
	acctest.Expect(t, "unknown", append(opened.Errors(), opened.Warnings()...), "Token not known yet")
	if !acctest.IsUnknown(opened.State["token"]) {
		t.Errorf("got %v", opened.State)
	}
}

// A provider configuration without a credential can log in, where it knows the path,
// and do nothing else.
func TestTokenWithoutCredential(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{Credential: "otra-credencial"})
	block := acctest.Values{"base_url": w.BaseURL, "credential_scheme": "Bearer", "max_retries": 0}
	acctest.Expect(t, "no path", acctest.ErrorsOf(acctest.NewProtoWithEnv(t, nil).Configure(block)), "Invalid provider configuration")
	endpoints := acctest.Values{"login": "/external/login", "generar_token": "/external/token-generar"}
	p := acctest.NewProtoWithEnv(t, nil).Configured(block.With(acctest.Values{"endpoints": endpoints}))
	var sent http.Header
	w.Answer(func(r *http.Request) http.HandlerFunc {
		sent = r.Header.Clone()
		return nil
	})
	acctest.NoMessages(t, "opened", p.Open(typeName, logIn))
	if of, is := sent["Authorization"]; is {
		t.Errorf("the login carries %q", of)
	}
	w.ExpectRequests(map[string]int{"login": 1})
	acctest.Expect(t, "generar", p.Open(typeName, configOf("generar")).Errors(), obtain)
	placa := acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 1}
	acctest.Expect(t, "resource", p.Apply("parking_placa", acctest.Result{}, placa).Errors(), "Unable to plan plate")
	acctest.Expect(t, "data", p.Data("parking_tramo", acctest.Values{"id": 1}).Errors(), "Unable to read section")
	w.ExpectRequests(map[string]int{})
}

// What an operation without a path says, and what the service fails with. Nothing is ever sent twice.
func TestTokenFailures(t *testing.T) {
	t.Parallel()
	const noToken = "campo: No token in the answer"
	type row struct {
		answer http.HandlerFunc
		sends  int
		says   map[string]string // by operation
	}
	acctest.Each(t, map[string]row{
		"no path": {says: unableTo},
		"lost":    {answer: func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, sends: 1, says: unableTo},
		"refused field": {answer: answers.Body(200, `{"estado":"fail","error":"Datos incorrectos","errores":{"password":["Es corta"]}}`),
			sends: 1, says: map[string]string{"login": obtain, "generar": obtain}},
		"wrong user": {answer: answers.Body(http.StatusUnauthorized, `{"estado":"fail","error":"Datos incorrectos"}`), sends: 1,
			says: map[string]string{"login": obtain}},
		"no token": {answer: answers.Body(200, `{"estado":"ok","data":{"sesion":{"clave":"Xk3FalsaClave"},"n":1}}`), sends: 1,
			says: map[string]string{"login": noToken, "generar": noToken, "renovar": noToken, obtener: noToken}},
	}, func(t *testing.T, c row) {
		for operacion, head := range c.says {
			w, p := tokenServer(t, acctest.Values{"max_retries": 3})
			if c.answer == nil {
				p = w.Proto(nil)
			}
			w.Answer(func(*http.Request) http.HandlerFunc { return c.answer })
			sent := w.Counted()
			opened := p.Open(typeName, configOf(operacion))
			acctest.Expect(t, operacion, opened.Errors(), head)
			if opened.State["token"] != nil || opened.State["datos"] != nil {
				t.Errorf("%s: got %v", operacion, opened.State)
			}
			if n := sent(); n != c.sends && operacion != obtener { // which is read again
				t.Errorf("%s: sent %d requests, wanted %d", operacion, n, c.sends)
			}
		}
	})
}

func TestMain(m *testing.M) { acctest.Main(m, Area, flota.Area, catalogo.Area, cliente.Area) }
