package probe

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// answers is what shows in all answers together, whatever was asked: for each row what is as assumed, and what is not.
type answers struct {
	fine, odd map[string][]string
}

func newAnswers() answers { return answers{fine: map[string][]string{}, odd: map[string][]string{}} }

// note notes something about a row, once.
func note(all map[string][]string, id, format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(all[id], text) {
		all[id] = append(all[id], text)
	}
}

// add looks at one answer. One that a machine in front of the service may have given tells nothing of the service.
func (a answers) add(x exchange) {
	said := x.estado()
	at := fmt.Sprintf("%s (HTTP %d)", x.op, x.status)
	if said != "ok" && said != "fail" {
		if x.status < http.StatusInternalServerError && x.status != http.StatusTooManyRequests {
			note(a.odd, "A2", "%s", at)
		}
		return
	}
	note(a.fine, "A2", "%s at HTTP %d", said, x.status)
	_, hasData := x.top["data"]
	switch {
	case textOf(x.top["estado"]) != said:
		note(a.odd, "D1", "%s: estado is not written in lower case", at)
	case said == "ok" && !hasData:
		note(a.odd, "D1", "%s: ok without data", at)
	case said == "fail" && textOf(x.top["error"]) == "":
		note(a.odd, "D1", "%s: fail without a text in error", at)
	default:
		note(a.fine, "D1", "%s as documented", said)
	}
	switch {
	case said == "fail":
		a.addErrores(at, x.top["errores"])
	case x.status >= http.StatusBadRequest:
		note(a.odd, "A13", "%s", at)
	default:
		note(a.fine, "A13", "ok at HTTP %d", x.status)
	}
	if said == "ok" {
		a.walk(x.op, x.top["data"])
	}
}

// addTry looks at what ended a try: at answers that ask to slow down (A17), and at refusals of a write (A18).
func (a answers) addTry(try parking.Attempt) {
	at, verdict := fmt.Sprintf("%s (HTTP %d)", try.Operation, try.Status), parking.OutcomeOf(try.Err)
	switch {
	case verdict == parking.TurnedAway:
		note(a.fine, "A17", "%s", at)
	case parking.Is(try.Err, parking.Throttled):
		note(a.odd, "A17", "%s", at)
	case try.Method == http.MethodGet, parking.Is(try.Err, parking.Unauthorized):
	case verdict == parking.Refused:
		note(a.fine, "A18", "%s", at)
	case verdict == parking.ProbablyNotDone:
		note(a.odd, "A18", "%s", at)
	}
}

func (a answers) addErrores(at string, errores any) {
	fields, ok := objectOf(errores)
	if errores != nil && !ok {
		note(a.odd, "A12", "%s: errores is %s", at, kindOf(errores))
	}
	for name, entry := range fields {
		switch kind := kindOf(entry); kind {
		case "a text", "an array", "an object":
			note(a.fine, "A12", "%s", kind)
		default:
			note(a.odd, "A12", "%s: the entry of %s is %s", at, fieldName(name), kind)
		}
	}
}

// meaning is what a field is wherever it stands.
type meaning string

const (
	identifier meaning = "identifier"
	place      meaning = "place" // of which a record may have none, written 0
	counter    meaning = "counter"
	coordinate meaning = "coordinate"
	flagged    meaning = "flag"
)

var meanings = map[string]meaning{
	"id": identifier, "cliente_id": identifier, "vehiculo_id": identifier, "tramo_id": place, "zona_id": place,
	"celda_id": place, "conector_id": identifier, "reserva_id": identifier, "sancion_id": identifier, "tipo_vehiculo_id": identifier,
	"libres": counter, "librescoche": counter, "libresmoto": counter,
	"latitud": coordinate, "longitud": coordinate,
	"activado": flagged, "favorito": flagged, "electrico": flagged, "minusvalido": flagged, "exento": flagged, "sancionable": flagged,
}

// walk looks at the type of every value whose meaning is known (A11).
func (a answers) walk(op string, value any) {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			a.walk(op, item)
		}
	case map[string]any:
		for name, field := range value {
			means := meanings[name]
			if why := means.refuses(field); why != "" {
				note(a.odd, "A11", "%s of %s %s", name, op, why)
			} else if means != "" && field != nil {
				note(a.fine, "A11", "%s as %s", means, kindOf(field))
			}
			a.walk(op, field)
		}
	}
}

// refuses says why the client would not take a value, the value itself left out.
func (m meaning) refuses(value any) string {
	n, isWhole := whole(value)
	_, isFlag := flagOf(value)
	_, isNumber := decimal(value)
	switch {
	case value == nil: // no value has no type
	case m == flagged && !isFlag:
		return "is no flag"
	case m == coordinate && !isNumber:
		return "is no number"
	case (m == counter || m == identifier || m == place) && !isWhole:
		return "is no whole number"
	case m == identifier && n < 1:
		return "is below 1"
	case m == place && n < 0:
		return "is below 0"
	}
	return ""
}

// judge sets the rows that rest on all answers.
func (a answers) judge(s *sheet) {
	for _, row := range []struct{ id, wrong, none string }{
		{"A2", "no envelope: ", "no answer came"},
		{"A11", "", "no such value was seen"},
		{"A12", "", "no failure had errores"},
		{"A13", "ok: ", "nothing was answered with ok"},
		{"A17", "the provider looks for a write after an answer that is not in the envelope: ", "no answer asked to slow down"},
		{"A18", "the provider reads once more after a refusal below 400 without entries in errores: ", "no write was refused"},
		{"D1", "", "no answer came"},
	} {
		slices.Sort(a.odd[row.id]) // they come in the order of maps
		slices.Sort(a.fine[row.id])
		switch {
		case len(a.odd[row.id])+len(a.fine[row.id]) > 0:
			s.judge(row.id, list(a.odd[row.id], row.wrong), list(a.fine[row.id], ""))
		case s.row(row.id).Seen == "": // else it says what is needed
			s.unchecked(row.id, "%s", row.none)
		}
	}
}

// maxNoted bounds how many examples of one thing are shown.
const maxNoted = 6

// list gives the first of many, or "" for none.
func list(all []string, lead string) string {
	switch {
	case len(all) == 0:
		return ""
	case len(all) > maxNoted:
		return fmt.Sprintf("%s%s, and %d more", lead, strings.Join(all[:maxNoted], ", "), len(all)-maxNoted)
	}
	return lead + strings.Join(all, ", ")
}
