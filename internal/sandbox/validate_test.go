package sandbox

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// Every problem of a request is reported at once, by field.
func TestStrictness(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	fleet(t, s)
	type row struct {
		request string // method, path
		body    string
		status  int
		fields  string // refused fields, sorted
	}
	each(t, map[string]row{
		"nothing at all":           {"POST /external/placa", ``, 422, "placa tipo_vehiculo_id"},
		"wrong types":              {"POST /external/placa", `{"placa":7,"tipo_vehiculo_id":"1","tipo_vehiculo":1,"electrico":true,"minusvalido":"1"}`, 422, "electrico minusvalido placa tipo_vehiculo tipo_vehiculo_id"},
		"null":                     {"POST /external/placa", `{"placa":null,"tipo_vehiculo_id":null,"electrico":null}`, 422, "electrico placa tipo_vehiculo_id"},
		"unknown field":            {"POST /external/placa", `{"placa":"A","tipo_vehiculo_id":1,"exento":1,"Placa":"A"}`, 422, "Placa exento"},
		"unknown parameter":        {"POST /external/placa?x=1", `{"placa":"A","tipo_vehiculo_id":1}`, 422, "x"},
		"body where none is taken": {"GET /external/tipo-vehiculo", `{"x":1}`, 422, "x"},
		"body and query and path":  {"PUT /external/reserva-extender/x?y=1", `{"minutos":15,"z":1}`, 422, "minutos reserva_id y z"},
		"not JSON":                 {"POST /external/placa", `{"placa":`, 400, ""},
		"bad query":                {"GET /external/faq?faq_id=%zz", ``, 400, ""},

		"client without anything": {"POST /external/cliente-email", `{}`, 422, "Apellidos cedula email nombre prefijos telefono"},
		"client with blanks":      {"POST /external/cliente-email", `{"email":" ","nombre":"","Apellidos":" ","prefijos":"","telefono":"","cedula":""}`, 422, "Apellidos cedula email nombre prefijos telefono"},
		"client email, prefix":    {"POST /external/cliente-email", `{"email":"A <a@example.com>","nombre":"A","Apellidos":"B","prefijos":"593","telefono":"1","cedula":"2"}`, 422, "email prefijos"},
		"too long":                {"POST /external/cliente-email", `{"email":"flota.sur@example.com","nombre":"` + strings.Repeat("A", maxText+1) + `","Apellidos":"B","prefijos":"+34","telefono":"1","cedula":"2"}`, 422, "nombre"},
		"client read":             {"GET /external/cliente-email", ``, 422, "email"},

		"vehicle":               {"POST /external/vehiculo", `{"cliente_id":"1","nombre":5}`, 422, "cliente_id nombre placa"},
		"vehicle, references":   {"POST /external/vehiculo", `{"cliente_id":99,"placa":"NADA"}`, 422, "cliente_id placa"},
		"section path":          {"GET /external/tramo/1.5", ``, 422, "tramo_id"},
		"repeated parameter":    {"GET /external/tramo?id=1&id=2", ``, 422, "id"},
		"position":              {"GET /external/tramos-cercanos?latitud=91&radio=NaN", ``, 422, "latitud longitud radio"},
		"favourites, no body":   {"GET /external/zona-favorita?cliente_id=1", ``, 422, "cliente_id"},
		"favourite, empty":      {"PUT /external/zona-favorita", `{"cliente_id":1}`, 422, "zona_id"},
		"favourite, references": {"PUT /external/zona-favorita", `{"cliente_id":9,"zona_id":9,"tramo_id":99,"celda_id":999}`, 422, "celda_id cliente_id tramo_id zona_id"},

		"reservation":             {"POST /external/reserva-bloquear", `{}`, 422, "minutos tramo_id vehiculo_id"},
		"reservation, references": {"POST /external/reserva-bloquear", `{"tramo_id":99,"vehiculo_id":99,"minutos":10}`, 422, "tramo_id vehiculo_id"},
		"minutes 15":              {"POST /external/reserva-bloquear", `{"tramo_id":1,"vehiculo_id":1,"minutos":15}`, 422, "minutos"},
		"minutes for ever":        {"POST /external/reserva-bloquear", `{"tramo_id":1,"vehiculo_id":1,"minutos":9223372036854775800}`, 422, "minutos"},
		"payment":                 {"PUT /external/reserva-pagar/1", `{"pago_tipo":"1","enviar_recibo":1}`, 422, "enviar_recibo pago_codigo pago_tipo"},
		"sanction to pay":         {"PUT /external/sancion-pagar/7", `{"pago_tipo":"1","pago_codigo":" ","cliente_id":9}`, 422, "cliente_id pago_codigo pago_tipo"},
		"sanction to start":       {"POST /external/sancion-iniciar", `{"tramo_id":99}`, 422, "placa tramo_id"},
	}, func(t *testing.T, tt row) {
		method, path, _ := strings.Cut(tt.request, " ")
		fields := errores(t, send(t, s, method, path, tt.body), tt.status)
		if got := strings.Join(slices.Sorted(maps.Keys(fields)), " "); got != tt.fields {
			t.Errorf("refused %q, want %q: %v", got, tt.fields, fields)
		}
	})
}

func TestHeaders(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	const body = `{"placa":"A","tipo_vehiculo_id":1}`
	for _, kind := range []string{"", "text/plain", "application/x-www-form-urlencoded"} {
		complains(t, send(t, s, "POST", "/external/placa", body, "Content-Type:"+kind), 415, "Content-Type")
	}
	for _, value := range []string{"", "  "} {
		complains(t, send(t, s, "POST", "/external/placa", body, "Authorization:"+value), 401, "Authorization")
	}
	r := send(t, s, "POST", "/external/placa", body, "Content-Type:application/json; charset=utf-8")
	data[message](t, r)
	equal(t, "Content-Type", r.header.Get("Content-Type"), "application/json; charset=utf-8")
}
