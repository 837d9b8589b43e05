package contract

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// How much of an operation is published.
type standing int

const (
	published   standing = iota // path and shapes
	incomplete                  // only the path
	unpublished                 // only that it exists
)

// sample is one operation and an exchange that keeps to the contract.
type sample struct {
	id       string
	method   string
	path     string // template
	standing standing
	tag      string
	target   string // of the request
	sent     string // request body
	answer   string // response body
}

const (
	tramoJSON    = `{"id":1,"nombre":"Mayor","direccion":"Calle Mayor 1","latitud":40.4,"longitud":-3.7,"zona_id":1,"libres":3,"librescoche":2,"libresmoto":1}`
	cercanoJSON  = `{"id":1,"nombre":"Mayor","direccion":"Calle Mayor 1","latitud":40.4,"longitud":-3.7,"zona_id":1,"libres":3,"librescoche":2,"libresmoto":1,"distancia":12.5}`
	vehiculoJSON = `{"id":7,"nombre":null,"placa":"1234BCD","cliente_id":1,"activado":1,"favorito":0}`
	favoritaJSON = `{"id":5,"cliente_id":1,"zona_id":null,"tramo_id":3,"celda_id":null}`
	reservaJSON  = `{"id":9,"tramo_id":1,"vehiculo_id":7,"celda_id":null,"conector_id":2,"minutos":30,"estado":"bloqueada","precio":1.5,` +
		`"inicio":"2030-01-02T10:00:00Z","fin":"2030-01-02T10:30:00Z","pago_tipo":null,"pago_codigo":null}`
	sancionJSON = `{"id":4,"placa":"1234BCD","tramo_id":1,"cliente_id":null,"estado":"cerrada","pagada":1,"importe":40,"observaciones":null,` +
		`"pago_tipo":1,"pago_codigo":"P-1","fecha":"2030-01-02T10:00:00Z"}`
	clienteBody = `{"email":"ana@example.com","nombre":"Ana","Apellidos":"Gil","prefijos":"+34","telefono":"600000000","cedula":"1X"}`
	clienteJSON = `{"id":1,"email":"ana@example.com","nombre":"Ana","Apellidos":"Gil","prefijos":"+34","telefono":"600000000","cedula":"1X"}`
	placaBody   = `{"placa":"1234BCD","tipo_vehiculo_id":1,"tipo_vehiculo":"coche","electrico":1,"minusvalido":0}`
	placaJSON   = `{"placa":"1234BCD","tipo_vehiculo_id":1,"marca":null,"modelo":"Uno","color":null,"electrico":1,"minusvalido":0,"exento":0,"sancionable":1}`
	tokenJSON   = `{"token":"t","expira":"2030-01-02T10:00:00Z"}`
	mensajeJSON = `{"message":"Hecho"}`

	mensajeOk = `{"estado":"ok","data":` + mensajeJSON + `}`
	failJSON  = `{"estado":"fail","error":"No","errores":{"placa":["No existe"]}}`
)

func ok(data string) string { return `{"estado":"ok","data":` + data + `}` }

func page(record string) string {
	return `{"estado":"ok","data":[` + record + `],"total":1,"per_page":15,"current_page":1,"last_page":1}`
}

// samples lists every operation of the service.
func samples() []sample {
	const (
		get, post, put, del = http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete

		auth, clients, vehicles, zones       = "Authentication", "Clients", "Vehicles", "Parking zones"
		reservations, sanctions, utilities   = "Reservations", "Sanctions", "Utilities"
		favorita, cliente, placa, vehiculoID = "/external/zona-favorita", "/external/cliente-email", "/external/placa", "/external/vehiculo/{vehiculo_id}"
	)
	return []sample{
		{"login", post, "/external/login", unpublished, auth, "/external/login", `{"email":"ana@example.com","password":"p"}`, ok(tokenJSON)},
		{"generar_token", post, "/external/token-generar", unpublished, auth, "/external/token-generar", `{"nombre":"ci"}`, ok(tokenJSON)},
		{"obtener_token", get, "/external/token", unpublished, auth, "/external/token", "", ok(tokenJSON)},
		{"renovar_token", post, "/external/token-renovar", unpublished, auth, "/external/token-renovar", "", ok(tokenJSON)},

		{"registrar_cliente", put, "/external/cliente-registrar", unpublished, clients, "/external/cliente-registrar", clienteBody, ok(clienteJSON)},
		{"cliente", get, "/external/cliente", incomplete, clients, "/external/cliente", "", ok(clienteJSON)},
		{"cliente_email", get, cliente, incomplete, clients, cliente + "?email=ana%40example.com", "", ok(clienteJSON)},
		{"actualizar_cliente", post, cliente, published, clients, cliente, clienteBody, mensajeOk},

		{"placa", get, "/external/placa/{placa}", published, vehicles, "/external/placa/M%2F1%20B", "", ok(placaJSON)},
		{"registrar_placa", post, placa, published, vehicles, placa, placaBody, mensajeOk},
		{"actualizar_placa", put, placa, incomplete, vehicles, placa, placaBody, mensajeOk},
		{"vehiculo", get, vehiculoID, incomplete, vehicles, "/external/vehiculo/7", "", ok(vehiculoJSON)},
		{"registrar_vehiculo", post, "/external/vehiculo", published, vehicles, "/external/vehiculo", `{"cliente_id":1,"placa":"1234BCD","nombre":"x"}`, ok(vehiculoJSON)},
		{"vehiculos", get, "/external/vehiculos", published, vehicles, "/external/vehiculos?cliente_id=1&placa=1234BCD&nombre=x&page=2", "", page(vehiculoJSON)},

		{"tramo", get, "/external/tramo/{tramo_id}", published, zones, "/external/tramo/1", "", ok(tramoJSON)},
		{"tramo_consulta", get, "/external/tramo", published, zones, "/external/tramo?id=1", "", ok(tramoJSON)},
		{"tramos", get, "/external/tramos", incomplete, zones, "/external/tramos", "", ok("[" + tramoJSON + "]")},
		{"tramos_cercanos", get, "/external/tramos-cercanos", incomplete, zones, "/external/tramos-cercanos?latitud=40.4&longitud=-3.7&radio=500", "", ok("[" + cercanoJSON + "]")},
		{"tramo_precios_estacionar", get, "/external/tramo-precios-estacionar", incomplete, zones, "/external/tramo-precios-estacionar?tramo_id=1&tipo_vehiculo_id=1", "",
			ok(`[{"tramo_id":1,"tipo_vehiculo_id":1,"minutos":10,"precio":0.5}]`)},
		{"zonas_favoritas", get, favorita, published, zones, favorita + "?zona_id=1&tramo_id=3&celda_id=2", `{"cliente_id":1}`, ok(`{"favoritas":[` + favoritaJSON + `]}`)},
		{"guardar_zona_favorita", put, favorita, published, zones, favorita, `{"id":5,"cliente_id":1,"zona_id":1,"tramo_id":3,"celda_id":null}`, ok(favoritaJSON)},
		{"borrar_zona_favorita", del, favorita, incomplete, zones, favorita, `{"id":5,"cliente_id":1}`, mensajeOk},

		{"reserva_bloquear", post, "/external/reserva-bloquear", published, reservations, "/external/reserva-bloquear",
			`{"tramo_id":1,"vehiculo_id":7,"celda_id":1,"conector_id":2,"minutos":30}`, ok(reservaJSON)},
		{"reserva_pagar", put, "/external/reserva-pagar/{reserva_id}", published, reservations, "/external/reserva-pagar/9",
			`{"pago_tipo":1,"pago_codigo":"P-1","enviar_recibo":true}`, mensajeOk},
		{"reserva_cancelar", put, "/external/reserva-cancelar/{reserva_id}", incomplete, reservations, "/external/reserva-cancelar/9", "", mensajeOk},
		{"reserva_extender", put, "/external/reserva-extender/{reserva_id}", incomplete, reservations, "/external/reserva-extender/9", `{"minutos":10}`, ok(reservaJSON)},
		{"reservas", get, "/external/reservas", incomplete, reservations, "/external/reservas?cliente_id=1&vehiculo_id=7&tramo_id=1&page=1", "", page(reservaJSON)},
		{"reservas_activas", get, "/external/reservas-activas", incomplete, reservations, "/external/reservas-activas?cliente_id=1&vehiculo_id=7&tramo_id=1&page=1", "", page(reservaJSON)},

		{"sanciones", get, "/external/sanciones", unpublished, sanctions, "/external/sanciones?cliente_id=1&placa=X&estado=abierta&page=1", "", page(sancionJSON)},
		{"iniciar_sancion", post, "/external/sancion-iniciar", unpublished, sanctions, "/external/sancion-iniciar", `{"placa":"X","tramo_id":1,"observaciones":"o"}`, ok(sancionJSON)},
		{"sancion_cerrar", put, "/external/sancion-cerrar/{sancion_id}", published, sanctions, "/external/sancion-cerrar/4", `{"observaciones":"o"}`, ok(sancionJSON)},
		{"sancion_pagar", put, "/external/sancion-pagar/{sancion_id}", published, sanctions, "/external/sancion-pagar/4",
			`{"pago_tipo":1,"pago_codigo":"P-1","cliente_id":1}`, ok(sancionJSON)},

		{"faq", get, "/external/faq", published, utilities, "/external/faq?faq_id=1", "", ok(`{"id":1,"pregunta":"p","respuesta":"r","grupo":{"id":1,"nombre":"g"}}`)},
		{"faq_grupos", get, "/external/faq-grupos", unpublished, utilities, "/external/faq-grupos", "", ok(`[{"id":1,"nombre":"g"}]`)},
		{"informacion", get, "/external/informacion", unpublished, utilities, "/external/informacion", "", ok(`{"nombre":"n","version":"1","contacto":"c"}`)},
		{"tipo_vehiculo", get, "/external/tipo-vehiculo", incomplete, utilities, "/external/tipo-vehiculo", "", ok(`[{"id":1,"nombre":"coche"}]`)},
	}
}

// exchange is what Check is given, in a form that tests can spoil.
type exchange struct {
	method, target, sent string
	header               http.Header
	status               int
	answerHeader         http.Header
	answer               string
}

func (s sample) exchange() exchange {
	e := exchange{
		method: s.method, target: s.target, sent: s.sent, status: http.StatusOK, answer: s.answer,
		header:       http.Header{"Authorization": {"k"}},
		answerHeader: http.Header{"Content-Type": {"application/json; charset=utf-8"}},
	}
	if s.sent != "" {
		e.header.Set("Content-Type", "application/json")
	}
	return e
}

func (e exchange) check(t *testing.T, c *Contract) (string, error) {
	t.Helper()
	req := httptest.NewRequestWithContext(t.Context(), e.method, e.target, strings.NewReader(e.sent))
	req.Header = e.header
	return c.Check(req, []byte(e.sent), e.status, e.answerHeader, []byte(e.answer))
}

func mustLoad(t testing.TB) *Contract {
	t.Helper()
	c, err := Load()
	must(t, err)
	return c
}

func sampleOf(t *testing.T, id string) sample {
	t.Helper()
	for _, s := range samples() {
		if s.id == id {
			return s
		}
	}
	t.Fatalf("no sample of %s", id)
	return sample{}
}
