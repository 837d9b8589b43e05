package cliente

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// expectNothingPersonal fails the test when a diagnostic shows the address, the
// telephone or the document number of a declared client, in any spelling.
func expectNothingPersonal(t *testing.T, what string, diags []*tfprotov6.Diagnostic, clients ...acctest.Values) {
	t.Helper()
	shown := strings.ToLower(fmt.Sprint(acctest.ErrorsOf(diags), acctest.TextsOf(diags, tfprotov6.DiagnosticSeverityWarning)))
	for _, client := range clients {
		for _, attribute := range []string{"email", "telefono", "cedula"} {
			secret := strings.ToLower(fmt.Sprint(client[attribute]))
			local, _, _ := strings.Cut(secret, "@")
			if strings.Contains(shown, local) || strings.Contains(shown, url.QueryEscape(secret)) {
				t.Errorf("%s: %s is shown: %s", what, attribute, shown)
			}
		}
	}
}

// echoes are answers that repeat a client's data in every place that reaches the
// user.
func echoes(client acctest.Values) map[string]string {
	email, telefono, cedula := fmt.Sprint(client["email"]), fmt.Sprint(client["telefono"]), fmt.Sprint(client["cedula"])
	all := email + " " + telefono + " " + cedula
	record := fmt.Sprintf(`"id":2,"email":%q,"telefono":%q,"cedula":%q`, email, telefono, cedula)
	return map[string]string{
		"error":        fmt.Sprintf(`{"estado":"fail","error":"Rechazado %s"}`, all),
		"other case":   fmt.Sprintf(`{"estado":"fail","error":"Rechazado %s"}`, strings.ToUpper(all)),
		"errores":      fmt.Sprintf(`{"estado":"fail","error":"no","errores":{"email":["%[1]s"],"telefono":"%[1]s","otro":{"x":["%[1]s"]}}}`, all),
		"errores keys": fmt.Sprintf(`{"estado":"fail","error":"no","errores":{"%s":["a"],"%s":["b"],"%s":["c"]}}`, email, telefono, cedula),
		"page":         `<html><body>GET /external/cliente-email?email=` + url.QueryEscape(email) + ` ` + all + `</body></html>`,
		"cut off":      `{"estado":"ok","data":{` + record,
		"JSON escapes": `{"estado":"ok","data":{` + strings.ReplaceAll(record, "@", `\u0040`),
		"no estado":    `{"data":{` + record + `}}`,
		"wrong type":   `{"estado":"ok","data":{` + record + `,"nombre":["` + all + `"]}}`,
		"array":        `{"estado":"ok","data":[{` + record + `}]}`,
	}
}

func TestClienteNothingPersonalShown(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t)
	prior := acctest.Result{State: acctest.Norte.With(acctest.Values{"id": 2, "timeouts": nil})}
	type row struct {
		method string
		run    func(*acctest.Proto) acctest.Result
	}
	acctest.Each(t, map[string]row{
		"read": {http.MethodGet, func(p *acctest.Proto) acctest.Result { return p.Read("parking_cliente", prior) }},
		"create": {http.MethodPost, func(p *acctest.Proto) acctest.Result {
			return p.Apply("parking_cliente", acctest.Result{}, acctest.DeclaredNorte)
		}},
		"update": {http.MethodPost, func(p *acctest.Proto) acctest.Result { return p.Apply("parking_cliente", prior, acctest.DeclaredNorte) }},
		"register": {http.MethodPut, func(p *acctest.Proto) acctest.Result {
			return p.Apply("parking_cliente", acctest.Result{}, acctest.UnknownCliente)
		}},
	}, func(t *testing.T, call row) {
		w := acctest.NewServer(t, sandbox.Options{})
		for _, client := range []acctest.Values{acctest.Norte, acctest.DeclaredNorte, acctest.UnknownCliente} {
			for kind, text := range echoes(client) {
				for _, status := range []int{200, 422, 500} {
					w.Answer(func(r *http.Request) http.HandlerFunc {
						if r.Method == call.method {
							return answers.Body(status, text)
						}
						return nil
					})
					p := w.Proto(updating.With(acctest.Values{"endpoints": acctest.Values{"registrar_cliente": acctest.RegistrarCliente}}))
					got := call.run(p)
					expectNothingPersonal(t, fmt.Sprint(kind, " at ", status), got.Diags, acctest.Norte, acctest.DeclaredNorte, acctest.UnknownCliente)
					if len(got.Errors()) == 0 && status >= 400 {
						t.Errorf("%s at %d is no error", kind, status)
					}
				}
			}
		}
	})
}

// What else the provider says of a client by itself.
func TestClienteOwnTextsShowNothingPersonal(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	created := p.Apply("parking_cliente", acctest.Result{}, acctest.Norte)
	expectNothingPersonal(t, "twice", p.Apply("parking_cliente", acctest.Result{}, acctest.Norte).Diags, acctest.Norte)
	expectNothingPersonal(t, "destroy", p.Apply("parking_cliente", created, nil).Diags, acctest.Norte)
	expectNothingPersonal(t, "no such client", p.Apply("parking_cliente", acctest.Result{}, acctest.UnknownCliente).Diags, acctest.UnknownCliente)
	expectNothingPersonal(t, "import", p.ImportID("parking_cliente", "x "+fmt.Sprint(acctest.Norte["email"])).Diags, acctest.Norte)
	w.Box.Inject(sandbox.Fault{Key: "cliente_email", Kind: sandbox.Drop})
	expectNothingPersonal(t, "lost", p.Read("parking_cliente", created).Diags, acctest.Norte)
	for _, attribute := range []string{"email", "telefono", "cedula"} {
		// Whoever gets the calling code wrong may have written the whole number there.
		wrong := acctest.Norte.With(acctest.Values{attribute: "", "prefijos": acctest.Norte["telefono"]})
		for _, text := range p.ValidateResource("parking_cliente", wrong) {
			expectNothingPersonal(t, "validate", []*tfprotov6.Diagnostic{{Severity: tfprotov6.DiagnosticSeverityError, Detail: text}}, acctest.Values{
				"email": "flota.norte@", "telefono": acctest.Norte["telefono"], "cedula": acctest.Norte["cedula"]})
		}
	}
}
