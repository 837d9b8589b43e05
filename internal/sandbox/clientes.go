package sandbox

// clienteFields are the six fields that registering and updating a client both require, the e-mail address first.
func (c *call) clienteFields() []any {
	email, prefijos := c.bodyText("email", required), c.bodyText("prefijos", required)
	c.validEmail("email", email)
	if prefijos != nil && !prefijoPattern.MatchString(*prefijos) {
		c.wrong.add("prefijos", "Debe tener la forma +XX")
	}
	return []any{email, c.bodyText("nombre", required), c.bodyText("Apellidos", required), prefijos,
		c.bodyText("telefono", required), c.bodyText("cedula", required)}
}

func (c *call) cliente(where string, arg any) any {
	return c.record("El cliente no existe", statement(`SELECT json_object('id', id, 'email', email, 'nombre', nombre,
		'Apellidos', apellidos, 'prefijos', prefijos, 'telefono', telefono, 'cedula', cedula) FROM clientes`, where), arg)
}

func registrarCliente(c *call) any {
	f := c.clienteFields()
	c.mustNotExist("email", "El cliente ya existe", "clientes WHERE email = ?", f[0])
	id := c.exec(`INSERT INTO clientes (email, nombre, apellidos, prefijos, telefono, cedula) VALUES (?, ?, ?, ?, ?, ?)`, f...)
	return c.cliente(`WHERE id = ?`, id)
}

// actualizarCliente updates the client that the e-mail names; it never makes one.
func actualizarCliente(c *call) any {
	c.exec(`UPDATE clientes SET nombre = ?2, apellidos = ?3, prefijos = ?4, telefono = ?5, cedula = ?6 WHERE email = ?1`,
		c.clienteFields()...)
	c.mustChange("El cliente no existe")
	return message{"Cliente actualizado"}
}

func clienteEmail(c *call) any {
	email := c.queryText("email", required)
	c.validEmail("email", email)
	return c.cliente(`WHERE email = ?`, email)
}

func clientePropio(c *call) any { return c.cliente(`WHERE id = ?`, c.clienteID) }
