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

// Every operation of the service with a published path, and whether it may be repeated blindly. A PUT with an id, a
// closure and the client update leave the service as their first run did; registrations, bookings, extensions and
// payments do not.
var (
	opTramo          = operation{areaTramos, "tramo", http.MethodGet, "/external/tramo/{tramo_id}", true}
	opTramoConsulta  = operation{areaTramos, "tramo_consulta", http.MethodGet, "/external/tramo", true}
	opTramos         = operation{areaTramos, "tramos", http.MethodGet, "/external/tramos", true}
	opTramosCercanos = operation{areaTramos, "tramos_cercanos", http.MethodGet, "/external/tramos-cercanos", true}
	opPrecios        = operation{areaTramos, "tramo_precios_estacionar", http.MethodGet, "/external/tramo-precios-estacionar", true}

	opPlaca           = operation{areaPlacas, "placa", http.MethodGet, "/external/placa/{placa}", true}
	opRegistrarPlaca  = operation{areaPlacas, "registrar_placa", http.MethodPost, "/external/placa", false}
	opActualizarPlaca = operation{areaPlacas, "actualizar_placa", http.MethodPut, "/external/placa", true}

	opVehiculo          = operation{areaVehiculos, "vehiculo", http.MethodGet, "/external/vehiculo/{vehiculo_id}", true}
	opVehiculos         = operation{areaVehiculos, "vehiculos", http.MethodGet, "/external/vehiculos", true}
	opRegistrarVehiculo = operation{areaVehiculos, "registrar_vehiculo", http.MethodPost, "/external/vehiculo", false}

	opCliente           = operation{areaClientes, "cliente", http.MethodGet, "/external/cliente", true}
	opClienteEmail      = operation{areaClientes, "cliente_email", http.MethodGet, "/external/cliente-email", true}
	opActualizarCliente = operation{areaClientes, "actualizar_cliente", http.MethodPost, "/external/cliente-email", true}

	opZonasFavoritas = operation{areaZonasFavoritas, "zonas_favoritas", http.MethodGet, "/external/zona-favorita", true}
	// Without an id the PUT creates; with one it replaces, and may be repeated.
	opCrearZonaFavorita      = operation{areaZonasFavoritas, "guardar_zona_favorita", http.MethodPut, "/external/zona-favorita", false}
	opActualizarZonaFavorita = operation{areaZonasFavoritas, "guardar_zona_favorita", http.MethodPut, "/external/zona-favorita", true}
	opBorrarZonaFavorita     = operation{areaZonasFavoritas, "borrar_zona_favorita", http.MethodDelete, "/external/zona-favorita", true}

	opReservaBloquear = operation{areaReservas, "reserva_bloquear", http.MethodPost, "/external/reserva-bloquear", false}
	opReservaPagar    = operation{areaReservas, "reserva_pagar", http.MethodPut, "/external/reserva-pagar/{reserva_id}", false}
	opReservaCancelar = operation{areaReservas, "reserva_cancelar", http.MethodPut, "/external/reserva-cancelar/{reserva_id}", false}
	opReservaExtender = operation{areaReservas, "reserva_extender", http.MethodPut, "/external/reserva-extender/{reserva_id}", false}
	opReservas        = operation{areaReservas, "reservas", http.MethodGet, "/external/reservas", true}
	opReservasActivas = operation{areaReservas, "reservas_activas", http.MethodGet, "/external/reservas-activas", true}

	opSancionCerrar = operation{areaSanciones, "sancion_cerrar", http.MethodPut, "/external/sancion-cerrar/{sancion_id}", true}
	opSancionPagar  = operation{areaSanciones, "sancion_pagar", http.MethodPut, "/external/sancion-pagar/{sancion_id}", false}

	opFAQ          = operation{areaUtilidades, "faq", http.MethodGet, "/external/faq", true}
	opTipoVehiculo = operation{areaUtilidades, "tipo_vehiculo", http.MethodGet, "/external/tipo-vehiculo", true}
)

// Every operation without a published path, which Config.Endpoints has.
var (
	opLogin            = operation{areaAutenticacion, "login", http.MethodPost, "", false}
	opGenerarToken     = operation{areaAutenticacion, "generar_token", http.MethodPost, "", false}
	opObtenerToken     = operation{areaAutenticacion, "obtener_token", http.MethodGet, "", true}
	opRenovarToken     = operation{areaAutenticacion, "renovar_token", http.MethodPost, "", false}
	opRegistrarCliente = operation{areaClientes, "registrar_cliente", http.MethodPut, "", false}
	opSanciones        = operation{areaSanciones, "sanciones", http.MethodGet, "", true}
	opIniciarSancion   = operation{areaSanciones, "iniciar_sancion", http.MethodPost, "", false}
	opInformacion      = operation{areaUtilidades, "informacion", http.MethodGet, "", true}
	opFAQGrupos        = operation{areaUtilidades, "faq_grupos", http.MethodGet, "", true}

	unpublished = []operation{opLogin, opGenerarToken, opObtenerToken, opRenovarToken, opRegistrarCliente,
		opSanciones, opIniciarSancion, opInformacion, opFAQGrupos}
)

// vague reports whether a bare HTTP 404 says nothing of the thing that the operation is about: it lists what the service
// keeps, or it ends something that has no direct read.
func (o operation) vague() bool {
	switch o.name {
	case opVehiculos.name, opZonasFavoritas.name, opReservas.name, opReservasActivas.name, opSanciones.name,
		opTramos.name, opTramosCercanos.name, opTipoVehiculo.name, opReservaCancelar.name, opBorrarZonaFavorita.name:
		return true
	}
	return false
}
