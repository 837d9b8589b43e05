package acctest

const (
	// Sanciones is the sandbox's path of listing sanctions, which is not published.
	Sanciones = "/external/sanciones"
	// SancionCerrar is the path of closing sanction 1.
	SancionCerrar = "/external/sancion-cerrar/1"
	// SancionPagar is the path of paying sanction 1.
	SancionPagar = "/external/sancion-pagar/1"
	// SancionesLine is WithList as a line of the provider block.
	SancionesLine = `endpoints = { sanciones = "` + Sanciones + `" }`
	// MinimalSancion declares that sanction 1 is closed.
	MinimalSancion = "resource \"parking_sancion\" \"test\" {\n  sancion_id = 1\n}\n"
	// PaidSancion declares that it is paid as well.
	PaidSancion = "resource \"parking_sancion\" \"test\" {\n  sancion_id = 1\n  pago = {\n    pago_tipo   = 2\n    pago_codigo = \"TX-1\"\n  }\n}\n"
	// FullSancion declares sanction 3 with every attribute.
	FullSancion = "resource \"parking_sancion\" \"test\" {\n  sancion_id    = 3\n  observaciones = \"Revisada\"\n  pago = {\n    pago_tipo   = 2\n    pago_codigo = \"TX-3\"\n    cliente_id  = 1\n  }\n  timeouts = { create = \"5m\", read = \"1m\", update = \"5m\" }\n}\n"
	// AnySancion counts sanction 1 if it is closed.
	AnySancion = "SELECT COUNT(*) FROM sanciones WHERE id = 1 AND estado = 'cerrada'"
	// PaymentsOfOne counts the payments of sanction 1.
	PaymentsOfOne = "SELECT COUNT(*) FROM pagos WHERE sancion_id = 1"
	// OpenAgain undoes the closing of sanction 1.
	OpenAgain = "UPDATE sanciones SET estado = 'abierta' WHERE id = 1"
	// PayElsewhere pays it as DeclaredPago does.
	PayElsewhere = "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-1', 2, 1)"
	// PayDifferently pays it with another code.
	PayDifferently = "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('OTRO', 2, 1)"
	// Unpay undoes its payments.
	Unpay = "DELETE FROM pagos WHERE sancion_id = 1"
	// CloseElsewhere closes it with other observations.
	CloseElsewhere = "UPDATE sanciones SET estado = 'cerrada', observaciones = 'Ajena' WHERE id = 1"
	// ParkingSancion is the type of the resource.
	ParkingSancion = "parking_sancion"
	// SancionTest is its address in MinimalSancion and the like.
	SancionTest = "parking_sancion.test"
)

var (
	// WithList configures the path of listing sanctions.
	WithList = Values{"endpoints": Values{"sanciones": Sanciones}}
	// DeclaredPago is a payment of sanction 1.
	DeclaredPago = Values{"pago_tipo": 2, "pago_codigo": "TX-1"}
	// DeclaredSancion is sanction 1, closed and paid.
	DeclaredSancion = Values{"sancion_id": 1, "observaciones": "Revisada", "pago": DeclaredPago}
	// recordOfOne is the record of sanction 1 then.
	recordOfOne = Values{"placa": "VBR-0101", "tramo_id": 3, "importe": 30, "fecha": "2024-03-04T09:00:00Z", "estado": "cerrada", "pagada": 1,
		"observaciones": "Revisada", "pago_tipo": 2, "pago_codigo": "TX-1", "cliente_id": nil}
	// HeldOne is the whole state of DeclaredSancion.
	HeldOne = Values{"sancion_id": 1, "observaciones": "Revisada", "pago": DeclaredPago.With(Values{"cliente_id": nil}), "cerrada": true,
		"pagada": true, "datos": recordOfOne, "timeouts": nil}
)
