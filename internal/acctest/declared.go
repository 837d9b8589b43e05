package acctest

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

var (
	// Norte is client 2 as a new sandbox holds it.
	Norte = Values{"email": "flota.norte@example.com", "nombre": "Flota Norte", "apellidos": "Transportes",
		"prefijos": "+593", "telefono": "022000002", "cedula": "0100000002"}
	// DeclaredNorte is client 2 with other data.
	DeclaredNorte = Values{"email": "flota.norte@example.com", "nombre": "Flota del Norte", "apellidos": "Distribuciones",
		"prefijos": "+34", "telefono": "022111222", "cedula": "1700000001"}
	// UnknownCliente is a client that a new sandbox does not hold.
	UnknownCliente = DeclaredNorte.With(Values{"email": "nadie@example.com"})
)

// RegistrarCliente is the sandbox's path of registering a client, which is not published.
const RegistrarCliente = "/external/cliente-registrar"

// Car is an entry of a fleet: a car with this name, or with none.
func Car(nombre any) Values {
	return Values{"tipo_vehiculo_id": 1, "nombre": nombre, "electrico": false, "minusvalido": nil}
}

// FleetOf is a fleet of client 1 with these entries.
func FleetOf(entries Values) Values { return Values{"cliente_id": 1, "vehiculos": entries} }

// PartialFleetOf is one that may stay incomplete.
func PartialFleetOf(entries Values) Values {
	return FleetOf(entries).With(Values{"max_pendientes": 1000})
}

// Entry gives one element of a map of the state.
func (r Result) Entry(attribute, placa string) any {
	elements, _ := r.State[attribute].(Values)
	return elements[placa]
}

// IsUnknown reports whether a value of a plan is not known yet.
func IsUnknown(v any) bool {
	value, ok := v.(tftypes.Value)
	return ok && !value.IsKnown()
}

// MinimalPlaca declares a plate with nothing but what is required.
const MinimalPlaca = `
resource "parking_placa" "test" {
  placa            = "AKX0359"
  tipo_vehiculo_id = 1
}
`

var (
	// DeclaredReserva is a reservation of vehicle 1, as ConVehiculo has it.
	DeclaredReserva = Values{"tramo_id": 5, "vehiculo_id": 1, "minutos": 20}
	// PagoUno is a payment of it.
	PagoUno = Values{"pago_tipo": 1, "pago_codigo": "TX-1", "enviar_recibo": nil}
	// PagoDos is a payment with another code.
	PagoDos = Values{"pago_tipo": 1, "pago_codigo": "TX-2", "enviar_recibo": nil}
	// PaidReserva is DeclaredReserva with PagoUno.
	PaidReserva = DeclaredReserva.With(Values{"pago": PagoUno})
)

// ReservaServer has one reservation, booked by the provider as declared, and no
// requests yet.
func ReservaServer(t *testing.T, declared Values, settings Values) (*Server, *Proto, Result) {
	t.Helper()
	w := ConVehiculo(t)
	p := w.Proto(settings)
	created := p.Apply("parking_reserva", Result{}, declared)
	NoMessages(t, "created", created)
	w.Requests()
	return w, p, created
}

// ConReserva is ConVehiculo with its reservation 1 of 20 minutes, and no requests yet.
func ConReserva(t *testing.T) *Server {
	t.Helper()
	w, _, _ := ReservaServer(t, DeclaredReserva, nil)
	return w
}

const (
	// Broken is an answer of a service with a defect.
	Broken = `{"estado":"error"}`
	// None is an answer of a service that says "not found" for an empty list.
	None = `{"estado":"fail","error":"No hay reservas"}`
)

// Unpublished are the paths of the sandbox's operations whose paths are not published.
var Unpublished = Values{"sanciones": "/external/sanciones", "informacion": "/external/informacion", "faq_grupos": "/external/faq-grupos"}

// DeclaredVehiculo is a vehicle of client 1.
var DeclaredVehiculo = Values{"cliente_id": 1, "placa": "AKX0359", "nombre": "Furgón"}

// DeclaredFavorita is a favourite of client 1 with a zone, a section and a space.
var DeclaredFavorita = Values{"cliente_id": 1, "zona_id": 1, "tramo_id": 5, "celda_id": 17}

// Favoritas is the path of the favourites.
const Favoritas = "/external/zona-favorita"

// ConVehiculo is a test server that holds vehicle 1 of client 1.
func ConVehiculo(t *testing.T) *Server {
	t.Helper()
	w := NewServer(t, sandbox.Options{})
	w.Placas("AKX0359")
	w.Exec("INSERT INTO vehiculos (id, cliente_id, placa) VALUES (1, 1, 'AKX0359')")
	return w
}

// FleetQuery is a list block for the vehicles of client 2.
func FleetQuery(limit int64, include bool) Query {
	return Query{"parking_vehiculo", Values{"cliente_id": 2}, limit, include}
}

const (
	// ParkingSancion is the type of the resource.
	ParkingSancion = "parking_sancion"
	// Sanciones is the sandbox's path of listing sanctions, which is not published.
	Sanciones = "/external/sanciones"
	// SancionesLine is WithList as a line of the provider block.
	SancionesLine = `endpoints = { sanciones = "` + Sanciones + `" }`
)

var (
	// WithList configures the path of listing sanctions.
	WithList = Values{"endpoints": Values{"sanciones": Sanciones}}
	// DeclaredPago is a payment of sanction 1.
	DeclaredPago = Values{"pago_tipo": 2, "pago_codigo": "TX-1"}
	// DeclaredSancion is sanction 1, closed and paid.
	DeclaredSancion = Values{"sancion_id": 1, "observaciones": "Revisada", "pago": DeclaredPago}
)

// The actions.
const (
	IniciarSancion  = "parking_sancion_iniciar"
	CerrarSancion   = "parking_sancion_cerrar"
	PagarSancion    = "parking_sancion_pagar"
	BloquearReserva = "parking_reserva_bloquear"
	PagarReserva    = "parking_reserva_pagar"
	ExtenderReserva = "parking_reserva_extender"
	CancelarReserva = "parking_reserva_cancelar"
)

// ActionConfigs has for each action a configuration that suits the sandbox's data.
var ActionConfigs = map[string]Values{
	IniciarSancion:  {"placa": "VBR-0101", "tramo_id": 4, "observaciones": "Sin tique"},
	CerrarSancion:   {"sancion_id": 1, "observaciones": "Revisada"},
	PagarSancion:    {"sancion_id": 7, "pago_tipo": 1, "pago_codigo": "TX-7"},
	BloquearReserva: {"tramo_id": 6, "vehiculo_id": 1, "minutos": 30, "pago": Values{"pago_tipo": 1, "pago_codigo": "TX-6"}},
	PagarReserva:    {"reserva_id": 1, "pago_tipo": 1, "pago_codigo": "TX-1"},
	ExtenderReserva: {"reserva_id": 1, "minutos": 30},
	CancelarReserva: {"reserva_id": 1},
}

// BothPaths configures the paths of listing sanctions and of starting one.
var BothPaths = Values{"endpoints": Values{"sanciones": Sanciones, "iniciar_sancion": "/external/sancion-iniciar"}}
