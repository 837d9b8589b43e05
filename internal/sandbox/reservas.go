package sandbox

import (
	"fmt"
	"time"
)

type reserva struct {
	ID         int64   `json:"id"`
	TramoID    int64   `json:"tramo_id"`
	VehiculoID int64   `json:"vehiculo_id"`
	CeldaID    *int64  `json:"celda_id"`
	ConectorID *int64  `json:"conector_id"`
	Minutos    int64   `json:"minutos"`
	Estado     string  `json:"estado"`
	Precio     float64 `json:"precio"`
	Inicio     string  `json:"inicio"`
	Fin        string  `json:"fin"`
	PagoTipo   *int64  `json:"pago_tipo"`
	PagoCodigo *string `json:"pago_codigo"`

	fin int64 // Unix seconds
}

// The states of a reservation. The last one is not stored: it follows from the clock.
const (
	bloqueada  = "bloqueada"
	pagada     = "pagada"
	cancelada  = "cancelada"
	finalizada = "finalizada"
)

// maxMinutos bounds a stay, in minutes: thirty days. The real bound is not published.
const maxMinutos = 30 * 24 * 60

// reservaListing reads reservations, newest first.
var reservaListing = listing[reserva]{
	columns: `r.id, r.tramo_id, r.vehiculo_id, r.celda_id, r.conector_id, r.minutos, r.estado, r.centimos, r.inicio, r.fin,
		p.tipo, p.codigo`,
	from:  `reservas r JOIN vehiculos v ON v.id = r.vehiculo_id LEFT JOIN pagos p ON p.reserva_id = r.id`,
	id:    `r.id`,
	order: `r.id DESC`,
	scan: func(c *call, row scanner) (r reserva, err error) {
		var centimos, inicio int64
		err = row.Scan(&r.ID, &r.TramoID, &r.VehiculoID, &r.CeldaID, &r.ConectorID, &r.Minutos, &r.Estado, &centimos,
			&inicio, &r.fin, &r.PagoTipo, &r.PagoCodigo)
		r.Precio, r.Inicio, r.Fin = money(centimos), timestamp(inicio), timestamp(r.fin)
		if r.Estado != cancelada && r.fin < c.now.Unix() {
			r.Estado = finalizada
		}
		return r, err
	},
}

func (c *call) reserva(id int64) (reserva, error) {
	return reservaListing.one(c, id, "La reserva no existe")
}

// bodyMinutos reads a stay: a positive multiple of ten.
func (c *call) bodyMinutos() *int64 {
	n := c.bodyInt("minutos", required)
	if n != nil && (*n <= 0 || *n%10 != 0 || *n > maxMinutos) {
		c.wrong.add("minutos", fmt.Sprintf("Debe ser un múltiplo de 10 entre 10 y %d", maxMinutos))
		return nil
	}
	return n
}

// reservaBloquear books a stay that starts now. A vehicle may have several at once.
func reservaBloquear(c *call) (any, error) {
	tramoID, vehiculoID := c.bodyInt("tramo_id", required), c.bodyInt("vehiculo_id", required)
	celdaID, conectorID, minutos := c.bodyInt("celda_id", optional), c.bodyInt("conector_id", optional), c.bodyMinutos()
	mustExist(c, "tramo_id", tramoID, existsTramo)
	mustExist(c, "vehiculo_id", vehiculoID, existsVehiculo)
	if tramoID != nil {
		c.mustBeFree("celda_id", celdaID, *tramoID, `SELECT 1 FROM celdas WHERE id = ? AND tramo_id = ?`,
			`SELECT 1 FROM reservas WHERE celda_id = ? AND fin >= ? AND estado <> 'cancelada'`)
		c.mustBeFree("conector_id", conectorID, *tramoID, `SELECT 1 FROM conectores WHERE id = ? AND tramo_id = ?`,
			`SELECT 1 FROM reservas WHERE conector_id = ? AND fin >= ? AND estado <> 'cancelada'`)
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	var tipo, centimos int64
	err := c.db.QueryRowContext(c.ctx, `SELECT t.tipo_vehiculo_id, t.centimos FROM vehiculos v JOIN placas p ON p.placa = v.placa
		JOIN tarifas t ON t.tipo_vehiculo_id = p.tipo_vehiculo_id AND t.tramo_id = ? WHERE v.id = ?`, *tramoID, *vehiculoID).
		Scan(&tipo, &centimos)
	if err != nil {
		return nil, fmt.Errorf("read price: %w", err)
	}
	t, err := c.tramo(*tramoID)
	if err != nil {
		return nil, err
	}
	if tipo == motocicleta && t.LibresMoto == 0 || tipo != motocicleta && t.LibresCoche == 0 {
		c.wrong.add("tramo_id", "El tramo no tiene plazas libres")
		return nil, c.check()
	}
	id, err := c.insert(`INSERT INTO reservas (tramo_id, vehiculo_id, celda_id, conector_id, minutos, estado, centimos, inicio, fin)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`, *tramoID, *vehiculoID, celdaID, conectorID, *minutos, bloqueada, centimos**minutos/10,
		c.now.Unix(), c.now.Add(time.Duration(*minutos)*time.Minute).Unix())
	if err != nil {
		return nil, err
	}
	return c.reserva(id)
}

// mustBeFree notes a cell or connector that is not in the section, or is taken by an active reservation.
func (c *call) mustBeFree(name string, id *int64, tramoID int64, inSection, taken string) {
	if id == nil || c.broken != nil {
		return
	}
	var found bool
	if found, c.broken = c.found(inSection, *id, tramoID); c.broken == nil && !found {
		c.wrong.add(name, "No pertenece al tramo")
		return
	}
	if c.broken == nil {
		if found, c.broken = c.found(taken, *id, c.now.Unix()); c.broken == nil && found {
			c.wrong.add(name, "Está ocupado")
		}
	}
}

// checkPago refuses a payment whose code was used before, along with whatever else is wrong with the request.
func (c *call) checkPago(codigo *string) error {
	if codigo != nil {
		used, err := c.found(existsPago, *codigo)
		if err != nil {
			return err
		}
		if used {
			c.wrong.add("pago_codigo", "El código ya se usó en otro pago")
		}
	}
	return c.check()
}

// changeable reads a reservation and refuses when its state is one of those that stand in the way of a change.
func (c *call) changeable(id int64, states ...string) (reserva, error) {
	r, err := c.reserva(id)
	if err != nil {
		return r, err
	}
	for _, state := range states {
		if r.Estado == state || state == pagada && r.PagoCodigo != nil {
			return r, conflict("La reserva está " + state)
		}
	}
	return r, nil
}

func reservaPagar(c *call) (any, error) {
	id, tipo, codigo := c.pathID("reserva_id"), c.bodyInt("pago_tipo", required), c.bodyText("pago_codigo", required)
	recibo := c.bodyBool("enviar_recibo")
	if err := c.checkPago(codigo); err != nil {
		return nil, err
	}
	if _, err := c.changeable(id, pagada, cancelada, finalizada); err != nil {
		return nil, err
	}
	if _, err := c.exec(`UPDATE reservas SET estado = ? WHERE id = ?`, pagada, id); err != nil {
		return nil, err
	}
	if _, err := c.exec(`INSERT INTO pagos (codigo, tipo, reserva_id) VALUES (?, ?, ?)`, *codigo, *tipo, id); err != nil {
		return nil, err
	}
	if recibo {
		if _, err := c.exec(`INSERT INTO recibos (reserva_id, email, enviado)
			SELECT r.id, cl.email, ? FROM reservas r JOIN vehiculos v ON v.id = r.vehiculo_id JOIN clientes cl ON cl.id = v.cliente_id
			WHERE r.id = ?`, c.now.Unix(), id); err != nil {
			return nil, err
		}
	}
	return message{"Pago registrado"}, nil
}

func reservaCancelar(c *call) (any, error) {
	id := c.pathID("reserva_id")
	if err := c.check(); err != nil {
		return nil, err
	}
	if _, err := c.changeable(id, pagada, cancelada, finalizada); err != nil {
		return nil, err
	}
	if _, err := c.exec(`UPDATE reservas SET estado = ? WHERE id = ?`, cancelada, id); err != nil {
		return nil, err
	}
	return message{"Reserva cancelada"}, nil
}

// reservaExtender adds minutes to a stay, and their price, paid or not.
func reservaExtender(c *call) (any, error) {
	id, more := c.pathID("reserva_id"), c.bodyMinutos()
	if err := c.check(); err != nil {
		return nil, err
	}
	r, err := c.changeable(id, cancelada, finalizada)
	if err != nil {
		return nil, err
	}
	if r.Minutos+*more > maxMinutos {
		c.wrong.add("minutos", fmt.Sprintf("La reserva no puede pasar de %d minutos", maxMinutos))
		return nil, c.check()
	}
	if _, err := c.exec(`UPDATE reservas SET centimos = centimos + centimos * ?1 / minutos, minutos = minutos + ?1,
		fin = fin + ?1 * 60 WHERE id = ?2`, *more, id); err != nil {
		return nil, err
	}
	return c.reserva(id)
}

func reservaFilters(c *call) filters {
	var f filters
	filter(&f, "v.cliente_id = ?", c.queryInt("cliente_id", optional))
	filter(&f, "r.vehiculo_id = ?", c.queryInt("vehiculo_id", optional))
	filter(&f, "r.tramo_id = ?", c.queryInt("tramo_id", optional))
	return f
}

func reservas(c *call) (any, error) {
	return reservaListing.page(c, reservaFilters(c))
}

// reservasActivas leaves out what is cancelled or has ended.
func reservasActivas(c *call) (any, error) {
	f, now := reservaFilters(c), c.now.Unix()
	filter(&f, "r.estado <> 'cancelada' AND r.fin >= ?", &now)
	return reservaListing.page(c, f)
}
