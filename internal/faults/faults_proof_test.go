package faults

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

// auditSQL keeps the name of every thing that the service ever made, the ones
// that are gone again included. A plate that is registered over itself is not
// made anew: the provider rests on A15 there, which the hostile service breaks.
const auditSQL = `
CREATE TABLE made (what TEXT NOT NULL) STRICT;
CREATE TRIGGER made_cliente AFTER INSERT ON clientes BEGIN INSERT INTO made VALUES ('cliente ' || NEW.email); END;
CREATE TRIGGER made_placa AFTER INSERT ON placas BEGIN INSERT INTO made VALUES ('placa ' || NEW.placa); END;
CREATE TRIGGER made_vehiculo AFTER INSERT ON vehiculos BEGIN
	INSERT INTO made SELECT 'vehiculo ' || NEW.placa || ' of ' || email FROM clientes WHERE id = NEW.cliente_id;
END;
CREATE TRIGGER made_favorita AFTER INSERT ON favoritas BEGIN
	INSERT INTO made SELECT format('favorita zona %d, tramo %d, celda %d of %s', NEW.zona_id, NEW.tramo_id, NEW.celda_id, email)
	FROM clientes WHERE id = NEW.cliente_id;
END;
CREATE TRIGGER made_reserva AFTER INSERT ON reservas BEGIN
	INSERT INTO made SELECT format('reserva of %s in %d', placa, NEW.tramo_id) FROM vehiculos WHERE id = NEW.vehiculo_id;
END;
CREATE TRIGGER made_pago AFTER INSERT ON pagos BEGIN INSERT INTO made VALUES (iif(NEW.sancion_id IS NULL, 'pago ', 'multa ') || NEW.codigo); END`

// rowsSQL is everything that the service holds, in the words of faultFleet.rows.
const rowsSQL = `
SELECT format('cliente %s: %s, %s, %s, %s, %s', email, nombre, apellidos, prefijos, telefono, cedula) FROM clientes
UNION ALL SELECT format('placa %s: tipo %d, electrico %d, minusvalido %d', placa, tipo_vehiculo_id, electrico, minusvalido) FROM placas
UNION ALL SELECT format('vehiculo %s of %s: %s', placa, email, v.nombre) FROM vehiculos v JOIN clientes c ON c.id = cliente_id
UNION ALL SELECT format('favorita zona %d, tramo %d, celda %d of %s', zona_id, tramo_id, celda_id, email) FROM favoritas f JOIN clientes c ON c.id = cliente_id` + staysSQL

// recordsSQL is the same as Terraform's state writes it, identifiers included. A
// vehicle and its plate are an entry of a fleet too, whose name may be managed or not.
const recordsSQL = `
SELECT json_object('id', id, 'email', email, 'nombre', nombre, 'apellidos', apellidos, 'prefijos', prefijos, 'telefono', telefono, 'cedula', cedula) FROM clientes
UNION ALL SELECT json_object('placa', placa, 'tipo_vehiculo_id', tipo_vehiculo_id, 'marca', marca, 'modelo', modelo, 'color', color,
	'electrico', json(iif(electrico, 'true', 'false')), 'minusvalido', json(iif(minusvalido, 'true', 'false')),
	'exento', json(iif(exento, 'true', 'false')), 'sancionable', json(iif(sancionable, 'true', 'false'))) FROM placas
UNION ALL SELECT json_object('id', id, 'cliente_id', cliente_id, 'placa', placa, 'nombre', nombre,
	'activado', json(iif(activado, 'true', 'false')), 'favorito', json(iif(favorito, 'true', 'false'))) FROM vehiculos
UNION ALL SELECT json_object('vehiculo_id', v.id, 'cliente_id', cliente_id, 'placa', placa, 'nombre', iif(managed, nombre, NULL), 'tipo_vehiculo_id', tipo_vehiculo_id,
	'electrico', json(iif(electrico, 'true', 'false')), 'minusvalido', json(iif(minusvalido, 'true', 'false')))
	FROM vehiculos v JOIN placas USING (placa) JOIN (SELECT 0 AS managed UNION ALL SELECT 1)
UNION ALL SELECT json_object('id', id, 'cliente_id', cliente_id, 'zona_id', zona_id, 'tramo_id', tramo_id, 'celda_id', celda_id) FROM favoritas` + stayRecordsSQL

// texts gives the texts that a query selects.
func texts(w *acctest.World, query string) []string {
	w.T.Helper()
	rows, err := w.Box.DB().QueryContext(context.Background(), query)
	acctest.Must(w.T, err)
	defer func() { _ = rows.Close() }()
	var out []string
	for rows.Next() {
		var text string
		acctest.Must(w.T, rows.Scan(&text))
		out = append(out, text)
	}
	acctest.Must(w.T, rows.Err())
	return out
}

// differ gives what of want got lacks, and what got has beyond want; a text that
// is there twice counts twice.
func differ(want, got []string) (missing, surplus []string) {
	left := make(map[string]int)
	for _, text := range want {
		left[text]++
	}
	for _, text := range got {
		if left[text]--; left[text] < 0 {
			surplus = append(surplus, text)
		}
	}
	for text, n := range left {
		for range n {
			missing = append(missing, text)
		}
	}
	slices.Sort(missing)
	slices.Sort(surplus)
	return missing, surplus
}

// stateInstance is one block in Terraform's state.
type stateInstance struct {
	address string
	tainted bool
	records map[string]string // by address: the block's own, or those of a fleet's entries
	pending map[string]string // of a fleet, by plate
	lost    bool              // a reservation of which it is not known whether it was booked
	unpaid  bool              // a reservation whose payment is declared and not recorded
	inPlace []string          // of a fleet: the entries that are not pending, and their links
}

// readState reads the state file: the marks of its instances are in no output of
// Terraform that costs less than a plan.
func readState(t *testing.T, folder string) []stateInstance {
	t.Helper()
	var out []stateInstance
	for _, r := range stateResources(t, folder) {
		for _, i := range r.Instances {
			delete(i.Attributes, "timeouts") // none is declared
			instance := stateInstance{address: r.Type + "." + r.Name, tainted: i.Status == "tainted"}
			switch r.Type {
			case "parking_flota":
				instance.fleet(t, i.Attributes)
			default:
				instance.stay(i.Attributes)
				instance.records = map[string]string{instance.address: canonical(t, i.Attributes)}
			}
			out = append(out, instance)
		}
	}
	return out
}

// stateResource is one block in the state file, as it stands there.
type stateResource struct {
	Type, Name string
	Instances  []struct {
		Status     string
		Attributes map[string]any
	}
}

// stateResources reads the state file, which is not there before the first apply.
func stateResources(t *testing.T, folder string) []stateResource {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "terraform.tfstate"))
	if os.IsNotExist(err) {
		return nil
	}
	acctest.Must(t, err)
	var file struct{ Resources []stateResource }
	acctest.Must(t, json.Unmarshal(text, &file))
	return file.Resources
}

// fleet takes a fleet apart, into its entries with what else is known of them.
func (s *stateInstance) fleet(t *testing.T, attributes map[string]any) {
	t.Helper()
	entries, _ := attributes["vehiculos"].(map[string]any)
	ids, _ := attributes["vehiculo_ids"].(map[string]any)
	pending, _ := attributes["pendientes"].(map[string]any)
	if len(ids) != len(entries) {
		t.Errorf("%s has %d entries and %d identifiers", s.address, len(entries), len(ids))
	}
	s.records, s.pending = map[string]string{}, map[string]string{}
	for placa, entry := range entries {
		record, _ := entry.(map[string]any)
		record["placa"], record["cliente_id"], record["vehiculo_id"] = placa, attributes["cliente_id"], ids[placa]
		at := entradaAddress(s.address, placa)
		s.records[at] = canonical(t, record)
		why, open := pending[placa].(string)
		if open {
			s.pending[placa] = why
		} else {
			s.inPlace = append(s.inPlace, at, at+".vehiculo")
		}
	}
}

// canonical writes attributes in one way, by name.
func canonical(t *testing.T, attributes map[string]any) string {
	t.Helper()
	text, err := json.Marshal(attributes)
	acctest.Must(t, err)
	return string(text)
}

// prove proves, after an apply that succeeded, that every thing is on the service
// once, was made once, is in the state as it is on the service, and that there
// is nothing left to do.
func (r *faultRun) prove() {
	r.t.Helper()
	// The tables: what is declared, what was there before, and nothing else.
	missing, surplus := differ(slices.AppendSeq(slices.Clone(r.others), maps.Values(r.fleet.rows())), texts(r.w, rowsSQL))
	r.refute("not on the service as declared", missing)
	r.refute("on the service and not declared", surplus)

	// The audit: everything was made once, and as often as it was declared anew.
	missing, surplus = differ(r.made, texts(r.w, `SELECT what FROM made`))
	r.refute("never made", missing)
	r.refute("made once too often", surplus)

	r.proveJournal()
	r.refute("in the audit log and the journal not the same", auditDiffers(r.t, r.audit, r.w.Journal(), r.options.AcceptDuplicates))

	r.configure(provingSettings)
	code, out := r.c.Run("plan", "-no-color", "-detailed-exitcode")
	if code != 0 {
		r.errorf("the plan is not empty (exit code %d):\n%s", code, out)
	}
	if r.unread { // a warning promised that a refresh completes the state
		r.c.Ok("apply", "-no-color", "-auto-approve", "-refresh-only")
	}
	r.proveState()
	if r.t.Failed() {
		r.t.FailNow() // what follows would find the same again
	}
}

// proveJournal proves by the journal, on its own, how often writes took effect.
func (r *faultRun) proveJournal() {
	r.t.Helper()
	got := make(map[string]int)
	for _, entry := range r.w.Journal() {
		if entry.Committed {
			got[entry.Operation]++
		}
	}
	want := map[string]int{"borrar_zona_favorita": r.removed, "reserva_extender": r.due["reserva_extender"], "reserva_cancelar": r.due["reserva_cancelar"]}
	operations := map[string]string{"placa": "registrar_placa", "vehiculo": "registrar_vehiculo", "cliente": "registrar_cliente",
		"reserva": "reserva_bloquear", "pago": "reserva_pagar", "multa": "sancion_pagar"}
	for _, what := range r.made {
		noun, _, _ := strings.Cut(what, " ")
		want[operations[noun]]++
	}
	for _, operation := range append(slices.Sorted(maps.Values(operations)), "borrar_zona_favorita", "reserva_extender", "reserva_cancelar") {
		if operation == "registrar_placa" && r.options.AcceptDuplicates && got[operation] > want[operation] {
			continue // A15, see auditSQL
		}
		if got[operation] != want[operation] {
			r.errorf("the journal has %s carried out %d times, and %d were due", operation, got[operation], want[operation])
		}
	}
}

// proveState proves that the state has every block once, with all that the
// service says of it.
func (r *faultRun) proveState() {
	r.t.Helper()
	var records []string
	for _, text := range texts(r.w, recordsSQL) {
		var attributes map[string]any
		acctest.Must(r.t, json.Unmarshal([]byte(text), &attributes))
		records = append(records, canonical(r.t, attributes))
	}
	var held, addresses []string
	for _, instance := range readState(r.t, r.c.Folder) {
		held, addresses = slices.AppendSeq(held, maps.Values(instance.records)), slices.AppendSeq(addresses, maps.Keys(instance.records))
		if instance.pending != nil { // a fleet is a block beside its entries
			addresses = append(addresses, instance.address)
		}
	}
	_, surplus := differ(records, held)
	r.refute("in the state and not so on the service", surplus)
	missing, surplus := differ(r.fleet.blocks(), addresses)
	r.refute("not in the state", missing)
	r.refute("in the state and not declared", surplus)
}

// refute reports things that must not be.
func (r *faultRun) refute(what string, things []string) {
	r.t.Helper()
	if len(things) > 0 {
		r.errorf("%s:\n  %s", what, strings.Join(things, "\n  "))
	}
}
