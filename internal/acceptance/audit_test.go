package acceptance

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
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
	type row struct {
		typeName string
		declared acctest.Values
		settings acctest.Values
		want     string
	}
	acctest.Each(t, map[string]row{
		"plate": {"parking_placa", acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 1}, nil,
			"[operation:registrar_placa outcome:adopted placa:AKX0359 tries:0]\n"},
		"plate, updated": {"parking_placa", acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 2}, acctest.Values{"overwrite_existing": true},
			"[operation:actualizar_placa outcome:done placa:AKX0359 tries:1]\n[operation:registrar_placa outcome:adopted placa:AKX0359 tries:0]\n"},
		"plate that differs": {"parking_placa", acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 2}, nil, ""}, // an error of the plan
		"plate, not looked up": {"parking_placa", acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 1}, acctest.Values{"plan_lookups": false},
			"[operation:registrar_placa outcome:refused placa:AKX0359 tries:1]\n[operation:registrar_placa outcome:adopted placa:AKX0359 tries:0]\n"},
		"plate, not looked up, updated": {"parking_placa", acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 2}, acctest.Values{"plan_lookups": false, "overwrite_existing": true},
			"[operation:registrar_placa outcome:refused placa:AKX0359 tries:1]\n[operation:actualizar_placa outcome:done placa:AKX0359 tries:1]\n[operation:registrar_placa outcome:adopted placa:AKX0359 tries:0]\n"},
		"plate that differs, not looked up": {"parking_placa", acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 2}, acctest.Values{"plan_lookups": false},
			"[operation:registrar_placa outcome:refused placa:AKX0359 tries:1]\n"},
		"vehicle": {"parking_vehiculo", acctest.Values{"cliente_id": 1, "placa": "AKX0359"}, nil,
			"[cliente_id:1 operation:registrar_vehiculo outcome:adopted placa:AKX0359 tries:0 vehiculo_id:1]\n"},
		"fleet": {"parking_flota", acctest.FleetOf(acctest.Values{"AKX0359": acctest.Car(nil)}), nil,
			"[operation:registrar_placa outcome:adopted placa:AKX0359 tries:0]\n[cliente_id:1 operation:registrar_vehiculo outcome:adopted placa:AKX0359 tries:0 vehiculo_id:1]\n"},
		"client": {"parking_cliente", acctest.Norte, nil,
			"[cliente_id:2 operation:registrar_cliente outcome:adopted tries:0]\n"},
		"client, updated": {"parking_cliente", acctest.DeclaredNorte, acctest.Values{"overwrite_existing": true},
			"[cliente_id:2 operation:actualizar_cliente outcome:done tries:1]\n[cliente_id:2 operation:registrar_cliente outcome:adopted tries:0]\n"},
		"client, registered by somebody else with other data": {"parking_cliente", acctest.DeclaredNorte, acctest.Values{"endpoints": acctest.Values{"registrar_cliente": acctest.RegistrarCliente}},
			"[operation:registrar_cliente outcome:refused tries:1]\n"},
		"favourite": {"parking_zona_favorita", acctest.DeclaredFavorita, nil,
			"[celda_id:17 cliente_id:1 operation:guardar_zona_favorita outcome:adopted tramo_id:5 tries:0 zona_favorita_id:9 zona_id:1]\n"},
	}, func(t *testing.T, c row) {
		w, file := acctest.ConVehiculo(t), auditFile(t)
		w.Exec("INSERT INTO favoritas (id, cliente_id, zona_id, tramo_id, celda_id) VALUES (9, 1, 1, 5, 17)")
		if c.settings["endpoints"] != nil { // the plan does not see the client
			var once atomic.Bool
			w.Answer(func(r *http.Request) http.HandlerFunc {
				if strings.HasSuffix(r.URL.Path, "/cliente-email") && !once.Swap(true) {
					return answers.Body(http.StatusNotFound, `{"estado":"fail","error":"El cliente no existe"}`)
				}
				return nil
			})
		}
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
	block := acctest.Values{"base_url": w.BaseURL, "credential": "key", "max_retries": 0}
	acctest.Expect(t, "no such folder", acctest.ErrorsOf(acctest.NewProto(t).Configure(block.With(acctest.Values{"audit_log": filepath.Join(file, "audit.jsonl")}))),
		"audit_log: Invalid provider configuration")
	acctest.Expect(t, "no such folder, of the environment", acctest.ErrorsOf(acctest.NewProtoWithEnv(t,
		map[string]string{"PARKING_AUDIT_LOG": filepath.Join(file, "audit.jsonl")}).Configure(block)), "audit_log: Invalid provider configuration")

	p := w.Proto(acctest.Values{"audit_log": file})
	unwritable(t, file)
	acctest.Expect(t, "the first write", p.Apply("parking_placa", acctest.Result{}, acctest.Values{"placa": "PBA1234", "tipo_vehiculo_id": 1}).Errors(), "Unable to create plate")
	acctest.Expect(t, "another", p.Apply("parking_zona_favorita", acctest.Result{}, acctest.DeclaredFavorita).Errors(), "Unable to create favourite")
	acctest.Expect(t, "an action", p.Invoke(acctest.CerrarSancion, acctest.ActionConfigs[acctest.CerrarSancion]).Errors(), "Unable to close sanction")
	if sent := writes(w); len(sent) > 0 {
		t.Errorf("sent %q", sent)
	}
}

// A write whose line could not be appended is in the state, and its line in a warning.
func TestAuditLineLost(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t) // times and durations
	for name, c := range map[string]struct {
		apply func(p *acctest.Proto, existing acctest.Result) acctest.Result
		held  acctest.Values
		want  string
		about string // in the summary, since Terraform shows one of several warnings with the same
	}{
		"created": {func(p *acctest.Proto, _ acctest.Result) acctest.Result {
			return p.Apply("parking_placa", acctest.Result{}, acctest.Values{"placa": "PBA1234", "tipo_vehiculo_id": 1})
		}, acctest.Values{"placa": "PBA1234"}, `"operation":"registrar_placa","placa":"PBA1234","outcome":"done"`, `registrar_placa {"placa":"PBA1234"}`},
		"updated": {func(p *acctest.Proto, existing acctest.Result) acctest.Result {
			return p.Apply("parking_placa", existing, acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 2})
		}, acctest.Values{"tipo_vehiculo_id": 2}, `"operation":"actualizar_placa","placa":"AKX0359","outcome":"done"`, `actualizar_placa {"placa":"AKX0359"}`},
		"by an action": {func(p *acctest.Proto, _ acctest.Result) acctest.Result {
			return p.Invoke(acctest.CerrarSancion, acctest.ActionConfigs[acctest.CerrarSancion])
		}, nil, `"operation":"sancion_cerrar","sancion_id":1,"outcome":"done"`, `sancion_cerrar {"sancion_id":1}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, file := acctest.NewServer(t, sandbox.Options{}), auditFile(t)
			existing := w.Proto(nil).Apply("parking_placa", acctest.Result{}, acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 1})
			p := w.Proto(acctest.Values{"audit_log": file})
			w.Answer(func(r *http.Request) http.HandlerFunc {
				if r.Method != http.MethodGet {
					unwritable(t, file)
				}
				return nil
			})
			out := c.apply(p, existing)
			w.Answer(nil)
			acctest.ExpectHeld(t, name, out, c.held)
			acctest.Expect(t, "the line", out.Warnings(), "Writes missing from the audit log: "+c.about)
			acctest.Expect(t, "beside it", out.Errors())
			acctest.ExpectSays(t, "the line", out.Warnings()[0], c.want)
			acctest.Expect(t, "the next write", p.Apply("parking_placa", acctest.Result{}, acctest.Values{"placa": "PBA9999", "tipo_vehiculo_id": 1}).Errors(),
				"Unable to create plate")
		})
	}
}
