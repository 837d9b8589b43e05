package proof

import (
	"crypto/sha256"
	"fmt"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

// Every write of the interface, as a configuration or an action that makes it. The proof tries each under every order
// of failures.

// scenario is one of them.
type scenario struct {
	name string
	// block is what the provider block sets besides the address.
	block acctest.Values
	// setup puts on the service what is there before.
	setup func(*Model)
	// before is applied honestly first, then blocks under a schedule.
	before, blocks []block
	// alike: other scenarios make the same writes in other circumstances. `make proof` has it, as it has all variants.
	alike bool
	// next is how it goes on, and others how it goes on otherwise.
	next   ending
	others []ending
	// kept reports whether the service still has what the run may not overwrite.
	kept func(*Model) bool
	// action, with its configuration, is invoked in place of blocks, and token opened.
	action string
	token  string
	config acctest.Values
	// effect is what an action or a token does.
	effect string
}

// ending is how a scenario goes on after the run under a schedule.
type ending struct {
	// name is that of the scenario so ended, whose variants a finding names.
	name, scenario string
	// block is what the provider block sets from then on.
	block acctest.Values
	// then is what is applied, where it is not the same.
	then []block
	// refused: what is declared in the end may be refused in every plan. It takes effect once all the same.
	refused bool
	// active is how many reservations may be active in the end, where it is not zero.
	active int
	// most allows an effect more than once.
	most map[string]int
	// forgets: the state is lost; stale: the next run does not refresh.
	forgets, stale bool
	// settled is what settling came to.
	settled map[[sha256.Size]byte]settlement
}

// endings gives all of a scenario. Those in which a state is lost or not refreshed are of the plain variant, and of what has one.
func (s scenario) endings(plain bool) (all []ending) {
	s.next.name = s.name
	for _, e := range append([]ending{s.next}, s.others...) {
		e.scenario = e.name
		all = append(all, e)
		if !plain || s.invoked() {
			continue
		}
		lost, stale := e, e
		lost.name, lost.forgets = e.name+", state lost", true
		stale.name, stale.stale = e.name+", no refresh next", true
		all = append(all, lost, stale)
	}
	for i := range all {
		all[i].settled = map[[sha256.Size]byte]settlement{}
	}
	return all
}

func has(m *Model, table string, fields Row) bool {
	return len(m.Rows(table, fields)) > 0
}

func placaBlock(tipo int) block {
	const placa = "AAA0001"
	return block{name: "placa", typeName: "parking_placa", config: acctest.Values{"placa": placa, "tipo_vehiculo_id": tipo}, there: func(m *Model, s acctest.Values) bool {
		return has(m, "placas", Row{"placa": placa, "tipo_vehiculo_id": s["tipo_vehiculo_id"]}) || has(m, "placas", Row{"placa": Bare(placa), "tipo_vehiculo_id": s["tipo_vehiculo_id"]})
	}}
}

func vehiculoBlock(placa string) block { return vehiculoOf(1, placa) }

func vehiculoOf(cliente int, placa string) block {
	return block{name: "vehiculo", typeName: "parking_vehiculo", config: acctest.Values{"cliente_id": cliente, "placa": placa}, there: func(m *Model, s acctest.Values) bool {
		for _, row := range m.Rows("vehiculos", Row{"cliente_id": cliente}) {
			if Bare(fmt.Sprint(row["placa"])) == Bare(placa) && (s["id"] == nil || fmt.Sprint(row["id"]) == fmt.Sprint(s["id"])) {
				return true
			}
		}
		return false
	}}
}

var ana = acctest.Values{"email": "Ana@example.com", "nombre": "Ana", "apellidos": "Sánchez", "prefijos": "+593", "telefono": "0991112233", "cedula": "0102030405"}

func clienteBlock(config acctest.Values) block {
	return block{name: "cliente", typeName: "parking_cliente", config: config, there: func(m *Model, s acctest.Values) bool {
		cedula := fmt.Sprint(s["cedula"])
		return has(m, "clientes", Row{"cedula": cedula}) || m.Cuts && has(m, "clientes", Row{"cedula": cedula[:min(3, len(cedula))]})
	}}
}

// stranger has Ana's address as somebody mistyped it.
var stranger = acctest.Values{"email": "ana@example.com", "nombre": "Dato", "apellidos": "Antiguo", "prefijos": "+34", "telefono": "600000000", "cedula": "X"}

// enrolled puts a client on the service.
func enrolled(client acctest.Values) func(*Model) {
	return func(m *Model) {
		row := Row{"Apellidos": client["apellidos"]}
		for _, name := range []string{"email", "nombre", "prefijos", "telefono", "cedula"} {
			row[name] = client[name]
		}
		m.add("clientes", row)
	}
}

func favoritaBlock(place acctest.Values) block {
	return block{name: "favorita", typeName: "parking_zona_favorita", config: place, there: func(m *Model, s acctest.Values) bool {
		row := Row{"cliente_id": s["cliente_id"], "zona_id": s["zona_id"], "tramo_id": s["tramo_id"]}
		if s["id"] != nil {
			row["id"] = s["id"]
		}
		return has(m, "favoritas", row)
	}}
}

func reservaBlock(name string, config acctest.Values) block {
	return block{name: name, typeName: "parking_reserva", config: config, there: func(m *Model, s acctest.Values) bool {
		if s["id"] == nil { // a lost booking says nothing
			return true
		}
		row := Row{"id": s["id"], "ajena": nil}
		if s["activa"] == true {
			row["estado"] = "activa"
			if s["pagada"] == true {
				row["pago_codigo"] = "TX-1"
			}
		}
		return has(m, "reservas", row)
	}}
}

func sancionBlock(config acctest.Values) block {
	return block{name: "sancion", typeName: "parking_sancion", config: config, there: func(m *Model, s acctest.Values) bool {
		row := Row{"id": s["sancion_id"], "estado": "cerrada"}
		if s["pago"] != nil && s["pagada"] == true { // a lost payment says nothing
			row["pago_codigo"] = paidWith(s)
		}
		return has(m, "sanciones", row)
	}}
}

func paidWith(s acctest.Values) any {
	pago, _ := s["pago"].(acctest.Values)
	return pago["pago_codigo"]
}

// curt is fined, on a service whose answers tell nothing of a payment, and which takes another code.
func curt(m *Model) {
	m.Curt = true
	fined("abierta")(m)
}

// named is a block under another name.
func named(name string, b block) block {
	b.name = name
	return b
}

func flotaBlock(vehiculos acctest.Values) block {
	return block{name: "flota", typeName: "parking_flota", config: acctest.Values{"cliente_id": 1, "vehiculos": vehiculos}, there: func(m *Model, s acctest.Values) bool {
		pending, _ := s["pendientes"].(acctest.Values)
		declared, _ := s["vehiculos"].(acctest.Values)
		for placa := range declared {
			linked := false
			for _, row := range m.Rows("vehiculos", Row{"cliente_id": 1}) {
				linked = linked || Bare(fmt.Sprint(row["placa"])) == Bare(placa)
			}
			if _, open := pending[placa]; !open && !linked {
				return false
			}
		}
		return true
	}}
}

// destroyed is a block that is taken out of the configuration, and what must not be left of it.
func destroyed(b block, table string, fields Row) block {
	b = replaced(b, table, fields)
	b.config = nil
	return b
}

// replaced is a block that is destroyed before it is created anew, and what must not be left of the old one.
func replaced(b block, table string, fields Row) block {
	b.left = func(m *Model, _ acctest.Values) bool { return has(m, table, fields) }
	return b
}

// createdFirst is a block with create_before_destroy.
func createdFirst(b block) block {
	b.createFirst = true
	return b
}

// registered puts the plate on the service.
func registered(m *Model) {
	m.add("placas", Row{"placa": "AAA0001", "tipo_vehiculo_id": 1, "electrico": 0, "minusvalido": 0})
}

// linked puts other vehicles of the client on the service, and the plate that is to be linked.
func linked(others int) func(*Model) {
	return func(m *Model) {
		for n := range others {
			m.add("vehiculos", Row{"cliente_id": 1, "placa": fmt.Sprintf("ZZZ%04d", n), "activado": 1, "favorito": 0})
		}
		registered(m)
	}
}

// reserved puts a reservation on the service, with the payment code of its records: none, "" where it is not paid, or another one.
func reserved(codigo any) func(*Model) {
	return func(m *Model) {
		m.add("reservas", Row{"vehiculo_id": 12, "tramo_id": 7, "minutos": 30, "estado": "activa", "pago_codigo": codigo})
	}
}

// street puts the section and the vehicle on the service that are booked.
func street(m *Model) {
	m.add("tramos", Row{"id": 7, "nombre": "Gran Avenida"})
	m.add("vehiculos", Row{"id": 12, "cliente_id": 1, "placa": "AAA0001"})
}

// beside puts a reservation of somebody else on the service, for the same vehicle and section. The block's own gets
// number 1, as in every scenario, so that what may be done to it is not excused for this one.
func beside(m *Model) {
	street(m)
	m.add("reservas", Row{"id": 99, "vehiculo_id": 12, "tramo_id": 7, "minutos": 30, "estado": "activa", "pago_codigo": nil, "ajena": true})
}

func fined(estado string) func(*Model) {
	return func(m *Model) {
		m.add("sanciones", Row{"placa": "AAA0001", "tramo_id": 7, "estado": estado})
	}
}

// finePaid puts a sanction on the service that is paid with another code.
func finePaid(m *Model) {
	m.add("sanciones", Row{"placa": "AAA0001", "tramo_id": 7, "estado": "cerrada", "pagada": 1, "pago_codigo": "TX-0"})
}

// paths is a provider block that names these paths.
func paths(names ...string) acctest.Values {
	named := acctest.Values{}
	for _, name := range names {
		named[name] = endpoints[name]
	}
	return acctest.Values{"endpoints": named}
}

var (
	entry        = acctest.Values{"tipo_vehiculo_id": 1, "nombre": nil, "electrico": nil, "minusvalido": nil}
	booked       = acctest.Values{"vehiculo_id": 12, "tramo_id": 7, "minutos": 30}
	payment      = acctest.Values{"pago_tipo": 1, "pago_codigo": "TX-1"}
	otherPayment = acctest.Values{"pago_tipo": 1, "pago_codigo": "TX-2"}
	closed       = acctest.Values{"sancion_id": 1}
	sections     = acctest.Values{"cliente_id": 1, "zona_id": 3, "tramo_id": 7}
	moved        = acctest.Values{"cliente_id": 1, "zona_id": 3, "tramo_id": 8}
	updating     = acctest.Values{"overwrite_existing": true} // a lost state finds other values
	registering  = paths("registrar_cliente")
	listing      = paths("sanciones")
)

var scenarios = []scenario{
	{name: "placa/register", blocks: []block{placaBlock(1)}},
	{name: "placa/adopt", setup: registered, blocks: []block{placaBlock(1)}},
	{name: "placa/update", block: updating, before: []block{placaBlock(1)}, blocks: []block{placaBlock(2)}},
	{name: "vehiculo/link", setup: registered, blocks: []block{vehiculoBlock("AAA0001")}, others: []ending{
		{name: "vehiculo/link, then another name", then: []block{destroyed(vehiculoBlock("AAA0001"), "none", nil), named("otro", vehiculoBlock("AAA0001"))}},
	}},
	{name: "vehiculo/link normalised", alike: true, setup: func(m *Model) { m.Normalises = true; registered(m) }, blocks: []block{vehiculoBlock("aaa-0001")}},
	{name: "vehiculo/link beside a full page", alike: true, setup: linked(15), blocks: []block{vehiculoBlock("AAA0001")}},
	{name: "vehiculo/link beside two pages", alike: true, setup: linked(20), blocks: []block{vehiculoBlock("AAA0001")}},
	{name: "vehiculo/link for two clients", alike: true, setup: registered, blocks: []block{vehiculoBlock("AAA0001"), named("otro", vehiculoOf(2, "AAA0001"))}},
	{name: "vehiculo/read", setup: registered, before: []block{vehiculoBlock("AAA0001")}, blocks: []block{vehiculoBlock("AAA0001")}},
	{name: "cliente/register", block: registering, blocks: []block{clienteBlock(ana)}},
	{name: "cliente/register rewritten", alike: true, setup: func(m *Model) { m.Rewrites = true }, block: registering, blocks: []block{clienteBlock(ana)}},
	{name: "cliente/update", block: registering, before: []block{clienteBlock(ana)}, blocks: []block{clienteBlock(ana.With(acctest.Values{"cedula": "0102030499"}))}},
	{name: "cliente/adopt", setup: enrolled(ana), blocks: []block{clienteBlock(ana)}},
	{name: "cliente/overwrite", block: updating, setup: enrolled(stranger), blocks: []block{clienteBlock(ana)}},
	{name: "cliente/register on a stranger", alike: true, block: registering, setup: enrolled(stranger), blocks: []block{clienteBlock(ana)}, kept: func(m *Model) bool {
		return has(m, "clientes", Row{"nombre": "Dato", "telefono": "600000000", "cedula": "X"})
	}},
	{name: "favorita/save", blocks: []block{favoritaBlock(sections)}},
	{name: "favorita/replace", before: []block{favoritaBlock(sections)}, blocks: []block{favoritaBlock(moved)}},
	{name: "favorita/to another client", before: []block{favoritaBlock(sections)}, blocks: []block{replaced(favoritaBlock(sections.With(acctest.Values{"cliente_id": 2})), "favoritas", Row{"cliente_id": 1, "ajena": nil})}},
	{name: "favorita/delete", before: []block{favoritaBlock(sections)}, blocks: []block{destroyed(favoritaBlock(sections), "favoritas", Row{"ajena": nil})}},
	{name: "reserva/book", setup: street, blocks: []block{reservaBlock("reserva", booked)}, next: ending{most: map[string]int{"book 12 7": 1}}, others: []ending{
		{name: "reserva/book, then more minutes", then: []block{reservaBlock("reserva", booked.With(acctest.Values{"minutos": 60}))}},
		{name: "reserva/book, then another name", then: []block{{name: "reserva", typeName: "parking_reserva", there: reservaBlock("", nil).there}, reservaBlock("otra", booked)},
			most: map[string]int{"book 12 7": 2}, active: 1},
		{name: "reserva/book, created before destroyed", then: []block{createdFirst(reservaBlock("reserva", booked))}},
	}},
	{name: "reserva/book two", alike: true, setup: street, blocks: []block{reservaBlock("reserva", booked), reservaBlock("otra", booked)}, next: ending{most: map[string]int{"book 12 7": 2}}},
	{name: "reserva/book and pay", setup: street, blocks: []block{reservaBlock("reserva", booked.With(acctest.Values{"pago": payment}))}, next: ending{most: map[string]int{"book 12 7": 1}}},
	{name: "reserva/book and pay beside another", alike: true, setup: beside, blocks: []block{reservaBlock("reserva", booked.With(acctest.Values{"pago": payment}))}, next: ending{most: map[string]int{"book 12 7": 1}}},
	{name: "reserva/pay", setup: street, before: []block{reservaBlock("reserva", booked)}, blocks: []block{reservaBlock("reserva", booked.With(acctest.Values{"pago": payment}))}},
	{name: "reserva/extend", setup: street, before: []block{reservaBlock("reserva", booked)}, blocks: []block{reservaBlock("reserva", booked.With(acctest.Values{"minutos": 60}))}},
	{name: "reserva/extend, never shown", alike: true, setup: func(m *Model) { m.Frozen = true; street(m) }, before: []block{reservaBlock("reserva", booked)}, blocks: []block{reservaBlock("reserva", booked.With(acctest.Values{"minutos": 60}))}},
	{name: "reserva/cancel", setup: street, before: []block{reservaBlock("reserva", booked)}, blocks: []block{destroyed(reservaBlock("reserva", booked), "reservas", Row{"estado": "activa", "pago_codigo": nil, "ajena": nil})}},
	{name: "sancion/close", block: listing, setup: fined("abierta"), blocks: []block{sancionBlock(acctest.Values{"sancion_id": 1})}},
	{name: "sancion/close rewritten", alike: true, setup: func(m *Model) { m.Rewrites = true; fined("abierta")(m) }, block: listing, blocks: []block{sancionBlock(closed.With(acctest.Values{"observaciones": "Revisada"}))}},
	{name: "sancion/pay, then another code", alike: true, setup: curt, before: []block{sancionBlock(closed)}, blocks: []block{sancionBlock(closed.With(acctest.Values{"pago": payment}))}, next: ending{then: []block{sancionBlock(closed.With(acctest.Values{"pago": otherPayment}))}, refused: true}},
	{name: "sancion/close and pay without a list", setup: curt, blocks: []block{sancionBlock(closed.With(acctest.Values{"pago": payment}))}, next: ending{then: []block{sancionBlock(closed.With(acctest.Values{"pago": otherPayment}))}, refused: true}},
	{name: "sancion/close and pay", block: listing, setup: fined("abierta"), blocks: []block{sancionBlock(acctest.Values{"sancion_id": 1, "pago": payment})}},
	{name: "flota/two", alike: true, blocks: []block{flotaBlock(acctest.Values{"AAA0001": entry, "BBB0002": entry})}},
	{name: "flota/one more", alike: true, block: updating, before: []block{flotaBlock(acctest.Values{"AAA0001": entry})}, blocks: []block{flotaBlock(acctest.Values{"AAA0001": entry.With(acctest.Values{"tipo_vehiculo_id": 2}), "BBB0002": entry})}},

	{name: "action/book", setup: street, action: acctest.BloquearReserva, config: booked, effect: "book 12 7"},
	{name: "action/book and pay", alike: true, setup: street, action: acctest.BloquearReserva, config: booked.With(acctest.Values{"pago": payment}), effect: "book 12 7"},
	{name: "action/pay reservation", setup: reserved(""), action: acctest.PagarReserva, config: payment.With(acctest.Values{"reserva_id": 1}), effect: "pay 1"},
	{name: "action/extend", setup: reserved(nil), action: acctest.ExtenderReserva, config: acctest.Values{"reserva_id": 1, "minutos": 10}, effect: "extend 1"},
	{name: "action/cancel", setup: reserved(nil), action: acctest.CancelarReserva, config: acctest.Values{"reserva_id": 1}, effect: "cancel 1"},
	{name: "action/pay paid reservation", alike: true, setup: reserved("TX-0"), action: acctest.PagarReserva, config: payment.With(acctest.Values{"reserva_id": 1}), effect: "pay 1"},
	{name: "action/pay paid sanction", alike: true, block: listing, setup: finePaid, action: acctest.PagarSancion, config: payment.With(acctest.Values{"sancion_id": 1}), effect: "pay 1"},
	{name: "action/pay sanction", block: listing, setup: fined("cerrada"), action: acctest.PagarSancion, config: payment.With(acctest.Values{"sancion_id": 1}), effect: "pay 1"},
	{name: "action/start sanction", block: paths("sanciones", "iniciar_sancion"), action: acctest.IniciarSancion, config: acctest.Values{"placa": "AAA0001", "tramo_id": 7}, effect: "start sanction"},
	{name: "token/login", block: paths("login"), token: "login", effect: "POST login"},
	{name: "token/generate", block: paths("generar_token"), token: "generar", effect: "POST token-generar"},
	{name: "token/renew", block: paths("renovar_token"), token: "renovar", effect: "POST token-renovar"},
}
