package sandbox

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// operation is one row of the interface: how it is called and what it does.
type operation struct {
	name    string
	method  string
	segment string // first path element after /external/
	param   bool   // the path carries one more element
	public  bool   // needs no Authorization
	handle  func(*call) any
}

// operations is the whole interface of the service.
var operations = []operation{
	{name: "login", method: http.MethodPost, segment: "login", public: true, handle: login},
	{name: "generar_token", method: http.MethodPost, segment: "token-generar", handle: generarToken},
	{name: "obtener_token", method: http.MethodGet, segment: "token", handle: obtenerToken},
	{name: "renovar_token", method: http.MethodPost, segment: "token-renovar", handle: renovarToken},

	{name: "registrar_cliente", method: http.MethodPut, segment: "cliente-registrar", handle: registrarCliente},
	{name: "cliente", method: http.MethodGet, segment: "cliente", handle: clientePropio},
	{name: "actualizar_cliente", method: http.MethodPost, segment: "cliente-email", handle: actualizarCliente},
	{name: "cliente_email", method: http.MethodGet, segment: "cliente-email", handle: clienteEmail},

	{name: "placa", method: http.MethodGet, segment: "placa", param: true, handle: placaPorRuta},
	{name: "placa", method: http.MethodGet, segment: "placa", handle: placaPorConsulta},
	{name: "registrar_placa", method: http.MethodPost, segment: "placa", handle: registrarPlaca},
	{name: "actualizar_placa", method: http.MethodPut, segment: "placa", handle: actualizarPlaca},
	{name: "vehiculo", method: http.MethodGet, segment: "vehiculo", param: true, handle: vehiculoPorID},
	{name: "vehiculos", method: http.MethodGet, segment: "vehiculos", handle: vehiculos},
	{name: "registrar_vehiculo", method: http.MethodPost, segment: "vehiculo", handle: registrarVehiculo},

	{name: "tramo", method: http.MethodGet, segment: "tramo", param: true, handle: tramoPorRuta},
	{name: "tramo_consulta", method: http.MethodGet, segment: "tramo", handle: tramoPorConsulta},
	{name: "tramos", method: http.MethodGet, segment: "tramos", handle: tramos},
	{name: "tramos_cercanos", method: http.MethodGet, segment: "tramos-cercanos", handle: tramosCercanos},
	{name: "tramo_precios_estacionar", method: http.MethodGet, segment: "tramo-precios-estacionar", handle: tramoPrecios},
	{name: "zonas_favoritas", method: http.MethodGet, segment: "zona-favorita", handle: zonasFavoritas},
	{name: "guardar_zona_favorita", method: http.MethodPut, segment: "zona-favorita", handle: guardarZonaFavorita},
	{name: "borrar_zona_favorita", method: http.MethodDelete, segment: "zona-favorita", handle: borrarZonaFavorita},

	{name: "reserva_bloquear", method: http.MethodPost, segment: "reserva-bloquear", handle: reservaBloquear},
	{name: "reserva_pagar", method: http.MethodPut, segment: "reserva-pagar", param: true, handle: reservaPagar},
	{name: "reserva_cancelar", method: http.MethodPut, segment: "reserva-cancelar", param: true, handle: reservaCancelar},
	{name: "reserva_extender", method: http.MethodPut, segment: "reserva-extender", param: true, handle: reservaExtender},
	{name: "reservas", method: http.MethodGet, segment: "reservas", handle: reservas},
	{name: "reservas_activas", method: http.MethodGet, segment: "reservas-activas", handle: reservasActivas},

	{name: "sanciones", method: http.MethodGet, segment: "sanciones", handle: sanciones},
	{name: "iniciar_sancion", method: http.MethodPost, segment: "sancion-iniciar", handle: iniciarSancion},
	{name: "sancion_cerrar", method: http.MethodPut, segment: "sancion-cerrar", param: true, handle: sancionCerrar},
	{name: "sancion_pagar", method: http.MethodPut, segment: "sancion-pagar", param: true, handle: sancionPagar},

	{name: "faq", method: http.MethodGet, segment: "faq", handle: faqPorID},
	{name: "faq_grupos", method: http.MethodGet, segment: "faq-grupos", handle: faqGrupos},
	{name: "informacion", method: http.MethodGet, segment: "informacion", handle: informacion},
	{name: "tipo_vehiculo", method: http.MethodGet, segment: "tipo-vehiculo", handle: tiposVehiculo},
}

// Path gives the path of an operation, also of one whose path the document does not publish; empty for a name that there is not.
func Path(name string) string {
	for _, op := range operations {
		if op.name == name {
			return "/external/" + op.segment
		}
	}
	return ""
}

// match finds the operation of r and the last element of its path. It works on the escaped path, because a plate may contain a slash.
func match(r *http.Request) (*operation, string, error) {
	rest, external := strings.CutPrefix(r.URL.EscapedPath(), "/external/")
	segment, element, param := strings.Cut(rest, "/")
	refused := notFound("La ruta no existe")
	if !external || param && (element == "" || strings.Contains(element, "/")) {
		return nil, "", refused
	}
	for _, op := range operations {
		switch {
		case op.segment != segment || op.param != param:
		case op.method == r.Method:
			element, err := url.PathUnescape(element)
			return &op, element, err
		default:
			refused = &refusal{status: http.StatusMethodNotAllowed, message: "Método no permitido"}
		}
	}
	return nil, "", refused
}

// knownKey tells whether key may select operations in a latency or fault: default, an operation, or a path segment.
func knownKey(key string) error {
	if slices.ContainsFunc(operations, func(op operation) bool { return slices.Contains(op.keys(), key) }) {
		return nil
	}
	return fmt.Errorf("%q is neither %q, an operation such as registrar_placa, nor a path segment such as zona-favorita", key, defaultKey)
}

// defaultKey selects every operation that no more specific key selects.
const defaultKey = "default"

// keys are those that select op, the most specific one first.
func (op *operation) keys() []string { return []string{op.name, op.segment, defaultKey} }
