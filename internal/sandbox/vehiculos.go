package sandbox

// vehiculoListing reads vehicles, in the order they were made.
var vehiculoListing = listing{
	missing: "El vehículo no existe",
	record: `json_object('id', id, 'nombre', nombre, 'placa', placa, 'cliente_id', cliente_id, 'activado', activado,
		'favorito', favorito)`,
	from:  `vehiculos`,
	id:    `id`,
	order: `id`,
}

// registrarVehiculo links a registered plate to a client. The same link again is refused, or makes a second record
// under AcceptDuplicates.
func registrarVehiculo(c *call) any {
	clienteID, plate, nombre := c.bodyInt("cliente_id", required), c.bodyPlaca("placa"), c.bodyText("nombre", optional)
	mustExist(c, "cliente_id", clienteID, "clientes WHERE id = ?")
	mustExist(c, "placa", plate, "placas WHERE placa = ?")
	if !c.duplicates {
		c.mustNotExist("placa", "El cliente ya tiene un vehículo con esta placa",
			"vehiculos WHERE cliente_id = ? AND placa = ?", clienteID, plate)
	}
	return vehiculoListing.one(c, c.exec(`INSERT INTO vehiculos (nombre, placa, cliente_id) VALUES (?, ?, ?)`, nombre, plate, clienteID))
}

func vehiculoPorID(c *call) any { return vehiculoListing.one(c, c.pathID("vehiculo_id")) }

// vehiculos lists the vehicles of a client. A body is ignored whatever it holds, and a client that sends its filters
// there gets a page of everybody's vehicles, without a warning.
func vehiculos(c *call) any {
	filtersInBody := len(c.body) > 0
	c.body = nil
	var f filters
	filter(&f, "cliente_id = ?", c.queryInt("cliente_id", !filtersInBody))
	filter(&f, "placa = ?", c.queryText("placa", optional))
	filter(&f, "nombre = ?", c.queryText("nombre", optional))
	return vehiculoListing.page(c, f)
}
