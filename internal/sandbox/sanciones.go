package sandbox

type sancion struct {
	ID            int64   `json:"id"`
	Placa         string  `json:"placa"`
	TramoID       int64   `json:"tramo_id"`
	ClienteID     *int64  `json:"cliente_id"`
	Estado        string  `json:"estado"`
	Pagada        int64   `json:"pagada"`
	Importe       float64 `json:"importe"`
	Observaciones *string `json:"observaciones"`
	PagoTipo      *int64  `json:"pago_tipo"`
	PagoCodigo    *string `json:"pago_codigo"`
	Fecha         string  `json:"fecha"`
}

// The states of a sanction.
const (
	abierta = "abierta"
	cerrada = "cerrada"
)

// importeInicial is what a sanction started through the interface costs, in cents.
const importeInicial = 3000

// sancionListing reads sanctions, in the order they were started.
var sancionListing = listing[sancion]{
	columns: `s.id, s.placa, s.tramo_id, s.cliente_id, s.estado, p.codigo IS NOT NULL, s.centimos, s.observaciones,
		p.tipo, p.codigo, s.fecha`,
	from:  `sanciones s LEFT JOIN pagos p ON p.sancion_id = s.id`,
	id:    `s.id`,
	order: `s.id`,
	scan: func(_ *call, r scanner) (s sancion, err error) {
		var centimos, fecha int64
		err = r.Scan(&s.ID, &s.Placa, &s.TramoID, &s.ClienteID, &s.Estado, &s.Pagada, &centimos,
			&s.Observaciones, &s.PagoTipo, &s.PagoCodigo, &fecha)
		s.Importe, s.Fecha = money(centimos), timestamp(fecha)
		return s, err
	},
}

func (c *call) sancion(id int64) (sancion, error) {
	return sancionListing.one(c, id, "La sanción no existe")
}

func sanciones(c *call) (any, error) {
	var f filters
	filter(&f, "s.cliente_id = ?", c.queryInt("cliente_id", optional))
	filter(&f, "s.placa = ?", c.queryText("placa", optional))
	estado := c.queryText("estado", optional)
	if estado != nil && *estado != abierta && *estado != cerrada {
		c.wrong.add("estado", "Debe ser abierta o cerrada")
	}
	filter(&f, "s.estado = ?", estado)
	return sancionListing.page(c, f)
}

func iniciarSancion(c *call) (any, error) {
	plate, tramoID, observaciones := c.bodyPlaca("placa"), c.bodyInt("tramo_id", required), c.bodyText("observaciones", optional)
	mustExist(c, "tramo_id", tramoID, existsTramo)
	if err := c.check(); err != nil {
		return nil, err
	}
	id, err := c.insert(`INSERT INTO sanciones (placa, tramo_id, estado, centimos, observaciones, fecha) VALUES (?, ?, ?, ?, ?, ?)`,
		*plate, *tramoID, abierta, importeInicial, observaciones, c.now.Unix())
	if err != nil {
		return nil, err
	}
	return c.sancion(id)
}

// sancionCerrar closes an open sanction; a closed one stays exactly as it is.
func sancionCerrar(c *call) (any, error) {
	id, observaciones := c.pathID("sancion_id"), c.bodyText("observaciones", optional)
	if err := c.check(); err != nil {
		return nil, err
	}
	if _, err := c.exec(`UPDATE sanciones SET estado = ?, observaciones = coalesce(?, observaciones) WHERE id = ? AND estado = ?`,
		cerrada, observaciones, id, abierta); err != nil {
		return nil, err
	}
	return c.sancion(id)
}

// sancionPagar rejects an open sanction whatever the body says, so the state is looked at before the fields.
func sancionPagar(c *call) (any, error) {
	id := c.pathID("sancion_id")
	tipo, codigo, clienteID := c.bodyInt("pago_tipo", required), c.bodyText("pago_codigo", required), c.bodyInt("cliente_id", optional)
	if len(c.wrong["sancion_id"]) > 0 {
		return nil, c.check()
	}
	s, err := c.sancion(id)
	switch {
	case err != nil:
		return nil, err
	case s.Estado != cerrada:
		return nil, conflict("La sanción no se puede pagar porque no está cerrada")
	}
	mustExist(c, "cliente_id", clienteID, existsCliente)
	if err := c.checkPago(codigo); err != nil {
		return nil, err
	}
	if s.Pagada == 1 {
		return nil, conflict("La sanción ya está pagada")
	}
	if _, err := c.exec(`INSERT INTO pagos (codigo, tipo, sancion_id) VALUES (?, ?, ?)`, *codigo, *tipo, id); err != nil {
		return nil, err
	}
	if _, err := c.exec(`UPDATE sanciones SET cliente_id = coalesce(?, cliente_id) WHERE id = ?`, clienteID, id); err != nil {
		return nil, err
	}
	return c.sancion(id)
}
