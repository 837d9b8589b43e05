package sandbox

// currentTramos are the sections with the counters of this moment: the places less the active reservations. Motorcycles,
// vehicle type 2, have places of their own.
func currentTramos(where string) string {
	return statement(`(SELECT t.*, max(0, t.plazas_coche - count(r.id) FILTER (WHERE p.tipo_vehiculo_id <> 2)) AS coche,
			max(0, t.plazas_moto - count(r.id) FILTER (WHERE p.tipo_vehiculo_id = 2)) AS moto
		FROM clock, tramos t
		LEFT JOIN reservas r ON r.tramo_id = t.id AND r.fin >= clock.now AND r.estado <> 'cancelada'
		LEFT JOIN vehiculos v ON v.id = r.vehiculo_id
		LEFT JOIN placas p ON p.placa = v.placa`, where, `GROUP BY t.id) AS t`)
}

// tramoRecord is a section with counters.
const tramoRecord = `json_object('id', id, 'nombre', nombre, 'direccion', direccion, 'latitud', latitud, 'longitud', longitud,
	'zona_id', zona_id, 'libres', coche + moto, 'librescoche', coche, 'libresmoto', moto)`

func (c *call) tramo(id any) any {
	return c.record("El tramo no existe", statement("SELECT", tramoRecord, "FROM", currentTramos("WHERE t.id = ?")), id)
}

func tramoPorRuta(c *call) any { return c.tramo(c.pathID("tramo_id")) }

func tramoPorConsulta(c *call) any { return c.tramo(c.queryInt("id", required)) }

// tramos is the whole catalogue: it ignores every parameter, and its counters are those of the first day.
func tramos(c *call) any {
	clear(c.query)
	return c.records(statement("SELECT", tramoRecord, "FROM (SELECT *, foto_coche AS coche, foto_moto AS moto FROM tramos) ORDER BY id"))
}

// metros is the great-circle distance of a section from the position latitud, longitud, in metres; 6371008.8 is the
// mean radius of the earth.
const metros = `round(2 * 6371008.8 * asin(min(1, sqrt(pow(sin(radians(t.latitud - punto.latitud) / 2), 2) +
		cos(radians(punto.latitud)) * cos(radians(t.latitud)) * pow(sin(radians(t.longitud - punto.longitud) / 2), 2)))), 1)`

func tramosCercanos(c *call) any {
	latitud, longitud := c.queryFloat("latitud", required, -90, 90), c.queryFloat("longitud", required, -180, 180)
	radio := c.queryFloat("radio", optional, 0, 999_999)
	return c.records(statement("SELECT json_insert(", tramoRecord, ", '$.distancia',", number("metros"), `)
		FROM (SELECT t.*,`, metros, "AS metros FROM", currentTramos(""), `, (SELECT ? AS latitud, ? AS longitud) AS punto)
		WHERE metros <= coalesce(?, 1000) ORDER BY metros, id`), latitud, longitud, radio)
}

// tramoPrecios lists the prices of stays up to two hours; longer ones cost in proportion.
func tramoPrecios(c *call) any {
	tramoID, tipo := c.queryInt("tramo_id", required), c.queryInt("tipo_vehiculo_id", optional)
	mustExist(c, "tipo_vehiculo_id", tipo, "tipos_vehiculo WHERE id = ?")
	c.tramo(tramoID)
	return c.records(statement(`SELECT json_object('tramo_id', tramo_id, 'tipo_vehiculo_id', tipo_vehiculo_id, 'minutos', minutos,
			'precio',`, number("centimos * minutos / 10 / 100.0"), `)
		FROM tarifas, (WITH RECURSIVE stay AS (SELECT 10 AS minutos UNION ALL SELECT minutos + 10 FROM stay WHERE minutos < 120)
			SELECT minutos FROM stay)
		WHERE tramo_id = ?2 AND (?3 IS NULL OR tipo_vehiculo_id = ?3) ORDER BY tipo_vehiculo_id, minutos`), tramoID, tipo)
}

// number is a decimal number, in SQL, that is written without a fraction where it has none.
func number(of string) string {
	return statement("iif(", of, "= CAST(", of, "AS INTEGER), CAST(", of, "AS INTEGER),", of, ")")
}

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
