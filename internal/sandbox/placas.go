package sandbox

type placa struct {
	Placa          string  `json:"placa"`
	TipoVehiculoID int64   `json:"tipo_vehiculo_id"`
	Marca          *string `json:"marca"`
	Modelo         *string `json:"modelo"`
	Color          *string `json:"color"`
	Electrico      int64   `json:"electrico"`
	Minusvalido    int64   `json:"minusvalido"`
	Exento         int64   `json:"exento"`
	Sancionable    int64   `json:"sancionable"`
}

// placaFields are the body of registering and of updating a plate.
type placaFields struct {
	placa                        *string
	tipo, electrico, minusvalido *int64
}

func (c *call) placaFields() placaFields {
	f := placaFields{
		placa:       c.bodyPlaca("placa"),
		tipo:        c.bodyInt("tipo_vehiculo_id", required),
		electrico:   c.bodyFlag("electrico"),
		minusvalido: c.bodyFlag("minusvalido"),
	}
	c.bodyText("tipo_vehiculo", optional) // the type as text is accepted beside the identifier, which decides
	mustExist(c, "tipo_vehiculo_id", f.tipo, existsTipo)
	return f
}

// registrarPlaca refuses a plate that is registered, or replaces its whole record under AcceptDuplicates.
func registrarPlaca(c *call) (any, error) {
	f := c.placaFields()
	if f.placa != nil && !c.duplicates {
		taken, err := c.found(existsPlaca, *f.placa)
		if err != nil {
			return nil, err
		}
		if taken {
			c.wrong.add("placa", "La placa ya está registrada")
		}
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	_, err := c.exec(`INSERT INTO placas (placa, tipo_vehiculo_id, electrico, minusvalido)
		VALUES (?, ?, coalesce(?, 0), coalesce(?, 0))
		ON CONFLICT (placa) DO UPDATE SET tipo_vehiculo_id = excluded.tipo_vehiculo_id, marca = NULL, modelo = NULL, color = NULL,
			electrico = excluded.electrico, minusvalido = excluded.minusvalido, exento = 0, sancionable = 1`,
		*f.placa, *f.tipo, f.electrico, f.minusvalido)
	if err != nil {
		return nil, err
	}
	return message{"Placa registrada"}, nil
}

// actualizarPlaca changes what the body holds; a flag that is absent stays as it is.
func actualizarPlaca(c *call) (any, error) {
	f := c.placaFields()
	if err := c.check(); err != nil {
		return nil, err
	}
	_, err := c.exec(`UPDATE placas SET tipo_vehiculo_id = ?, electrico = coalesce(?, electrico), minusvalido = coalesce(?, minusvalido)
		WHERE placa = ?`, *f.tipo, f.electrico, f.minusvalido, *f.placa)
	if err != nil {
		return nil, err
	}
	if !c.changed {
		return nil, notFound("La placa no existe")
	}
	return message{"Placa actualizada"}, nil
}

func placaPorRuta(c *call) (any, error) {
	c.validPlaca("placa", c.param)
	if err := c.check(); err != nil {
		return nil, err
	}
	var one placa
	return &one, c.one("La placa no existe", `SELECT placa, tipo_vehiculo_id, marca, modelo, color,
		electrico, minusvalido, exento, sancionable
		FROM placas WHERE placa = ?`, []any{c.param}, &one.Placa, &one.TipoVehiculoID, &one.Marca, &one.Modelo, &one.Color,
		&one.Electrico, &one.Minusvalido, &one.Exento, &one.Sancionable)
}

// placaPorConsulta is a defect of the service that clients must know: the query form fails for every plate.
func placaPorConsulta(*call) (any, error) {
	return nil, notFound("La placa no existe")
}
