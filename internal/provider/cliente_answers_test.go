package provider

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// A registration whose answer is lost is not sent again where what it made is found.
func TestClienteRegistrationAnswerLost(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		when string
		kind sandbox.Kind
		made bool
	}{{"after", sandbox.Drop, true}, {"after", sandbox.HTML, true}, {"before", sandbox.Drop, false}, {"before", sandbox.Status500, false}} {
		t.Run(fmt.Sprint(c.kind, c.when), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{})
			w.box.Inject(sandbox.Fault{Key: "registrar_cliente", Kind: c.kind, When: sandbox.When(c.when)})
			created := w.proto(values{"endpoints": values{"registrar_cliente": registrarCliente}, "max_retries": 1}).apply("parking_cliente", result{}, unknownCliente)
			if !c.made { // nor by the one repeat
				expect(t, "error", created.errors(), "Unable to create client")
				w.expectRequests(map[string]int{"cliente_email": 4, "registrar_cliente": 2})
				if created.state != nil {
					t.Errorf("it is in the state: %v", created.state)
				}
				return
			}
			w.expectRequests(map[string]int{"cliente_email": 2, "registrar_cliente": 1})
			if len(created.diags) > 0 || created.state["id"] != 5 {
				t.Errorf("%v", created)
			}
		})
	}
}

func TestClienteRefusedByTheService(t *testing.T) {
	t.Parallel()
	for _, status := range []int{0, http.StatusOK} {
		for _, attribute := range []string{"nombre", "apellidos", "telefono", "cedula"} {
			t.Run(fmt.Sprint(attribute, status), func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, sandbox.Options{FailStatus: status})
				blank := norte.with(values{attribute: " "}) // passes the provider, not the service
				p := w.proto(nil)
				created := p.apply("parking_cliente", result{}, blank)
				expect(t, "create", created.errors(), `AttributeName("`+attribute+`")`, "Unable to create client", "No puede estar vacío")
				if created.state != nil {
					t.Errorf("it is in the state: %v", created.state)
				}
				prior := result{state: norte.with(values{"id": 2, "timeouts": nil})}
				updated := w.proto(nil).apply("parking_cliente", prior, blank)
				expect(t, "update", updated.errors(), `AttributeName("`+attribute+`")`, "Unable to update client", "No puede estar vacío")
				expectSame(t, "refused update", updated.state, prior.state)
				w.expectCliente(norte)
			})
		}
	}
}

// What the service says of several fields, and of one that is no attribute, all
// reaches the user.
func TestClienteSeveralRefusals(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.answer(func(r *http.Request) http.HandlerFunc {
		if r.Method == http.MethodPost {
			return body(200, `{"estado":"fail","error":"no vale","errores":{"Apellidos":["largo","raro"],"prefijos":"desconocido","sucursal":{"x":["falta"]}}}`)
		}
		return nil
	})
	errs := w.proto(nil).apply("parking_cliente", result{}, declaredNorte).errors()
	if len(errs) != 3 {
		t.Fatalf("%q", errs)
	}
	expect(t, "apellidos", errs[:1], `AttributeName("apellidos")`, "largo; raro", "no vale", "HTTP 200")
	expect(t, "prefijos", errs[1:2], `AttributeName("prefijos")`, "desconocido")
	expect(t, "sucursal", errs[2:], "sucursal: falta")
}

func TestClienteReadFailures(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	created := p.apply("parking_cliente", result{}, declaredNorte)
	for name, answer := range map[string]http.HandlerFunc{
		"401":           body(401, `{"estado":"fail","error":"El cliente no existe"}`),
		"429":           body(429, `{"estado":"fail","error":"El cliente no existe"}`),
		"503":           body(503, `{"estado":"fail","error":"El cliente no existe"}`),
		"404 of a page": body(404, `<html>Not Found</html>`),
		"cut off":       body(200, `{"estado":"ok","data":{"id":2,`),
		"other failure": body(200, `{"estado":"fail","error":"mantenimiento"}`),
		"null":          body(200, `{"estado":"ok","data":null}`),
		"other client":  body(200, `{"estado":"ok","data":{"id":3,"email":"flota.sur@example.com","nombre":"Ajeno"}}`),
		"no text":       body(200, `{"estado":"ok","data":{"id":2,"nombre":{"es":"x"}}}`),
	} {
		w.answer(func(*http.Request) http.HandlerFunc { return answer })
		read := p.read("parking_cliente", created)
		expect(t, name, read.errors(), "Unable to read client")
		expectSame(t, name, read.state, created.state)
	}
	for name, answer := range map[string]http.HandlerFunc{
		"404":         body(404, `{"estado":"fail","error":"sin datos"}`),
		"fail at 200": body(200, `{"estado":"fail","error":"El cliente no existe"}`),
	} {
		w.answer(func(*http.Request) http.HandlerFunc { return answer })
		if read := p.read("parking_cliente", created); len(read.diags) > 0 || read.state != nil {
			t.Errorf("%s: not taken for gone: %v", name, read)
		}
	}
}

// Another client's record never enters the state and is never written over.
func TestClienteOfAnotherAddress(t *testing.T) {
	t.Parallel()
	other := body(200, `{"estado":"ok","data":{"id":3,"email":"flota.sur@example.com","nombre":"Ajeno","telefono":"022000003","cedula":"0100000003"}}`)
	for method, endpoints := range map[string]values{http.MethodGet: nil, http.MethodPut: {"registrar_cliente": registrarCliente}} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{})
			p := w.proto(values{"endpoints": endpoints})
			writes := 0
			w.answer(func(r *http.Request) http.HandlerFunc {
				if r.Method == method {
					return other
				}
				if r.Method == http.MethodPost {
					writes++
				}
				return nil
			})
			created := p.apply("parking_cliente", result{}, unknownCliente)
			expect(t, "error", created.errors(), "Unable to create client", "another e-mail address", "A4")
			if strings.Contains(fmt.Sprint(created.errors()), "flota.sur") {
				t.Errorf("the other client is shown: %v", created.errors())
			}
			if created.state != nil || writes > 0 {
				t.Errorf("state %v, %d writes", created.state, writes)
			}
		})
	}
}

// Fields that the service leaves out keep their state; null is a value; the
// address may come in other case, and numbers for texts (A4, A11).
func TestClienteFieldsLeftOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	created := p.apply("parking_cliente", result{}, declaredNorte)
	for _, c := range []struct {
		data    string
		changes values
	}{
		{`{}`, nil},
		{`{"email":"FLOTA.Norte@example.com","sucursal":7}`, nil},
		{`{"cliente_id":"2","nombre":"Flota del Norte","telefono":null}`, values{"telefono": nil}},
		{`{"id":2,"telefono":593,"cedula":1700000001,"apellidos":"no es este campo"}`, values{"telefono": "593"}},
	} {
		w.answer(func(*http.Request) http.HandlerFunc { return body(200, `{"estado":"ok","data":`+c.data+`}`) })
		read := p.read("parking_cliente", created)
		if len(read.diags) > 0 {
			t.Errorf("%s: %v", c.data, read.diags)
		}
		expectSame(t, c.data, read.state, created.state.with(c.changes))
	}
}

// What the record does not show cannot be taken for identical. Without an
// identifier in it the client is managed all the same.
func TestClienteRecordWithoutFields(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	w.answer(func(r *http.Request) http.HandlerFunc {
		if r.Method == http.MethodGet {
			return body(200, `{"estado":"ok","data":{"email":"flota.norte@example.com","nombre":"Flota del Norte"}}`)
		}
		return nil
	})
	created := p.apply("parking_cliente", result{}, declaredNorte)
	w.expectRequests(map[string]int{"actualizar_cliente": 1})
	w.expectCliente(declaredNorte)
	expectSame(t, "created", created.state, declaredNorte.with(values{"id": nil, "timeouts": nil}))
	updated := p.apply("parking_cliente", created, norte)
	expectSame(t, "updated", updated.state, norte.with(values{"id": nil, "timeouts": nil}))
	w.answer(nil)
	if read := p.read("parking_cliente", updated); read.state["id"] != 2 {
		t.Errorf("the identifier is not filled in: %v", read.state)
	}
}

// A registration that is answered without a record is looked up for its id.
func TestClienteRegisteredWithoutRecord(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.answer(on(map[string]http.HandlerFunc{"PUT /external/cliente-registrar": w.carriedOut(`{"estado":"ok","data":{"mensaje":"hecho"}}`)}))
	p := w.proto(values{"endpoints": values{"registrar_cliente": "/external/cliente-registrar"}})
	created := p.apply("parking_cliente", result{}, values{"email": "nueva@example.com", "nombre": "N", "apellidos": "A", "prefijos": "+593", "telefono": "0991234567", "cedula": "1712345678"})
	if created.state["id"] == nil {
		t.Errorf("no id: %v", created.diags)
	}
}
