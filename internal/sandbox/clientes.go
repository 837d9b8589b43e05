package sandbox

type cliente struct {
	ID        int64  `json:"id"`
	Email     string `json:"email"`
	Nombre    string `json:"nombre"`
	Apellidos string `json:"Apellidos"`
	Prefijos  string `json:"prefijos"`
	Telefono  string `json:"telefono"`
	Cedula    string `json:"cedula"`
}

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

const selectCliente = `SELECT id, email, nombre, apellidos, prefijos, telefono, cedula FROM clientes`

func (c *call) cliente(where string, arg any) (any, error) {
	var one cliente
	return &one, c.one("El cliente no existe", statement(selectCliente, where), []any{arg},
		&one.ID, &one.Email, &one.Nombre, &one.Apellidos, &one.Prefijos, &one.Telefono, &one.Cedula)
}

func registrarCliente(c *call) (any, error) {
	f := c.clienteFields()
	if f.email != nil {
		taken, err := c.found(`SELECT 1 FROM clientes WHERE email = ?`, *f.email)
		if err != nil {
			return nil, err
		}
		if taken {
			c.wrong.add("email", "El cliente ya existe")
		}
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	id, err := c.insert(`INSERT INTO clientes (email, nombre, apellidos, prefijos, telefono, cedula) VALUES (?, ?, ?, ?, ?, ?)`,
		*f.email, *f.nombre, *f.apellidos, *f.prefijos, *f.telefono, *f.cedula)
	if err != nil {
		return nil, err
	}
	return c.cliente(`WHERE id = ?`, id)
}

// actualizarCliente updates the client that the e-mail names; it never makes one.
func actualizarCliente(c *call) (any, error) {
	f := c.clienteFields()
	if err := c.check(); err != nil {
		return nil, err
	}
	if _, err := c.exec(`UPDATE clientes SET nombre = ?, apellidos = ?, prefijos = ?, telefono = ?, cedula = ? WHERE email = ?`,
		*f.nombre, *f.apellidos, *f.prefijos, *f.telefono, *f.cedula, *f.email); err != nil {
		return nil, err
	}
	if !c.changed {
		return nil, notFound("El cliente no existe")
	}
	return message{"Cliente actualizado"}, nil
}

func clienteEmail(c *call) (any, error) {
	email := c.queryText("email", required)
	c.validEmail("email", email)
	if err := c.check(); err != nil {
		return nil, err
	}
	return c.cliente(`WHERE email = ?`, *email)
}

func clientePropio(c *call) (any, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	return c.cliente(`WHERE id = ?`, c.clienteID)
}
