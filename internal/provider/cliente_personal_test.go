package provider

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// expectNothingPersonal fails the test when a diagnostic shows the address, the
// telephone or the document number of a declared client, in any spelling.
func expectNothingPersonal(t *testing.T, what string, diags []*tfprotov6.Diagnostic, clients ...values) {
	t.Helper()
	shown := strings.ToLower(fmt.Sprint(errorsOf(diags), textsOf(diags, tfprotov6.DiagnosticSeverityWarning)))
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
func echoes(client values) map[string]string {
	email, telefono, cedula := fmt.Sprint(client["email"]), fmt.Sprint(client["telefono"]), fmt.Sprint(client["cedula"])
	all := email + " " + telefono + " " + cedula
	record := fmt.Sprintf(`"id":2,"email":%q,"telefono":%q,"cedula":%q`, email, telefono, cedula)
	return map[string]string{
		"error":        fmt.Sprintf(`{"estado":"fail","error":"Rechazado %s"}`, all),
		"other case":   fmt.Sprintf(`{"estado":"fail","error":"Rechazado %s"}`, strings.ToUpper(all)),
		"errores":      fmt.Sprintf(`{"estado":"fail","error":"no","errores":{"email":["%[1]s"],"telefono":"%[1]s","otro":{"x":["%[1]s"]}}}`, all),
		"errores keys": fmt.Sprintf(`{"estado":"fail","error":"no","errores":{"%s":["a"],"%s":["b"],"%s":["c"]}}`, email, telefono, cedula),
		"page":         `<html><body>GET /external/cliente-email?email=` + url.QueryEscape(email) + ` ` + all + `</body></html>`,
		"escaped page": `<html><body>` + strings.ReplaceAll(all, "@", "&#64;") + `</body></html>`,
		"cut off":      `{"estado":"ok","data":{` + record,
		"JSON escapes": `{"estado":"ok","data":{` + strings.ReplaceAll(record, "@", `\u0040`),
		"no estado":    `{"data":{` + record + `}}`,
		"wrong type":   `{"estado":"ok","data":{` + record + `,"nombre":["` + all + `"]}}`,
		"array":        `{"estado":"ok","data":[{` + record + `}]}`,
	}
}

func TestClienteNothingPersonalShown(t *testing.T) {
	t.Parallel()
	prior := result{state: norte.with(values{"id": 2, "timeouts": nil})}
	for name, call := range map[string]struct {
		method string
		run    func(*proto) result
	}{
		"read":     {http.MethodGet, func(p *proto) result { return p.read("parking_cliente", prior) }},
		"create":   {http.MethodPost, func(p *proto) result { return p.apply("parking_cliente", result{}, declaredNorte) }},
		"update":   {http.MethodPost, func(p *proto) result { return p.apply("parking_cliente", prior, declaredNorte) }},
		"register": {http.MethodPut, func(p *proto) result { return p.apply("parking_cliente", result{}, unknownCliente) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{})
			for _, client := range []values{norte, declaredNorte, unknownCliente} {
				for kind, text := range echoes(client) {
					for _, status := range []int{200, 422, 500} {
						w.answer(func(r *http.Request) http.HandlerFunc {
							if r.Method == call.method {
								return body(status, text)
							}
							return nil
						})
						p := w.proto(values{"endpoints": values{"registrar_cliente": registrarCliente}})
						got := call.run(p)
						expectNothingPersonal(t, fmt.Sprint(kind, " at ", status), got.diags, norte, declaredNorte, unknownCliente)
						if len(got.errors()) == 0 && status >= 400 {
							t.Errorf("%s at %d is no error", kind, status)
						}
					}
				}
			}
		})
	}
}

// What else the provider says of a client by itself.
func TestClienteOwnTextsShowNothingPersonal(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	created := p.apply("parking_cliente", result{}, norte)
	expectNothingPersonal(t, "destroy", p.apply("parking_cliente", created, nil).diags, norte)
	expectNothingPersonal(t, "twice", p.apply("parking_cliente", result{}, norte).diags, norte)
	expectNothingPersonal(t, "no such client", p.apply("parking_cliente", result{}, unknownCliente).diags, unknownCliente)
	expectNothingPersonal(t, "import", p.importID("parking_cliente", "x "+fmt.Sprint(norte["email"])).diags, norte)
	w.box.Inject(sandbox.Fault{Key: "cliente_email", Kind: sandbox.Drop})
	expectNothingPersonal(t, "lost", p.read("parking_cliente", created).diags, norte)
	for _, attribute := range []string{"email", "telefono", "cedula"} {
		// Whoever gets the calling code wrong may have written the whole number there.
		wrong := norte.with(values{attribute: "", "prefijos": norte["telefono"]})
		for _, text := range p.validateResource("parking_cliente", wrong) {
			expectNothingPersonal(t, "validate", []*tfprotov6.Diagnostic{{Severity: tfprotov6.DiagnosticSeverityError, Detail: text}}, values{
				"email": "flota.norte@", "telefono": norte["telefono"], "cedula": norte["cedula"]})
		}
	}
}
