package sandbox

import (
	"cmp"
	"math"
	"slices"
)

type tramo struct {
	ID          int64    `json:"id"`
	Nombre      string   `json:"nombre"`
	Direccion   string   `json:"direccion"`
	Latitud     float64  `json:"latitud"`
	Longitud    float64  `json:"longitud"`
	ZonaID      int64    `json:"zona_id"`
	Libres      int64    `json:"libres"`
	LibresCoche int64    `json:"librescoche"`
	LibresMoto  int64    `json:"libresmoto"`
	Distancia   *float64 `json:"distancia,omitempty"` // metres, only in searches by position
}

// motocicleta is the one vehicle type that parks on motorcycle places.
const motocicleta = 2

// currentTramos reads sections with the counters of this moment: the places less the active reservations. The two
// parameters are now, in Unix seconds, and the section, NULL for all.
const currentTramos = `
	SELECT t.id, t.nombre, t.direccion, t.latitud, t.longitud, t.zona_id,
		max(0, t.plazas_coche - count(r.id) FILTER (WHERE p.tipo_vehiculo_id <> 2)),
		max(0, t.plazas_moto - count(r.id) FILTER (WHERE p.tipo_vehiculo_id = 2))
	FROM tramos t
	LEFT JOIN reservas r ON r.tramo_id = t.id AND r.fin >= ?1 AND r.estado <> 'cancelada'
	LEFT JOIN vehiculos v ON v.id = r.vehiculo_id
	LEFT JOIN placas p ON p.placa = v.placa
	WHERE ?2 IS NULL OR t.id = ?2
	GROUP BY t.id ORDER BY t.id`

func scanTramo(r scanner) (t tramo, err error) {
	err = r.Scan(&t.ID, &t.Nombre, &t.Direccion, &t.Latitud, &t.Longitud, &t.ZonaID, &t.LibresCoche, &t.LibresMoto)
	t.Libres = t.LibresCoche + t.LibresMoto
	return t, err
}

func (c *call) tramo(id int64) (tramo, error) {
	found, err := rows(c, scanTramo, currentTramos, c.now.Unix(), id)
	if err != nil {
		return tramo{}, err
	}
	if len(found) == 0 {
		return tramo{}, notFound("El tramo no existe")
	}
	return found[0], nil
}

func tramoPorRuta(c *call) (any, error) {
	id := c.pathID("tramo_id")
	if err := c.check(); err != nil {
		return nil, err
	}
	return c.tramo(id)
}

func tramoPorConsulta(c *call) (any, error) {
	id := c.queryInt("id", required)
	if err := c.check(); err != nil {
		return nil, err
	}
	return c.tramo(*id)
}

// tramos is the whole catalogue: it ignores every parameter, and its counters are those of the first day.
func tramos(c *call) (any, error) {
	c.query = nil
	if err := c.check(); err != nil {
		return nil, err
	}
	return rows(c, scanTramo, `SELECT id, nombre, direccion, latitud, longitud, zona_id, foto_coche, foto_moto FROM tramos ORDER BY id`)
}

func tramosCercanos(c *call) (any, error) {
	latitud, longitud := c.queryFloat("latitud", required, -90, 90), c.queryFloat("longitud", required, -180, 180)
	radio := c.queryFloat("radio", optional, 0, halfEquator)
	if err := c.check(); err != nil {
		return nil, err
	}
	within := 1000.0
	if radio != nil {
		within = *radio
	}
	all, err := rows(c, scanTramo, currentTramos, c.now.Unix(), nil)
	if err != nil {
		return nil, err
	}
	near := []tramo{}
	for _, t := range all {
		metres := math.Round(distance(*latitud, *longitud, t.Latitud, t.Longitud)*10) / 10
		if metres <= within {
			t.Distancia = &metres
			near = append(near, t)
		}
	}
	slices.SortStableFunc(near, func(a, b tramo) int { return cmp.Compare(*a.Distancia, *b.Distancia) })
	return near, nil
}

const (
	earthRadius = 6371008.8 // metres, mean
	halfEquator = math.Pi * earthRadius
)

// distance is the great-circle distance of two positions, in metres.
func distance(lat1, lon1, lat2, lon2 float64) float64 {
	rad := math.Pi / 180
	sinLat, sinLon := math.Sin((lat2-lat1)*rad/2), math.Sin((lon2-lon1)*rad/2)
	h := sinLat*sinLat + math.Cos(lat1*rad)*math.Cos(lat2*rad)*sinLon*sinLon
	return 2 * earthRadius * math.Asin(math.Min(1, math.Sqrt(h)))
}

type precio struct {
	TramoID        int64   `json:"tramo_id"`
	TipoVehiculoID int64   `json:"tipo_vehiculo_id"`
	Minutos        int64   `json:"minutos"`
	Precio         float64 `json:"precio"`
}

// maxPriced is the longest stay in the price list, in minutes; longer ones cost in proportion.
const maxPriced = 120

func tramoPrecios(c *call) (any, error) {
	tramoID, tipo := c.queryInt("tramo_id", required), c.queryInt("tipo_vehiculo_id", optional)
	mustExist(c, "tipo_vehiculo_id", tipo, existsTipo)
	if err := c.check(); err != nil {
		return nil, err
	}
	if _, err := c.tramo(*tramoID); err != nil {
		return nil, err
	}
	var f filters
	filter(&f, "tramo_id = ?", tramoID)
	filter(&f, "tipo_vehiculo_id = ?", tipo)
	type tarifa struct{ tipo, centimos int64 }
	tarifas, err := rows(c, func(r scanner) (t tarifa, err error) {
		err = r.Scan(&t.tipo, &t.centimos)
		return t, err
	}, statement("SELECT tipo_vehiculo_id, centimos FROM tarifas", f.where(), "ORDER BY tipo_vehiculo_id"), f.args...)
	if err != nil {
		return nil, err
	}
	all := []precio{}
	for _, t := range tarifas {
		for minutos := int64(10); minutos <= maxPriced; minutos += 10 {
			all = append(all, precio{*tramoID, t.tipo, minutos, money(t.centimos * minutos / 10)})
		}
	}
	return all, nil
}

// money turns cents into the decimal number the service answers.
func money(centimos int64) float64 { return float64(centimos) / 100 }
