package sandbox

// placaFields are the body of registering and of updating a plate, the plate first.
func (c *call) placaFields() []any {
	placa, tipo := c.bodyPlaca("placa"), c.bodyInt("tipo_vehiculo_id", required)
	c.bodyText("tipo_vehiculo", optional) // the type as text is accepted beside the identifier, which decides
	mustExist(c, "tipo_vehiculo_id", tipo, "tipos_vehiculo WHERE id = ?")
	return []any{placa, tipo, c.bodyFlag("electrico"), c.bodyFlag("minusvalido")}
}

// registrarPlaca refuses a plate that is registered, or replaces its whole record under AcceptDuplicates.
func registrarPlaca(c *call) any {
	f := c.placaFields()
	if !c.duplicates {
		c.mustNotExist("placa", "La placa ya está registrada", "placas WHERE placa = ?", f[0])
	}
	c.exec(`INSERT INTO placas (placa, tipo_vehiculo_id, electrico, minusvalido)
		VALUES (?, ?, coalesce(?, 0), coalesce(?, 0))
		ON CONFLICT (placa) DO UPDATE SET tipo_vehiculo_id = excluded.tipo_vehiculo_id, marca = NULL, modelo = NULL, color = NULL,
			electrico = excluded.electrico, minusvalido = excluded.minusvalido, exento = 0, sancionable = 1`, f...)
	return message{"Placa registrada"}
}

// actualizarPlaca changes what the body holds; a flag that is absent stays as it is.
func actualizarPlaca(c *call) any {
	c.exec(`UPDATE placas SET tipo_vehiculo_id = ?2, electrico = coalesce(?3, electrico), minusvalido = coalesce(?4, minusvalido)
		WHERE placa = ?1`, c.placaFields()...)
	c.mustChange("La placa no existe")
	return message{"Placa actualizada"}
}

func placaPorRuta(c *call) any {
	c.validPlaca("placa", c.param)
	return c.record("La placa no existe", `SELECT json_object('placa', placa, 'tipo_vehiculo_id', tipo_vehiculo_id,
		'marca', marca, 'modelo', modelo, 'color', color, 'electrico', electrico, 'minusvalido', minusvalido,
		'exento', exento, 'sancionable', sancionable) FROM placas WHERE placa = ?`, c.param)
}

// placaPorConsulta is a defect of the service that clients must know: the query form fails for every plate.
func placaPorConsulta(c *call) any {
	c.fail(notFound("La placa no existe"))
	return nil
}
