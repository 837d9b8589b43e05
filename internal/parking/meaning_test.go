package parking

import (
	"fmt"
	"io"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestForms: a denial is that of a control, if it differs from it in what was asked for, in what holds digits, and in what varies alone.
func TestForms(t *testing.T) {
	t.Parallel()
	type row struct {
		denial   string
		controls []string // with the plate that each asks for in place of %s
		equal    bool
	}
	each(t, map[string]row{
		"the same":                 {"Error", []string{"Error"}, true},
		"another":                  {"Error", []string{"Nada"}, false},
		"names the plate":          {"La placa AB-12 no existe", []string{"La placa %s no existe"}, true},
		"in another spelling":      {"La placa ab12 no existe", []string{"La placa %s no existe"}, true},
		"letters of the plate":     {"La placa AB no existe", []string{"La placa %s no existe"}, false},
		"a number of the request":  {"Error a1b2-77", []string{"Error c9d8-14"}, true},
		"a word of the request":    {"Error xyzu", []string{"Error abcd"}, false},
		"a word that varies":       {"Error xyzu", []string{"Error abcd", "Error efgh"}, true},
		"one that varies not":      {"Fallo xyzu", []string{"Error abcd", "Error efgh"}, false},
		"fewer words":              {"Error", []string{"Error abcd", "Error efgh"}, false},
		"one of two texts":         {"No hay datos", []string{"Sin servicio ahora mismo", "No hay datos"}, true},
		"a longer text of nothing": {"No hay datos de esta placa", []string{"No hay datos"}, false},
	}, func(t *testing.T, tt row) {
		asked := func(placa, text string) form {
			return newForm(422, text, nil).of(call{op: opPlaca, element: placa})
		}
		var controls []form
		for i, text := range tt.controls {
			placa := fmt.Sprintf("CD-3%d", i)
			controls = append(controls, asked(placa, strings.ReplaceAll(text, "%s", placa)))
		}
		equal(t, "equal", asked("AB-12", tt.denial).among(controls), tt.equal)
	})
	at, named := newForm(404, "Error", nil).of(call{}), newForm(422, "Error", []byte(`{"placa":["no"]}`)).of(call{})
	equal(t, "at another status", at.among([]form{newForm(422, "Error", nil).of(call{})}), false)
	equal(t, "with names in errores", named.among([]form{newForm(422, "Error", nil).of(call{})}), false)
	equal(t, "with the same names", named.among([]form{newForm(422, "Error", []byte(`{"placa":"otra"}`)).of(call{})}), true)
}

// TestControls: a control asks for something else of the same form, and an address in it is masked like any other.
func TestControls(t *testing.T) {
	t.Parallel()
	for draw := range maxControls {
		placa, _ := call{op: opPlaca, element: "ABÑ-0123"}.control(draw)
		ana := []string{"ana@example.com"}
		email, _ := call{op: opClienteEmail, query: map[string][]string{"email": ana}, sensitive: ana}.control(draw)
		address := email.query.Get("email")
		if placa.element == "ABÑ-0123" || len([]rune(placa.element)) != 8 || draw == 0 != strings.HasPrefix(placa.element, "ABÑ-") {
			t.Errorf("draw %d asks for plate %q", draw, placa.element)
		}
		if !strings.HasSuffix(address, "@example.com") || address == ana[0] || !slices.Equal(email.sensitive, append(ana, address)) {
			t.Errorf("draw %d asks for the address %q, and masks %q", draw, address, email.sensitive)
		}
	}
	for _, op := range []operation{opCliente, opTipoVehiculo, opReservasActivas, opSanciones} {
		if _, has := (call{op: op}).control(0); has {
			t.Errorf("%s has a control", op.name)
		}
	}
}

// TestMeaningIsLearnt: what was asked once is not asked again, a failed witness counts for five seconds, and controls of an outage are
// forgotten.
func TestMeaningIsLearnt(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		said, own := "mantenimiento", answer(502, "<html>")
		asked := map[string]int{}
		c := scripted(t, play(func(r *http.Request) (*http.Response, error) {
			asked[path.Base(path.Dir(r.URL.Path))]++
			time.Sleep(time.Millisecond)
			if r.URL.Path == "/external/cliente" {
				return own(r)
			}
			if text, is := map[string]string{"A5": "Formato no válido", "A6": "mantenimiento"}[path.Base(r.URL.Path)]; is {
				return answer(200, `{"estado":"fail","error":"`+text+`"}`)(r)
			}
			return answer(200, `{"estado":"fail","error":"`+said+`"}`)(r)
		}))
		look := func(placa string, want Kind, plates, clients int) {
			t.Helper()
			expectIs(t, errorOf(c.Placa(t.Context(), placa, Creation)), want)
			if asked["placa"] != plates || asked["external"] != clients {
				t.Errorf("%s: asked for plates and the client %v, want %d and %d", placa, asked, plates, clients)
			}
			clear(asked)
		}
		look("A1", Unproven, 2, 1)
		look("A2", Unproven, 1, 0) // the witness has just failed
		time.Sleep(witnessAge)
		said, own = "La placa no existe", answer(200, okData(`{"id":1}`))
		look("A3", NotFound, 2, 1)
		look("A4", NotFound, 1, 0)
		look("A5", Rejected, 2, 0) // and a second control, which shows that nothing varies
		look("A6", Rejected, 2, 0) // the control of the outage is forgotten
	})
}

// TestQuestionRepeated: a control or a witness that fails once is asked again, since one failure must not fail a plan.
func TestQuestionRepeated(t *testing.T) {
	t.Parallel()
	for name, fails := range map[string]exchange{
		"broken": answer(500, "<html>"), "asked to wait": answer(429, ""), "lost": broken(io.ErrUnexpectedEOF)} {
		for _, failing := range []string{"cliente", "placa"} {
			eachInBubble(t, map[string]string{name + ", " + failing: failing}, func(t *testing.T, failing string) {
				left := map[string]int{failing: 1}
				c := scripted(t, play(func(r *http.Request) (*http.Response, error) {
					switch what := path.Base(r.URL.Path); {
					case what == "AB1":
						return answer(404, `{"estado":"fail","error":"No existe"}`)(r)
					case what == "cliente" && left["cliente"] == 0:
						return answer(200, okData(`{"id":1}`))(r)
					case what != "cliente" && left["placa"] == 0:
						return answer(404, `{"estado":"fail","error":"No existe"}`)(r)
					}
					clear(left)
					return fails(r)
				}), func(c *Config) { c.MaxRetries = 3 })
				expectIs(t, errorOf(c.Placa(t.Context(), "AB1", Creation)), NotFound)
				equal(t, "left", len(left), 0)
			})
		}
	}
}

// TestDeniedOnceMore: a thing leaves the state only if its read is denied again, after another one of its kind was shown.
func TestDeniedOnceMore(t *testing.T) {
	t.Parallel()
	each(t, map[string]bool{"denied again": true, "shown then": false}, func(t *testing.T, again bool) {
		reads := 0
		c := scripted(t, play(func(r *http.Request) (*http.Response, error) {
			placa := path.Base(r.URL.Path)
			if placa == "AB1" {
				reads++
			}
			if placa == "OTR2" || placa == "AB1" && reads > 1 && !again {
				return answer(200, okData(`{"tipo_vehiculo_id":1}`))(r)
			}
			return answer(404, `{"estado":"fail","error":"No existe"}`)(r)
		}))
		noError(t, errorOf(c.Placa(t.Context(), "OTR2", Removal)))
		err := errorOf(c.Placa(t.Context(), "AB1", Removal))
		equal(t, "gone", Is(err, NotFound), again)
		equal(t, "reads", reads, 2)
	})
}

// TestCatalogueDenied: a denied catalogue stops a run only if the client of the credential is denied in the same way.
func TestCatalogueDenied(t *testing.T) {
	t.Parallel()
	no := answer(422, `{"estado":"fail","error":"mantenimiento"}`)
	type row struct {
		own  exchange
		want Kind
	}
	each(t, map[string]row{
		"the client is shown":          {answer(200, okData(`{"id":1}`)), Rejected},
		"the client is denied so":      {no, DeniesAll},
		"the client is denied another": {answer(422, `{"estado":"fail","error":"Sin cliente"}`), Rejected},
		"the client is not read":       {answer(502, "<html>"), Rejected},
	}, func(t *testing.T, tt row) {
		s := play(no)
		s.own = tt.own
		c := scripted(t, s)
		expectIs(t, errorOf(c.TiposVehiculo(t.Context())), tt.want)
		equal(t, "stopped", Is(errorOf(c.Tramo(t.Context(), 1)), Stopped), tt.want == DeniesAll)
	})
}
