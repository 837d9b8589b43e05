package cliente

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// byEmail is the read of a client.
const byEmail = "GET /external/cliente-email"

// shows has the service answer every read of a client with this record.
func shows(w *acctest.Server, record acctest.Values) {
	text, err := json.Marshal(acctest.Values{"estado": "ok", "data": record})
	acctest.Must(w.T, err)
	w.Answer(answers.On(map[string]http.HandlerFunc{byEmail: answers.Body(http.StatusOK, string(text))}))
}

// What the service says of several fields, and of one that is no attribute, all reaches the user. It is on no attribute, since
// Terraform would print the line. What was refused changes nothing.
func TestClienteSeveralRefusals(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Answer(func(r *http.Request) http.HandlerFunc {
		if r.Method != http.MethodPost {
			return nil
		}
		return answers.Body(200, `{"estado":"fail","error":"no vale",
			"errores":{"Apellidos":["largo","raro"],"prefijos":"desconocido","sucursal":{"x":["falta"]}}}`)
	})
	p := w.Proto(updating)
	const create, update = "Unable to create client", "Unable to update client"
	acctest.ExpectRefused(t, "create", p.Apply(typeName, none, acctest.DeclaredNorte), create, create, create)
	held := p.Apply(typeName, none, acctest.Norte)
	updated := p.Apply(typeName, held, acctest.DeclaredNorte)
	acctest.Expect(t, "update", updated.Errors(), update, update, update)
	acctest.ExpectSame(t, "update", updated.State, held.State)
}

// Fields that the service leaves out keep their state, and what it only spells otherwise is as declared. Null is a value, and texts may
// come as numbers (A4, A11).
func TestClienteRecords(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(updating)
	created := p.Apply(typeName, none, acctest.DeclaredNorte)
	for what, c := range map[string]struct{ record, changes acctest.Values }{
		"left out": {record: acctest.Values{"email": "FLOTA.Norte@example.com", "sucursal": 7}},
		"null": {
			record:  acctest.Values{"cliente_id": "2", "nombre": "Flota del Norte", "telefono": nil},
			changes: acctest.Values{"telefono": nil},
		},
		"numbers": {
			record:  acctest.Values{"id": 2, "telefono": 593, "cedula": 1700000001, "apellidos": "Sur"},
			changes: acctest.Values{"telefono": "593", "apellidos": "Sur"},
		},
		"spelled otherwise": {record: acctest.Values{"id": 2, "email": "FLOTA.NORTE@EXAMPLE.COM", "nombre": " flota  DEL norte",
			"Apellidos": "DISTRIBUCIONES", "prefijos": "+ 34", "telefono": "22 111-222", "cedula": "17-0000 0001"}},
	} {
		shows(w, c.record)
		acctest.ExpectWhole(t, what, p.Read(typeName, created), created.State.With(c.changes))
	}
}

// What the record does not show cannot be taken for identical. Without an
// identifier in it the client is managed all the same.
func TestClienteRecordWithoutFields(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(updating)
	shows(w, acctest.Values{"email": "flota.norte@example.com", "nombre": "Flota del Norte"})
	created := p.Apply(typeName, none, acctest.DeclaredNorte)
	w.ExpectRequests(map[string]int{"actualizar_cliente": 1})
	w.ExpectCliente(acctest.DeclaredNorte)
	acctest.ExpectSame(t, "created", created.State, acctest.DeclaredNorte.With(acctest.Values{"id": nil, "timeouts": nil}))
	updated := p.Apply(typeName, created, acctest.Norte)
	acctest.ExpectSame(t, "updated", updated.State, acctest.Norte.With(acctest.Values{"id": nil, "timeouts": nil}))
	w.Answer(nil)
	acctest.ExpectHeld(t, "the identifier is not filled in", p.Read(typeName, updated), acctest.Values{"id": 2})
	shows(w, nil) // of every client
	acctest.ExpectWarned(t, "null", w.Proto(updating).Read(typeName, created.Later(t)), nil)
}

func TestClienteSame(t *testing.T) {
	t.Parallel()
	type pairs [][2]string
	for what, c := range map[string]struct {
		of          framework.TextType
		same, other pairs
	}{
		"name": {of: framework.NombreType,
			same:  pairs{{"Ana", " ANA  "}, {"Ana María", "ana\u00a0 MARI\u0301A"}, {"Straße", "STRASSE"}, {"O&#039;Brien", "O'BRIEN"}},
			other: pairs{{"Ana", "Anna"}, {"Ana María", "AnaMaría"}, {"Peña", "Pena"}, {"A-B", "AB"}}},
		"prefijos": {of: prefijosType, same: pairs{{"+593", " + 593"}, {"+593", "593"}}, other: pairs{{"+59", "+593"}}},
		"telefono": {of: telefonoType, same: pairs{{"022 111-222", "22111222"}, {"(02) 2111222", "022111222"}},
			other: pairs{{"0221112220", "22111222"}, {"022111222", "022111223"}}},
		"cedula": {of: cedulaType, same: pairs{{"1700-000.001", "1700000001"}, {"x-1", "X1"}},
			other: pairs{{"0100", "100"}, {"0100", "0101"}}},
		"email": {of: emailType, same: pairs{{"A@example.com", "a@EXAMPLE.com"}}, other: pairs{{"a@example.com", "b@example.com"}}},
	} {
		for want, texts := range map[bool]pairs{true: c.same, false: c.other} {
			for _, text := range texts {
				if c.of.Same(text[0], text[1]) != want || c.of.Same(text[1], text[0]) != want {
					t.Errorf("%s: %q are the same: %t", what, text, !want)
				}
			}
		}
	}
}

// What could not be read back is saved with a warning, and the next refresh fills in the identifier.
func TestClienteRegisteredAndNotRead(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := registers(w, false)
	planned := p.Plan(typeName, none, acctest.UnknownCliente)
	w.Answer(answers.On(map[string]http.HandlerFunc{
		byEmail:                           answers.Body(500, `{"estado":"fail","error":"mantenimiento"}`),
		"PUT " + acctest.RegistrarCliente: w.CarriedOut(`{"estado":"ok","data":{"mensaje":"hecho"}}`),
	}))
	created := p.ApplyPlan(t.Context(), typeName, none, acctest.UnknownCliente, planned)
	acctest.Expect(t, "created", created.Warnings(), "The client saved, but not read back")
	acctest.ExpectSame(t, "created", created.State, acctest.UnknownCliente.With(acctest.Values{"id": nil, "timeouts": nil}))
	w.Answer(nil)
	read := p.Read(typeName, created)
	acctest.ExpectSame(t, "read", read.State, acctest.UnknownCliente.With(acctest.Values{"id": 5, "timeouts": nil}))
}
