package probe

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
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

// newTown opens a service; change may be nil.
func newTown(t *testing.T, o sandbox.Options, change change) town {
	t.Helper()
	tw := town{acctest.NewServer(t, o)}
	// Those of client 3 come first in a listing that is not filtered.
	for i := range 19 {
		plate, cliente := fmt.Sprintf("AAA-%d", i-1), 2
		if i < 2 {
			plate, cliente = fmt.Sprintf("BBB-%d", i+1), 3
		}
		tw.Exec(`INSERT INTO placas (placa, tipo_vehiculo_id) VALUES (?, 1)`, plate)
		tw.Exec(`INSERT INTO vehiculos (placa, cliente_id) VALUES (?, ?)`, plate, cliente)
	}
	tw.Exec(`INSERT INTO favoritas (cliente_id, tramo_id) VALUES (2, 5)`)
	tw.Exec(`INSERT INTO tokens (token, cliente_id, expira) VALUES ('sbx_secreto', 1, unixepoch() + 3600)`)
	tw.Exec(`INSERT INTO reservas (tramo_id, vehiculo_id, minutos, estado, centimos, inicio, fin) VALUES (3, 3, 60, 'bloqueada', 90, unixepoch(), unixepoch() + 3600)`)
	if change != nil {
		changed := change(tw.Box)
		tw.Answer(func(*http.Request) http.HandlerFunc { return changed.ServeHTTP })
	}
	return tw
}

// What most tests give the probe.
var (
	reading = []string{"-cliente", "2", "-endpoint", "informacion=/external/informacion", "-endpoint", "faq_grupos=/external/faq-grupos",
		"-endpoint", "sanciones=/external/sanciones", "-endpoint", "obtener_token=/external/token"}
	writingToo = append(reading[:len(reading):len(reading)], "-write", "-placa", "NEW-1", "-tramo", "3")
)

// result is one run of the command.
type result struct {
	code           int
	stdout, stderr string
	Report
}

// probe runs the command with -json.
func (tw town) probe(ctx context.Context, args ...string) result {
	tw.T.Helper()
	var stdout, stderr bytes.Buffer
	args = append([]string{"-json", "-base-url", tw.BaseURL}, args...)
	out := result{code: Main(ctx, args, "test", environment(nil), &stdout, &stderr), stdout: stdout.String(), stderr: stderr.String()}
	if out.code != exitNothing {
		if err := json.Unmarshal(stdout.Bytes(), &out.Report); err != nil {
			tw.T.Fatalf("%v: %s%s", err, &stdout, &stderr)
		}
	}
	return out
}

func environment(more map[string]string) func(string) string {
	return func(name string) string {
		if value, there := more[name]; there {
			return value
		}
		return map[string]string{"PARKING_CREDENTIAL": credential}[name]
	}
}

// with gives the ids of the rows that have an outcome.
func (r result) with(outcome Outcome) []string {
	out := []string{}
	for _, row := range r.Rows {
		if row.Outcome == outcome {
			out = append(out, row.ID)
		}
	}
	return out
}

// row gives the one with an id, which has to be there.
func (r result) row(id string) Row {
	return *r.Rows[slices.IndexFunc(r.Rows, func(row *Row) bool { return row.ID == id })]
}

// reads checks that all that was asked is reads, and gives how often.
func (tw town) reads() int {
	tw.T.Helper()
	entries := tw.Journal()
	for _, e := range entries {
		if e.Method != http.MethodGet {
			tw.T.Errorf("%s %s", e.Method, e.Path)
		}
	}
	return len(entries)
}

// match tells which requests a change is about.
type match func(*http.Request) bool

// to matches requests of a method to a path, or below a path that ends in a slash.
func to(method, path string) match {
	return func(r *http.Request) bool {
		below := strings.HasSuffix(path, "/") && strings.HasPrefix(r.URL.Path, path)
		return r.Method == method && (r.URL.Path == path || below)
	}
}

type fields = map[string]any

// change is a service that differs.
type change func(next http.Handler) http.Handler

// instead answers what matches with f, which may ask the sandbox.
func instead(m match, f func(ask func() (int, fields)) (int, any)) change {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !m(r) {
				next.ServeHTTP(w, r)
				return
			}
			status, top := f(func() (int, fields) {
				recorded, top := httptest.NewRecorder(), fields{}
				next.ServeHTTP(recorded, r)
				decoder := json.NewDecoder(recorded.Body)
				decoder.UseNumber()
				_ = decoder.Decode(&top)
				return recorded.Code, top
			})
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_ = json.NewEncoder(w).Encode(top)
		})
	}
}

// giving answers what matches without asking the sandbox, failing with a failure.
func giving(m match, status int, top any) change {
	return instead(m, func(func() (int, fields)) (int, any) { return status, top })
}

func failing(m match, status int, text string) change {
	return giving(m, status, fields{"estado": "fail", "error": text})
}

// answering changes the answers to what matches: f gets status and envelope.
func answering(m match, f func(status int, top fields) (int, any)) change {
	return instead(m, func(ask func() (int, fields)) (int, any) { return f(ask()) })
}

// saying puts a value into the envelope of what matches.
func saying(m match, name string, value any) change {
	return answering(m, func(status int, top fields) (int, any) { top[name] = value; return status, top })
}

// renamed gives a field of every record of what matches another name.
func renamed(m match, from, name string) change {
	return each(m, func(one fields) { one[name] = one[from]; delete(one, from) })
}

// each changes every record of what matches.
func each(m match, f func(fields)) change {
	return answering(m, func(status int, top fields) (int, any) {
		records, isList := top["data"].([]any)
		if !isList {
			records = []any{top["data"]}
		}
		for _, record := range records {
			if one, ok := record.(fields); ok {
				f(one)
			}
		}
		return status, top
	})
}
