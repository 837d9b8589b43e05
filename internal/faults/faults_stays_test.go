package faults

import (
	"fmt"
	"regexp"
	"strings"
)

// pagoOf ends the address of the payment that a block declares.
const pagoOf = ".pago"

// faultReserva names its vehicle by its block, or by its identifier and plate where
// the service held it before. Without a code it is not paid.
type faultReserva struct {
	vehiculo       string
	id             int
	placa          string
	tramo, minutos int
	codigo         string
}

// faultSancion is one of the sanctions that the service held before.
type faultSancion struct {
	id                    int
	observaciones, codigo string
}

func (r faultReserva) attributes() map[string]any {
	out := map[string]any{"vehiculo_id": any(r.id), "tramo_id": r.tramo, "minutos": r.minutos}
	if r.vehiculo != "" {
		out["vehiculo_id"] = "${parking_vehiculo." + r.vehiculo + ".id}"
	}
	if r.codigo != "" {
		out["pago"] = map[string]any{"pago_tipo": 1, "pago_codigo": r.codigo}
	}
	return out
}

func (s faultSancion) attributes() map[string]any {
	out := map[string]any{"sancion_id": s.id}
	if s.observaciones != "" {
		out["observaciones"] = s.observaciones
	}
	if s.codigo != "" {
		out["pago"] = map[string]any{"pago_tipo": 2, "pago_codigo": s.codigo}
	}
	return out
}

// reserva names a reservation by its vehicle's plate, since the identifiers may not
// be known yet.
func (f faultFleet) reserva(r faultReserva) string {
	placa := r.placa
	if r.vehiculo != "" {
		placa = f.placas[f.vehiculos[r.vehiculo].placa].Placa
	}
	return fmt.Sprintf("reserva of %s in %d", placa, r.tramo)
}

// row is what the service holds of a reservation, after its name.
func (r faultReserva) row(active bool) string {
	if active {
		return fmt.Sprintf(": %d minutos, activa", r.minutos)
	}
	return fmt.Sprintf(": %d minutos, cancelada", r.minutos)
}

func (s faultSancion) String() string { return fmt.Sprintf("sancion %d", s.id) }

func (s faultSancion) row() string { return ": cerrada, " + s.observaciones }

// cancel takes a reservation out that is not paid, which cancels it.
func (r *faultRun) cancel(name string) {
	reserva := r.fleet.reservas[name]
	delete(r.fleet.reservas, name)
	r.others = append(r.others, r.fleet.reserva(reserva)+reserva.row(false))
	r.due["reserva_cancelar"]++
}

// extend declares a reservation for longer.
func (r *faultRun) extend(name string, minutos int) {
	reserva := r.fleet.reservas[name]
	reserva.minutos += minutos
	r.fleet.reservas[name] = reserva
	r.due["reserva_extender"]++
}

// pay declares the payment of a reservation.
func (r *faultRun) pay(name string) {
	reserva := r.fleet.reservas[name]
	reserva.codigo = "TX-" + name
	r.fleet.reservas[name] = reserva
}

// stayPattern is how errors name a reservation or a sanction.
var stayPattern = regexp.MustCompile(`(?i)reservation of vehicle \d+ in section \d+|(reservation|sanction) \d+`)

// staysSQL is what the service holds of reservations, sanctions and payments, in the
// words of faultFleet.rows.
const staysSQL = `
UNION ALL SELECT format('reserva of %s in %d: %d minutos, %s', placa, tramo_id, minutos, iif(estado = 'cancelada', estado, 'activa')) FROM reservas r JOIN vehiculos v ON v.id = vehiculo_id
UNION ALL SELECT format('sancion %d: %s, %s', id, estado, coalesce(observaciones, '')) FROM sanciones
UNION ALL SELECT format('pago %s: tipo %d, reserva of %s in %d', codigo, tipo, placa, tramo_id) FROM pagos p JOIN reservas r ON r.id = reserva_id JOIN vehiculos v ON v.id = vehiculo_id
UNION ALL SELECT format('multa %s: tipo %d, sancion %d', codigo, tipo, sancion_id) FROM pagos WHERE sancion_id IS NOT NULL`

// stayRecordsSQL is the same as Terraform's state writes it. Of a sanction, what its
// block does not declare is in datos.
const stayRecordsSQL = `
UNION ALL SELECT json_object('id', r.id, 'tramo_id', tramo_id, 'vehiculo_id', vehiculo_id, 'celda_id', celda_id, 'conector_id', conector_id, 'minutos', minutos,
	'activa', json('true'), 'pagada', json(iif(codigo IS NULL, 'false', 'true')),
	'pago', json(iif(codigo IS NULL, 'null', json_object('pago_tipo', tipo, 'pago_codigo', codigo, 'enviar_recibo', NULL))),
	'datos', json_object('tramo_id', tramo_id, 'vehiculo_id', vehiculo_id, 'celda_id', celda_id, 'conector_id', conector_id, 'minutos', minutos, 'estado', estado,
		'precio', centimos / 100.0, 'inicio', strftime('%Y-%m-%dT%H:%M:%SZ', inicio, 'unixepoch'), 'fin', strftime('%Y-%m-%dT%H:%M:%SZ', fin, 'unixepoch'),
		'pago_tipo', tipo, 'pago_codigo', codigo)) FROM reservas r LEFT JOIN pagos p ON reserva_id = r.id
UNION ALL SELECT json_object('sancion_id', s.id, 'cerrada', json('true'), 'pagada', json(iif(codigo IS NULL, 'false', 'true')), 'datos', json('true'),
	'pago', json(iif(codigo IS NULL, 'null', json_object('pago_tipo', tipo, 'pago_codigo', codigo, 'cliente_id', NULL)))) FROM sanciones s LEFT JOIN pagos p ON sancion_id = s.id`

// stay takes the attributes of a reservation, whose datos Terraform puts into a frame,
// or of a sanction, whose datos depend on what its block declares: that there are any
// is what is looked at.
func (s *stateInstance) stay(attributes map[string]any) {
	if frame, ok := attributes["datos"].(map[string]any); ok {
		attributes["datos"] = frame["value"]
	}
	s.lost = strings.HasPrefix(s.address, "parking_reserva.") && attributes["id"] == nil
	s.unpaid = !s.lost && attributes["pago"] != nil && attributes["pagada"] == false
	if strings.HasPrefix(s.address, "parking_sancion.") {
		delete(attributes, "observaciones") // the plan, which is empty, compares them
		attributes["datos"] = attributes["datos"] != nil
	}
}
