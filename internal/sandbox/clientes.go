package sandbox

// clienteFields are the six fields that registering and updating a client both require.
type clienteFields struct {
	email, nombre, apellidos, prefijos, telefono, cedula *string
}

func (c *call) clienteFields() clienteFields {
	f := clienteFields{
		email:     c.bodyText("email", required),
		nombre:    c.bodyText("nombre", required),
		apellidos: c.bodyText("Apellidos", required),
		prefijos:  c.bodyText("prefijos", required),
		telefono:  c.bodyText("telefono", required),
		cedula:    c.bodyText("cedula", required),
	}
	c.validEmail("email", f.email)
	if f.prefijos != nil && !prefijoPattern.MatchString(*f.prefijos) {
		c.wrong.add("prefijos", "Debe tener la forma +XX")
	}
	return f
}

func (c *call) cliente(where string, arg any) any {
	return c.record("El cliente no existe", statement(`SELECT json_object('id', id, 'email', email, 'nombre', nombre,
		'Apellidos', apellidos, 'prefijos', prefijos, 'telefono', telefono, 'cedula', cedula) FROM clientes`, where), arg)
}

func registrarCliente(c *call) any {
	f := c.clienteFields()
	c.mustNotExist("email", "El cliente ya existe", `SELECT 1 FROM clientes WHERE email = ?`, f.email)
	id := c.exec(`INSERT INTO clientes (email, nombre, apellidos, prefijos, telefono, cedula) VALUES (?, ?, ?, ?, ?, ?)`,
		f.email, f.nombre, f.apellidos, f.prefijos, f.telefono, f.cedula)
	return c.cliente(`WHERE id = ?`, id)
}

// actualizarCliente updates the client that the e-mail names; it never makes one.
func actualizarCliente(c *call) any {
	f := c.clienteFields()
	c.exec(`UPDATE clientes SET nombre = ?, apellidos = ?, prefijos = ?, telefono = ?, cedula = ? WHERE email = ?`,
		f.nombre, f.apellidos, f.prefijos, f.telefono, f.cedula, f.email)
	c.mustChange("El cliente no existe")
	return message{"Cliente actualizado"}
}

func clienteEmail(c *call) any {
	email := c.queryText("email", required)
	c.validEmail("email", email)
	return c.cliente(`WHERE email = ?`, email)
}

func clientePropio(c *call) any { return c.cliente(`WHERE id = ?`, c.clienteID) }
