package sandbox

// faqPorID takes its identifier as text, so that one which is no number is merely unknown.
func faqPorID(c *call) any {
	return c.record("La pregunta frecuente no existe", `SELECT json_object('id', f.id, 'pregunta', f.pregunta, 'respuesta', f.respuesta,
		'grupo', json_object('id', g.id, 'nombre', g.nombre))
		FROM faqs f JOIN faq_grupos g ON g.id = f.grupo_id WHERE CAST(f.id AS TEXT) = ?`, c.queryText("faq_id", required))
}

func faqGrupos(c *call) any {
	return c.records(`SELECT json_object('id', id, 'nombre', nombre) FROM faq_grupos ORDER BY id`)
}

func tiposVehiculo(c *call) any {
	return c.records(`SELECT json_object('id', id, 'nombre', nombre) FROM tipos_vehiculo ORDER BY id`)
}

func informacion(*call) any {
	return map[string]string{
		"nombre": "Estacionamiento de Valdebrisa (sandbox)", "version": "1.0", "contacto": "soporte@example.com"}
}
