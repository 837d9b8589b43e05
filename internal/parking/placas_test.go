package parking

import (
	"path"
	"strings"
	"testing"
)

// A plate counts as absent when it is registered in none of the spellings in which the service may store it: it may
// look up exactly what it is asked for.
func TestPlacaStoredBare(t *testing.T) {
	t.Parallel()
	gone, broke := answer(404, `{"estado":"fail","error":"La placa no existe"}`), answer(401, `{"estado":"fail","error":"token"}`)
	there := answer(200, okData(`{"placa":"ABC1","tipo_vehiculo_id":1}`))
	type row struct {
		placa   string
		answers []exchange
		asked   string
		err     Kind
	}
	each(t, map[string]row{
		"as spelled":        {"abc-1", []exchange{there}, "abc-1", 0},
		"bare":              {"abc-1", []exchange{gone, gone, there}, "abc-1 ABC-1 ABC1", 0},
		"lower case":        {"abc1", []exchange{gone, there}, "abc1 ABC1", 0},
		"upper case":        {"abc-1", []exchange{gone, there}, "abc-1 ABC-1", 0},
		"none":              {"abc-1", []exchange{gone}, "abc-1 ABC-1 ABC1", NotFound},
		"upper case, none":  {"ABC-1", []exchange{gone}, "ABC-1 ABC1", NotFound},
		"spelled bare":      {"ABC1", []exchange{gone}, "ABC1", NotFound},
		"nothing else":      {"--", []exchange{gone}, "--", NotFound},
		"refused":           {"abc-1", []exchange{broke}, "abc-1", Unauthorized},
		"then refused":      {"abc-1", []exchange{gone, broke}, "abc-1 ABC-1", Unauthorized},
		"an unclear answer": {"abc-1", []exchange{answer(404, `<html>`)}, "abc-1", Garbled},
	}, func(t *testing.T, tt row) {
		s := play(tt.answers...)
		held, err := scripted(t, s).Placa(t.Context(), tt.placa)
		var asked []string
		for _, r := range s.requests {
			asked = append(asked, path.Base(r.URL.Path))
		}
		if got := strings.Join(asked, " "); got != tt.asked || !endsIn(err, tt.err) {
			t.Errorf("asked for %q, wanted %q: %v", got, tt.asked, err)
		}
		if err == nil && (held.Placa != tt.placa || held.TipoVehiculoID.Value == nil) {
			t.Errorf("got %+v, wanted plate %s with a type", held, tt.placa)
		}
	})
}

func TestCheckPlaca(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"AKX0359": "", "A B/1": "", "ñ-1": "", ".1": "", "a..b": "",
		"":         "is empty",
		" A1":      "begins or ends with a blank",
		"A1\u00a0": "begins or ends with a blank",
		"日本":       "", "Ж-": "", "٣٤٥": "", "N\u0303": "",
		"-": "has no letter or digit", "- -": "has no letter or digit", "/": "has no letter or digit", "***": "has no letter or digit",
		"A\n1":     "holds a character that does not show",
		"A\u200b1": "holds a character that does not show",
		"A\x001":   "holds a character that does not show",
		".":        "has no letter or digit",
		"...":      "has no letter or digit",
	} {
		if got := CheckPlaca(text); want == "" && got != nil || want != "" && (got == nil || !strings.Contains(got.Error(), want)) {
			t.Errorf("%q: %v, wanted %q", text, got, want)
		}
	}
}

// A service that stores addresses in lower case, and compares them exactly, has the client too.
func TestClienteStoredInLowerCase(t *testing.T) {
	t.Parallel()
	gone := answer(404, `{"estado":"fail","error":"El cliente no existe"}`)
	there := answer(200, okData(`{"id":1,"email":"ana@example.com"}`))
	type row struct {
		email   string
		answers []exchange
		asked   int
		err     Kind
	}
	each(t, map[string]row{
		"lower case":         {"Ana@example.com", []exchange{gone, there}, 2, 0},
		"as spelled":         {"Ana@example.com", []exchange{there}, 1, 0},
		"neither":            {"Ana@example.com", []exchange{gone}, 2, NotFound},
		"spelled lower case": {"ana@example.com", []exchange{gone}, 1, NotFound},
	}, func(t *testing.T, tt row) {
		s := play(tt.answers...)
		err := errorOf(scripted(t, s).ClienteByEmail(t.Context(), tt.email))
		if last := s.requests[s.count()-1].URL.Query().Get("email"); !endsIn(err, tt.err) || s.count() != tt.asked ||
			tt.asked == 2 && last != "ana@example.com" {
			t.Errorf("%d requests, the last for %s: %v", s.count(), last, err)
		}
	})
}

// A record without any field of a plate proves no plate, and one that omits some fields does.
func TestPlacaEmptyRecord(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]Kind{
		`{}`: Unexpected, `{"mensaje":"hecho"}`: Unexpected, `{"placa":"ABC1"}`: 0, `{"marca":"Kia"}`: 0, `{"electrico":0}`: 0,
	} {
		if _, err := scripted(t, play(answer(200, okData(data)))).Placa(t.Context(), "ABC1"); !endsIn(err, want) {
			t.Errorf("%s: got %v, want %v", data, err, want)
		}
	}
}
