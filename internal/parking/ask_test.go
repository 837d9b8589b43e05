package parking

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// What is asked is sent as it is, and the answer is handed out as it came: also one that the other methods refuse, and
// one that is a failure.
func TestAsk(t *testing.T) {
	t.Parallel()
	type seen struct {
		op     string
		status int
		body   string
	}
	odd := okData(`"neither list nor record"`)
	fail := `{"estado":"fail","error":"La placa no existe"}`
	s := play(answer(200, odd), answer(404, fail), answer(200, "<p>"), answer(200, okData(`{}`)))
	var all []seen
	c := scripted(t, s, func(config *Config) {
		config.Inspect = func(op string, status int, body []byte) { all = append(all, seen{op, status, string(body)}) }
		config.Endpoints = Endpoints{"sanciones": "/external/sanciones"}
	})
	noError(t, c.Ask(t.Context(), Question{Operation: "vehiculos", Query: url.Values{"page": {"2"}}, Body: map[string]int{"cliente_id": 7}}))
	expectIs(t, c.Ask(t.Context(), Question{Operation: "placa", Element: "A/1"}), Rejected)
	expectIs(t, c.Ask(t.Context(), Question{Operation: "tramo_consulta", Query: url.Values{"id": {"1"}}}), Garbled)
	noError(t, c.Ask(t.Context(), Question{Operation: "sanciones"}))
	want := []seen{{"vehiculos", 200, odd}, {"placa", 404, fail}, {"tramo_consulta", 200, "<p>"}, {"sanciones", 200, okData(`{}`)}}
	for i := range want {
		if i >= len(all) || all[i] != want[i] {
			t.Fatalf("inspected %v", all)
		}
	}
	for i, path := range []string{"/external/vehiculos?page=2", "/external/placa/A%2F1", "/external/tramo?id=1", "/external/sanciones"} {
		if got := s.requests[i].URL.RequestURI(); got != path || s.requests[i].Method != http.MethodGet {
			t.Errorf("%s %s, want %s", s.requests[i].Method, got, path)
		}
	}
	if s.bodies[0] != `{"cliente_id":7}` {
		t.Errorf("body %s", s.bodies[0])
	}
}

// What cannot be asked says so, and what may not be shown is hidden.
func TestAskErrors(t *testing.T) {
	t.Parallel()
	s := play(answer(422, `{"estado":"fail","error":"ana@example.com no, `+credential+`","errores":{"x":["zona-9"]}}`))
	c := scripted(t, s)
	expectError(t, c.Ask(t.Context(), Question{Operation: "reserva_borrar"}), `operation "reserva_borrar" cannot be asked`)
	expectIs(t, c.Ask(t.Context(), Question{Operation: "sanciones"}), NoEndpoint)
	equal(t, "requests", s.count(), 0)
	err := c.Ask(t.Context(), Question{Operation: "tramos", Sensitive: []string{"zona-9"}})
	if err == nil || strings.Contains(err.Error(), "ana@") || strings.Contains(err.Error(), credential) || strings.Contains(err.Error(), "zona-9") {
		t.Error(err)
	}
}
