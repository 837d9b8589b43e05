package acceptance

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// auditFile is the path of an audit log, which is not there yet.
func auditFile(t *testing.T) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "audit.jsonl")
}

// auditSays gives the lines of an audit log, without what differs from run to run.
func auditSays(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	acctest.Must(t, err)
	var out strings.Builder
	for line := range strings.Lines(string(text)) {
		var entry map[string]any
		acctest.Must(t, json.Unmarshal([]byte(line), &entry))
		for _, name := range []string{"time", "run", "duration_ms"} {
			if entry[name] == nil {
				t.Errorf("a line has no %s: %s", name, line)
			}
			delete(entry, name)
		}
		fmt.Fprintln(&out, strings.TrimPrefix(fmt.Sprint(entry), "map"))
	}
	return out.String()
}

// What a run adopts is in its audit log, beside the writes; what it reads is not.
func TestAuditOfAdoptions(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t) // each message is an area's own
	plate := func(tipo int) acctest.Values { return acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": tipo} }
	const adopted = "[operation:registrar_placa outcome:adopted placa:AKX0359 tries:0]\n"
	const updated = "[operation:actualizar_placa outcome:done placa:AKX0359 tries:1]\n"
	const refused = "[operation:registrar_placa outcome:refused placa:AKX0359 tries:1]\n"
	const linked = "[cliente_id:1 operation:registrar_vehiculo outcome:adopted placa:AKX0359 tries:0 vehiculo_id:1]\n"
	const client = "[cliente_id:2 operation:registrar_cliente outcome:adopted tries:0]\n"
	blind := acctest.Values{"plan_lookups": false, "overwrite_existing": true}
	type row struct {
		typeName string
		declared acctest.Values
		settings acctest.Values
		want     string
	}
	acctest.Each(t, map[string]row{
		"plate":                         {typeName: "parking_placa", declared: plate(1), want: adopted},
		"plate, updated":                {typeName: "parking_placa", declared: plate(2), settings: blind.With(acctest.Values{"plan_lookups": nil}), want: updated + adopted},
		"plate that differs":            {typeName: "parking_placa", declared: plate(2)}, // an error of the plan
		"plate, not looked up, updated": {typeName: "parking_placa", declared: plate(2), settings: blind, want: refused + updated + adopted},
		"vehicle":                       {typeName: "parking_vehiculo", declared: acctest.Values{"cliente_id": 1, "placa": "AKX0359"}, want: linked},
		"fleet":                         {typeName: "parking_flota", declared: acctest.FleetOf(acctest.Values{"AKX0359": acctest.Car(nil)}), want: adopted + linked},
		"client":                        {typeName: "parking_cliente", declared: acctest.Norte, want: client},
		"client, updated": {typeName: "parking_cliente", declared: acctest.DeclaredNorte, settings: acctest.Values{"overwrite_existing": true},
			want: "[cliente_id:2 operation:actualizar_cliente outcome:done tries:1]\n" + client},
		"favourite": {typeName: "parking_zona_favorita", declared: acctest.DeclaredFavorita,
			want: "[celda_id:17 cliente_id:1 operation:guardar_zona_favorita outcome:adopted tramo_id:5 tries:0 zona_favorita_id:9 zona_id:1]\n"},
	}, func(t *testing.T, c row) {
		w, file := acctest.ConVehiculo(t), auditFile(t)
		w.Exec("INSERT INTO favoritas (id, cliente_id, zona_id, tramo_id, celda_id) VALUES (9, 1, 1, 5, 17)")
		p := w.Proto(c.settings.With(acctest.Values{"audit_log": file}))
		created := p.Apply(c.typeName, acctest.Result{}, c.declared)
		if created.State != nil {
			p.Read(c.typeName, created)
		}
		if got := auditSays(t, file); got != c.want {
			t.Errorf("got\n%swanted\n%s", got, c.want)
		}
	})
}

// unwritable puts a folder in the place of a file, which stops root as well.
func unwritable(t *testing.T, file string) {
	t.Helper()
	acctest.Must(t, os.Remove(file))
	acctest.Must(t, os.Mkdir(file, 0o700))
}

// Where the log cannot be written the run ends before it begins, or sends no write.
func TestAuditUnwritable(t *testing.T) {
	t.Parallel()
	w, file := acctest.ConVehiculo(t), auditFile(t)
	block := acctest.Values{"base_url": w.BaseURL, "credential": "key", "audit_log": filepath.Join(file, "audit.jsonl")}
	acctest.Expect(t, "no such folder", acctest.ErrorsOf(acctest.NewProto(t).Configure(block)), "audit_log: Invalid provider configuration")
	p := w.Proto(acctest.Values{"audit_log": file})
	unwritable(t, file)
	acctest.Expect(t, "a write", p.Apply("parking_zona_favorita", acctest.Result{}, acctest.DeclaredFavorita).Errors(), "Unable to create favourite")
	acctest.Expect(t, "an action", p.Invoke(acctest.CerrarSancion, acctest.ActionConfigs[acctest.CerrarSancion]).Errors(), "Unable to close sanction")
	if sent := writes(w); len(sent) > 0 {
		t.Errorf("sent %q", sent)
	}
}

// A write whose line could not be appended is in the state, and its line in a warning whose summary names it: Terraform shows one of
// several with the same. No other write follows.
func TestAuditLineLost(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t) // times and durations
	plate := acctest.Values{"placa": "PBA1234", "tipo_vehiculo_id": 1}
	type row struct {
		apply            func(p *acctest.Proto) acctest.Result
		operation, about string
	}
	acctest.Each(t, map[string]row{
		"by a resource": {operation: "registrar_placa", about: `"placa":"PBA1234"`, apply: func(p *acctest.Proto) acctest.Result {
			created := p.Apply("parking_placa", acctest.Result{}, plate)
			acctest.ExpectHeld(p.T, "created", created, plate)
			return created
		}},
		"by an action": {operation: "sancion_cerrar", about: `"sancion_id":1`, apply: func(p *acctest.Proto) acctest.Result {
			return p.Invoke(acctest.CerrarSancion, acctest.ActionConfigs[acctest.CerrarSancion])
		}},
	}, func(t *testing.T, c row) {
		w, file := acctest.NewServer(t, sandbox.Options{}), auditFile(t)
		p := w.Proto(acctest.Values{"audit_log": file})
		w.Answer(func(r *http.Request) http.HandlerFunc {
			if r.Method != http.MethodGet {
				unwritable(t, file)
			}
			return nil
		})
		out := c.apply(p)
		w.Answer(nil)
		acctest.NoErrors(t, "beside the warning", out)
		acctest.Expect(t, "the line", out.Warnings(), fmt.Sprintf("Writes missing from the audit log: %s {%s}", c.operation, c.about))
		acctest.ExpectSays(t, "the line", out.Warnings()[0], fmt.Sprintf(`"operation":%q,%s,"outcome":"done"`, c.operation, c.about))
		next := p.Apply("parking_placa", acctest.Result{}, plate.With(acctest.Values{"placa": "PBA9999"}))
		acctest.Expect(t, "the next write", next.Errors(), "Unable to create plate")
	})
}
