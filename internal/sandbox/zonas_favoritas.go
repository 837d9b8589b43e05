package sandbox

type favorita struct {
	ID        int64  `json:"id"`
	ClienteID int64  `json:"cliente_id"`
	ZonaID    *int64 `json:"zona_id"`
	TramoID   *int64 `json:"tramo_id"`
	CeldaID   *int64 `json:"celda_id"`
}

func scanFavorita(r scanner) (f favorita, err error) {
	err = r.Scan(&f.ID, &f.ClienteID, &f.ZonaID, &f.TramoID, &f.CeldaID)
	return f, err
}

// zonasFavoritas reads the client from a JSON body and the filters from the query, on a GET.
func zonasFavoritas(c *call) (any, error) {
	var f filters
	filter(&f, "cliente_id = ?", c.bodyInt("cliente_id", required))
	filter(&f, "zona_id = ?", c.queryInt("zona_id", optional))
	filter(&f, "tramo_id = ?", c.queryInt("tramo_id", optional))
	filter(&f, "celda_id = ?", c.queryInt("celda_id", optional))
	if err := c.check(); err != nil {
		return nil, err
	}
	query := statement("SELECT id, cliente_id, zona_id, tramo_id, celda_id FROM favoritas", f.where(), "ORDER BY id")
	found, err := rows(c, scanFavorita, query, f.args...)
	if err != nil {
		return nil, err
	}
	return struct {
		Favoritas []favorita `json:"favoritas"`
	}{found}, nil
}

// guardarZonaFavorita makes a favourite, even one the client already has, or with an id replaces one of the client's.
func guardarZonaFavorita(c *call) (any, error) {
	id, clienteID := c.bodyInt("id", optional), c.bodyInt("cliente_id", required)
	zonaID, tramoID, celdaID := c.bodyInt("zona_id", optional), c.bodyInt("tramo_id", optional), c.bodyNullableInt("celda_id")
	mustExist(c, "cliente_id", clienteID, existsCliente)
	mustExist(c, "zona_id", zonaID, existsZona)
	mustExist(c, "tramo_id", tramoID, existsTramo)
	mustExist(c, "celda_id", celdaID, existsCelda)
	if zonaID == nil && tramoID == nil && celdaID == nil && len(c.wrong) == 0 {
		c.wrong.add("zona_id", "Se necesita una zona, un tramo o una celda")
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	saved := favorita{ClienteID: *clienteID, ZonaID: zonaID, TramoID: tramoID, CeldaID: celdaID}
	var err error
	if id == nil {
		saved.ID, err = c.insert(`INSERT INTO favoritas (cliente_id, zona_id, tramo_id, celda_id) VALUES (?, ?, ?, ?)`,
			*clienteID, zonaID, tramoID, celdaID)
		return saved, err
	}
	saved.ID = *id
	if _, err = c.exec(`UPDATE favoritas SET zona_id = ?, tramo_id = ?, celda_id = ? WHERE id = ? AND cliente_id = ?`,
		zonaID, tramoID, celdaID, *id, *clienteID); err != nil {
		return nil, err
	}
	if !c.changed {
		return nil, notFound("La zona favorita no existe")
	}
	return saved, nil
}

func borrarZonaFavorita(c *call) (any, error) {
	id, clienteID := c.bodyInt("id", required), c.bodyInt("cliente_id", required)
	if err := c.check(); err != nil {
		return nil, err
	}
	if _, err := c.exec(`DELETE FROM favoritas WHERE id = ? AND cliente_id = ?`, *id, *clienteID); err != nil {
		return nil, err
	}
	if !c.changed {
		return nil, notFound("La zona favorita no existe")
	}
	return message{"Zona favorita eliminada"}, nil
}
