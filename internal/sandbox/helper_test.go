package sandbox

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
)

func open(t *testing.T, o Options) *Sandbox {
	t.Helper()
	s, err := Open(t.Context(), o)
	must(t, err)
	t.Cleanup(func() { noError(t, s.Close()) })
	return s
}

// must ends the test where there is an error, and noError fails it, also from another goroutine.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Errorf("got %v, want no error", err)
	}
}

func equal[V comparable](t *testing.T, what string, got, want V) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// errorOf gives the error of a call whose result does not matter.
func errorOf[T any](_ T, err error) error { return err }

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

// inBubble runs a parallel subtest with a fake clock.
func inBubble(t *testing.T, name string, test func(*testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, test)
	})
}

// reply is an answer read to the end.
type reply struct {
	status int
	header http.Header
	body   string
	err    error
}

// header changes of send: a name, a colon, a value; an empty value removes the header.
func send(t *testing.T, s *Sandbox, method, path, body string, headers ...string) reply {
	t.Helper()
	var content io.Reader
	if body != "" {
		content = strings.NewReader(body)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, "http://sandbox"+path, content)
	must(t, err)
	r.Header.Set("Authorization", "credencial")
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ":")
		if value == "" {
			r.Header.Del(name)
		} else {
			r.Header.Set(name, value)
		}
	}
	response, err := s.RoundTrip(r)
	if err != nil {
		return reply{err: err}
	}
	defer func() { _ = response.Body.Close() }()
	all, err := io.ReadAll(response.Body)
	return reply{response.StatusCode, response.Header, string(all), err}
}

// want checks status and the whole body.
func (r reply) want(t *testing.T, status int, body string) {
	t.Helper()
	if r.err != nil {
		t.Fatal(r.err)
	}
	if r.status != status || r.body != body {
		t.Errorf("got  %d %s\nwant %d %s", r.status, r.body, status, body)
	}
}

func (r reply) wantStatus(t *testing.T, status int) {
	t.Helper()
	if r.err != nil || r.status != status {
		t.Errorf("got %d %s, %v, want %d", r.status, r.body, r.err, status)
	}
}

// answered is an envelope whose data is a T.
type answered[T any] struct {
	Estado  string              `json:"estado"`
	Data    T                   `json:"data"`
	Error   string              `json:"error"`
	Errores map[string][]string `json:"errores"`
}

// envelopeOf checks that the answer is an envelope that says estado at status, with an error where it is a failure.
func envelopeOf[T any](t *testing.T, r reply, status int, estado string) (e answered[T]) {
	t.Helper()
	must(t, r.err)
	if err := json.Unmarshal([]byte(r.body), &e); err != nil || r.status != status || e.Estado != estado || (e.Error == "") != (estado == "ok") {
		t.Fatalf("got %d %s, %v, want an envelope with %s at %d", r.status, r.body, err, estado, status)
	}
	return e
}

// data checks that the answer is ok and decodes its data into a T.
func data[T any](t *testing.T, r reply) T {
	t.Helper()
	return envelopeOf[T](t, r, http.StatusOK, "ok").Data
}

// errores checks that the answer is a fail envelope at status and returns the fields it complains of.
func errores(t *testing.T, r reply, status int) map[string][]string {
	t.Helper()
	return envelopeOf[any](t, r, status, "fail").Errores
}

// complains checks that the answer is a fail envelope at status with one complaint of each field.
func complains(t *testing.T, r reply, status int, fields ...string) {
	t.Helper()
	got := errores(t, r, status)
	for _, field := range fields {
		if len(got[field]) != 1 {
			t.Errorf("got the complaints %v, want one of %s", got, field)
		}
	}
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
	for _, body := range []string{`{"placa":"AUTO-1","tipo_vehiculo_id":1}`, `{"placa":"MOTO-1","tipo_vehiculo_id":2}`} {
		data[message](t, send(t, s, "POST", "/external/placa", body))
	}
	for _, body := range []string{`{"cliente_id":1,"placa":"AUTO-1"}`, `{"cliente_id":1,"placa":"MOTO-1"}`} {
		data[vehiculo](t, send(t, s, "POST", "/external/vehiculo", body))
	}
}

func count(t *testing.T, s *Sandbox, query string) int {
	t.Helper()
	var n int
	must(t, s.DB().QueryRowContext(t.Context(), query).Scan(&n))
	return n
}

func expectCount(t *testing.T, s *Sandbox, want int, query string) {
	t.Helper()
	equal(t, query, count(t, s, query), want)
}
