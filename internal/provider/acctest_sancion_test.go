package provider

const (
	sanciones      = "/external/sanciones"
	sancionCerrar  = "/external/sancion-cerrar/1"
	sancionPagar   = "/external/sancion-pagar/1"
	sancionesLine  = `endpoints = { sanciones = "` + sanciones + `" }`
	minimalSancion = "resource \"parking_sancion\" \"test\" {\n  sancion_id = 1\n}\n"
	paidSancion    = "resource \"parking_sancion\" \"test\" {\n  sancion_id = 1\n  pago = {\n    pago_tipo   = 2\n    pago_codigo = \"TX-1\"\n  }\n}\n"
	fullSancion    = "resource \"parking_sancion\" \"test\" {\n  sancion_id    = 3\n  observaciones = \"Revisada\"\n  pago = {\n    pago_tipo   = 2\n    pago_codigo = \"TX-3\"\n    cliente_id  = 1\n  }\n  timeouts = { create = \"5m\", read = \"1m\", update = \"5m\" }\n}\n"
	anySancion     = "SELECT COUNT(*) FROM sanciones WHERE id = 1 AND estado = 'cerrada'"
	paymentsOfOne  = "SELECT COUNT(*) FROM pagos WHERE sancion_id = 1"
	openAgain      = "UPDATE sanciones SET estado = 'abierta' WHERE id = 1"
	payElsewhere   = "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-1', 2, 1)"
	payDifferently = "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('OTRO', 2, 1)"
	unpay          = "DELETE FROM pagos WHERE sancion_id = 1"
	closeElsewhere = "UPDATE sanciones SET estado = 'cerrada', observaciones = 'Ajena' WHERE id = 1"
	parkingSancion = "parking_sancion"
	sancionTest    = "parking_sancion.test"
)

var (
	withList        = values{"endpoints": values{"sanciones": sanciones}}
	declaredPago    = values{"pago_tipo": 2, "pago_codigo": "TX-1"}
	declaredSancion = values{"sancion_id": 1, "observaciones": "Revisada", "pago": declaredPago}
	// The rest of the record of sanction 1, which no attribute shows when everything is declared.
	restOfOne = values{"placa": "VBR-0101", "tramo_id": 3, "importe": 30, "fecha": "2024-03-04T09:00:00Z"}
	heldOne   = values{"sancion_id": 1, "observaciones": "Revisada", "pago": declaredPago.with(values{"cliente_id": nil}), "cerrada": true, "pagada": true, "datos": restOfOne, "timeouts": nil}
)
