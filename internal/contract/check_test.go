package contract

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

func TestCheckAcceptsEveryOperation(t *testing.T) {
	t.Parallel()
	c := mustLoad(t)
	for _, s := range samples() {
		t.Run(s.id, func(t *testing.T) {
			t.Parallel()
			e := s.exchange()
			if id, err := e.check(t, c); err != nil || id != s.id {
				t.Errorf("success: operation %q, error %v", id, err)
			}
			for _, status := range []int{http.StatusOK, http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusInternalServerError} {
				e.status, e.answer = status, failJSON
				if id, err := e.check(t, c); err != nil || id != s.id {
					t.Errorf("failure at %d: operation %q, error %v", status, id, err)
				}
			}
		})
	}
}

func TestCheckAcceptsWhatIsOptional(t *testing.T) {
	t.Parallel()
	c := mustLoad(t)
	tests := []struct {
		name, id string
		change   func(*exchange)
	}{
		{"login without a credential", "login", func(e *exchange) { e.header.Del("Authorization") }},
		{"closure without a body", "sancion_cerrar", func(e *exchange) { e.sent = "" }},
		{"closure with an empty body", "sancion_cerrar", func(e *exchange) { e.sent = "{}" }},
		{"token without a body", "generar_token", func(e *exchange) { e.sent = "" }},
		{"plate without flags", "registrar_placa", func(e *exchange) { e.sent = `{"placa":"X","tipo_vehiculo_id":1}` }},
		{"favourite of a cell", "guardar_zona_favorita", func(e *exchange) { e.sent = `{"cliente_id":1,"celda_id":2}` }},
		{"escaped digits in the path", "tramo", func(e *exchange) { e.target = "/external/tramo/%31" }},
		{"no filters", "reservas", func(e *exchange) { e.target = "/external/reservas" }},
		{"empty page", "vehiculos", func(e *exchange) { e.answer = strings.Replace(page(""), `"total":1`, `"total":0`, 1) }},
		{"failure without details", "tramo", func(e *exchange) { e.status, e.answer = 404, `{"estado":"fail","error":"No"}` }},
		{"failure with no details in it", "tramo", func(e *exchange) { e.status, e.answer = 404, `{"estado":"fail","error":"No","errores":{}}` }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := sampleOf(t, tt.id).exchange()
			tt.change(&e)
			_, err := e.check(t, c)
			must(t, err)
		})
	}
}

func TestCheckFindsViolations(t *testing.T) {
	t.Parallel()
	c := mustLoad(t)
	replace := func(where func(*exchange) *string, old, new string) func(*exchange) {
		return func(e *exchange) {
			before := *where(e)
			*where(e) = strings.Replace(before, old, new, 1)
			if *where(e) == before {
				panic(old + " not found in " + before)
			}
		}
	}
	target := func(e *exchange) *string { return &e.target }
	sent := func(e *exchange) *string { return &e.sent }
	answer := func(e *exchange) *string { return &e.answer }
	fail := func(status int, body string) func(*exchange) {
		return func(e *exchange) { e.status, e.answer = status, body }
	}
	tests := []struct {
		name, id string
		change   func(*exchange)
		want     string // part of the error
	}{
		{"undeclared path", "tramos", replace(target, "tramos", "tramoz"), "undeclared operation"},
		{"undeclared method", "tramos", func(e *exchange) { e.method = http.MethodPost }, "undeclared operation"},
		{"base path", "tramos", replace(target, "/external", "/api/external"), "undeclared operation"},
		{"trailing slash", "tramos", replace(target, "tramos", "tramos/"), "undeclared operation"},
		{"plate in the query", "placa", replace(target, "/M%2F1%20B", "?placa=X"), "undeclared operation"},
		{"plate with a bare slash", "placa", replace(target, "%2F", "/"), "undeclared operation"},
		{"empty plate in the path", "placa", replace(target, "M%2F1%20B", ""), "path parameter placa"},
		{"section not an integer", "tramo", replace(target, "/1", "/1.5"), "path parameter tramo_id"},
		{"section not a number", "tramo", replace(target, "/1", "/uno"), "path parameter tramo_id"},

		{"undeclared query parameter", "tramos", replace(target, "tramos", "tramos?id=1"), "query parameter id: undeclared"},
		{"query parameter of another case", "faq", replace(target, "faq_id", "FAQ_ID"), "query parameter FAQ_ID: undeclared"},
		{"required query parameter missing", "vehiculos", replace(target, "cliente_id=1&", ""), "query parameter cliente_id: missing"},
		{"query parameter twice", "tramo_consulta", replace(target, "id=1", "id=1&id=2"), "query parameter id: sent more than once"},
		{"query parameter empty", "tramo_consulta", replace(target, "id=1", "id="), "query parameter id"},
		{"query parameter of the wrong type", "tramo_consulta", replace(target, "id=1", "id=uno"), "query parameter id"},
		{"padded number", "tramo_consulta", replace(target, "id=1", "id=007"), "query parameter id"},
		{"page zero", "reservas", replace(target, "page=1", "page=0"), "query parameter page"},
		{"latitude out of range", "tramos_cercanos", replace(target, "40.4", "140.4"), "query parameter latitud"},
		{"unknown state", "sanciones", replace(target, "abierta", "pagada"), "query parameter estado"},
		{"not an e-mail", "cliente_email", replace(target, "%40", ""), "query parameter email"},
		{"query that does not parse", "faq", replace(target, "=1", "=%zz"), "request query"},

		{"credential missing", "tramos", func(e *exchange) { e.header.Del("Authorization") }, "Authorization"},
		{"credential empty", "tramos", func(e *exchange) { e.header.Set("Authorization", "") }, "Authorization"},
		{"credential twice", "tramos", func(e *exchange) { e.header.Add("Authorization", "j") }, "Authorization"},
		{"request without a content type", "registrar_placa", func(e *exchange) { e.header.Del("Content-Type") }, "request body: Content-Type"},
		{"request of another content type", "registrar_placa", func(e *exchange) { e.header.Set("Content-Type", "text/plain") }, "request body: Content-Type"},

		{"body missing on GET", "zonas_favoritas", func(e *exchange) { e.sent = "" }, "request body: missing"},
		{"body missing", "registrar_placa", func(e *exchange) { e.sent = "" }, "request body: missing"},
		{"body of a GET that has none", "vehiculos", func(e *exchange) { e.sent = `{"cliente_id":1}` }, "request body: undeclared"},
		{"body of a cancellation", "reserva_cancelar", func(e *exchange) { e.sent = `{}` }, "request body: undeclared"},
		{"body is not JSON", "registrar_placa", func(e *exchange) { e.sent = `{"placa"` }, "request body: not JSON"},
		{"two bodies", "registrar_placa", func(e *exchange) { e.sent = placaBody + placaBody }, "request body: not JSON"},
		{"body is a list", "registrar_placa", func(e *exchange) { e.sent = "[" + placaBody + "]" }, "want object"},
		{"wrong field name", "actualizar_cliente", replace(sent, "Apellidos", "apellidos"), "apellidos"},
		{"required field missing", "registrar_vehiculo", replace(sent, `"cliente_id":1,`, ""), "cliente_id"},
		{"flag as boolean", "registrar_placa", replace(sent, `"electrico":1`, `"electrico":true`), "electrico"},
		{"flag as string", "registrar_placa", replace(sent, `"electrico":1`, `"electrico":"1"`), "electrico"},
		{"flag out of range", "registrar_placa", replace(sent, `"electrico":1`, `"electrico":2`), "electrico"},
		{"receipt as 1", "reserva_pagar", replace(sent, "true", "1"), "enviar_recibo"},
		{"minutes not a multiple of 10", "reserva_bloquear", replace(sent, "30", "25"), "multipleOf"},
		{"added minutes not a multiple of 10", "reserva_extender", replace(sent, "10", "5"), "multipleOf"},
		{"optional field null", "registrar_vehiculo", replace(sent, `"nombre":"x"`, `"nombre":null`), "nombre"},
		{"favourite of nothing", "guardar_zona_favorita", replace(sent, `"zona_id":1,"tramo_id":3,`, ""), "anyOf"},
		{"prefix without a plus sign", "actualizar_cliente", replace(sent, "+34", "34"), "prefijos"},
		{"e-mail malformed", "actualizar_cliente", replace(sent, "@", ""), "email"},

		{"extra field in the answer", "tramo", replace(answer, `"libres":3`, `"libres":3,"ocupadas":1`), "ocupadas"},
		{"extra field in the envelope", "tramo", replace(answer, `"data"`, `"ok":true,"data"`), "'ok'"},
		{"wrong type in the answer", "tramo", replace(answer, `"libres":3`, `"libres":"3"`), "/data/libres"},
		{"field missing from the answer", "cliente", replace(answer, `"Apellidos":"Gil",`, ""), "Apellidos"},
		{"field of another case in the answer", "cliente", replace(answer, "Apellidos", "apellidos"), "apellidos"},
		{"flag as boolean in the answer", "vehiculo", replace(answer, `"favorito":0`, `"favorito":false`), "/data/favorito"},
		{"object where a list belongs", "tramos", func(e *exchange) { e.answer = ok(tramoJSON) }, "want array"},
		{"list where an object belongs", "tramo", func(e *exchange) { e.answer = ok("[" + tramoJSON + "]") }, "want object"},
		{"page counters missing", "reservas", func(e *exchange) { e.answer = ok("[]") }, "last_page"},
		{"page counters on an unpaged list", "tramos", func(e *exchange) { e.answer = page(tramoJSON) }, "per_page"},
		{"time off UTC", "reserva_extender", replace(answer, "10:00:00Z", "10:00:00+01:00"), "/data/inicio"},
		{"not a time", "reserva_extender", replace(answer, "2030-01-02T", "2030-13-02T"), "/data/inicio"},
		{"unknown reservation state", "reserva_extender", replace(answer, "bloqueada", "activa"), "/data/estado"},

		{"answer of another content type", "tramo", func(e *exchange) { e.answerHeader.Set("Content-Type", "text/html") }, "response 200: Content-Type"},
		{"answer without a content type", "tramo", func(e *exchange) { e.answerHeader.Del("Content-Type") }, "response 200: Content-Type"},
		{"answer cut off", "tramo", func(e *exchange) { e.answer = e.answer[:20] }, "response 200: not JSON"},
		{"answer empty", "tramo", func(e *exchange) { e.answer = "" }, "response 200: not JSON"},
		{"success at an undeclared status", "tramo", func(e *exchange) { e.status = http.StatusCreated }, "response 201"},
		{"success at an error status", "tramo", func(e *exchange) { e.status = http.StatusNotFound }, "response 404"},
		{"unknown estado", "tramo", replace(answer, `"ok"`, `"OK"`), "/estado"},
		{"failure without a message", "tramo", fail(422, `{"estado":"fail","errores":{}}`), "'error'"},
		{"failure with data", "tramo", fail(422, `{"estado":"fail","error":"No","data":null}`), "'data'"},
		{"failure with a bare detail", "tramo", fail(422, `{"estado":"fail","error":"No","errores":{"id":"No"}}`), "/errores/id"},
		{"failure at 200 with data", "tramo", fail(200, `{"estado":"fail","error":"No","data":{}}`), "'data'"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := sampleOf(t, tt.id).exchange()
			tt.change(&e)
			id, err := e.check(t, c)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one about %q", err, tt.want)
			}
			wantID := tt.id
			if tt.want == "undeclared operation" {
				wantID = ""
			}
			if id != wantID {
				t.Errorf("operation %q, want %q", id, wantID)
			}
		})
	}
}

// TestUndeclaredFieldIsAViolation adds a field to every object of every sample,
// one at a time, and takes every field of a success away: all are required.
func TestUndeclaredFieldIsAViolation(t *testing.T) {
	t.Parallel()
	c := mustLoad(t)
	for _, s := range samples() {
		t.Run(s.id, func(t *testing.T) {
			t.Parallel()
			for _, spoilt := range spoil(t, s.answer, true) {
				e := s.exchange()
				e.answer = spoilt
				if _, err := e.check(t, c); err == nil {
					t.Errorf("accepted the answer %s", spoilt)
				}
			}
			if s.sent == "" {
				return
			}
			for _, spoilt := range spoil(t, s.sent, false) {
				e := s.exchange()
				e.sent = spoilt
				if _, err := e.check(t, c); err == nil {
					t.Errorf("accepted the request %s", spoilt)
				}
			}
		})
	}
}

// spoil returns copies of a JSON text, each with one field too many or, when
// remove is set, one too few.
func spoil(t *testing.T, text string, remove bool) []string {
	t.Helper()
	var root any
	must(t, json.Unmarshal([]byte(text), &root))
	var spoilt []string
	keep := func() {
		copied, err := json.Marshal(root)
		must(t, err)
		spoilt = append(spoilt, string(copied))
	}
	var descend func(node any)
	descend = func(node any) {
		switch node := node.(type) {
		case map[string]any:
			for _, key := range sortedKeys(node) {
				value := node[key]
				descend(value)
				if remove {
					delete(node, key)
					keep()
					node[key] = value
				}
			}
			node["de_mas"] = 1
			keep()
			delete(node, "de_mas")
		case []any:
			for _, value := range node {
				descend(value)
			}
		}
	}
	descend(root)
	return spoilt
}

func TestCheckReportsRequestAndResponse(t *testing.T) {
	t.Parallel()
	e := sampleOf(t, "actualizar_cliente").exchange()
	e.header.Del("Authorization")
	e.sent = strings.Replace(e.sent, "Apellidos", "apellidos", 1)
	e.answer = ok(`{"mensaje":"Hecho"}`)
	_, err := e.check(t, mustLoad(t))
	if err == nil {
		t.Fatal("no violation found")
	}
	for _, want := range []string{"actualizar_cliente: ", "Authorization", "apellidos", "mensaje"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in the error %v", want, err)
		}
	}
}
