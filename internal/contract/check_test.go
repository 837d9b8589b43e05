package contract

import (
	"net/http"
	"strings"
	"testing"
)

const (
	token = `{"token":"t","expira":"2030-01-02T10:00:00Z"}`
	tramo = `{"id":1,"nombre":"Mayor","direccion":"","latitud":40.4,"longitud":-3.7,"zona_id":1,"libres":3,"librescoche":2,"libresmoto":1}`
	placa = `{"placa":"M/1 B","tipo_vehiculo_id":1,"marca":null,"modelo":"Uno","color":null,` +
		`"electrico":1,"minusvalido":0,"exento":0,"sancionable":1}`
	vehiculo = `{"id":7,"nombre":null,"placa":"1234BCD","cliente_id":1,"activado":1,"favorito":0}`
	counters = `"total":1,"per_page":15,"current_page":1,"last_page":1`
)

func ok(data string) string { return `{"estado":"ok","data":` + data + `}` }

// kept gives an exchange of each shape, by its operation, that keeps to the contract.
func kept(id string) exchange {
	e := map[string]exchange{
		"login":           {method: "POST", target: "/external/login", sent: `{"email":"ana@example.com","password":"p"}`, answer: ok(token)},
		"registrar_placa": {method: "POST", target: "/external/placa", sent: `{"placa":"A","tipo_vehiculo_id":1}`, answer: ok(`{"message":""}`)},
		"placa":           {method: "GET", target: "/external/placa/M%2F1%20B", answer: ok(placa)},
		"vehiculos":       {method: "GET", target: "/external/vehiculos?cliente_id=1&page=2", answer: ok("[" + vehiculo + "]," + counters)},
		"tramo":           {method: "GET", target: "/external/tramo/1", answer: ok(tramo)},
	}[id]
	e.status, e.header = http.StatusOK, http.Header{"Authorization": {"k"}, "Content-Type": {mediaJSON}}
	e.answerHeader = http.Header{"Content-Type": {mediaJSON + "; charset=utf-8"}}
	if id == "login" {
		e.header.Del("Authorization")
	}
	return e
}

// spoil replaces a part of an exchange; its empty parts replace nothing, and keep the rest.
type spoil struct {
	id, target, sent, answer string // old->new
	change                   func(*exchange)
	want                     string // part of the error
}

var spoilt = map[string]spoil{
	"undeclared path":             {id: "tramo", target: "tramo->tramoz", want: "undeclared operation"},
	"undeclared method":           {id: "placa", change: func(e *exchange) { e.method = http.MethodDelete }, want: "undeclared operation"},
	"plate with a bare slash":     {id: "placa", target: "%2F->/", want: "undeclared operation"},
	"section of another type":     {id: "tramo", target: "/1->/1.5", want: "path parameter tramo_id"},
	"section not a number":        {id: "tramo", target: "/1->/uno", want: "path parameter tramo_id"},
	"undeclared query parameter":  {id: "vehiculos", target: "page=2->PAGE=2", want: "query parameter PAGE: undeclared"},
	"query parameter missing":     {id: "vehiculos", target: "cliente_id=1&->", want: "query parameter cliente_id: missing"},
	"query parameter twice":       {id: "vehiculos", target: "page=2->page=2&page=3", want: "query parameter page: sent more than once"},
	"page zero":                   {id: "vehiculos", target: "page=2->page=0", want: "query parameter page"},
	"query that does not parse":   {id: "vehiculos", target: "page=2->page=%zz", want: "invalid URL escape"},
	"credential missing":          {id: "tramo", change: func(e *exchange) { e.header.Del("Authorization") }, want: "Authorization"},
	"body missing":                {id: "registrar_placa", change: func(e *exchange) { e.sent = "" }, want: "request body: not JSON"},
	"body undeclared":             {id: "tramo", sent: "->{}", want: "request body: undeclared"},
	"body of no type":             {id: "login", change: func(e *exchange) { e.header.Del("Content-Type") }, want: "body: Content-Type"},
	"two bodies":                  {id: "login", change: func(e *exchange) { e.sent += e.sent }, want: "request body: not JSON"},
	"field of another name":       {id: "registrar_placa", sent: "tipo_vehiculo_id->Tipo", want: "Tipo"},
	"extra field in the answer":   {id: "tramo", answer: `"libres"->"ocupadas":1,"libres"`, want: "ocupadas"},
	"extra field in the envelope": {id: "tramo", answer: `"data"->"ok":true,"data"`, want: "'ok'"},
	"wrong type in the answer":    {id: "tramo", answer: `"libres":3->"libres":"3"`, want: "/data/libres"},
	"page counters missing":       {id: "vehiculos", answer: `"last_page":1->"x":1`, want: "last_page"},
	"not a time":                  {id: "login", answer: "2030-01->2030-13", want: "/data/expira"},
	"answer of another type":      {id: "tramo", change: func(e *exchange) { e.answerHeader.Del("Content-Type") }, want: "Content-Type"},
	"answer cut off":              {id: "tramo", change: func(e *exchange) { e.answer = e.answer[:20] }, want: "response 200: not JSON"},
	"success at another status":   {id: "tramo", change: func(e *exchange) { e.status = http.StatusCreated }, want: "response 201"},
	"failure without a message":   {id: "tramo", change: func(e *exchange) { e.answer = `{"estado":"fail"}` }, want: "'error'"},
	"failure with data":           {id: "tramo", change: func(e *exchange) { e.answer = `{"estado":"fail","data":{}}` }, want: "'data'"},
}

// TestViolations: each exchange keeps to the contract, also where it ends in a failure, until one thing of it is spoilt.
func TestViolations(t *testing.T) {
	t.Parallel()
	for name, tt := range spoilt {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v, e := newValidator(t), kept(tt.id)
			for status, answer := range map[int]string{200: e.answer, 404: `{"estado":"fail","error":"No","errores":{"placa":["No existe"]}}`} {
				fine := e
				fine.status, fine.answer = status, answer
				if id, err := v.check(fine); err != nil || id != tt.id {
					t.Errorf("not spoilt: operation %q, %v", id, err)
				}
			}
			for part, change := range map[*string]string{&e.target: tt.target, &e.sent: tt.sent, &e.answer: tt.answer} {
				was, becomes, _ := strings.Cut(change, "->")
				*part = strings.Replace(*part, was, becomes, 1)
			}
			if tt.change != nil {
				tt.change(&e)
			}
			if _, err := v.check(e); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one about %q", err, tt.want)
			}
		})
	}
}
