package sancion

import "github.com/parking-provider/terraform-provider-parking/internal/acctest"

const (
	// closing is the path of closing sanction 1.
	closing = "/external/sancion-cerrar/1"
	// minimalSancion declares that sanction 1 is closed.
	minimalSancion = "resource \"parking_sancion\" \"test\" {\n  sancion_id = 1\n}\n"
	// paidSancion declares that it is paid as well.
	paidSancion = "resource \"parking_sancion\" \"test\" {\n  sancion_id = 1\n  pago = {\n    pago_tipo   = 2\n    pago_codigo = \"TX-1\"\n  }\n}\n"
	// fullSancion declares sanction 3 with every attribute.
	fullSancion = `resource "parking_sancion" "test" {
  sancion_id    = 3
  observaciones = "Revisada"
  pago = {
    pago_tipo   = 2
    pago_codigo = "TX-3"
    cliente_id  = 1
  }
  timeouts = { create = "5m", read = "1m", update = "5m" }
}
`
	// sancionTest is the address of each.
	sancionTest = "parking_sancion.test"

	// paymentsOfOne counts the payments of sanction 1.
	paymentsOfOne = "SELECT COUNT(*) FROM pagos WHERE sancion_id = 1"
	// openAgain undoes the closing of sanction 1.
	openAgain = "UPDATE sanciones SET estado = 'abierta' WHERE id = 1"
	// payElsewhere pays it as acctest.DeclaredPago does.
	payElsewhere = "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-1', 2, 1)"
	// payDifferently pays it with another code.
	payDifferently = "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('OTRO', 2, 1)"
	// unpay undoes its payments.
	unpay = "DELETE FROM pagos WHERE sancion_id = 1"
	// closeElsewhere closes it with other observations.
	closeElsewhere = "UPDATE sanciones SET estado = 'cerrada', observaciones = 'Ajena' WHERE id = 1"
)

// heldOne is the whole state of acctest.DeclaredSancion.
var heldOne = acctest.Values{"sancion_id": 1, "observaciones": "Revisada", "cerrada": true, "pagada": true, "timeouts": nil,
	"pago": acctest.DeclaredPago.With(acctest.Values{"cliente_id": nil}),
	"datos": acctest.Values{"placa": "VBR-0101", "tramo_id": 3, "importe": 30, "fecha": "2024-03-04T09:00:00Z", "estado": "cerrada", "pagada": 1,
		"observaciones": "Revisada", "pago_tipo": 2, "pago_codigo": "TX-1", "cliente_id": nil}}
