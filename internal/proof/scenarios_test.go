package proof

import (
	"fmt"
	"maps"
	"slices"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

// Every write of the interface, as a configuration or an action that makes it. The proof tries each under every order
// of failures.

type values = acctest.Values

// scenario is one of them.
type scenario struct {
	name string
	// block is what the provider block sets besides the address.
	block values
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
	config values
	// effect is what an action or a token does.
	effect string
}

// ending is how a scenario goes on after the run under a schedule.
type ending struct {
	// name is that of the scenario so ended, whose variants a finding names.
	name, scenario string
	// then is what is applied, where it is not the same.
	then []block
	// refused: what is declared in the end may be refused in every plan. It takes effect once all the same.
	refused bool
	// active is how many reservations may be active in the end, where it is not zero.
	active int
	// bookings is how many are declared, where it is not zero.
	bookings int
	// forgets: the state is lost; stale: the next run does not refresh.
	forgets, stale bool
}

// endings gives all of a scenario. Those in which a state is lost or not refreshed are of the plain variant, and of what has one.
func (s scenario) endings(plain bool) (all []ending) {
	s.next.name = s.name
	for _, e := range append([]ending{s.next}, s.others...) {
		e.scenario = e.name
		lost, stale := e, e
		lost.name, lost.forgets = e.name+", state lost", true
		stale.name, stale.stale = e.name+", no refresh next", true
		if all = append(all, e); plain && !s.invoked() {
			all = append(all, lost, stale)
		}
	}
	return all
}

// only is a configuration of one block.
func only(noun string, config values) []block { return []block{declared(noun, config)} }

// declared is the block of a noun, under its name. Without a configuration it is taken out.
func declared(noun string, config values) block {
	return block{name: noun, typeName: "parking_" + noun, config: config}
}

// named is a block under another name.
func named(name string, b block) block {
	b.name = name
	return b
}

// without is a block that is destroyed or replaced, with what the service must not have then.
func without(b block, table string, fields Row) block {
	b.left = having(table, fields)
	return b
}

// having reports whether the service has such a record.
func having(table string, fields Row) func(*Model) bool {
	return func(m *Model) bool { return has(m, table, fields) }
}

func has(m *Model, table string, fields Row) bool { return len(m.Rows(table, fields)) > 0 }

// there reports for each noun whether the service has what state stands for.
var there = map[string]func(m *Model, s values) bool{
	"parking_placa": func(m *Model, s values) bool {
		return slices.ContainsFunc(m.Rows("placas", Row{"tipo_vehiculo_id": s["tipo_vehiculo_id"]}), ofPlaca(s["placa"]))
	},
	"parking_vehiculo": func(m *Model, s values) bool {
		return slices.ContainsFunc(m.Rows("vehiculos", some(s, "cliente_id", "id")), ofPlaca(s["placa"]))
	},
	"parking_flota": func(m *Model, s values) bool {
		pending, _ := s["pendientes"].(values)
		vehiculos, _ := s["vehiculos"].(values)
		for placa := range vehiculos {
			_, open := pending[placa]
			if !open && !slices.ContainsFunc(m.Rows("vehiculos", Row{"cliente_id": s["cliente_id"]}), ofPlaca(placa)) {
				return false
			}
		}
		return true
	},
	"parking_cliente": func(m *Model, s values) bool {
		return has(m, "clientes", some(s, "cedula"))
	},
	"parking_zona_favorita": func(m *Model, s values) bool {
		return has(m, "favoritas", some(s, "cliente_id", "zona_id", "tramo_id", "id"))
	},
	"parking_reserva": func(m *Model, s values) bool {
		fields := Row{"id": s["id"], "ajena": nil}
		if s["activa"] == true {
			fields["estado"] = "activa"
			if s["pagada"] == true {
				fields["pago_codigo"] = "TX-1"
			}
		}
		return s["id"] == nil || has(m, "reservas", fields) // a lost booking says nothing
	},
	"parking_sancion": func(m *Model, s values) bool {
		fields := Row{"id": s["sancion_id"], "estado": "cerrada"}
		if pago, _ := s["pago"].(values); pago != nil && s["pagada"] == true { // a lost payment says nothing
			fields["pago_codigo"] = pago["pago_codigo"]
		}
		return has(m, "sanciones", fields)
	},
}

// some gives those of the fields that are there.
func some(fields map[string]any, names ...string) Row {
	out := Row{}
	for _, name := range names {
		if fields[name] != nil {
			out[name] = fields[name]
		}
	}
	return out
}

// ofPlaca reports whether a record is of a plate, however the service spells it.
func ofPlaca(placa any) func(Row) bool {
	return func(row Row) bool { return Bare(fmt.Sprint(row["placa"])) == Bare(fmt.Sprint(placa)) }
}

// given puts a record on the service.
func given(table string, row Row) func(*Model) {
	return func(m *Model) { m.add(table, maps.Clone(row)) }
}

// together prepares the service in several ways.
func together(setups ...func(*Model)) func(*Model) {
	return func(m *Model) {
		for _, setup := range setups {
			setup(m)
		}
	}
}

// enrolled puts a client on the service.
func enrolled(client values) func(*Model) {
	row := some(client, "email", "nombre", "prefijos", "telefono", "cedula")
	row["Apellidos"] = client["apellidos"]
	return given("clientes", row)
}

// linked puts other vehicles of the client on the service, and the plate that is to be linked.
func linked(others int) func(*Model) {
	setups := []func(*Model){registered}
	for n := range others {
		placa := fmt.Sprintf("ZZZ%04d", n)
		setups = append(setups, given("vehiculos", Row{"cliente_id": 1, "placa": placa, "activado": 1, "favorito": 0}))
	}
	return together(setups...)
}

// reserved puts a reservation on the service, with the payment code of its records: none, "" where it is not paid, or another one.
func reserved(codigo any) func(*Model) {
	return given("reservas", Row{"vehiculo_id": 12, "tramo_id": 7, "minutos": 30, "estado": "activa", "pago_codigo": codigo})
}

func fined(estado string) func(*Model) {
	return given("sanciones", Row{"placa": "AAA0001", "tramo_id": 7, "estado": estado})
}

// paths is a provider block that names these paths.
func paths(names ...string) values {
	named := values{}
	for _, name := range names {
		named[name] = endpoints[name]
	}
	return values{"endpoints": named}
}

func fleet(vehiculos values) values {
	return values{"cliente_id": 1, "vehiculos": vehiculos}
}

var (
	// registered puts the plate on the service.
	registered = given("placas", Row{"placa": "AAA0001", "tipo_vehiculo_id": 1, "electrico": 0, "minusvalido": 0})
	// street puts the section and the vehicle on the service that are booked.
	street = together(given("tramos", Row{"id": 7, "nombre": "Gran Avenida"}),
		given("vehiculos", Row{"id": 12, "cliente_id": 1, "placa": "AAA0001"}))
	// beside puts a reservation of somebody else on the service, for the same vehicle and section. The block's own gets
	// number 1, as in every scenario, so that what may be done to it is not excused for this one.
	beside = together(street, given("reservas", Row{"id": 99, "vehiculo_id": 12, "tramo_id": 7, "minutos": 30, "estado": "activa",
		"pago_codigo": nil, "ajena": true}))
	// finePaid puts a sanction on the service that is paid with another code.
	finePaid = given("sanciones", Row{"placa": "AAA0001", "tramo_id": 7, "estado": "cerrada", "pagada": 1, "pago_codigo": "TX-0"})
	// curt is a fine on a service whose answers tell nothing of a payment, and which takes another code.
	curt     = together(fined("abierta"), func(m *Model) { m.Curt = true })
	rewrites = func(m *Model) { m.Rewrites = true }

	updating    = values{"overwrite_existing": true} // a lost state finds other values
	registering = paths("registrar_cliente")
	listing     = paths("sanciones")

	placa    = values{"placa": "AAA0001", "tipo_vehiculo_id": 1}
	vehiculo = values{"cliente_id": 1, "placa": "AAA0001"}
	ana      = values{"email": "Ana@example.com", "nombre": "Ana", "apellidos": "Sánchez", "prefijos": "+593",
		"telefono": "0991112233", "cedula": "0102030405"}
	// stranger has Ana's address as somebody mistyped it.
	stranger = values{"email": "ana@example.com", "nombre": "Dato", "apellidos": "Antiguo", "prefijos": "+34",
		"telefono": "600000000", "cedula": "X"}
	sections = values{"cliente_id": 1, "zona_id": 3, "tramo_id": 7}
	entry    = values{"tipo_vehiculo_id": 1, "nombre": nil, "electrico": nil, "minusvalido": nil}
	booked   = values{"vehiculo_id": 12, "tramo_id": 7, "minutos": 30}
	payment  = values{"pago_tipo": 1, "pago_codigo": "TX-1"}
	paid     = values{"pago": payment}
	closed   = values{"sancion_id": 1}
	reserva  = values{"reserva_id": 1}

	register, link, enrol  = only("placa", placa), only("vehiculo", vehiculo), only("cliente", ana)
	save, book             = only("zona_favorita", sections), only("reserva", booked)
	bookAndPay, extend     = only("reserva", booked.With(paid)), only("reserva", booked.With(values{"minutos": 60}))
	closeFine, closeAndPay = only("sancion", closed), only("sancion", closed.With(paid))

	// otherwise: the sanction is to be paid with another code.
	otherwise = ending{refused: true, then: only("sancion", closed.With(values{"pago": payment.With(values{"pago_codigo": "TX-2"})}))}
)

var scenarios = []scenario{
	{name: "placa/register", blocks: register},
	{name: "placa/adopt", setup: registered, blocks: register},
	{name: "placa/update", block: updating, before: register, blocks: only("placa", placa.With(values{"tipo_vehiculo_id": 2}))},
	{name: "vehiculo/link", setup: registered, blocks: link, others: []ending{
		{name: "vehiculo/link, then another name", then: []block{declared("vehiculo", nil), named("otro", link[0])}},
	}},
	{name: "vehiculo/link normalised", alike: true, setup: together(registered, func(m *Model) { m.Normalises = true }),
		blocks: only("vehiculo", vehiculo.With(values{"placa": "aaa-0001"}))},
	{name: "vehiculo/link beside a full page", alike: true, setup: linked(15), blocks: link},
	{name: "vehiculo/link beside two pages", alike: true, setup: linked(20), blocks: link},
	{name: "vehiculo/link for two clients", alike: true, setup: registered,
		blocks: []block{link[0], named("otro", declared("vehiculo", vehiculo.With(values{"cliente_id": 2})))}},
	{name: "vehiculo/read", setup: registered, before: link, blocks: link},
	{name: "cliente/register", block: registering, blocks: enrol},
	{name: "cliente/register rewritten", alike: true, setup: rewrites, block: registering, blocks: enrol},
	{name: "cliente/update", block: registering, before: enrol, blocks: only("cliente", ana.With(values{"cedula": "0102030499"}))},
	{name: "cliente/adopt", setup: enrolled(ana), blocks: enrol},
	{name: "cliente/overwrite", block: updating, setup: enrolled(stranger), blocks: enrol},
	{name: "cliente/register on a stranger", alike: true, block: registering, setup: enrolled(stranger), blocks: enrol,
		kept: having("clientes", Row{"nombre": "Dato", "telefono": "600000000", "cedula": "X"})},
	{name: "favorita/save", blocks: save},
	{name: "favorita/replace", before: save, blocks: only("zona_favorita", sections.With(values{"tramo_id": 8}))},
	{name: "favorita/to another client", before: save, blocks: []block{without(
		declared("zona_favorita", sections.With(values{"cliente_id": 2})), "favoritas", Row{"cliente_id": 1, "ajena": nil})}},
	{name: "favorita/delete", before: save, blocks: []block{without(declared("zona_favorita", nil), "favoritas", Row{"ajena": nil})}},
	{name: "reserva/book", setup: street, blocks: book, next: ending{bookings: 1}, others: []ending{
		{name: "reserva/book, then more minutes", then: extend},
		{name: "reserva/book, then another name", then: []block{declared("reserva", nil), named("otra", book[0])},
			bookings: 2, active: 1},
		{name: "reserva/book, created before destroyed",
			then: []block{{name: "reserva", typeName: "parking_reserva", config: booked, createFirst: true}}},
	}},
	{name: "reserva/book two", alike: true, setup: street, blocks: []block{book[0], named("otra", book[0])}, next: ending{bookings: 2}},
	{name: "reserva/book and pay", setup: street, blocks: bookAndPay, next: ending{bookings: 1}},
	{name: "reserva/book and pay beside another", alike: true, setup: beside, blocks: bookAndPay, next: ending{bookings: 1}},
	{name: "reserva/pay", setup: street, before: book, blocks: bookAndPay},
	{name: "reserva/extend", setup: street, before: book, blocks: extend},
	{name: "reserva/extend, never shown", alike: true, setup: together(street, func(m *Model) { m.Frozen = true }),
		before: book, blocks: extend},
	{name: "reserva/cancel", setup: street, before: book, blocks: []block{
		without(declared("reserva", nil), "reservas", Row{"estado": "activa", "pago_codigo": nil, "ajena": nil})}},
	{name: "sancion/close", block: listing, setup: fined("abierta"), blocks: closeFine},
	{name: "sancion/close rewritten", alike: true, setup: together(fined("abierta"), rewrites), block: listing,
		blocks: only("sancion", closed.With(values{"observaciones": "Revisada"}))},
	{name: "sancion/pay, then another code", alike: true, setup: curt, before: closeFine, blocks: closeAndPay, next: otherwise},
	{name: "sancion/close and pay without a list", setup: curt, blocks: closeAndPay, next: otherwise},
	{name: "sancion/close and pay", block: listing, setup: fined("abierta"), blocks: closeAndPay},
	{name: "flota/two", alike: true, blocks: only("flota", fleet(values{"AAA0001": entry, "BBB0002": entry}))},
	{name: "flota/one more", alike: true, block: updating, before: only("flota", fleet(values{"AAA0001": entry})),
		blocks: only("flota", fleet(values{"AAA0001": entry.With(values{"tipo_vehiculo_id": 2}), "BBB0002": entry}))},

	{name: "action/book", setup: street, action: acctest.BloquearReserva, config: booked, effect: "book 12 7"},
	{name: "action/book and pay", alike: true, setup: street, action: acctest.BloquearReserva, config: booked.With(paid),
		effect: "book 12 7"},
	{name: "action/pay reservation", setup: reserved(""), action: acctest.PagarReserva, config: payment.With(reserva), effect: "pay 1"},
	{name: "action/extend", setup: reserved(nil), action: acctest.ExtenderReserva, config: reserva.With(values{"minutos": 10}),
		effect: "extend 1"},
	{name: "action/cancel", setup: reserved(nil), action: acctest.CancelarReserva, config: reserva, effect: "cancel 1"},
	{name: "action/pay paid reservation", alike: true, setup: reserved("TX-0"), action: acctest.PagarReserva,
		config: payment.With(reserva), effect: "pay 1"},
	{name: "action/pay paid sanction", alike: true, block: listing, setup: finePaid, action: acctest.PagarSancion,
		config: payment.With(closed), effect: "pay 1"},
	{name: "action/pay sanction", block: listing, setup: fined("cerrada"), action: acctest.PagarSancion,
		config: payment.With(closed), effect: "pay 1"},
	{name: "action/start sanction", block: paths("sanciones", "iniciar_sancion"), action: acctest.IniciarSancion,
		config: values{"placa": "AAA0001", "tramo_id": 7}, effect: "start sanction"},
	{name: "token/login", block: paths("login"), token: "login", effect: "POST login"},
	{name: "token/generate", block: paths("generar_token"), token: "generar", effect: "POST token-generar"},
	{name: "token/renew", block: paths("renovar_token"), token: "renovar", effect: "POST token-renovar"},
}
