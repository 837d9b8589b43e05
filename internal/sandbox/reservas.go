package sandbox

import "fmt"

// The states of a reservation. The last one is not stored: it follows from the clock.
const bloqueada, pagada, cancelada, finalizada = "bloqueada", "pagada", "cancelada", "finalizada"

// maxMinutos bounds a stay, in minutes: thirty days. The real bound is not published.
const maxMinutos = 30 * 24 * 60

// estadoReserva is the state of a reservation at this moment.
const estadoReserva = `iif(r.estado <> 'cancelada' AND r.fin < clock.now, 'finalizada', r.estado)`

// reservaListing reads reservations, newest first.
var reservaListing = listing{
	missing: "La reserva no existe",
	record: statement(`json_object('id', r.id, 'tramo_id', r.tramo_id, 'vehiculo_id', r.vehiculo_id, 'celda_id', r.celda_id,
		'conector_id', r.conector_id, 'minutos', r.minutos, 'estado',`, estadoReserva, `, 'precio',`, number("r.centimos / 100.0"), `,
		'inicio',`, timestamp("r.inicio"), `, 'fin',`, timestamp("r.fin"), `, 'pago_tipo', p.tipo, 'pago_codigo', p.codigo)`),
	from:  `clock, reservas r JOIN vehiculos v ON v.id = r.vehiculo_id LEFT JOIN pagos p ON p.reserva_id = r.id`,
	id:    `r.id`,
	order: `r.id DESC`,
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
func reservaBloquear(c *call) any {
	tramoID, vehiculoID := c.bodyInt("tramo_id", required), c.bodyInt("vehiculo_id", required)
	celdaID, conectorID, minutos := c.bodyInt("celda_id", optional), c.bodyInt("conector_id", optional), c.bodyMinutos()
	mustExist(c, "tramo_id", tramoID, "tramos WHERE id = ?")
	mustExist(c, "vehiculo_id", vehiculoID, "vehiculos WHERE id = ?")
	c.mustBeFree("celda_id", celdaID, tramoID, "celdas")
	c.mustBeFree("conector_id", conectorID, tramoID, "conectores")
	var libres, centimos int64
	c.one("El tramo no tiene tarifa para el vehículo", statement(`SELECT iif(p.tipo_vehiculo_id = 2, t.moto, t.coche), f.centimos FROM`,
		currentTramos("WHERE t.id = ?"), `JOIN vehiculos v ON v.id = ? JOIN placas p ON p.placa = v.placa
		JOIN tarifas f ON f.tramo_id = t.id AND f.tipo_vehiculo_id = p.tipo_vehiculo_id`), []any{tramoID, vehiculoID}, &libres, &centimos)
	if c.ready() && libres == 0 {
		c.wrong.add("tramo_id", "El tramo no tiene plazas libres")
	}
	return reservaListing.one(c, c.exec(`INSERT INTO reservas
		(tramo_id, vehiculo_id, celda_id, conector_id, minutos, estado, centimos, inicio, fin)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7 * ?5 / 10, ?8, ?8 + ?5 * 60)`,
		tramoID, vehiculoID, celdaID, conectorID, minutos, bloqueada, centimos, c.now.Unix()))
}

// mustBeFree notes a cell or connector, of a table, that is not in the section, or is taken by an active reservation.
func (c *call) mustBeFree(name string, id, tramoID *int64, table string) {
	switch {
	case id == nil || tramoID == nil:
	case !c.found(table+" WHERE id = ? AND tramo_id = ?", id, tramoID):
		c.wrong.add(name, "No pertenece al tramo")
	case c.found(statement("reservas WHERE", name, "= ? AND fin >= ? AND estado <> 'cancelada'"), id, c.now.Unix()):
		c.wrong.add(name, "Está ocupado.")
	}
}

// payment reads what a reservation or a sanction is paid with. A code pays once.
func (c *call) payment() (tipo *int64, codigo *string) {
	tipo, codigo = c.bodyInt("pago_tipo", required), c.bodyText("pago_codigo", required)
	c.mustNotExist("pago_codigo", "El código ya se usó en otro pago", "pagos WHERE codigo = ?", codigo)
	return tipo, codigo
}

// changeable refuses when the state of a reservation is one of those that stand in the way of a change, and gives its
// minutes.
func (c *call) changeable(id int64, states ...string) (minutos int64) {
	var estado string
	var paid bool
	c.one(reservaListing.missing, statement("SELECT", estadoReserva, ", p.codigo IS NOT NULL, r.minutos FROM", reservaListing.from,
		"WHERE r.id = ?"), []any{id}, &estado, &paid, &minutos)
	for _, state := range states {
		if estado == state || state == pagada && paid {
			c.fail(invalid("La reserva está "+state+".", nil))
		}
	}
	return minutos
}

func reservaPagar(c *call) any {
	id, recibo := c.pathID("reserva_id"), c.bodyBool("enviar_recibo")
	tipo, codigo := c.payment()
	c.changeable(id, pagada, cancelada, finalizada)
	c.exec(`UPDATE reservas SET estado = ? WHERE id = ?`, pagada, id)
	c.exec(`INSERT INTO pagos (codigo, tipo, reserva_id) VALUES (?, ?, ?)`, codigo, tipo, id)
	if recibo {
		c.exec(`INSERT INTO recibos (reserva_id, email, enviado)
			SELECT r.id, cl.email, ? FROM reservas r JOIN vehiculos v ON v.id = r.vehiculo_id JOIN clientes cl ON cl.id = v.cliente_id
			WHERE r.id = ?`, c.now.Unix(), id)
	}
	return message{"Pago registrado"}
}

func reservaCancelar(c *call) any {
	id := c.pathID("reserva_id")
	c.changeable(id, pagada, cancelada, finalizada)
	c.exec(`UPDATE reservas SET estado = ? WHERE id = ?`, cancelada, id)
	return message{"Reserva cancelada"}
}

// reservaExtender adds minutes to a stay, and their price, paid or not.
func reservaExtender(c *call) any {
	id, more := c.pathID("reserva_id"), c.bodyMinutos()
	minutos := c.changeable(id, cancelada, finalizada)
	if c.ready() && minutos+*more > maxMinutos {
		c.wrong.add("minutos", fmt.Sprintf("La reserva no puede pasar de %d minutos", maxMinutos))
	}
	c.exec(`UPDATE reservas SET centimos = centimos + centimos * ?1 / minutos, minutos = minutos + ?1,
		fin = fin + ?1 * 60 WHERE id = ?2`, more, id)
	return reservaListing.one(c, id)
}

func reservaFilters(c *call) filters {
	var f filters
	filter(&f, "v.cliente_id = ?", c.queryInt("cliente_id", optional))
	filter(&f, "r.vehiculo_id = ?", c.queryInt("vehiculo_id", optional))
	filter(&f, "r.tramo_id = ?", c.queryInt("tramo_id", optional))
	return f
}

func reservas(c *call) any {
	return reservaListing.page(c, reservaFilters(c))
}

// reservasActivas leaves out what is cancelled or has ended.
func reservasActivas(c *call) any {
	f, now := reservaFilters(c), c.now.Unix()
	filter(&f, "r.estado <> 'cancelada' AND r.fin >= ?", &now)
	return reservaListing.page(c, f)
}
