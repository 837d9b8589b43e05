package provider

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

const testCliente = `
resource "parking_cliente" "test" {
  email     = "flota.norte@example.com"
  nombre    = "Flota Norte"
  apellidos = "Distribuciones"
  prefijos  = "+593"
  telefono  = "022111222"
  cedula    = "1700000001"
}
`

// norte is client 2 as the service holds it on the first day; declaredNorte is
// another state of it.
var (
	norte = values{"email": "flota.norte@example.com", "nombre": "Flota Norte", "apellidos": "Dato Antiguo",
		"prefijos": "+593", "telefono": "022000002", "cedula": "0100000002"}
	declaredNorte = values{"email": "flota.norte@example.com", "nombre": "Flota del Norte", "apellidos": "Distribuciones",
		"prefijos": "+34", "telefono": "022111222", "cedula": "1700000001"}
	unknownCliente = declaredNorte.with(values{"email": "nadie@example.com"})
)

const registrarCliente = "/external/cliente-registrar"

// car is an entry of a fleet: a car with this name, or with none.
func car(nombre any) values {
	return values{"tipo_vehiculo_id": 1, "nombre": nombre, "electrico": false, "minusvalido": nil}
}

func fleetOf(entries values) values { return values{"cliente_id": 1, "vehiculos": entries} }

// entry gives one element of a map of the state.
func (r result) entry(attribute, placa string) any {
	elements, _ := r.state[attribute].(values)
	return elements[placa]
}

func isUnknown(v any) bool {
	value, ok := v.(tftypes.Value)
	return ok && !value.IsKnown()
}

const minimalPlaca = `
resource "parking_placa" "test" {
  placa            = "AKX0359"
  tipo_vehiculo_id = 1
}
`

var (
	declaredReserva = values{"tramo_id": 5, "vehiculo_id": 1, "minutos": 20}
	pagoUno         = values{"pago_tipo": 1, "pago_codigo": "TX-1", "enviar_recibo": nil}
	pagoDos         = values{"pago_tipo": 1, "pago_codigo": "TX-2", "enviar_recibo": nil}
	paidReserva     = declaredReserva.with(values{"pago": pagoUno})
)

// reservaWorld has one reservation, booked by the provider as declared, and no
// requests yet.
func reservaWorld(t *testing.T, declared values, settings values) (*world, *proto, result) {
	t.Helper()
	w := conVehiculo(t)
	p := w.proto(settings)
	created := p.apply("parking_reserva", result{}, declared)
	if len(created.diags) > 0 {
		t.Fatal(created.errors(), created.warnings())
	}
	w.requests()
	return w, p, created
}

const (
	broken = `{"estado":"fail","error":"base de datos"}`
	none   = `{"estado":"fail","error":"No hay reservas"}`
)

// unpublished are the paths of the sandbox's operations whose paths are not published.
var unpublished = values{"sanciones": "/external/sanciones", "informacion": "/external/informacion", "faq_grupos": "/external/faq-grupos"}

var declaredVehiculo = values{"cliente_id": 1, "placa": "AKX0359", "nombre": "Furgón"}

// vehiculoWorld has one vehicle, created by the provider, and no requests yet.
func vehiculoWorld(t *testing.T) (*world, *proto, result) {
	t.Helper()
	w := newWorld(t, sandbox.Options{})
	w.placas("AKX0359")
	p := w.proto(nil)
	created := p.apply("parking_vehiculo", result{}, declaredVehiculo)
	if len(created.diags) > 0 {
		t.Fatal(created.errors(), created.warnings())
	}
	w.requests()
	return w, p, created
}

const minimalVehiculo = `
resource "parking_vehiculo" "test" {
  cliente_id = 1
  placa      = "AKX0359"
}
`

var declaredFavorita = values{"cliente_id": 1, "zona_id": 1, "tramo_id": 5, "celda_id": 17}

const favoritas = "/external/zona-favorita"

// conVehiculo is a world that holds vehicle 1 of client 1.
func conVehiculo(t *testing.T) *world {
	t.Helper()
	w := newWorld(t, sandbox.Options{})
	w.placas("AKX0359")
	w.exec("INSERT INTO vehiculos (id, cliente_id, placa) VALUES (1, 1, 'AKX0359')")
	return w
}

// fleetQuery is a list block for the vehicles of client 2.
func fleetQuery(limit int64, include bool) query {
	return query{"parking_vehiculo", values{"cliente_id": 2}, limit, include}
}
