package provider

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestClienteSame(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		same func(a, b string) bool
		a, b string
		want bool
	}{
		{sameText, "Ana", " ANA  ", true}, {sameText, "Ana María", "ana\u00a0 MARI\u0301A", true}, {sameText, "Straße", "STRASSE", true},
		{sameText, "Ana", "Anna", false}, {sameText, "Ana María", "AnaMaría", false}, {sameText, "Peña", "Pena", false}, {sameText, "A-B", "AB", false},
		{samePrefijos, "+593", " + 593", true}, {samePrefijos, "+593", "593", false}, {samePrefijos, "+59", "+593", false},
		{sameTelefono, "022 111-222", "22111222", true}, {sameTelefono, "(02) 2111222", "022111222", true}, {sameTelefono, "0221112220", "22111222", false}, {sameTelefono, "022111222", "022111223", false},
		{sameCedula, "1700-000.001", "1700000001", true}, {sameCedula, "x-1", "X1", true}, {sameCedula, "0100", "100", false}, {sameCedula, "0100", "0101", false},
		{sameEmail, "A@example.com", "a@EXAMPLE.com", true}, {sameEmail, "a@example.com", "b@example.com", false},
	} {
		if c.same(c.a, c.b) != c.want || c.same(c.b, c.a) != c.want {
			t.Errorf("%q and %q are the same: %t", c.a, c.b, !c.want)
		}
	}
}

// clienteAs has the service answer with client records whose fields are written in its own way.
func clienteAs(w *world, write func(field, value string) string) {
	w.answer(on(map[string]http.HandlerFunc{"GET /external/cliente-email": func(rw http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		w.box.ServeHTTP(answer, r)
		var envelope struct {
			Data map[string]any `json:"data"`
		}
		if err := json.Unmarshal(answer.Body.Bytes(), &envelope); err != nil {
			w.t.Error(err)
		}
		for field, value := range envelope.Data {
			if text, ok := value.(string); ok {
				envelope.Data[field] = write(field, text)
			}
		}
		data, err := json.Marshal(envelope.Data)
		if err != nil {
			w.t.Error(err)
		}
		body(answer.Code, `{"estado":"ok","data":`+string(data)+`}`)(rw, r)
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
			w := newWorld(t, sandbox.Options{})
			clienteAs(w, func(field, value string) string {
				if field == "email" && name != "upper case" {
					return value
				}
				return write(field, value)
			})
			declared := declaredNorte.with(values{"nombre": "Compañía del Norte"})
			p := w.proto(nil)
			created := p.apply("parking_cliente", result{}, declared)
			expect(t, "created", created.warnings(), "Existing client brought to the declared state")
			read := p.read("parking_cliente", created)
			if len(created.errors())+len(read.diags) > 0 {
				t.Error(created.errors(), read.diags)
			}
			expectSame(t, "read", read.state, declared.with(values{"id": 2, "timeouts": nil}))
			w.requests()
			adopted := w.proto(nil).apply("parking_cliente", result{}, declared)
			if len(adopted.diags) > 0 {
				t.Error(adopted.errors(), adopted.warnings())
			}
			expectSame(t, "adopted", adopted.state, read.state)
			// A new spelling is the user's, so it is sent.
			respelled := declared.with(values{"apellidos": "DISTRIBUCIONES"})
			if changed := p.apply("parking_cliente", read, respelled); len(changed.diags) > 0 {
				t.Error(changed.errors(), changed.warnings())
			}
			w.expectRequests(map[string]int{"cliente_email": 2, "actualizar_cliente": 1}) // looked for; written and read back
			w.expectCliente(respelled)
		})
	}
}

// What the service holds otherwise after a write is named, without its value, and the next
// refresh shows it, also under refresh_max_age.
func TestClienteNotAsDeclared(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(values{"refresh_max_age": "1h"})
	before := p.apply("parking_cliente", result{}, norte)
	clienteAs(w, func(field, value string) string {
		if field == "cedula" {
			return "9" + value
		}
		return value
	})
	for name, written := range map[string]result{
		"created": w.proto(values{"refresh_max_age": "1h"}).apply("parking_cliente", result{}, declaredNorte),
		"updated": p.apply("parking_cliente", before, declaredNorte),
	} {
		if len(written.errors()) > 0 || !strings.Contains(fmt.Sprint(written.warnings()), "holds other values of cedula.") {
			t.Errorf("%s: %v, %v", name, written.errors(), written.warnings())
		}
		expectNothingPersonal(t, name, written.diags, norte, declaredNorte)
		expectSame(t, name, written.state, declaredNorte.with(values{"id": 2, "timeouts": nil}))
		if read := p.read("parking_cliente", written); read.state["cedula"] != "91700000001" {
			t.Errorf("%s: not read, or not shown: %v", name, read.state)
		}
	}
}

// What was not read is not verified: the next refresh fills in the identifier.
func TestClienteRegisteredAndNotRead(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(values{"refresh_max_age": "1h", "endpoints": values{"registrar_cliente": registrarCliente}})
	registered := false
	w.answer(func(r *http.Request) http.HandlerFunc {
		switch {
		case r.Method == http.MethodPut:
			registered = true
			return w.carriedOut(`{"estado":"ok","data":{"mensaje":"hecho"}}`)
		case registered:
			return body(500, `{"estado":"fail","error":"mantenimiento"}`)
		}
		return nil
	})
	created := p.apply("parking_cliente", result{}, unknownCliente)
	expect(t, "created", created.warnings(), "Client saved, but not read back")
	expectSame(t, "created", created.state, unknownCliente.with(values{"id": nil, "timeouts": nil}))
	w.answer(nil)
	expectSame(t, "read", p.read("parking_cliente", created).state, unknownCliente.with(values{"id": 5, "timeouts": nil}))
}
