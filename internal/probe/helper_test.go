package probe

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

const credential = "clave-de-prueba-7781"

// town is a service of one test: the sandbox with a fleet, and what a test puts in front of it.
type town struct{ *acctest.Server }

// newTown opens a service that differs in what change matches, which may be nothing.
func newTown(t *testing.T, o sandbox.Options, change change) town {
	t.Helper()
	tw := town{acctest.NewServer(t, o)}
	for i := range 19 {
		plate := fmt.Sprintf("AAA-%d", i)
		tw.Placas(plate)
		tw.Exec(`INSERT INTO vehiculos (placa, cliente_id) VALUES (?, ?)`, plate, 2+i/17)
	}
	tw.Exec(`UPDATE placas SET tipo_vehiculo_id = 3, electrico = 1, marca = 'Azul' WHERE placa = 'AAA-1'`)
	tw.Exec(`INSERT INTO tokens (token, cliente_id, expira) VALUES ('sbx_secreto', 1, unixepoch() + 3600)`)
	tw.Exec(`INSERT INTO reservas (tramo_id, vehiculo_id, minutos, estado, centimos, inicio, fin)
		VALUES (3, 3, 60, 'bloqueada', 90, unixepoch(), unixepoch() + 3600)`)
	tw.Answer(func(r *http.Request) http.HandlerFunc {
		if change.matches == nil || !change.matches(r) {
			return nil
		}
		return func(w http.ResponseWriter, r *http.Request) { tw.change(change, w, r) }
	})
	return tw
}

// What most tests give the probe.
var reading = []string{"-cliente", "2"}

func writing(plate string) []string { return append(slices.Clone(reading), "-write", "-placa", plate) }

var environment = acctest.GetenvOf(map[string]string{"PARKING_CREDENTIAL": credential})

// probe runs the probe with the arguments of the command.
func (tw town) probe(args ...string) Report {
	tw.T.Helper()
	o, err := parseArgs(append([]string{"-base-url", tw.BaseURL}, args...), io.Discard)
	acctest.Must(tw.T, err)
	p := &probe{options: o, getenv: environment, version: "test", say: tw.T.Logf}
	acctest.Must(tw.T, p.run(tw.T.Context()))
	return p.Report
}

// to matches reads of a path, or below a path that ends in a slash.
func to(path string) func(*http.Request) bool {
	return func(r *http.Request) bool {
		return r.Method == get && (r.URL.Path == path || strings.HasSuffix(path, "/") && strings.HasPrefix(r.URL.Path, path))
	}
}

type fields = map[string]any

// change gives another status and envelope than the sandbox does.
type change struct {
	matches func(*http.Request) bool
	answer  func(status int, top fields) (int, any)
}

func (tw town) change(c change, w http.ResponseWriter, r *http.Request) {
	recorded, top := httptest.NewRecorder(), fields{}
	tw.Box.ServeHTTP(recorded, r)
	decoder := json.NewDecoder(recorded.Body)
	decoder.UseNumber()
	_ = decoder.Decode(&top)
	status, answer := c.answer(recorded.Code, top)
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer)
}

// giving answers what matches with another body.
func giving(m func(*http.Request) bool, status int, body any) change {
	return change{m, func(int, fields) (int, any) { return status, body }}
}

func failing(m func(*http.Request) bool, status int, text string) change {
	return giving(m, status, fields{"estado": "fail", "error": text})
}

// saying puts a value into the envelope of what matches.
func saying(m func(*http.Request) bool, name string, value any) change {
	return change{m, func(status int, top fields) (int, any) { top[name] = value; return status, top }}
}

// each puts a value into every record of what matches.
func each(m func(*http.Request) bool, name string, value any) change {
	return change{m, func(status int, top fields) (int, any) {
		records, isList := top["data"].([]any)
		if !isList {
			records = []any{top["data"]}
		}
		for _, record := range records {
			if one, ok := record.(fields); ok {
				one[name] = value
			}
		}
		return status, top
	}}
}
