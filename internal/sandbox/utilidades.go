package sandbox

type named struct {
	ID     int64  `json:"id"`
	Nombre string `json:"nombre"`
}

func scanNamed(r scanner) (n named, err error) {
	err = r.Scan(&n.ID, &n.Nombre)
	return n, err
}

type faq struct {
	ID        int64  `json:"id"`
	Pregunta  string `json:"pregunta"`
	Respuesta string `json:"respuesta"`
	Grupo     named  `json:"grupo"`
}

// faqPorID takes its identifier as text, so that one which is no number is merely unknown.
func faqPorID(c *call) (any, error) {
	id := c.queryText("faq_id", required)
	if err := c.check(); err != nil {
		return nil, err
	}
	var one faq
	return &one, c.one("La pregunta frecuente no existe", `SELECT f.id, f.pregunta, f.respuesta, g.id, g.nombre
		FROM faqs f JOIN faq_grupos g ON g.id = f.grupo_id WHERE CAST(f.id AS TEXT) = ?`, []any{*id},
		&one.ID, &one.Pregunta, &one.Respuesta, &one.Grupo.ID, &one.Grupo.Nombre)
}

func faqGrupos(c *call) (any, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	return rows(c, scanNamed, `SELECT id, nombre FROM faq_grupos ORDER BY id`)
}

func tiposVehiculo(c *call) (any, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	return rows(c, scanNamed, `SELECT id, nombre FROM tipos_vehiculo ORDER BY id`)
}

func informacion(c *call) (any, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	return struct {
		Nombre   string `json:"nombre"`
		Version  string `json:"version"`
		Contacto string `json:"contacto"`
	}{"Estacionamiento de Valdebrisa (sandbox)", "1.0", "soporte@example.com"}, nil
}
