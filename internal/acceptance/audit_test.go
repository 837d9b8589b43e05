package acceptance

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What a run adopts is in its audit log, beside the writes; what it reads is not.
func TestAuditOfAdoptions(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t) // each message is an area's own
	w, file := acctest.ConVehiculo(t), filepath.Join(t.TempDir(), "audit.jsonl")
	w.Exec("INSERT INTO favoritas (id, cliente_id, zona_id, tramo_id, celda_id) VALUES (9, 1, 1, 5, 17)")
	p := w.Proto(acctest.Values{"audit_log": file, "overwrite_existing": true})
	for typeName, declared := range map[string]acctest.Values{
		"parking_flota":   acctest.FleetOf(acctest.Values{"AKX0359": acctest.Car(nil)}),
		"parking_cliente": acctest.DeclaredNorte, "parking_zona_favorita": acctest.DeclaredFavorita,
	} {
		created := p.Apply(typeName, acctest.Result{}, declared)
		acctest.NoErrors(t, typeName, created)
		p.Read(typeName, created)
	}
	lines := read(t, file)
	acctest.ExpectSays(t, "the audit log", lines,
		`"operation":"registrar_placa","placa":"AKX0359","outcome":"adopted"`,
		`"operation":"registrar_vehiculo","placa":"AKX0359","cliente_id":1,"vehiculo_id":1,"outcome":"adopted"`,
		`"operation":"actualizar_cliente","cliente_id":2,"outcome":"done"`,
		`"operation":"registrar_cliente","cliente_id":2,"outcome":"adopted"`,
		`"cliente_id":1,"zona_favorita_id":9,"zona_id":1,"tramo_id":5,"celda_id":17,"outcome":"adopted"`)
	if n := strings.Count(lines, "\n"); n != 5 {
		t.Errorf("got %d lines, wanted 5:\n%s", n, lines)
	}
}

// Where the log cannot be written the run ends before it begins, or sends no other write. A write whose line could not be appended is in
// the state, and its line in a warning whose summary names it: Terraform shows one of several with the same.
func TestAuditUnwritable(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t) // times and durations
	w, file := acctest.NewServer(t, sandbox.Options{}), filepath.Join(t.TempDir(), "audit.jsonl")
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
	another := p.Apply("parking_zona_favorita", acctest.Result{}, acctest.DeclaredFavorita)
	acctest.Expect(t, "another", another.Errors(), "Unable to create favourite")
	action := p.Invoke(acctest.CerrarSancion, acctest.ActionConfigs[acctest.CerrarSancion])
	acctest.Expect(t, "an action", action.Errors(), "Unable to close sanction")
	if sent := writes(w); len(sent) > 0 {
		t.Errorf("sent %q", sent)
	}
}
