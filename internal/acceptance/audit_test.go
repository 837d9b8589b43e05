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
	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// auditFile is the path of an audit log, which is not there yet.
func auditFile(t *testing.T) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "audit.jsonl")
}

// auditSays gives the lines of an audit log, without what differs from run to run.
func auditSays(t *testing.T, file string) (out string) {
	t.Helper()
	for decoder := json.NewDecoder(strings.NewReader(read(t, file))); decoder.More(); {
		var entry audit.Entry
		acctest.Must(t, decoder.Decode(&entry))
		about, err := json.Marshal(entry.Subject)
		acctest.Must(t, err)
		out += fmt.Sprintln(entry.Operation, entry.Outcome, string(about))
	}
	return out
}

// What a run adopts is in its audit log, beside the writes; what it reads is not.
func TestAuditOfAdoptions(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t) // each message is an area's own
	plate := func(tipo int) acctest.Values { return acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": tipo} }
	const adopted = `registrar_placa adopted {"placa":"AKX0359"}` + "\n"
	const updated = `actualizar_placa done {"placa":"AKX0359"}` + "\n"
	const refused = `registrar_placa refused {"placa":"AKX0359"}` + "\n"
	const linked = `registrar_vehiculo adopted {"placa":"AKX0359","cliente_id":1,"vehiculo_id":1}` + "\n"
	const client = `registrar_cliente adopted {"cliente_id":2}` + "\n"
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
			want: `actualizar_cliente done {"cliente_id":2}` + "\n" + client},
		"favourite": {typeName: "parking_zona_favorita", declared: acctest.DeclaredFavorita,
			want: `guardar_zona_favorita adopted {"cliente_id":1,"zona_favorita_id":9,"zona_id":1,"tramo_id":5,"celda_id":17}` + "\n"},
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

// Where the log cannot be written the run ends before it begins, or sends no other write. A write whose line could not be appended is in
// the state, and its line in a warning whose summary names it: Terraform shows one of several with the same.
func TestAuditUnwritable(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t) // times and durations
	w, file := acctest.NewServer(t, sandbox.Options{}), auditFile(t)
	block := acctest.Values{"base_url": w.BaseURL, "credential": "key", "audit_log": filepath.Join(file, "audit.jsonl")}
	acctest.Expect(t, "no such folder", acctest.ErrorsOf(acctest.NewProto(t).Configure(block)), "audit_log: Invalid provider configuration")
	p, plate := w.Proto(acctest.Values{"audit_log": file}), acctest.Values{"placa": "PBA1234", "tipo_vehiculo_id": 1}
	w.Answer(func(r *http.Request) http.HandlerFunc {
		if r.Method != http.MethodGet { // a folder in the place of the file stops root as well
			acctest.Must(t, os.Remove(file))
			acctest.Must(t, os.Mkdir(file, 0o700))
		}
		return nil
	})
	created := p.Apply("parking_placa", acctest.Result{}, plate)
	acctest.ExpectWarned(t, "created", created, plate)
	acctest.Expect(t, "created", created.Warnings(), `Writes missing from the audit log: registrar_placa {"placa":"PBA1234"}`)
	acctest.ExpectSays(t, "the line", created.Warnings()[0], `"operation":"registrar_placa","placa":"PBA1234","outcome":"done"`)
	w.Requests()
	acctest.Expect(t, "another", p.Apply("parking_zona_favorita", acctest.Result{}, acctest.DeclaredFavorita).Errors(), "Unable to create favourite")
	acctest.Expect(t, "an action", p.Invoke(acctest.CerrarSancion, acctest.ActionConfigs[acctest.CerrarSancion]).Errors(), "Unable to close sanction")
	if sent := writes(w); len(sent) > 0 {
		t.Errorf("sent %q", sent)
	}
}
