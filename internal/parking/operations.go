package parking

import "net/http"

// Areas of the service, one file each: what is logged of a request carries its area.
const (
	areaAutenticacion  = "autenticacion"
	areaClientes       = "clientes"
	areaPlacas         = "placas"
	areaReservas       = "reservas"
	areaSanciones      = "sanciones"
	areaTramos         = "tramos"
	areaUtilidades     = "utilidades"
	areaVehiculos      = "vehiculos"
	areaZonasFavoritas = "zonas_favoritas"
)

// operation is one operation of the service.
type operation struct {
	area, name, method string
	// route is the path template; a {name} stands for one path element. It is empty where the document does not publish
	// it, and Config.Endpoints has it.
	route   string
	repeat  repeat
	returns returns
	at404   at404
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
	one     returns = iota // object
	many                   // objects that may be gone later
	growing                // objects of which the service deletes none
	fixed                  // what no write changes, so that look-ups keep it
)

// at404 says what a bare HTTP 404 proves.
type at404 int

const (
	// gone404: the thing does not exist; of a read, if there is other evidence that the service would show it (evidence.go).
	gone404 at404 = iota
	// mute404: nothing. A list always exists. A cancellation, or the deletion of a favourite, may have gone to a route that
	// is missing for a moment, and there is no direct read to tell.
	mute404
)

// Every operation of the service. A PUT with an id, a closure and the client update leave the service as their first run
// did; registrations do not. What is about money is sent once.
var (
	opTramo          = operation{areaTramos, "tramo", get, "/external/tramo/{tramo_id}", safe, one, gone404}
	opTramoConsulta  = operation{areaTramos, "tramo_consulta", get, "/external/tramo", safe, one, gone404}
	opTramos         = operation{areaTramos, "tramos", get, "/external/tramos", safe, fixed, mute404}
	opTramosCercanos = operation{areaTramos, "tramos_cercanos", get, "/external/tramos-cercanos", safe, many, mute404}
	opPrecios        = operation{areaTramos, "tramo_precios_estacionar", get, "/external/tramo-precios-estacionar", safe, one, gone404}

	opPlaca           = operation{areaPlacas, "placa", get, "/external/placa/{placa}", safe, one, gone404}
	opRegistrarPlaca  = operation{areaPlacas, "registrar_placa", post, "/external/placa", refuses, one, gone404}
	opActualizarPlaca = operation{areaPlacas, "actualizar_placa", put, "/external/placa", safe, one, gone404}

	opVehiculo          = operation{areaVehiculos, "vehiculo", get, "/external/vehiculo/{vehiculo_id}", safe, one, gone404}
	opVehiculos         = operation{areaVehiculos, "vehiculos", get, "/external/vehiculos", safe, growing, mute404}
	opRegistrarVehiculo = operation{areaVehiculos, "registrar_vehiculo", post, "/external/vehiculo", doubles, one, gone404}

	opCliente           = operation{areaClientes, "cliente", get, "/external/cliente", safe, one, gone404}
	opClienteEmail      = operation{areaClientes, "cliente_email", get, "/external/cliente-email", safe, one, gone404}
	opActualizarCliente = operation{areaClientes, "actualizar_cliente", post, "/external/cliente-email", safe, one, gone404}

	opZonasFavoritas = operation{areaZonasFavoritas, "zonas_favoritas", get, "/external/zona-favorita", safe, many, mute404}
	// Without an id the PUT creates; with one it replaces.
	opCrearZonaFavorita      = operation{areaZonasFavoritas, "guardar_zona_favorita", put, "/external/zona-favorita", doubles, one, gone404}
	opActualizarZonaFavorita = operation{areaZonasFavoritas, "guardar_zona_favorita", put, "/external/zona-favorita", safe, one, gone404}
	opBorrarZonaFavorita     = operation{areaZonasFavoritas, "borrar_zona_favorita", del, "/external/zona-favorita", safe, one, mute404}

	opReservaBloquear = operation{areaReservas, "reserva_bloquear", post, "/external/reserva-bloquear", never, one, gone404}
	opReservaPagar    = operation{areaReservas, "reserva_pagar", put, "/external/reserva-pagar/{reserva_id}", never, one, gone404}
	opReservaCancelar = operation{areaReservas, "reserva_cancelar", put, "/external/reserva-cancelar/{reserva_id}", never, one, mute404}
	opReservaExtender = operation{areaReservas, "reserva_extender", put, "/external/reserva-extender/{reserva_id}", never, one, gone404}
	opReservas        = operation{areaReservas, "reservas", get, "/external/reservas", safe, many, mute404}
	opReservasActivas = operation{areaReservas, "reservas_activas", get, "/external/reservas-activas", safe, many, mute404}

	opSancionCerrar = operation{areaSanciones, "sancion_cerrar", put, "/external/sancion-cerrar/{sancion_id}", safe, one, gone404}
	opSancionPagar  = operation{areaSanciones, "sancion_pagar", put, "/external/sancion-pagar/{sancion_id}", never, one, gone404}

	opFAQ          = operation{areaUtilidades, "faq", get, "/external/faq", safe, fixed, gone404}
	opTipoVehiculo = operation{areaUtilidades, "tipo_vehiculo", get, "/external/tipo-vehiculo", safe, fixed, mute404}
)

// Every operation without a published path.
var (
	opLogin            = operation{areaAutenticacion, "login", post, "", never, one, gone404}
	opGenerarToken     = operation{areaAutenticacion, "generar_token", post, "", never, one, gone404}
	opObtenerToken     = operation{areaAutenticacion, "obtener_token", get, "", safe, one, gone404}
	opRenovarToken     = operation{areaAutenticacion, "renovar_token", post, "", never, one, gone404}
	opRegistrarCliente = operation{areaClientes, "registrar_cliente", put, "", refuses, one, gone404}
	opSanciones        = operation{areaSanciones, "sanciones", get, "", safe, many, mute404}
	opIniciarSancion   = operation{areaSanciones, "iniciar_sancion", post, "", never, one, gone404}
	opInformacion      = operation{areaUtilidades, "informacion", get, "", safe, fixed, gone404}
	opFAQGrupos        = operation{areaUtilidades, "faq_grupos", get, "", safe, fixed, gone404}

	unpublished = []operation{opLogin, opGenerarToken, opObtenerToken, opRenovarToken, opRegistrarCliente,
		opSanciones, opIniciarSancion, opInformacion, opFAQGrupos}
)

// direct reports whether an operation reads one thing.
func (o operation) direct() bool { return o.method == get && o.at404 == gone404 }

// about reports whether an operation is about the things of an area. A plate that does not exist has no links.
func (o operation) about(area string) bool {
	return o.area == area || o.name == opVehiculos.name && area == areaPlacas
}

// lasting reports whether the service deletes nothing of what an operation lists.
func (o operation) lasting() bool { return o.returns == growing || o.returns == fixed }
