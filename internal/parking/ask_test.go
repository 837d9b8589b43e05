package parking

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// What is asked is sent as it is, and the answer is handed out as it came: also one that the other methods refuse, and
// one that is a failure.
func TestAsk(t *testing.T) {
	t.Parallel()
	odd := okData(`"neither list nor record"`)
	fail := `{"estado":"fail","error":"La placa no existe"}`
	s := play(answer(200, odd), answer(404, fail), answer(200, "<p>"), answer(200, okData(`{}`)))
	var all []string
	c := scripted(t, s, func(config *Config) {
		config.Inspect = func(op string, status int, body []byte) { all = append(all, fmt.Sprintln(op, status, string(body))) }
		config.Endpoints = Endpoints{"sanciones": "/external/sanciones"}
	})
	noError(t, c.Ask(t.Context(), Question{Operation: "vehiculos", Query: url.Values{"page": {"2"}},
		Body: map[string]int{"cliente_id": 7}}))
	expectIs(t, c.Ask(t.Context(), Question{Operation: "placa", Element: "A/1"}), Rejected)
	expectIs(t, c.Ask(t.Context(), Question{Operation: "tramo_consulta", Query: url.Values{"id": {"1"}}}), Garbled)
	noError(t, c.Ask(t.Context(), Question{Operation: "sanciones"}))
	equal(t, "inspected", strings.Join(all, ""), fmt.Sprintln("vehiculos", 200, odd)+fmt.Sprintln("placa", 404, fail)+
		fmt.Sprintln("tramo_consulta", 200, "<p>")+fmt.Sprintln("sanciones", 200, okData(`{}`)))
	equal(t, "asked", s.asked(), "GET vehiculos?page=2, GET placa/A%2F1, GET tramo?id=1, GET sanciones")
	equal(t, "body", s.bodies[0], `{"cliente_id":7}`)
}

// What cannot be asked says so, and what may not be shown is hidden.
func TestAskErrors(t *testing.T) {
	t.Parallel()
	s := play(answer(422, `{"estado":"fail","error":"ana@example.com no, `+credential+`","errores":{"x":["zona-9"]}}`))
	c := scripted(t, s)
	expectError(t, c.Ask(t.Context(), Question{Operation: "reserva_borrar"}), `operation "reserva_borrar" cannot be asked`)
	equal(t, "requests", s.count(), 0)
	err := c.Ask(t.Context(), Question{Operation: "tramos", Sensitive: []string{"zona-9"}})
	for _, secret := range []string{"ana@", credential, "zona-9"} {
		if err == nil || strings.Contains(err.Error(), secret) {
			t.Error(err)
		}
	}
}
