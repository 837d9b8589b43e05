package contract

import (
	"net/http"
	"strings"
	"testing"
)

const (
	tramo    = `{"id":1,"nombre":"Mayor","direccion":"Calle Mayor 1","latitud":40.4,"longitud":-3.7,"zona_id":1,"libres":3,"librescoche":2,"libresmoto":1}`
	placa    = `{"placa":"1234BCD","tipo_vehiculo_id":1,"marca":null,"modelo":"Uno","color":null,"electrico":1,"minusvalido":0,"exento":0,"sancionable":1}`
	vehiculo = `{"id":7,"nombre":null,"placa":"1234BCD","cliente_id":1,"activado":1,"favorito":0}`
	sancion  = `{"id":4,"placa":"1234BCD","tramo_id":1,"cliente_id":null,"estado":"cerrada","pagada":1,"importe":40,"observaciones":null,` +
		`"pago_tipo":1,"pago_codigo":"P-1","fecha":"2030-01-02T10:00:00Z"}`
)

func ok(data string) string { return `{"estado":"ok","data":` + data + `}` }

// kept gives an exchange of each shape, by its operation, that keeps to the contract.
func kept(id string) exchange {
	e := map[string]exchange{
		"login":            {method: "POST", target: "/external/login", sent: `{"email":"ana@example.com","password":"p"}`, answer: ok(`{"token":"t","expira":"2030-01-02T10:00:00Z"}`)},
		"registrar_placa":  {method: "POST", target: "/external/placa", sent: `{"placa":"1234BCD","tipo_vehiculo_id":1,"electrico":1}`, answer: ok(`{"message":"Hecho"}`)},
		"placa":            {method: "GET", target: "/external/placa/M%2F1%20B", answer: ok(placa)},
		"vehiculos":        {method: "GET", target: "/external/vehiculos?cliente_id=1&page=2", answer: strings.Replace(ok("["+vehiculo+"]"), "}]}", `}],"total":1,"per_page":15,"current_page":1,"last_page":1}`, 1)},
		"tramo":            {method: "GET", target: "/external/tramo/1", answer: ok(tramo)},
		"zonas_favoritas":  {method: "GET", target: "/external/zona-favorita", sent: `{"cliente_id":1}`, answer: ok(`{"favoritas":[]}`)},
		"reserva_cancelar": {method: "PUT", target: "/external/reserva-cancelar/9", answer: ok(`{"message":"Hecho"}`)},
		"sancion_cerrar":   {method: "PUT", target: "/external/sancion-cerrar/4", answer: ok(sancion)},
	}[id]
	e.status, e.header, e.answerHeader = http.StatusOK, http.Header{"Authorization": {"k"}}, http.Header{"Content-Type": {"application/json; charset=utf-8"}}
	if e.sent != "" {
		e.header.Set("Content-Type", mediaJSON)
	}
	if id == "login" {
		e.header.Del("Authorization")
	}
	return e
}

// TestViolations: each exchange keeps to the contract, also where it ends in a failure, until one thing of it is spoilt.
func TestViolations(t *testing.T) {
	t.Parallel()
	replace := func(where func(*exchange) *string, old, new string) func(*exchange) {
		return func(e *exchange) { *where(e) = strings.Replace(*where(e), old, new, 1) }
	}
	target := func(e *exchange) *string { return &e.target }
	sent := func(e *exchange) *string { return &e.sent }
	answer := func(e *exchange) *string { return &e.answer }
	fail := func(status int, body string) func(*exchange) {
		return func(e *exchange) { e.status, e.answer = status, body }
	}
	for name, tt := range map[string]struct {
		id    string
		spoil func(*exchange)
		want  string // part of the error
	}{
		"undeclared path":              {"tramo", replace(target, "tramo", "tramoz"), "undeclared operation"},
		"undeclared method":            {"placa", func(e *exchange) { e.method = http.MethodDelete }, "undeclared operation"},
		"plate with a bare slash":      {"placa", replace(target, "%2F", "/"), "undeclared operation"},
		"empty plate":                  {"placa", replace(target, "M%2F1%20B", ""), "path parameter placa"},
		"section not an integer":       {"tramo", replace(target, "/1", "/1.5"), "path parameter tramo_id"},
		"section not a number":         {"tramo", replace(target, "/1", "/uno"), "path parameter tramo_id"},
		"undeclared query parameter":   {"vehiculos", replace(target, "page=2", "PAGE=2"), "query parameter PAGE: undeclared"},
		"query parameter missing":      {"vehiculos", replace(target, "cliente_id=1&", ""), "query parameter cliente_id: missing"},
		"query parameter twice":        {"vehiculos", replace(target, "page=2", "page=2&page=3"), "query parameter page: sent more than once"},
		"page zero":                    {"vehiculos", replace(target, "page=2", "page=0"), "query parameter page"},
		"query that does not parse":    {"vehiculos", replace(target, "page=2", "page=%zz"), "invalid URL escape"},
		"credential missing":           {"tramo", func(e *exchange) { e.header.Del("Authorization") }, "Authorization"},
		"credential twice":             {"tramo", func(e *exchange) { e.header.Add("Authorization", "j") }, "Authorization"},
		"body missing on GET":          {"zonas_favoritas", replace(sent, `{"cliente_id":1}`, ""), "request body: not JSON"},
		"body of a cancellation":       {"reserva_cancelar", func(e *exchange) { e.sent = `{}` }, "request body: undeclared"},
		"body of another content type": {"registrar_placa", func(e *exchange) { e.header.Set("Content-Type", "text/plain") }, "request body: Content-Type"},
		"two bodies":                   {"registrar_placa", func(e *exchange) { e.sent += e.sent }, "request body: not JSON"},
		"field of another name":        {"registrar_placa", replace(sent, "electrico", "Electrico"), "Electrico"},
		"flag as boolean":              {"registrar_placa", replace(sent, `"electrico":1`, `"electrico":true`), "electrico"},
		"extra field in the answer":    {"tramo", replace(answer, `"libres":3`, `"libres":3,"ocupadas":1`), "ocupadas"},
		"extra field in the envelope":  {"tramo", replace(answer, `"data"`, `"ok":true,"data"`), "'ok'"},
		"wrong type in the answer":     {"tramo", replace(answer, `"libres":3`, `"libres":"3"`), "/data/libres"},
		"field missing in the answer":  {"vehiculos", replace(answer, `"activado":1,`, ""), "activado"},
		"page counters missing":        {"vehiculos", replace(answer, `"last_page":1`, `"x":1`), "last_page"},
		"not a time":                   {"sancion_cerrar", replace(answer, "2030-01", "2030-13"), "/data/fecha"},
		"answer of another type":       {"tramo", func(e *exchange) { e.answerHeader.Set("Content-Type", "text/html") }, "response 200: Content-Type"},
		"answer cut off":               {"tramo", func(e *exchange) { e.answer = e.answer[:20] }, "response 200: not JSON"},
		"success at another status":    {"tramo", func(e *exchange) { e.status = http.StatusCreated }, "response 201"},
		"failure without a message":    {"tramo", fail(422, `{"estado":"fail","errores":{}}`), "'error'"},
		"failure at 200 with data":     {"tramo", fail(200, `{"estado":"fail","error":"No","data":{}}`), "'data'"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := newValidator(t)
			for _, status := range []int{200, 404} {
				failed := kept(tt.id)
				fail(status, `{"estado":"fail","error":"No","errores":{"placa":["No existe"]}}`)(&failed)
				for _, e := range []exchange{kept(tt.id), failed} {
					if id, err := v.check(e); err != nil || id != tt.id {
						t.Errorf("not spoilt: operation %q, %v", id, err)
					}
				}
			}
			e := kept(tt.id)
			tt.spoil(&e)
			if _, err := v.check(e); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one about %q", err, tt.want)
			}
		})
	}
}
