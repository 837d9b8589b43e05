package probe

import (
	"bytes"
	"context"
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

// newTown opens a service; change may be nil.
func newTown(t *testing.T, o sandbox.Options, change func(http.Handler) http.Handler) town {
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
	reading = []string{"-cliente", "2", "-placa", "AAA-1", "-tramo", "3",
		"-endpoint", "informacion=/external/informacion", "-endpoint", "faq_grupos=/external/faq-grupos",
		"-endpoint", "sanciones=/external/sanciones", "-endpoint", "obtener_token=/external/token"}
	writingToo = append(reading[:len(reading):len(reading)], "-write", "-reservar", "-placa", "NEW-1")
)

// result is one run of the command.
type result struct {
	code           int
	stdout, stderr string
	Report
}

// probe runs the command with -json.
func (tw town) probe(args ...string) result {
	tw.T.Helper()
	return tw.probeUnder(tw.T.Context(), args...)
}

func (tw town) probeUnder(ctx context.Context, args ...string) result {
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

// dump gives every row of every table but the journal.
func (tw town) dump() []string {
	tw.T.Helper()
	var out []string
	for _, table := range tw.column(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('journal', 'sqlite_sequence')`) {
		names := tw.column(`SELECT name FROM pragma_table_info('` + table + `')`)
		for _, row := range tw.column(`SELECT concat_ws('|', ` + strings.Join(names, ", ") + `) FROM ` + table) {
			out = append(out, table+" "+row)
		}
	}
	return out
}

func (tw town) column(query string) (out []string) {
	tw.T.Helper()
	rows, err := tw.Box.DB().QueryContext(tw.T.Context(), query)
	acctest.Must(tw.T, err)
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var text string
		acctest.Must(tw.T, rows.Scan(&text))
		out = append(out, text)
	}
	acctest.Must(tw.T, rows.Err())
	return out
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

// fresh gives what b has and a has not.
func fresh(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(b), func(one string) bool { return slices.Contains(a, one) })
}

// Ways to change a service.

type match func(*http.Request) bool

// to matches requests of a method to a path, or below a path that ends in a slash.
func to(method, path string) match {
	return func(r *http.Request) bool {
		below := strings.HasSuffix(path, "/") && strings.HasPrefix(r.URL.Path, path)
		return r.Method == method && (r.URL.Path == path || below)
	}
}

type fields = map[string]any

// answering changes the answers to what matches: f gets status and envelope.
func answering(m match, f func(status int, top fields) (int, any)) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !m(r) {
				next.ServeHTTP(w, r)
				return
			}
			recorded := httptest.NewRecorder()
			next.ServeHTTP(recorded, r)
			top := fields{}
			decoder := json.NewDecoder(recorded.Body)
			decoder.UseNumber()
			_ = decoder.Decode(&top)
			status, changed := f(recorded.Code, top)
			respond(w, status, changed)
		})
	}
}

func respond(w http.ResponseWriter, status int, top any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(top)
}

// asking changes the requests that match.
func asking(m match, f func(*http.Request)) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if m(r) {
				f(r)
			}
			next.ServeHTTP(w, r)
		})
	}
}

// failing answers what matches with a failure.
func failing(m match, status int, text string) func(http.Handler) http.Handler {
	return instead(m, status, fields{"estado": "fail", "error": text})
}

// instead answers what matches without asking the sandbox.
func instead(m match, status int, top any) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if m(r) {
				_, _ = io.Copy(io.Discard, r.Body)
				respond(w, status, top)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// saying puts a value into the envelope of what matches.
func saying(m match, name string, value any) func(http.Handler) http.Handler {
	return answering(m, func(status int, top fields) (int, any) {
		top[name] = value
		return status, top
	})
}

// onFailure gives another answer in place of every failure of what matches.
func onFailure(m match, status int, top any) func(http.Handler) http.Handler {
	return answering(m, func(was int, asked fields) (int, any) {
		if was >= http.StatusBadRequest {
			return status, top
		}
		return was, asked
	})
}

// each changes every record of the data of what matches.
func each(m match, f func(fields)) func(http.Handler) http.Handler {
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

// renamed gives a field of every record another name.
func renamed(m match, from, name string) func(http.Handler) http.Handler {
	return each(m, func(one fields) {
		if value, there := one[from]; there {
			one[name] = value
			delete(one, from)
		}
	})
}

// query renames a query parameter of what matches, or takes it away.
func query(m match, from, name string) func(http.Handler) http.Handler {
	return asking(m, func(r *http.Request) {
		values := r.URL.Query()
		if value := values.Get(from); value != "" && name != "" {
			values.Set(name, value)
		}
		values.Del(from)
		r.URL.RawQuery = values.Encode()
	})
}
