package sandbox

const selectFavoritas = `SELECT json_object('id', id, 'cliente_id', cliente_id, 'zona_id', zona_id, 'tramo_id', tramo_id,
	'celda_id', celda_id) FROM favoritas`

// zonasFavoritas reads the client from a JSON body and the filters from the query, on a GET.
func zonasFavoritas(c *call) any {
	var f filters
	filter(&f, "cliente_id = ?", c.bodyInt("cliente_id", required))
	filter(&f, "zona_id = ?", c.queryInt("zona_id", optional))
	filter(&f, "tramo_id = ?", c.queryInt("tramo_id", optional))
	filter(&f, "celda_id = ?", c.queryInt("celda_id", optional))
	return map[string]any{"favoritas": c.records(statement(selectFavoritas, f.where(), "ORDER BY id"), f.args...)}
}

// guardarZonaFavorita makes a favourite, even one the client already has, or with an id replaces one of the client's.
func guardarZonaFavorita(c *call) any {
	id, clienteID := c.bodyInt("id", optional), c.bodyInt("cliente_id", required)
	if string(c.body["celda_id"]) == "null" { // which counts as absent
		delete(c.body, "celda_id")
	}
	zonaID, tramoID, celdaID := c.bodyInt("zona_id", optional), c.bodyInt("tramo_id", optional), c.bodyInt("celda_id", optional)
	mustExist(c, "cliente_id", clienteID, "clientes WHERE id = ?")
	mustExist(c, "zona_id", zonaID, "zonas WHERE id = ?")
	mustExist(c, "tramo_id", tramoID, "tramos WHERE id = ?")
	mustExist(c, "celda_id", celdaID, "celdas WHERE id = ?")
	if zonaID == nil && tramoID == nil && celdaID == nil && len(c.wrong) == 0 {
		c.wrong.add("zona_id", "Se necesita una zona, un tramo o una celda")
	}
	if id == nil {
		id = new(c.exec(`INSERT INTO favoritas (cliente_id, zona_id, tramo_id, celda_id) VALUES (?, ?, ?, ?)`,
			clienteID, zonaID, tramoID, celdaID))
	} else {
		c.exec(`UPDATE favoritas SET zona_id = ?, tramo_id = ?, celda_id = ? WHERE id = ? AND cliente_id = ?`,
			zonaID, tramoID, celdaID, id, clienteID)
		c.mustChange("La zona favorita no existe")
	}
	return c.record("La zona favorita no existe", statement(selectFavoritas, "WHERE id = ?"), id)
}

func borrarZonaFavorita(c *call) any {
	id, clienteID := c.bodyInt("id", required), c.bodyInt("cliente_id", required)
	c.exec(`DELETE FROM favoritas WHERE id = ? AND cliente_id = ?`, id, clienteID)
	c.mustChange("La zona favorita no existe")
	return message{"Zona favorita eliminada"}
}
