package parking

import "net/http"

// operation is one operation of the service.
type operation struct {
	name, method string
	// route is the path template; a {name} stands for one path element. It is empty where the document does not publish
	// it, and Config.Endpoints has it.
	route   string
	repeat  repeat
	returns returns
}

const get, post, put, del = http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete

// repeat says what sending an operation twice does, and so what follows a try whose outcome is unclear.
type repeat int

const (
	safe    repeat = iota // it leaves the service as its first run did, so it is repeated blindly
	refuses               // the service rejects a second one, so it is looked up and repeated, even while the first may be under way
	doubles               // it takes effect again, so it is repeated only if a lookup does not show it after the service had time to finish
	never                 // it is sent once: it cannot be undone, and cannot always be found
)

// returns says what an operation returns.
type returns int

const (
	one     returns = iota // object with a record
	many                   // objects that may be gone later, or what the document does not show
	growing                // objects of which the service deletes none
	fixed                  // what no write changes, so that look-ups keep it
)

// Every operation of the service. A PUT with an id, a closure and the client update leave the service as their first run
// did; registrations do not. What is about money is sent once.
var (
	opTramo          = operation{"tramo", get, "/external/tramo/{tramo_id}", safe, one}
	opTramoConsulta  = operation{"tramo_consulta", get, "/external/tramo", safe, one}
	opTramos         = operation{"tramos", get, "/external/tramos", safe, fixed}
	opTramosCercanos = operation{"tramos_cercanos", get, "/external/tramos-cercanos", safe, many}
	opPrecios        = operation{"tramo_precios_estacionar", get, "/external/tramo-precios-estacionar", safe, many}

	opPlaca           = operation{"placa", get, "/external/placa/{placa}", safe, one}
	opRegistrarPlaca  = operation{"registrar_placa", post, "/external/placa", refuses, one}
	opActualizarPlaca = operation{"actualizar_placa", put, "/external/placa", safe, one}

	opVehiculo          = operation{"vehiculo", get, "/external/vehiculo/{vehiculo_id}", safe, one}
	opVehiculos         = operation{"vehiculos", get, "/external/vehiculos", safe, growing}
	opRegistrarVehiculo = operation{"registrar_vehiculo", post, "/external/vehiculo", doubles, one}

	opCliente           = operation{"cliente", get, "/external/cliente", safe, one}
	opClienteEmail      = operation{"cliente_email", get, "/external/cliente-email", safe, one}
	opActualizarCliente = operation{"actualizar_cliente", post, "/external/cliente-email", safe, one}

	opZonasFavoritas = operation{"zonas_favoritas", get, "/external/zona-favorita", safe, many}
	// Without an id the PUT creates; with one it replaces.
	opCrearZonaFavorita      = operation{"guardar_zona_favorita", put, "/external/zona-favorita", doubles, one}
	opActualizarZonaFavorita = operation{"guardar_zona_favorita", put, "/external/zona-favorita", safe, one}
	opBorrarZonaFavorita     = operation{"borrar_zona_favorita", del, "/external/zona-favorita", safe, one}

	opReservaBloquear = operation{"reserva_bloquear", post, "/external/reserva-bloquear", never, one}
	opReservaPagar    = operation{"reserva_pagar", put, "/external/reserva-pagar/{reserva_id}", never, one}
	opReservaCancelar = operation{"reserva_cancelar", put, "/external/reserva-cancelar/{reserva_id}", never, one}
	opReservaExtender = operation{"reserva_extender", put, "/external/reserva-extender/{reserva_id}", never, one}
	opReservas        = operation{"reservas", get, "/external/reservas", safe, many}
	opReservasActivas = operation{"reservas_activas", get, "/external/reservas-activas", safe, many}

	opSancionCerrar = operation{"sancion_cerrar", put, "/external/sancion-cerrar/{sancion_id}", safe, one}
	opSancionPagar  = operation{"sancion_pagar", put, "/external/sancion-pagar/{sancion_id}", never, one}

	opFAQ          = operation{"faq", get, "/external/faq", safe, fixed}
	opTipoVehiculo = operation{"tipo_vehiculo", get, "/external/tipo-vehiculo", safe, fixed}
)

// Every operation without a published path.
var (
	opLogin            = operation{"login", post, "", never, one}
	opGenerarToken     = operation{"generar_token", post, "", never, one}
	opObtenerToken     = operation{"obtener_token", get, "", safe, many}
	opRenovarToken     = operation{"renovar_token", post, "", never, one}
	opRegistrarCliente = operation{"registrar_cliente", put, "", refuses, one}
	opSanciones        = operation{"sanciones", get, "", safe, many}
	opIniciarSancion   = operation{"iniciar_sancion", post, "", never, one}
	opInformacion      = operation{"informacion", get, "", safe, fixed}
	opFAQGrupos        = operation{"faq_grupos", get, "", safe, fixed}

	unpublished = []operation{opLogin, opGenerarToken, opObtenerToken, opRenovarToken, opRegistrarCliente,
		opSanciones, opIniciarSancion, opInformacion, opFAQGrupos}
)

// lasting reports whether the service deletes nothing of what an operation lists.
func (o operation) lasting() bool { return o.returns == growing || o.returns == fixed }
