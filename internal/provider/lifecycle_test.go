package provider_test

import (
	"cmp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/areas"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestMain(m *testing.M) { acctest.Main(m, areas.All...) }

// What becomes of each resource under Terraform. A plan that is not empty after a step fails it by itself.

// step is a configuration that is applied, and then imported.
type step struct {
	before   func()                       // what happens meanwhile
	config   string                       // of the resource
	settings string                       // a line of the provider block
	action   plancheck.ResourceActionType // planned; empty for a creation
	planned  acctest.Values               // in the plan, by path
	holds    acctest.Values               // in the state, by path
	requests asked                        // until it is applied; nil for any
	imports  string                       // identifier
	unlike   []string                     // what an import does not give
}

// asked is how often each operation is.
type asked = map[string]int

const (
	noop    = plancheck.ResourceActionNoop
	update  = plancheck.ResourceActionUpdate
	replace = plancheck.ResourceActionDestroyBeforeCreate
)

// live takes a resource through its steps. by is the attribute that tells it from others.
func live(w *acctest.Server, name, by string, steps []step) {
	w.T.Helper()
	var all []resource.TestStep
	for _, s := range steps {
		one := resource.TestStep{Config: w.Config(s.config, s.settings), PreConfig: func() {
			if w.Requests(); s.before != nil {
				s.before()
			}
		}, Check: func(*terraform.State) error {
			if s.requests != nil {
				w.ExpectRequests(s.requests)
			}
			return nil
		}}
		checks := &one.ConfigPlanChecks.PreApply
		*checks = append(*checks, plancheck.ExpectResourceAction(name, cmp.Or(s.action, plancheck.ResourceActionCreate)))
		for at, value := range s.planned {
			if acctest.IsUnknown(value) {
				*checks = append(*checks, plancheck.ExpectUnknownValue(name, pathOf(at)))
			} else {
				*checks = append(*checks, plancheck.ExpectKnownValue(name, pathOf(at), known(value)))
			}
		}
		for at, value := range s.holds {
			one.ConfigStateChecks = append(one.ConfigStateChecks, statecheck.ExpectKnownValue(name, pathOf(at), known(value)))
		}
		if all = append(all, one); s.imports != "" {
			all = append(all, resource.TestStep{ResourceName: name, ImportState: true, ImportStateId: s.imports, ImportStateVerify: true,
				ImportStateVerifyIdentifierAttribute: by, ImportStateVerifyIgnore: append(s.unlike, "timeouts")})
		}
	}
	acctest.Steps(w.T, all)
}

// pathOf is an attribute, or after a dot a key of it.
func pathOf(text string) tfjsonpath.Path {
	attribute, key, within := strings.Cut(text, ".")
	if !within {
		return tfjsonpath.New(attribute)
	}
	return tfjsonpath.New(attribute).AtMapKey(key)
}

// known is a value of an attribute; of a map it is the number of its elements.
func known(value any) knownvalue.Check {
	switch value := value.(type) {
	case bool:
		return knownvalue.Bool(value)
	case string:
		return knownvalue.StringExact(value)
	case int:
		return knownvalue.Int64Exact(int64(value))
	case acctest.Values:
		return knownvalue.MapSizeExact(len(value))
	}
	return knownvalue.Null()
}

// block is a resource named test with these lines.
func block(typeName string, lines ...string) string {
	return "resource \"" + typeName + "\" \"test\" {\n  " + strings.Join(lines, "\n  ") + "\n}\n"
}

func TestCLIPlacaLifecycle(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	live(w, "parking_placa.test", "placa", []step{
		// One write and one read; before that a look of the plan, and of that of the apply.
		{config: acctest.MinimalPlaca, requests: asked{"registrar_placa": 1, "placa": 3},
			holds: acctest.Values{"electrico": false, "minusvalido": false, "marca": nil, "exento": false, "sancionable": true}},
		{config: block("parking_placa", `placa = "AKX0359"`, "tipo_vehiculo_id = 2", "electrico = true", "minusvalido = true",
			`timeouts = { create = "5m", read = "1m", update = "5m" }`),
			action: update, holds: acctest.Values{"tipo_vehiculo_id": 2, "electrico": true}, imports: "AKX0359"},
		{config: strings.ReplaceAll(acctest.MinimalPlaca, "AKX0359", "ZZR0033"), action: replace}, // the old one stays on the service
	})
	w.ExpectCount(2, "SELECT COUNT(*) FROM placas WHERE placa IN ('AKX0359', 'ZZR0033')")
}

func TestCLIVehiculoLifecycle(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Placas("AKX0359", "ZZR0033")
	vehiculo := func(placa string, lines ...string) string {
		return block("parking_vehiculo", append(lines, `placa = "`+placa+`"`)...)
	}
	const client, name, limits = "cliente_id = 1", `nombre = "Furgón"`, `timeouts = { create = "5m", read = "1m" }`
	live(w, "parking_vehiculo.test", "id", []step{
		// A look whether the link is there, and the write; before that looks of the plan, and of that of the apply, for link and plate.
		{config: vehiculo("AKX0359", client), requests: asked{"placa": 2, "vehiculos": 3, "registrar_vehiculo": 1},
			holds: acctest.Values{"id": 1, "nombre": nil, "activado": true, "favorito": false}},
		// Timeouts change the state alone, and what is not known of the vehicle stays null.
		{config: vehiculo("AKX0359", client, limits), action: update, holds: acctest.Values{"nombre": nil}, imports: "1/AKX0359"},
		// Another plate is a new link, which may have a name; the old one stays on the service.
		{config: vehiculo("ZZR0033", client, name, limits), action: replace, holds: acctest.Values{"id": 2}, imports: "2"},
		{config: vehiculo("AKX0359", "cliente_id = 2", name, limits), action: replace, holds: acctest.Values{"nombre": "Furgón"}},
	})
	w.ExpectCount(3, "SELECT COUNT(*) FROM vehiculos")
}

func TestCLIFlotaLifecycle(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	flota := func(client, one, two string) string {
		return block("parking_flota", "cliente_id = "+client, "vehiculos = { FLA0001 = { "+one+" }\n"+two+" }")
	}
	const car, van = "tipo_vehiculo_id = 1", "tipo_vehiculo_id = 3, electrico = true"
	const moto = `FLA0002 = { tipo_vehiculo_id = 2, nombre = "Moto", electrico = true, minusvalido = true }`
	const petrol = `FLA0002 = { tipo_vehiculo_id = 2, nombre = "Moto", electrico = false, minusvalido = true }`
	const limits = "timeouts = { create = \"5m\", read = \"5m\", update = \"5m\" }\n  "
	live(w, "parking_flota.test", "cliente_id", []step{
		// A look of the plan, and of that of the apply, which serves the creation.
		{config: flota("1", car, ""), holds: acctest.Values{"vehiculo_ids.FLA0001": 1, "pendientes": acctest.Values{}},
			requests: asked{"registrar_placa": 1, "placa": 2, "vehiculos": 2, "registrar_vehiculo": 1}},
		// An entry more.
		{config: strings.Replace(flota("1", car, moto), "cliente_id", limits+"cliente_id", 1), action: update,
			planned: acctest.Values{"vehiculo_ids.FLA0001": 1, "vehiculo_ids.FLA0002": acctest.UnknownNumber},
			holds:   acctest.Values{"vehiculo_ids.FLA0002": 2}},
		{config: flota("1", van, petrol), action: update, planned: acctest.Values{"vehiculo_ids.FLA0002": 2}}, // type and flags, in place
		// Written in another way, and the same.
		{config: flota("1", van+", nombre = null, minusvalido = false", petrol), action: noop, before: func() {
			w.ExpectCount(1, "SELECT COUNT(*) FROM placas WHERE placa = 'FLA0001' AND tipo_vehiculo_id = 3 AND electrico = 1")
			w.ExpectCount(1, "SELECT COUNT(*) FROM placas WHERE placa = 'FLA0002' AND electrico = 0 AND minusvalido = 1")
		}},
		// An entry less; and a new fleet, while the old links stay.
		{config: flota("1", car, ""), action: update, holds: acctest.Values{"vehiculo_ids": acctest.Values{"FLA0001": 1}}},
		{config: flota("2", car, ""), action: replace},
	})
	w.ExpectCount(3, "SELECT COUNT(*) FROM vehiculos WHERE placa LIKE 'FLA%'")
}

func TestCLIClienteLifecycle(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	cliente := func(email, apellidos, prefijos, telefono string) string {
		return block("parking_cliente", `email = "`+email+`@example.com"`, `nombre = "Flota Norte"`, `apellidos = "`+apellidos+`"`,
			`prefijos = "`+prefijos+`"`, `telefono = "`+telefono+`"`, `cedula = "1700000001"`)
	}
	const updates, logistics = "overwrite_existing = true", "SELECT COUNT(*) FROM clientes WHERE apellidos = 'Logística' AND "
	const registers = `endpoints = { registrar_cliente = "` + acctest.RegistrarCliente + `" }`
	live(w, "parking_cliente.test", "email", []step{
		// A look of the plan and of the apply.
		{config: cliente("flota.norte", "Distribuciones", "+593", "022111222"), settings: updates, holds: acctest.Values{"id": 2},
			requests: asked{"cliente_email": 2, "actualizar_cliente": 1}},
		{config: cliente("flota.norte", "Logística", "+593", "022333444"), settings: updates, action: update,
			planned: acctest.Values{"id": 2}},
		// Another spelling of the address changes nothing, alone or beside a change.
		{before: func() { w.ExpectCount(1, logistics+"id = 2 AND telefono = '022333444'") },
			config: cliente("Flota.Norte", "Logística", "+593", "022333444"), settings: updates, action: noop},
		{config: cliente("Flota.Norte", "Logística", "+34", "022333444"), settings: updates, action: update,
			holds: acctest.Values{"email": "flota.norte@example.com", "prefijos": "+34"}, imports: "flota.norte@example.com"},
		// The old client stays on the service.
		{config: cliente("flota.sur", "Logística", "+593", "022333444"), settings: updates, action: replace,
			holds: acctest.Values{"id": 3}},
		// Gone: created again, which is a registration.
		{config: cliente("flota.sur", "Logística", "+593", "022333444"), settings: registers, before: func() {
			w.Exec("DELETE FROM clientes WHERE id = 3")
			acctest.AwaitReads()
		}},
	})
	w.ExpectCount(2, logistics+"email LIKE 'flota.%'")
}

func TestCLIZonaFavoritaLifecycle(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	favorita := func(lines ...string) string { return block("parking_zona_favorita", lines...) }
	holds := func(zona, celda any) acctest.Values {
		return acctest.Values{"id": 1, "zona_id": zona, "tramo_id": 5, "celda_id": celda}
	}
	// Section 5 lies in zone 1, cell 17 in section 5.
	const client, zone, section, cell = "cliente_id = 1", "zona_id = 1", "tramo_id = 5", "celda_id = 17"
	const limits = `timeouts = { create = "5m", read = "1m", update = "5m", delete = "5m" }`
	live(w, "parking_zona_favorita.test", "id", []step{
		// The looks of the plan, of the apply's own plan and of the apply, and the write.
		{config: favorita(client, section), holds: holds(nil, nil), imports: "1/1",
			requests: asked{"zonas_favoritas": 3, "guardar_zona_favorita": 1}},
		{config: favorita(client, zone, section, cell, limits), action: update, holds: holds(1, 17), imports: "1/1"},
		{config: favorita(client, zone, section, limits), action: update, holds: holds(1, nil)}, // the cell is cleared in place
		{config: favorita("cliente_id = 2", zone, section, limits), action: replace,
			requests: asked{"zonas_favoritas": 4, "guardar_zona_favorita": 1, "borrar_zona_favorita": 1}},
	})
	w.ExpectCount(0, "SELECT COUNT(*) FROM favoritas")
}

func TestCLIReservaLifecycle(t *testing.T) {
	t.Parallel()
	w := acctest.ConVehiculo(t)
	// Section 5 has cells 17 to 20 and connectors 3 and 4.
	reserva := func(lines ...string) string { return block("parking_reserva", append(lines, "vehiculo_id = 1")...) }
	holds := func(minutos int, pagada bool, estado string) acctest.Values {
		return acctest.Values{"minutos": minutos, "activa": true, "pagada": pagada, "datos.minutos": minutos, "datos.estado": estado}
	}
	const section, paid = "tramo_id = 5", `pago = { pago_tipo = 1, pago_codigo = "TX-1" }`
	live(w, "parking_reserva.test", "id", []step{
		// The least there can be.
		{config: reserva(section, "minutos = 20"), holds: holds(20, false, "bloqueada"), imports: "1",
			requests: asked{"reservas_activas": 1, "reserva_bloquear": 1, "tramo": 2, "vehiculo": 2}},
		// The refresh, the look before the extension, and the read after it; the same for a payment.
		{config: reserva(section, "minutos = 50"), action: update, holds: holds(50, false, "bloqueada"), imports: "1",
			requests: asked{"reservas_activas": 3, "reserva_extender": 1}},
		{config: reserva(section, "minutos = 50", paid), action: update, holds: holds(50, true, "pagada"), imports: "1",
			requests: asked{"reservas_activas": 3, "reserva_pagar": 1}},
		// A change of timeouts is none of the service's business.
		{config: reserva(section, "minutos = 50", paid, `timeouts = { read = "1m" }`), action: update,
			requests: asked{"reservas_activas": 1}},
		// Another section: a paid one cannot be cancelled and stays.
		{config: reserva("tramo_id = 6", "minutos = 10"), action: replace,
			requests: asked{"reserva_bloquear": 1, "reserva_cancelar": 1, "reservas_activas": 3, "tramo": 3, "vehiculo": 3}},
		// Everything, in one go; the unpaid one is cancelled.
		{config: reserva(section, "celda_id = 17", "conector_id = 3", "minutos = 30",
			`pago = { pago_tipo = 2, pago_codigo = "TX-2", enviar_recibo = true }`,
			`timeouts = { create = "5m", read = "1m", update = "5m", delete = "5m" }`),
			action: replace, holds: holds(30, true, "pagada"), imports: "3", unlike: []string{"pago.enviar_recibo"}, requests: asked{
				"reserva_bloquear": 1, "reserva_pagar": 1, "reserva_cancelar": 1, "reservas_activas": 5, "tramo": 3, "vehiculo": 3}},
	})
	w.ExpectCount(1, "SELECT COUNT(*) FROM recibos WHERE reserva_id = 3")
	w.ExpectCount(1, "SELECT COUNT(*) FROM reservas WHERE id = 2 AND estado = 'cancelada'")
	w.ExpectCount(3, "SELECT COUNT(*) FROM reservas")
}

func TestCLISancionLifecycle(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	exec := func(query string) func() { return func() { w.Exec(query) } }
	paidAs := func(pagada bool) acctest.Values { return acctest.Values{"pagada": pagada} }
	closed := block(acctest.ParkingSancion, "sancion_id = 1")
	paid := block(acctest.ParkingSancion, "sancion_id = 1", `pago = { pago_tipo = 2, pago_codigo = "TX-1" }`)
	full := block(acctest.ParkingSancion, "sancion_id = 3", `observaciones = "Revisada"`,
		`pago = { pago_tipo = 2, pago_codigo = "TX-3", cliente_id = 1 }`, `timeouts = { create = "5m", read = "1m", update = "5m" }`)
	const unpay = "DELETE FROM pagos WHERE sancion_id = 1"
	listed := asked{"sanciones": 1}
	steps := []step{
		{config: closed, holds: paidAs(false), requests: asked{"sanciones": 3, "sancion_cerrar": 1}, imports: "1"},
		{before: exec("UPDATE sanciones SET estado = 'abierta' WHERE id = 1"), config: closed, action: update, holds: paidAs(false),
			requests: asked{"sanciones": 4, "sancion_cerrar": 1}},
		{before: exec("INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-1', 2, 1)"), // not managed here, and no difference
			config: closed, action: noop, holds: paidAs(true), requests: listed},
		{before: exec(unpay), config: paid, action: update, holds: paidAs(true),
			requests: asked{"sanciones": 4, "sancion_cerrar": 1, "sancion_pagar": 1}, imports: "1"},
		{before: exec(unpay), config: paid, action: noop, holds: paidAs(true), requests: listed}, // a warning, and not repeated
		{config: full, action: replace, holds: paidAs(true), imports: "3",
			requests: asked{"sanciones": 5, "sancion_cerrar": 1, "sancion_pagar": 1}},
		{config: strings.Replace(full, `"5m", read`, `"6m", read`, 1), action: update, holds: paidAs(true), requests: listed},
	}
	for i := range steps {
		steps[i].settings = acctest.SancionesLine
	}
	live(w, "parking_sancion.test", "sancion_id", steps)
}
