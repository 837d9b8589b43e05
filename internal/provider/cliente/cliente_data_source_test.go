package cliente

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestClienteDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	acctest.ExpectSame(t, "by address", p.LookUp("parking_cliente", acctest.Values{"email": "flota.norte@example.com"}), acctest.Values{"id": 2, "email": "flota.norte@example.com",
		"nombre": "Flota Norte", "apellidos": "Transportes", "prefijos": "+593", "telefono": "022000002", "cedula": "0100000002"})
	w.ExpectAsked("cliente_email?email=REDACTED")
	own := p.LookUp("parking_cliente", acctest.Values{})
	w.ExpectAsked("cliente?")
	if own["id"] != 1 || own["email"] != "reparto.centro@example.com" {
		t.Errorf("the credential's own client is %v", own)
	}
	w.Answer(func(*http.Request) http.HandlerFunc {
		return answers.Body(200, `{"estado":"ok","data":{"cliente_id":"7","email":"Ana@Example.com","telefono":99123}}`)
	})
	left := acctest.Values{"id": 7, "email": "ana@example.com", "nombre": nil, "apellidos": nil, "prefijos": nil, "telefono": "99123", "cedula": nil}
	acctest.ExpectSame(t, "left out", p.LookUp("parking_cliente", acctest.Values{"email": "ana@example.com"}), left)
	acctest.ExpectSame(t, "own", p.LookUp("parking_cliente", acctest.Values{}), left.With(acctest.Values{"email": "Ana@Example.com"}))
}

func TestClienteFailures(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	acctest.Expect(t, "no address", p.ValidateData("parking_cliente", acctest.Values{"email": "ana"}), "Invalid value")
	config := acctest.Values{"email": "nadie@example.com"}
	for name, c := range map[string]struct {
		config acctest.Values
		answer http.HandlerFunc
		want   string
	}{
		"not found":        {config, nil, "Unable to read client"},
		"own not found":    {acctest.Values{}, answers.Body(404, `{"estado":"fail","error":"El cliente no existe"}`), "Unable to read client of the credential"},
		"refused":          {config, answers.Body(422, `{"estado":"fail","error":"No","errores":{"email":"nadie@example.com está bloqueado, tel. 099123456"}}`), "Unable to read client"},
		"credential":       {config, answers.Body(401, `{"estado":"fail","error":"no autorizado"}`), "Unable to read client"},
		"another one":      {config, answers.Body(200, `{"estado":"ok","data":{"id":3,"email":"otro@example.com"}}`), "Unable to read client"},
		"no envelope":      {config, answers.Body(500, `<html>nadie@example.com</html>`), "Unable to read client"},
		"own, no envelope": {acctest.Values{}, answers.Body(200, `nadie@example.com`), "Unable to read client of the credential"},
	} {
		w.Answer(func(*http.Request) http.HandlerFunc { return c.answer })
		errs := p.Data("parking_cliente", c.config).Errors()
		acctest.Expect(t, name, errs, c.want)
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
	p := acctest.NewProto(t)
	sensitive := func(block *tfprotov6.SchemaBlock) string {
		var out []string
		for _, a := range block.Attributes {
			if a.Sensitive {
				out = append(out, a.Name)
			}
		}
		return strings.Join(out, " ")
	}
	held, want := sensitive(p.Schema.DataSourceSchemas["parking_cliente"].Block), sensitive(p.Schema.ResourceSchemas["parking_cliente"].Block)
	if held != want || held != "cedula telefono" {
		t.Errorf("sensitive are %q, and in the resource %q", held, want)
	}
}
