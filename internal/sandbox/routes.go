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
func operations() []operation {
	const get, post, put, del = http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete
	return []operation{
		{name: "login", method: post, segment: "login", public: true, handle: login},
		{name: "generar_token", method: post, segment: "token-generar", handle: generarToken},
		{name: "obtener_token", method: get, segment: "token", handle: obtenerToken},
		{name: "renovar_token", method: post, segment: "token-renovar", handle: renovarToken},

		{name: "registrar_cliente", method: put, segment: "cliente-registrar", handle: registrarCliente},
		{name: "cliente", method: get, segment: "cliente", handle: clientePropio},
		{name: "actualizar_cliente", method: post, segment: "cliente-email", handle: actualizarCliente},
		{name: "cliente_email", method: get, segment: "cliente-email", handle: clienteEmail},

		{name: "placa", method: get, segment: "placa", param: true, handle: placaPorRuta},
		{name: "placa", method: get, segment: "placa", handle: placaPorConsulta},
		{name: "registrar_placa", method: post, segment: "placa", handle: registrarPlaca},
		{name: "actualizar_placa", method: put, segment: "placa", handle: actualizarPlaca},
		{name: "vehiculo", method: get, segment: "vehiculo", param: true, handle: vehiculoPorID},
		{name: "vehiculos", method: get, segment: "vehiculos", handle: vehiculos},
		{name: "registrar_vehiculo", method: post, segment: "vehiculo", handle: registrarVehiculo},

		{name: "tramo", method: get, segment: "tramo", param: true, handle: tramoPorRuta},
		{name: "tramo_consulta", method: get, segment: "tramo", handle: tramoPorConsulta},
		{name: "tramos", method: get, segment: "tramos", handle: tramos},
		{name: "tramos_cercanos", method: get, segment: "tramos-cercanos", handle: tramosCercanos},
		{name: "tramo_precios_estacionar", method: get, segment: "tramo-precios-estacionar", handle: tramoPrecios},
		{name: "zonas_favoritas", method: get, segment: "zona-favorita", handle: zonasFavoritas},
		{name: "guardar_zona_favorita", method: put, segment: "zona-favorita", handle: guardarZonaFavorita},
		{name: "borrar_zona_favorita", method: del, segment: "zona-favorita", handle: borrarZonaFavorita},

		{name: "reserva_bloquear", method: post, segment: "reserva-bloquear", handle: reservaBloquear},
		{name: "reserva_pagar", method: put, segment: "reserva-pagar", param: true, handle: reservaPagar},
		{name: "reserva_cancelar", method: put, segment: "reserva-cancelar", param: true, handle: reservaCancelar},
		{name: "reserva_extender", method: put, segment: "reserva-extender", param: true, handle: reservaExtender},
		{name: "reservas", method: get, segment: "reservas", handle: reservas},
		{name: "reservas_activas", method: get, segment: "reservas-activas", handle: reservasActivas},

		{name: "sanciones", method: get, segment: "sanciones", handle: sanciones},
		{name: "iniciar_sancion", method: post, segment: "sancion-iniciar", handle: iniciarSancion},
		{name: "sancion_cerrar", method: put, segment: "sancion-cerrar", param: true, handle: sancionCerrar},
		{name: "sancion_pagar", method: put, segment: "sancion-pagar", param: true, handle: sancionPagar},

		{name: "faq", method: get, segment: "faq", handle: faqPorID},
		{name: "faq_grupos", method: get, segment: "faq-grupos", handle: faqGrupos},
		{name: "informacion", method: get, segment: "informacion", handle: informacion},
		{name: "tipo_vehiculo", method: get, segment: "tipo-vehiculo", handle: tiposVehiculo},
	}
}

// Path gives the path of an operation, also of one whose path the document does not publish; empty for a name that there is not.
func Path(name string) string {
	for _, op := range operations() {
		if op.name == name {
			return "/external/" + op.segment
		}
	}
	return ""
}

// place is where a set of methods is served.
type place struct {
	segment string
	param   bool
}

type routes map[place]map[string]*operation

func newRoutes() routes {
	table := routes{}
	for _, op := range operations() {
		at := place{op.segment, op.param}
		if table[at] == nil {
			table[at] = map[string]*operation{}
		}
		table[at][op.method] = &op
	}
	return table
}

// match finds the operation of r and its path parameter, unescaped once. It works on the escaped path, because a plate
// may contain a slash.
func (t routes) match(r *http.Request) (*operation, string, error) {
	elements := strings.Split(r.URL.EscapedPath(), "/")
	if len(elements) < 3 || len(elements) > 4 || elements[0] != "" || elements[1] != "external" {
		return nil, "", notFound("La ruta no existe")
	}
	at := place{segment: elements[2], param: len(elements) == 4 && elements[3] != ""}
	methods := t[at]
	if methods == nil || len(elements) == 4 && !at.param {
		return nil, "", notFound("La ruta no existe")
	}
	op := methods[r.Method]
	if op == nil {
		return nil, "", &refusal{status: http.StatusMethodNotAllowed, message: "Método no permitido"}
	}
	if !at.param {
		return op, "", nil
	}
	param, err := url.PathUnescape(elements[3])
	if err != nil {
		return nil, "", &refusal{status: http.StatusBadRequest, message: "La ruta está mal codificada"}
	}
	return op, param, nil
}

// knownKey tells whether key may select operations in a latency or fault: default, an operation, or a path segment.
func knownKey(key string) error {
	if slices.ContainsFunc(operations(), func(op operation) bool { return slices.Contains(op.keys(), key) }) {
		return nil
	}
	return fmt.Errorf("%q is neither %q, an operation such as registrar_placa, nor a path segment such as zona-favorita", key, defaultKey)
}

// defaultKey selects every operation that no more specific key selects.
const defaultKey = "default"

// keys are those that select op, the most specific one first.
func (op *operation) keys() []string { return []string{op.name, op.segment, defaultKey} }
