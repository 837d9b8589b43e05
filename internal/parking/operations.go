package parking

import "net/http"

// Every operation of the service with a published path, and whether it may be
// repeated blindly. A PUT with an id, a closure and the client update leave the
// service as their first run did; registrations, bookings, extensions and
// payments do not.
var (
	opTramo          = operation{"tramo", http.MethodGet, "/external/tramo/{tramo_id}", true}
	opTramoConsulta  = operation{"tramo_consulta", http.MethodGet, "/external/tramo", true}
	opTramos         = operation{"tramos", http.MethodGet, "/external/tramos", true}
	opTramosCercanos = operation{"tramos_cercanos", http.MethodGet, "/external/tramos-cercanos", true}
	opPrecios        = operation{"tramo_precios_estacionar", http.MethodGet, "/external/tramo-precios-estacionar", true}

	opPlaca           = operation{"placa", http.MethodGet, "/external/placa/{placa}", true}
	opRegistrarPlaca  = operation{"registrar_placa", http.MethodPost, "/external/placa", false}
	opActualizarPlaca = operation{"actualizar_placa", http.MethodPut, "/external/placa", true}

	opVehiculo          = operation{"vehiculo", http.MethodGet, "/external/vehiculo/{vehiculo_id}", true}
	opVehiculos         = operation{"vehiculos", http.MethodGet, "/external/vehiculos", true}
	opRegistrarVehiculo = operation{"registrar_vehiculo", http.MethodPost, "/external/vehiculo", false}

	opCliente           = operation{"cliente", http.MethodGet, "/external/cliente", true}
	opClienteEmail      = operation{"cliente_email", http.MethodGet, "/external/cliente-email", true}
	opActualizarCliente = operation{"actualizar_cliente", http.MethodPost, "/external/cliente-email", true}

	opZonasFavoritas = operation{"zonas_favoritas", http.MethodGet, "/external/zona-favorita", true}
	// Without an id the PUT creates; with one it replaces, and may be repeated.
	opCrearZonaFavorita      = operation{"guardar_zona_favorita", http.MethodPut, "/external/zona-favorita", false}
	opActualizarZonaFavorita = operation{"guardar_zona_favorita", http.MethodPut, "/external/zona-favorita", true}
	opBorrarZonaFavorita     = operation{"borrar_zona_favorita", http.MethodDelete, "/external/zona-favorita", true}

	opReservaBloquear = operation{"reserva_bloquear", http.MethodPost, "/external/reserva-bloquear", false}
	opReservaPagar    = operation{"reserva_pagar", http.MethodPut, "/external/reserva-pagar/{reserva_id}", false}
	opReservaCancelar = operation{"reserva_cancelar", http.MethodPut, "/external/reserva-cancelar/{reserva_id}", false}
	opReservaExtender = operation{"reserva_extender", http.MethodPut, "/external/reserva-extender/{reserva_id}", false}
	opReservas        = operation{"reservas", http.MethodGet, "/external/reservas", true}
	opReservasActivas = operation{"reservas_activas", http.MethodGet, "/external/reservas-activas", true}

	opSancionCerrar = operation{"sancion_cerrar", http.MethodPut, "/external/sancion-cerrar/{sancion_id}", true}
	opSancionPagar  = operation{"sancion_pagar", http.MethodPut, "/external/sancion-pagar/{sancion_id}", false}

	opFAQ          = operation{"faq", http.MethodGet, "/external/faq", true}
	opTipoVehiculo = operation{"tipo_vehiculo", http.MethodGet, "/external/tipo-vehiculo", true}
)
