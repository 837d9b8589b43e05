package parking

import (
	"path"
	"regexp"
	"strings"
	"testing"
)

// A plate is read and updated as it is written, and if that is not registered, bare: the service may have rewritten it.
func TestPlacaAsWrittenThenBare(t *testing.T) {
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
		"as written":        {"abc-1", []exchange{there}, "abc-1", 0},
		"bare":              {"abc-1", []exchange{gone, there}, "abc-1 ABC1", 0},
		"none":              {"abc.1", []exchange{gone}, "abc.1 ABC1", Rejected},
		"written bare":      {"ABC1", []exchange{gone}, "ABC1", Rejected},
		"nothing else":      {"--", []exchange{gone}, "--", Rejected},
		"then refused":      {"abc-1", []exchange{gone, broke}, "abc-1 ABC1", Unauthorized},
		"an unclear answer": {"abc-1", []exchange{answer(404, `<html>`)}, "abc-1", Garbled},
	}, func(t *testing.T, tt row) {
		s := play(tt.answers...)
		held, err := scripted(t, s.known()).Placa(t.Context(), tt.placa, Nothing)
		var asked []string
		for _, r := range s.requests {
			asked = append(asked, path.Base(r.URL.Path))
		}
		if got := strings.Join(asked, " "); got != tt.asked || !endsIn(err, tt.err) {
			t.Errorf("asked for %q, wanted %q: %v", got, tt.asked, err)
		}
		if err == nil && (held.Placa != asked[len(asked)-1] || held.TipoVehiculoID.Value == nil) {
			t.Errorf("got %+v, wanted the plate that was found, with a type", held)
		}
	})
}

// TestUpdatePlacaRefused: a read decides what a refused update means.
func TestUpdatePlacaRefused(t *testing.T) {
	t.Parallel()
	no, ok := answer(422, `{"estado":"fail","error":"No"}`), answer(200, okData(`{"tipo_vehiculo_id":1}`))
	type row struct {
		answers []exchange
		asked   string
		err     Kind
	}
	each(t, map[string]row{
		"it is there":              {[]exchange{no, ok}, "placa abc-1", Rejected},
		"under its other spelling": {[]exchange{no, no, no, ok, ok}, "placa abc-1 abc-? ABC1 placa", 0},
		"it is not there":          {[]exchange{no}, "placa abc-1 abc-? ABC1", NotFound},
	}, func(t *testing.T, tt row) {
		s := play(tt.answers...)
		err := scripted(t, s.known()).UpdatePlaca(t.Context(), PlacaRequest{Placa: "abc-1"})
		var asked []string
		for _, r := range s.requests {
			asked = append(asked, drawn.ReplaceAllString(path.Base(r.URL.Path), "$1?"))
		}
		if got := strings.Join(asked, " "); got != tt.asked || !endsIn(err, tt.err) {
			t.Errorf("asked for %q, wanted %q: %v", got, tt.asked, err)
		}
	})
}

// drawn matches the plates that controls ask for.
var drawn = regexp.MustCompile(`^(abc-|a-|)([02-9]|[B-Z])$`)

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
		"neither":            {"Ana@example.com", []exchange{gone}, 2, Rejected},
		"spelled lower case": {"ana@example.com", []exchange{gone}, 1, Rejected},
	}, func(t *testing.T, tt row) {
		s := play(tt.answers...)
		err := errorOf(scripted(t, s).ClienteByEmail(t.Context(), tt.email, Nothing))
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
		if _, err := scripted(t, play(answer(200, okData(data)))).Placa(t.Context(), "ABC1", Nothing); !endsIn(err, want) {
			t.Errorf("%s: got %v, want %v", data, err, want)
		}
	}
}
