package acctest

const (
	Sanciones      = "/external/sanciones"
	SancionCerrar  = "/external/sancion-cerrar/1"
	SancionPagar   = "/external/sancion-pagar/1"
	SancionesLine  = `endpoints = { sanciones = "` + Sanciones + `" }`
	MinimalSancion = "resource \"parking_sancion\" \"test\" {\n  sancion_id = 1\n}\n"
	PaidSancion    = "resource \"parking_sancion\" \"test\" {\n  sancion_id = 1\n  pago = {\n    pago_tipo   = 2\n    pago_codigo = \"TX-1\"\n  }\n}\n"
	FullSancion    = "resource \"parking_sancion\" \"test\" {\n  sancion_id    = 3\n  observaciones = \"Revisada\"\n  pago = {\n    pago_tipo   = 2\n    pago_codigo = \"TX-3\"\n    cliente_id  = 1\n  }\n  timeouts = { create = \"5m\", read = \"1m\", update = \"5m\" }\n}\n"
	AnySancion     = "SELECT COUNT(*) FROM sanciones WHERE id = 1 AND estado = 'cerrada'"
	PaymentsOfOne  = "SELECT COUNT(*) FROM pagos WHERE sancion_id = 1"
	OpenAgain      = "UPDATE sanciones SET estado = 'abierta' WHERE id = 1"
	PayElsewhere   = "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-1', 2, 1)"
	PayDifferently = "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('OTRO', 2, 1)"
	Unpay          = "DELETE FROM pagos WHERE sancion_id = 1"
	CloseElsewhere = "UPDATE sanciones SET estado = 'cerrada', observaciones = 'Ajena' WHERE id = 1"
	ParkingSancion = "parking_sancion"
	SancionTest    = "parking_sancion.test"
)

var (
	WithList        = Values{"endpoints": Values{"sanciones": Sanciones}}
	DeclaredPago    = Values{"pago_tipo": 2, "pago_codigo": "TX-1"}
	DeclaredSancion = Values{"sancion_id": 1, "observaciones": "Revisada", "pago": DeclaredPago}
	// The rest of the record of sanction 1, which no attribute shows when everything is declared.
	restOfOne = Values{"placa": "VBR-0101", "tramo_id": 3, "importe": 30, "fecha": "2024-03-04T09:00:00Z"}
	HeldOne   = Values{"sancion_id": 1, "observaciones": "Revisada", "pago": DeclaredPago.With(Values{"cliente_id": nil}), "cerrada": true,
		"pagada": true, "datos": restOfOne, "timeouts": nil}
)
