package cliente

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"
	"golang.org/x/text/unicode/norm"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestClienteRefusedByTheService(t *testing.T) {
	t.Parallel()
	acctest.EachOf(t, []string{"nombre", "apellidos", "telefono", "cedula"}, func(t *testing.T, attribute string) { // of none is the line shown
		w := acctest.NewServer(t, sandbox.Options{})
		blank := acctest.Norte.With(acctest.Values{attribute: " "}) // passes the provider, not the service
		p := w.Proto(updating)
		created := p.Apply("parking_cliente", acctest.Result{}, blank)
		acctest.ExpectRefused(t, "create", created, "Unable to create client")
		prior := acctest.Result{State: acctest.Norte.With(acctest.Values{"id": 2, "timeouts": nil})}
		updated := w.Proto(nil).Apply("parking_cliente", prior, blank)
		acctest.Expect(t, "update", updated.Errors(), "Unable to update client")
		acctest.ExpectSame(t, "refused update", updated.State, prior.State)
		w.ExpectCliente(acctest.Norte)
	})
}

// What the service says of several fields, and of one that is no attribute, all
// reaches the user.
func TestClienteSeveralRefusals(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Answer(func(r *http.Request) http.HandlerFunc {
		if r.Method == http.MethodPost {
			return answers.Body(200, `{"estado":"fail","error":"no vale","errores":{"Apellidos":["largo","raro"],"prefijos":"desconocido","sucursal":{"x":["falta"]}}}`)
		}
		return nil
	})
	errs := w.Proto(updating).Apply("parking_cliente", acctest.Result{}, acctest.DeclaredNorte).Errors()
	if len(errs) != 3 {
		t.Fatalf("%q", errs)
	}
	acctest.Expect(t, "apellidos", errs[:1], "Unable to create client")
	acctest.Expect(t, "prefijos", errs[1:2], "Unable to create client")
	acctest.Expect(t, "sucursal", errs[2:], "Unable to create client")
}

// Another client's record never enters the state and is never written over.
func TestClienteOfAnotherAddress(t *testing.T) {
	t.Parallel()
	other := answers.Body(200, `{"estado":"ok","data":{"id":3,"email":"flota.sur@example.com","nombre":"Ajeno","telefono":"022000003","cedula":"0100000003"}}`)
	for method, c := range map[string]struct {
		endpoints acctest.Values
		error     string
	}{
		http.MethodGet: {nil, "Unable to plan client"},
		http.MethodPut: {acctest.Values{"registrar_cliente": acctest.RegistrarCliente}, "Unable to create client"},
	} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			w := acctest.NewServer(t, sandbox.Options{})
			p := w.Proto(acctest.Values{"endpoints": c.endpoints})
			writes := 0
			w.Answer(func(r *http.Request) http.HandlerFunc {
				if r.Method == method {
					return other
				}
				if r.Method == http.MethodPost {
					writes++
				}
				return nil
			})
			created := p.Apply("parking_cliente", acctest.Result{}, acctest.UnknownCliente)
			acctest.Expect(t, "error", created.Errors(), c.error)
			if strings.Contains(fmt.Sprint(created.Errors()), "flota.sur") {
				t.Errorf("the other client is shown: %v", created.Errors())
			}
			if created.State != nil || writes > 0 {
				t.Errorf("state %v, %d writes", created.State, writes)
			}
		})
	}
}

// Fields that the service leaves out keep their state; null is a value; the
// address may come in other case, and numbers for texts (A4, A11).
func TestClienteFieldsLeftOut(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(updating)
	created := p.Apply("parking_cliente", acctest.Result{}, acctest.DeclaredNorte)
	for _, c := range []struct {
		data    string
		changes acctest.Values
	}{
		{`{"email":"FLOTA.Norte@example.com","sucursal":7}`, nil},
		{`{"cliente_id":"2","nombre":"Flota del Norte","telefono":null}`, acctest.Values{"telefono": nil}},
		{`{"id":2,"telefono":593,"cedula":1700000001,"apellidos":"Sur"}`, acctest.Values{"telefono": "593", "apellidos": "Sur"}},
	} {
		w.Answer(func(*http.Request) http.HandlerFunc { return answers.Body(200, `{"estado":"ok","data":`+c.data+`}`) })
		acctest.ExpectWhole(t, c.data, p.Read("parking_cliente", created), created.State.With(c.changes))
	}
}

// What the record does not show cannot be taken for identical. Without an
// identifier in it the client is managed all the same.
func TestClienteRecordWithoutFields(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(updating)
	w.Answer(func(r *http.Request) http.HandlerFunc {
		if r.Method == http.MethodGet {
			return answers.Body(200, `{"estado":"ok","data":{"email":"flota.norte@example.com","nombre":"Flota del Norte"}}`)
		}
		return nil
	})
	created := p.Apply("parking_cliente", acctest.Result{}, acctest.DeclaredNorte)
	w.ExpectRequests(map[string]int{"actualizar_cliente": 1})
	w.ExpectCliente(acctest.DeclaredNorte)
	acctest.ExpectSame(t, "created", created.State, acctest.DeclaredNorte.With(acctest.Values{"id": nil, "timeouts": nil}))
	updated := p.Apply("parking_cliente", created, acctest.Norte)
	acctest.ExpectSame(t, "updated", updated.State, acctest.Norte.With(acctest.Values{"id": nil, "timeouts": nil}))
	w.Answer(nil)
	acctest.ExpectHeld(t, "the identifier is not filled in", p.Read("parking_cliente", updated), acctest.Values{"id": 2})
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/cliente-email": answers.Body(200, `{"estado":"ok","data":null}`)})) // of every client
	acctest.ExpectWarned(t, "null", w.Proto(updating).Read("parking_cliente", created.Later(t)), nil)
}

func TestClienteSame(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		same func(a, b string) bool
		a, b string
		want bool
	}{
		{framework.NombreType.Same, "Ana", " ANA  ", true}, {framework.NombreType.Same, "Ana María", "ana\u00a0 MARI\u0301A", true}, {framework.NombreType.Same, "Straße", "STRASSE", true}, {framework.NombreType.Same, "O&#039;Brien", "O'BRIEN", true},
		{framework.NombreType.Same, "Ana", "Anna", false}, {framework.NombreType.Same, "Ana María", "AnaMaría", false}, {framework.NombreType.Same, "Peña", "Pena", false}, {framework.NombreType.Same, "A-B", "AB", false},
		{prefijosType.Same, "+593", " + 593", true}, {prefijosType.Same, "+593", "593", false}, {prefijosType.Same, "+59", "+593", false},
		{telefonoType.Same, "022 111-222", "22111222", true}, {telefonoType.Same, "(02) 2111222", "022111222", true}, {telefonoType.Same, "0221112220", "22111222", false}, {telefonoType.Same, "022111222", "022111223", false},
		{cedulaType.Same, "1700-000.001", "1700000001", true}, {cedulaType.Same, "x-1", "X1", true}, {cedulaType.Same, "0100", "100", false}, {cedulaType.Same, "0100", "0101", false},
		{emailType.Same, "A@example.com", "a@EXAMPLE.com", true}, {emailType.Same, "a@example.com", "b@example.com", false},
	} {
		if c.same(c.a, c.b) != c.want || c.same(c.b, c.a) != c.want {
			t.Errorf("%q and %q are the same: %t", c.a, c.b, !c.want)
		}
	}
}

// The framework logs the values that it compares, at the level TRACE.
func TestClienteTextsAreNotLogged(t *testing.T) {
	t.Parallel()
	for _, of := range []framework.TextType{emailType, framework.NombreType, prefijosType, telefonoType, cedulaType} {
		value, _ := of.ValueFromString(t.Context(), types.StringValue("Zutana"))
		if text := value.String(); strings.Contains(text, "Zutana") {
			t.Errorf("%s is logged", text)
		}
	}
}

// clienteAs has the service answer with client records whose fields are written in its own way.
func clienteAs(w *acctest.Server, write func(field, value string) string) {
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/cliente-email": func(rw http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		w.Box.ServeHTTP(answer, r)
		var envelope struct {
			Data map[string]any `json:"data"`
		}
		if err := json.Unmarshal(answer.Body.Bytes(), &envelope); err != nil {
			w.T.Error(err)
		}
		for field, value := range envelope.Data {
			if text, ok := value.(string); ok {
				envelope.Data[field] = write(field, text)
			}
		}
		data, err := json.Marshal(envelope.Data)
		if err != nil {
			w.T.Error(err)
		}
		answers.Body(answer.Code, `{"estado":"ok","data":`+string(data)+`}`)(rw, r)
	}}))
}

// What the service only spells otherwise is adopted without a write, stays as declared,
// and never is a difference.
func TestClienteRewrittenByTheService(t *testing.T) {
	t.Parallel()
	for name, write := range map[string]func(field, value string) string{
		"upper case": func(_, value string) string { return strings.ToUpper(value) },
		"blanks":     func(_, value string) string { return " " + strings.ReplaceAll(value, " ", "  ") + " " },
		"NFD":        func(_, value string) string { return norm.NFD.String(value) },
		"zeros": func(field, value string) string {
			if field == "telefono" {
				return strings.TrimLeft(value, "0")
			}
			return value
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := acctest.NewServer(t, sandbox.Options{})
			clienteAs(w, func(field, value string) string {
				if field == "email" && name != "upper case" {
					return value
				}
				return write(field, value)
			})
			declared := acctest.DeclaredNorte.With(acctest.Values{"nombre": "Compañía del Norte"})
			p := w.Proto(updating)
			created := p.Apply("parking_cliente", acctest.Result{}, declared)
			read := p.Read("parking_cliente", created)
			acctest.NoErrors(t, "created", created)
			acctest.ExpectWhole(t, "read", read, declared.With(acctest.Values{"id": 2, "timeouts": nil}))
			w.Requests()
			acctest.ExpectWhole(t, "adopted", w.Proto(nil).Apply("parking_cliente", acctest.Result{}, declared), read.State)
			// A new spelling is the user's, so it is sent.
			respelled := declared.With(acctest.Values{"apellidos": "DISTRIBUCIONES"})
			acctest.NoMessages(t, "changed", p.Apply("parking_cliente", read, respelled))
			w.ExpectRequests(map[string]int{"cliente_email": 2, "actualizar_cliente": 1})
			w.ExpectCliente(respelled)
		})
	}
}

// What could not be read back is saved with a warning, and the next refresh fills in the identifier.
func TestClienteRegisteredAndNotRead(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.Values{"endpoints": acctest.Values{"registrar_cliente": acctest.RegistrarCliente}})
	registered := false
	w.Answer(func(r *http.Request) http.HandlerFunc {
		switch {
		case r.Method == http.MethodPut:
			registered = true
			return w.CarriedOut(`{"estado":"ok","data":{"mensaje":"hecho"}}`)
		case registered:
			return answers.Body(500, `{"estado":"fail","error":"mantenimiento"}`)
		}
		return nil
	})
	created := p.Apply("parking_cliente", acctest.Result{}, acctest.UnknownCliente)
	acctest.Expect(t, "created", created.Warnings(), "The client saved, but not read back")
	acctest.ExpectSame(t, "created", created.State, acctest.UnknownCliente.With(acctest.Values{"id": nil, "timeouts": nil}))
	w.Answer(nil)
	acctest.ExpectSame(t, "read", p.Read("parking_cliente", created).State, acctest.UnknownCliente.With(acctest.Values{"id": 5, "timeouts": nil}))
}
