package sandbox

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
)

func open(t *testing.T, o Options) *Sandbox {
	t.Helper()
	s, err := Open(t.Context(), o)
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	return s
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func equal[V comparable](t *testing.T, what string, got, want V) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// each runs a parallel subtest for every case of a table.
func each[C any](t *testing.T, cases map[string]C, test func(*testing.T, C)) {
	t.Helper()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, c)
		})
	}
}

// reply is an answer read to the end.
type reply struct {
	status int
	header http.Header
	body   string
	err    error
}

// send asks the sandbox. A request is a method and a path, after /external/ unless it begins with a slash.
func send(t *testing.T, s *Sandbox, request, body string, headers ...string) reply {
	t.Helper()
	method, path, _ := strings.Cut(request, " ")
	if path[0] != '/' {
		path = "/external/" + path
	}
	return ask(t, s, method+" http://sandbox"+path, body, headers...)
}

// ask sends a request, a method and an address. Headers are a name, a colon and a value; an empty value removes the header.
func ask(t *testing.T, to http.RoundTripper, request, body string, headers ...string) reply {
	t.Helper()
	method, address, _ := strings.Cut(request, " ")
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	must(t, err)
	for _, h := range append([]string{"Authorization:credencial", "Content-Type:application/json"}, headers...) {
		if name, value, _ := strings.Cut(h, ":"); value == "" {
			r.Header.Del(name)
		} else {
			r.Header.Set(name, value)
		}
	}
	response, err := to.RoundTrip(r)
	if err != nil {
		return reply{err: err}
	}
	defer func() { _ = response.Body.Close() }()
	all, err := io.ReadAll(response.Body)
	return reply{response.StatusCode, response.Header, string(all), err}
}

// want checks status and how the body begins.
func (r reply) want(t *testing.T, status int, body string) {
	t.Helper()
	if r.err != nil || r.status != status || !strings.HasPrefix(r.body, body) {
		t.Errorf("got  %d %s, %v\nwant %d %s", r.status, r.body, r.err, status, body)
	}
}

// data checks that the answer is ok and decodes its data into a T.
func data[T any](t *testing.T, r reply) T {
	t.Helper()
	var e struct{ Data T }
	r.want(t, http.StatusOK, `{"estado":"ok",`)
	must(t, json.Unmarshal([]byte(r.body), &e))
	return e.Data
}

// made checks that each request is answered with ok.
func made(t *testing.T, s *Sandbox, request string, bodies ...string) {
	t.Helper()
	for _, body := range bodies {
		data[any](t, send(t, s, request, body))
	}
}

// errores checks that the answer is a fail envelope at status, and gives the field of each complaint, sorted.
func errores(t *testing.T, r reply, status int) string {
	t.Helper()
	var e struct {
		Error   string
		Errores map[string][]string
	}
	r.want(t, status, `{"estado":"fail",`)
	if err := json.Unmarshal([]byte(r.body), &e); err != nil || e.Error == "" {
		t.Fatalf("got %s, %v, want a failure", r.body, err)
	}
	var fields []string
	for name, texts := range e.Errores {
		fields = append(fields, slices.Repeat([]string{name}, len(texts))...)
	}
	slices.Sort(fields)
	return strings.Join(fields, " ")
}

// journal gives the entries of the journal, of which there must be n.
func journal(t *testing.T, s *Sandbox, n int) []Entry {
	t.Helper()
	entries, err := s.Journal(t.Context())
	if err != nil || len(entries) != n {
		t.Fatalf("got the journal %+v, %v, want %d entries", entries, err, n)
	}
	return entries
}

// fleet registers plates and vehicles of client 1: an Automóvil (vehicle 1) and a Motocicleta (vehicle 2).
func fleet(t *testing.T, s *Sandbox) {
	t.Helper()
	made(t, s, "POST placa", `{"placa":"AUTO-1","tipo_vehiculo_id":1}`, `{"placa":"MOTO-1","tipo_vehiculo_id":2}`)
	made(t, s, "POST vehiculo", `{"cliente_id":1,"placa":"AUTO-1"}`, `{"cliente_id":1,"placa":"MOTO-1"}`)
}

// change changes the store behind the service's back.
func change(t *testing.T, s *Sandbox, query string, args ...any) {
	t.Helper()
	_, err := s.DB().ExecContext(t.Context(), query, args...)
	must(t, err)
}

// expectCount checks the number that a query selects.
func expectCount(t *testing.T, s *Sandbox, want int, query string) {
	t.Helper()
	var n int
	must(t, s.DB().QueryRowContext(t.Context(), query).Scan(&n))
	equal(t, query, n, want)
}
