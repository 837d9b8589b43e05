package provider

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestClienteDataSource(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	expectSame(t, "by address", p.lookUp("parking_cliente", values{"email": "flota.norte@example.com"}), values{"id": 2, "email": "flota.norte@example.com",
		"nombre": "Flota Norte", "apellidos": "Dato Antiguo", "prefijos": "+593", "telefono": "022000002", "cedula": "0100000002"})
	w.expectAsked("cliente_email?email=REDACTED")
	own := p.lookUp("parking_cliente", values{})
	w.expectAsked("cliente?")
	if own["id"] != 1 || own["email"] != "reparto.centro@example.com" {
		t.Errorf("the credential's own client is %v", own)
	}
	w.answer(func(*http.Request) http.HandlerFunc {
		return body(200, `{"estado":"ok","data":{"cliente_id":"7","email":"Ana@Example.com","telefono":99123}}`)
	})
	left := values{"id": 7, "email": "ana@example.com", "nombre": nil, "apellidos": nil, "prefijos": nil, "telefono": "99123", "cedula": nil}
	expectSame(t, "left out", p.lookUp("parking_cliente", values{"email": "ana@example.com"}), left)
	expectSame(t, "own", p.lookUp("parking_cliente", values{}), left.with(values{"email": "Ana@Example.com"}))
}

func TestClienteFailures(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	expect(t, "no address", p.validateData("parking_cliente", values{"email": "ana"}), `AttributeName("email")`, "is not an e-mail address")
	config := values{"email": "nadie@example.com"}
	for name, c := range map[string]struct {
		config values
		answer http.HandlerFunc
		want   []string
	}{
		"not found":        {config, nil, []string{`AttributeName("email")`, "no client with this e-mail address"}},
		"own not found":    {values{}, body(404, `{"estado":"fail","error":"El cliente no existe"}`), []string{"Unable to read client that the credential belongs to", "El cliente no existe"}},
		"refused":          {config, body(422, `{"estado":"fail","error":"No","errores":{"email":"nadie@example.com está bloqueado, tel. 099123456"}}`), []string{`AttributeName("email")`, "está bloqueado"}},
		"credential":       {config, body(401, `{"estado":"fail","error":"no autorizado"}`), []string{"Unable to read client", "PARKING_CREDENTIAL"}},
		"another one":      {config, body(200, `{"estado":"ok","data":{"id":3,"email":"otro@example.com"}}`), []string{"A4", "another e-mail address"}},
		"no envelope":      {config, body(500, `<html>nadie@example.com</html>`), []string{"HTTP 500", "ask the operator"}},
		"own, no envelope": {values{}, body(200, `nadie@example.com`), []string{"not the service's envelope"}},
	} {
		w.answer(func(*http.Request) http.HandlerFunc { return c.answer })
		errs := p.data("parking_cliente", c.config).errors()
		expect(t, name, errs, c.want...)
		for _, private := range []string{"nadie", "otro@", "099123456"} {
			if strings.Contains(fmt.Sprint(errs), private) {
				t.Errorf("%s: %q shows %s", name, errs, private)
			}
		}
	}
}

// Telephone and document numbers are not shown in plans, as in the resource.
func TestClienteSensitive(t *testing.T) {
	t.Parallel()
	p := newProto(t)
	sensitive := func(block *tfprotov6.SchemaBlock) string {
		var out []string
		for _, a := range block.Attributes {
			if a.Sensitive {
				out = append(out, a.Name)
			}
		}
		return strings.Join(out, " ")
	}
	held, want := sensitive(p.schema.DataSourceSchemas["parking_cliente"].Block), sensitive(p.schema.ResourceSchemas["parking_cliente"].Block)
	if held != want || held != "cedula telefono" {
		t.Errorf("sensitive are %q, and in the resource %q", held, want)
	}
}
