package sandbox

// The states of a sanction.
const abierta, cerrada = "abierta", "cerrada"

// importeInicial is what a sanction started through the interface costs, in cents.
const importeInicial = 3000

// sancionListing reads sanctions, in the order they were started.
var sancionListing = listing{
	missing: "La sanción no existe",
	record: statement(`json_object('id', s.id, 'placa', s.placa, 'tramo_id', s.tramo_id, 'cliente_id', s.cliente_id,
		'estado', s.estado, 'pagada', p.codigo IS NOT NULL, 'importe',`, number("s.centimos / 100.0"), `, 'observaciones', s.observaciones,
		'pago_tipo', p.tipo, 'pago_codigo', p.codigo, 'fecha',`, timestamp("s.fecha"), `)`),
	from:  `sanciones s LEFT JOIN pagos p ON p.sancion_id = s.id`,
	id:    `s.id`,
	order: `s.id`,
}

func sanciones(c *call) any {
	var f filters
	filter(&f, "s.cliente_id = ?", c.queryInt("cliente_id", optional))
	filter(&f, "s.placa = ?", c.queryText("placa", optional))
	estado := c.queryText("estado", optional)
	if estado != nil && *estado != abierta && *estado != cerrada {
		c.wrong.add("estado", "Debe ser abierta o cerrada")
	}
	filter(&f, "s.estado = ?", estado)
	return sancionListing.page(c, f)
}

func iniciarSancion(c *call) any {
	plate, tramoID, observaciones := c.bodyPlaca("placa"), c.bodyInt("tramo_id", required), c.bodyText("observaciones", optional)
	mustExist(c, "tramo_id", tramoID, "tramos WHERE id = ?")
	return sancionListing.one(c, c.exec(`INSERT INTO sanciones (placa, tramo_id, estado, centimos, observaciones, fecha)
		VALUES (?, ?, ?, ?, ?, ?)`, plate, tramoID, abierta, importeInicial, observaciones, c.now.Unix()))
}

// sancionCerrar closes an open sanction; a closed one stays exactly as it is.
func sancionCerrar(c *call) any {
	id, observaciones := c.pathID("sancion_id"), c.bodyText("observaciones", optional)
	c.exec(`UPDATE sanciones SET estado = ?, observaciones = coalesce(?, observaciones) WHERE id = ? AND estado = ?`,
		cerrada, observaciones, id, abierta)
	return sancionListing.one(c, id)
}

// sancionPagar rejects an open sanction whatever the body says, so the state is looked at before the fields.
func sancionPagar(c *call) any {
	id, clienteID := c.pathID("sancion_id"), c.bodyInt("cliente_id", optional)
	tipo, codigo := c.payment()
	switch {
	case len(c.wrong["sancion_id"]) > 0:
	case !c.found("sanciones WHERE id = ?", id):
		c.fail(notFound(sancionListing.missing))
	case !c.found("sanciones WHERE id = ? AND estado = ?", id, cerrada):
		c.fail(invalid("La sanción no se puede pagar porque no está cerrada", nil))
	}
	mustExist(c, "cliente_id", clienteID, "clientes WHERE id = ?")
	if c.ready() && c.found("pagos WHERE sancion_id = ?", id) {
		c.fail(invalid("La sanción ya está pagada.", nil))
	}
	c.exec(`INSERT INTO pagos (codigo, tipo, sancion_id) VALUES (?, ?, ?)`, codigo, tipo, id)
	c.exec(`UPDATE sanciones SET cliente_id = coalesce(?, cliente_id) WHERE id = ?`, clienteID, id)
	return sancionListing.one(c, id)
}
