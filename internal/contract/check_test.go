package contract

import (
	"cmp"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

const (
	tramo = `{"id":1,"nombre":"Mayor","direccion":"","latitud":40.4,"longitud":-3.7,"zona_id":1,"libres":3,"librescoche":2,"libresmoto":1}`
	placa = `{"placa":"M/1 B","tipo_vehiculo_id":1,"marca":null,"modelo":"Uno","color":null,` +
		`"electrico":1,"minusvalido":0,"exento":0,"sancionable":1}`
	vehiculo = `{"id":7,"nombre":null,"placa":"1234BCD","cliente_id":1,"activado":1,"favorito":0}`
	counters = `"total":1,"per_page":15,"current_page":1,"last_page":1`
	failure  = `{"estado":"fail","error":"No","errores":{"placa":["No existe"]}}`
)

func ok(data string) string { return `{"estado":"ok","data":` + data + `}` }

// conversation is a request and its answer: a header field that the request lacks, and the answer's status and media type.
type conversation struct {
	request, without, sent, media, answer string
	status                                int
}

// kept has one of each shape that keeps to the contract, by its operation.
var kept = map[string]conversation{
	"login": {request: "POST /external/login", without: "Authorization", sent: `{"email":"ana@example.com","password":"p"}`,
		answer: ok(`{"token":"t","expira":"2030-01-02T10:00:00Z"}`)},
	"registrar_placa": {request: "POST /external/placa", sent: `{"placa":"A","tipo_vehiculo_id":1}`, answer: ok(`{"message":""}`)},
	"placa":           {request: "GET /external/placa/M%2F1%20B", answer: ok(placa)},
	"vehiculos":       {request: "GET /external/vehiculos?cliente_id=1&page=2", answer: ok("[" + vehiculo + "]," + counters)},
	"tramo":           {request: "GET /external/tramo/1", answer: ok(tramo)},
}

// spoil changes a conversation that is kept: old->new, or new. What is empty changes nothing.
type spoil struct {
	id, request, without, sent, media, answer string
	status                                    int
	want                                      string // part of the error
}

// TestViolations: each exchange keeps to the contract, also where it ends in a failure, until one thing of it is spoilt.
func TestViolations(t *testing.T) {
	t.Parallel()
	acctest.Each(t, map[string]spoil{
		"plate with a bare slash":     {id: "placa", request: "%2F->/", want: "undeclared operation"},
		"section not a number":        {id: "tramo", request: "/1->/uno", want: `parameter "tramo_id" in path`},
		"undeclared query parameter":  {id: "vehiculos", request: "page=2->PAGE=2", want: "query parameter PAGE: undeclared"},
		"query parameter missing":     {id: "vehiculos", request: "cliente_id=1&->", want: `parameter "cliente_id" in query`},
		"query parameter twice":       {id: "vehiculos", request: "page=2->page=2&page=3", want: "query parameter page"},
		"query that does not parse":   {id: "vehiculos", request: "page=2->page=%zz", want: "invalid URL escape"},
		"no e-mail address":           {id: "login", sent: "ana@->", want: "email"},
		"credential missing":          {id: "tramo", without: "Authorization", want: "Authorization"},
		"body missing":                {id: "registrar_placa", sent: kept["registrar_placa"].sent + "->", want: "required"},
		"body undeclared":             {id: "tramo", sent: "->{}", want: "body not allowed"},
		"body of no type":             {id: "login", without: "Content-Type", want: "Content-Type"},
		"field of another name":       {id: "registrar_placa", sent: "tipo_vehiculo_id->Tipo", want: "Tipo"},
		"extra field in the answer":   {id: "tramo", answer: `"libres"->"ocupadas":1,"libres"`, want: "ocupadas"},
		"extra field in the envelope": {id: "tramo", answer: `"data"->"ok":true,"data"`, want: "ok"},
		"wrong type in the answer":    {id: "tramo", answer: `"libres":3->"libres":"3"`, want: "/data/libres"},
		"page counters missing":       {id: "vehiculos", answer: `"last_page":1->"x":1`, want: "last_page"},
		"not a time":                  {id: "login", answer: "2030-01->2030-13", want: "/data/expira"},
		"answer of another type":      {id: "tramo", media: "text/html", want: "Content-Type"},
		"success at another status":   {id: "tramo", status: http.StatusCreated, want: "estado"},
		"failure without a message":   {id: "tramo", answer: ok(tramo) + `->{"estado":"fail"}`, want: "error"},
	}, func(t *testing.T, c spoil) {
		fine := kept[c.id]
		for _, answer := range []string{fine.answer, failure} {
			fine.status, fine.media, fine.answer = http.StatusOK, "application/json; charset=utf-8", answer
			if got := fine.held(t); got.broken != nil || got.operation != c.id {
				t.Errorf("not spoilt: operation %q, %v", got.operation, got.broken)
			}
		}
		spoilt := kept[c.id]
		for part, change := range map[*string]string{&spoilt.request: c.request, &spoilt.sent: c.sent, &spoilt.answer: c.answer} {
			was, becomes, _ := strings.Cut(change, "->")
			*part = strings.Replace(*part, was, becomes, 1)
		}
		spoilt.without, spoilt.status = cmp.Or(c.without, spoilt.without), cmp.Or(c.status, http.StatusOK)
		spoilt.media = cmp.Or(c.media, "application/json")
		if got := spoilt.held(t); got.broken == nil || !strings.Contains(got.broken.Error(), c.want) {
			t.Errorf("error %v, want one about %q", got.broken, c.want)
		}
	})
}

// held is what the contract says of a conversation.
func (c conversation) held(t *testing.T) (out exchange) {
	t.Helper()
	method, target, _ := strings.Cut(c.request, " ")
	r := httptest.NewRequestWithContext(t.Context(), method, target, strings.NewReader(c.sent))
	r.Header = http.Header{"Authorization": {"k"}, "Content-Type": {"application/json"}}
	r.Header.Del(c.without)
	service := http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", c.media)
		rw.WriteHeader(c.status)
		_, _ = rw.Write([]byte(c.answer))
	})
	held(t, service, func(e exchange) { out = e }).ServeHTTP(httptest.NewRecorder(), r)
	return out
}
