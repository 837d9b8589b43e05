package sandbox

type vehiculo struct {
	ID        int64   `json:"id"`
	Nombre    *string `json:"nombre"`
	Placa     string  `json:"placa"`
	ClienteID int64   `json:"cliente_id"`
	Activado  int64   `json:"activado"`
	Favorito  int64   `json:"favorito"`
}

// vehiculoListing reads vehicles, in the order they were made.
var vehiculoListing = listing[vehiculo]{
	columns: `id, nombre, placa, cliente_id, activado, favorito`,
	from:    `vehiculos`,
	id:      `id`,
	order:   `id`,
	scan: func(_ *call, r scanner) (v vehiculo, err error) {
		err = r.Scan(&v.ID, &v.Nombre, &v.Placa, &v.ClienteID, &v.Activado, &v.Favorito)
		return v, err
	},
}

// registrarVehiculo links a registered plate to a client. The same link again is refused, or makes a second record
// under AcceptDuplicates.
func registrarVehiculo(c *call) (any, error) {
	clienteID, plate, nombre := c.bodyInt("cliente_id", required), c.bodyPlaca("placa"), c.bodyText("nombre", optional)
	mustExist(c, "cliente_id", clienteID, existsCliente)
	mustExist(c, "placa", plate, existsPlaca)
	if clienteID != nil && plate != nil && !c.duplicates {
		taken, err := c.found(`SELECT 1 FROM vehiculos WHERE cliente_id = ? AND placa = ?`, *clienteID, *plate)
		if err != nil {
			return nil, err
		}
		if taken {
			c.wrong.add("placa", "El cliente ya tiene un vehículo con esta placa")
		}
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	id, err := c.insert(`INSERT INTO vehiculos (nombre, placa, cliente_id) VALUES (?, ?, ?)`, nombre, *plate, *clienteID)
	if err != nil {
		return nil, err
	}
	return c.vehiculo(id)
}

func (c *call) vehiculo(id int64) (any, error) {
	return vehiculoListing.one(c, id, "El vehículo no existe")
}

func vehiculoPorID(c *call) (any, error) {
	id := c.pathID("vehiculo_id")
	if err := c.check(); err != nil {
		return nil, err
	}
	return c.vehiculo(id)
}

// vehiculos lists the vehicles of a client. A body is ignored whatever it holds, and a client that sends its filters
// there gets a page of everybody's vehicles, without a warning.
func vehiculos(c *call) (any, error) {
	filtersInBody := len(c.body) > 0
	c.body = nil
	var f filters
	filter(&f, "cliente_id = ?", c.queryInt("cliente_id", !filtersInBody))
	filter(&f, "placa = ?", c.queryText("placa", optional))
	filter(&f, "nombre = ?", c.queryText("nombre", optional))
	return vehiculoListing.page(c, f)
}
