package provider_test

import (
	"cmp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/areas"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestMain(m *testing.M) { acctest.Main(m, areas.All...) }

// What becomes of resources under Terraform, which sees to it that an apply does what its plan said, and that the plan is empty after it.
// For plates and vehicles see TestCLIAsksAsProtoDoes and the examples.

// step is a configuration that is applied.
type step struct {
	before   func()                       // what happens meanwhile
	config   string                       // of the resource
	settings string                       // a line of the provider block
	action   plancheck.ResourceActionType // planned; empty for a creation
	knows    string                       // an attribute whose value the plan knows
	requests asked                        // until it is applied; nil for any
}

// asked is how often each operation is.
type asked = map[string]int

const (
	noop    = plancheck.ResourceActionNoop
	update  = plancheck.ResourceActionUpdate
	replace = plancheck.ResourceActionDestroyBeforeCreate
)

// live takes a resource through its steps.
func live(w *acctest.Server, name string, steps []step) {
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
		if s.knows != "" {
			*checks = append(*checks, plancheck.ExpectKnownValue(name, tfjsonpath.New(s.knows), knownvalue.NotNull()))
		}
		all = append(all, one)
	}
	acctest.Steps(w.T, all)
}

// block is a resource named test with these lines.
func block(typeName string, lines ...string) string {
	return "resource \"" + typeName + "\" \"test\" {\n  " + strings.Join(lines, "\n  ") + "\n}\n"
}

func TestCLIFlotaLifecycle(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	flota := func(client string, entries ...string) string {
		return block("parking_flota", "cliente_id = "+client, "vehiculos = {", strings.Join(entries, "\n"), "}")
	}
	const car, van = "FLA0001 = { tipo_vehiculo_id = 1 }", "FLA0001 = { tipo_vehiculo_id = 3, electrico = true }"
	const moto = `FLA0002 = { tipo_vehiculo_id = 2, nombre = "Moto", electrico = true, minusvalido = true }`
	live(w, "parking_flota.test", []step{
		// A look of the plan, and of that of the apply, which serves the creation.
		{config: flota("1", car), requests: asked{"registrar_placa": 1, "placa": 2, "vehiculos": 2, "registrar_vehiculo": 1}},
		{config: flota("1", car, moto), action: update},
		{config: flota("1", van, strings.Replace(moto, "true", "false", 1)), action: update}, // in place
		// An entry less; and a new fleet, while the old links stay.
		{config: flota("1", car), action: update, before: func() {
			w.ExpectCount(1, "SELECT COUNT(*) FROM placas WHERE placa = 'FLA0001' AND tipo_vehiculo_id = 3 AND electrico = 1")
			w.ExpectCount(1, "SELECT COUNT(*) FROM placas WHERE placa = 'FLA0002' AND electrico = 0 AND minusvalido = 1")
		}},
		{config: flota("2", car), action: replace},
	})
	w.ExpectCount(3, "SELECT COUNT(*) FROM vehiculos WHERE placa LIKE 'FLA%'")
}

func TestCLIClienteLifecycle(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	cliente := func(email, apellidos, prefijos string) string {
		return block("parking_cliente", `email = "`+email+`@example.com"`, `nombre = "Flota"`, `apellidos = "`+apellidos+`"`,
			`prefijos = "`+prefijos+`"`, `telefono = "022111222"`, `cedula = "1700000001"`)
	}
	const updates = "overwrite_existing = true"
	const registers = `endpoints = { registrar_cliente = "` + acctest.RegistrarCliente + `" }`
	live(w, "parking_cliente.test", []step{
		// A look of the plan and of the apply.
		{config: cliente("flota.norte", "Distribuciones", "+593"), settings: updates,
			requests: asked{"cliente_email": 2, "actualizar_cliente": 1}},
		{config: cliente("flota.norte", "Logística", "+593"), settings: updates, action: update, knows: "id"},
		// Another spelling of the address changes nothing, alone or beside a change.
		{config: cliente("Flota.Norte", "Logística", "+593"), settings: updates, action: noop},
		{config: cliente("Flota.Norte", "Logística", "+34"), settings: updates, action: update},
		// The old client stays on the service.
		{config: cliente("flota.sur", "Logística", "+593"), settings: updates, action: replace},
		// Gone: created again, which is a registration.
		{config: cliente("flota.sur", "Logística", "+593"), settings: registers, before: func() {
			w.Exec("DELETE FROM clientes WHERE id = 3")
			acctest.AwaitReads()
		}},
	})
	w.ExpectCount(2, "SELECT COUNT(*) FROM clientes WHERE apellidos = 'Logística' AND email LIKE 'flota.%'")
}

func TestCLIZonaFavoritaLifecycle(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	favorita := func(lines ...string) string { return block("parking_zona_favorita", lines...) }
	// Section 5 lies in zone 1, cell 17 in section 5.
	const client, zone, section, cell = "cliente_id = 1", "zona_id = 1", "tramo_id = 5", "celda_id = 17"
	const limits = `timeouts = { create = "5m", read = "1m", update = "5m", delete = "5m" }`
	live(w, "parking_zona_favorita.test", []step{
		// The looks of the plan, of the apply's own plan and of the apply, and the write.
		{config: favorita(client, section), requests: asked{"zonas_favoritas": 3, "guardar_zona_favorita": 1}},
		{config: favorita(client, zone, section, cell, limits), action: update},
		{config: favorita(client, zone, section, limits), action: update}, // the cell is cleared in place
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
	const section, paid = "tramo_id = 5", `pago = { pago_tipo = 1, pago_codigo = "TX-1" }`
	live(w, "parking_reserva.test", []step{
		// The least there can be.
		{config: reserva(section, "minutos = 20"),
			requests: asked{"reservas_activas": 1, "reserva_bloquear": 1, "tramo": 2, "vehiculo": 2}},
		// The refresh, the look before the extension, and the read after it; the same for a payment.
		{config: reserva(section, "minutos = 50"), action: update, requests: asked{"reservas_activas": 3, "reserva_extender": 1}},
		{config: reserva(section, "minutos = 50", paid), action: update, requests: asked{"reservas_activas": 3, "reserva_pagar": 1}},
		// A change of timeouts is none of the service's business.
		{config: reserva(section, "minutos = 50", paid, `timeouts = { read = "1m" }`), action: update,
			requests: asked{"reservas_activas": 1}},
		// Another section: a paid one cannot be cancelled and stays.
		{config: reserva("tramo_id = 6", "minutos = 10"), action: replace,
			requests: asked{"reserva_bloquear": 1, "reserva_cancelar": 1, "reservas_activas": 3, "tramo": 3, "vehiculo": 3}},
		// Everything, in one go; the unpaid one is cancelled.
		{config: reserva(section, "celda_id = 17", "conector_id = 3", "minutos = 30",
			`pago = { pago_tipo = 2, pago_codigo = "TX-2", enviar_recibo = true }`,
			`timeouts = { create = "5m", read = "1m", update = "5m", delete = "5m" }`), action: replace, requests: asked{
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
	closed := block(acctest.ParkingSancion, "sancion_id = 1")
	paid := block(acctest.ParkingSancion, "sancion_id = 1", `pago = { pago_tipo = 2, pago_codigo = "TX-1" }`)
	full := block(acctest.ParkingSancion, "sancion_id = 3", `observaciones = "Revisada"`,
		`pago = { pago_tipo = 2, pago_codigo = "TX-3", cliente_id = 1 }`, `timeouts = { create = "5m", read = "1m", update = "5m" }`)
	const unpay = "DELETE FROM pagos WHERE sancion_id = 1"
	listed := asked{"sanciones": 1}
	steps := []step{
		{config: closed, requests: asked{"sanciones": 3, "sancion_cerrar": 1}},
		{before: exec("UPDATE sanciones SET estado = 'abierta' WHERE id = 1"), config: closed, action: update,
			requests: asked{"sanciones": 4, "sancion_cerrar": 1}},
		{before: exec("INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-1', 2, 1)"), // not managed here, and no difference
			config: closed, action: noop, requests: listed},
		{before: exec(unpay), config: paid, action: update,
			requests: asked{"sanciones": 4, "sancion_cerrar": 1, "sancion_pagar": 1}},
		{before: exec(unpay), config: paid, action: noop, requests: listed}, // a warning, and not repeated
		{config: full, action: replace, requests: asked{"sanciones": 5, "sancion_cerrar": 1, "sancion_pagar": 1}},
		{config: strings.Replace(full, `"5m", read`, `"6m", read`, 1), action: update, requests: listed},
	}
	for i := range steps {
		steps[i].settings = acctest.SancionesLine
	}
	live(w, "parking_sancion.test", steps)
}
