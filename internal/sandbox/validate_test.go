package sandbox

import "testing"

// Every problem of a request is reported at once, by field: one row for each kind of problem, and the fields of each operation.
func TestStrictness(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	fleet(t, s)
	const aClient = `{"email":"A <a@example.com>","nombre":"A","Apellidos":"B","prefijos":"593","telefono":"1","cedula":"2"}`
	const blankClient = `{"email":" ","nombre":"","Apellidos":" ","prefijos":"","telefono":"","cedula":""}`
	const ofClient = "Apellidos cedula email nombre prefijos telefono"
	type row struct{ request, body, fields string }
	for _, c := range []row{
		{"POST placa", ``, "placa tipo_vehiculo_id"},
		{"POST placa", `{"placa":7,"tipo_vehiculo_id":"1","tipo_vehiculo":1,"electrico":true,"minusvalido":"1"}`,
			"electrico minusvalido placa tipo_vehiculo tipo_vehiculo_id"},
		{"POST placa", `{"placa":null,"tipo_vehiculo_id":null,"electrico":null}`, "electrico placa tipo_vehiculo_id"},
		{"POST placa", `{"placa":"A","tipo_vehiculo_id":1,"exento":1,"Placa":"A"}`, "Placa exento"},
		{"POST placa", `{"placa":"AUTO-1","tipo_vehiculo_id":1}`, "placa"},
		{"POST placa?x=1", aPlate, "x"},
		{"GET tipo-vehiculo", `{"x":1}`, "x"},
		{"PUT reserva-extender/x?y=1", `{"minutos":15,"z":1}`, "minutos reserva_id y z"},

		{"POST cliente-email", `{}`, ofClient},
		{"POST cliente-email", blankClient, ofClient},
		{"POST cliente-email", aClient, "email prefijos"},
		{"GET cliente-email", ``, "email"},

		{"POST vehiculo", `{"cliente_id":"1","nombre":5}`, "cliente_id nombre placa"},
		{"POST vehiculo", `{"cliente_id":99,"placa":"NADA"}`, "cliente_id placa"},
		{"POST vehiculo", `{"cliente_id":1,"placa":"AUTO-1"}`, "placa"},
		{"GET tramo/1.5", ``, "tramo_id"},
		{"GET tramo?id=1&id=2", ``, "id"},
		{"GET tramos-cercanos?latitud=91&radio=NaN", ``, "latitud longitud radio"},
		{"GET zona-favorita?cliente_id=1", ``, "cliente_id cliente_id"},
		{"PUT zona-favorita", `{"cliente_id":1}`, "zona_id"},
		{"PUT zona-favorita", `{"cliente_id":9,"zona_id":9,"tramo_id":99,"celda_id":999}`, "celda_id cliente_id tramo_id zona_id"},

		{bloquear, `{}`, "minutos tramo_id vehiculo_id"},
		{bloquear, `{"tramo_id":99,"vehiculo_id":99,"minutos":10}`, "tramo_id vehiculo_id"},
		{bloquear, `{"tramo_id":1,"vehiculo_id":1,"minutos":15}`, "minutos"},
		{bloquear, `{"tramo_id":1,"vehiculo_id":1,"minutos":9223372036854775800}`, "minutos"},
		{"PUT reserva-pagar/1", `{"pago_tipo":"1","enviar_recibo":1}`, "enviar_recibo pago_codigo pago_tipo"},
		{"PUT sancion-pagar/7", `{"pago_tipo":"1","pago_codigo":" ","cliente_id":9}`, "cliente_id pago_codigo pago_tipo"},
		{"POST sancion-iniciar", `{"tramo_id":99}`, "placa tramo_id"},
	} {
		equal(t, c.request+" "+c.body, errores(t, send(t, s, c.request, c.body), 422), c.fields)
	}
	errores(t, send(t, s, "POST placa", `{"placa":`), 400)
	errores(t, send(t, s, "GET faq?faq_id=%zz", ``), 400)
}
