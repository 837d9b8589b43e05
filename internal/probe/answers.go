package probe

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// answers is what shows in all answers together, whatever was asked.
type answers struct {
	count      int
	statuses   map[string]map[int]int // by ok and fail
	none       []string               // answers without an envelope
	odd        []string               // envelopes that are not as documented
	errores    map[string]int         // kinds of the entries of errores
	oddErrores []string
	atOdds     []string // ok at 400 or above
	types      map[string]map[string]int
	impossible []string // values that the client refuses
	turnedAway []string // answers that ask to slow down in the service's own envelope
	throttled  []string // answers that ask so in any other form
	refused    []string // refusals of a write that the client believes at once
	doubted    []string // refusals of a write that it looks into first
}

func newAnswers() answers {
	return answers{statuses: map[string]map[int]int{"ok": {}, "fail": {}}, errores: map[string]int{}, types: map[string]map[string]int{}}
}

// add looks at one answer. One that a machine in front of the service may have given tells nothing of the service.
func (a *answers) add(x exchange) {
	said := x.estado()
	at := fmt.Sprintf("%s (HTTP %d)", x.op, x.status)
	if said != "ok" && said != "fail" {
		if x.status < http.StatusInternalServerError && x.status != http.StatusTooManyRequests {
			a.count++
			note(&a.none, at)
		}
		return
	}
	a.count++
	a.statuses[said][x.status]++
	switch {
	case textOf(x.top["estado"]) != said:
		note(&a.odd, at+": estado is not written in lower case")
	case said == "ok" && len(x.top.lacking("data")) > 0:
		note(&a.odd, at+": ok without data")
	case said == "fail" && textOf(x.top["error"]) == "":
		note(&a.odd, at+": fail without a text in error")
	}
	if said == "ok" && x.status >= http.StatusBadRequest {
		note(&a.atOdds, at)
	}
	if said == "fail" {
		a.addErrores(at, x.top["errores"])
		return
	}
	a.walk(x.op, x.top["data"])
}

// addTry looks at what ended a try: at answers that ask to slow down (A17), and at refusals of a write (A18).
func (a *answers) addTry(try parking.Attempt) {
	at, verdict := fmt.Sprintf("%s (HTTP %d)", try.Operation, try.Status), parking.Judge(try.Err)
	switch {
	case verdict == parking.TurnedAway:
		note(&a.turnedAway, at)
	case errors.Is(try.Err, parking.ErrThrottled):
		note(&a.throttled, at)
	case try.Method == http.MethodGet, errors.Is(try.Err, parking.ErrUnauthorized):
	case verdict == parking.Refused:
		note(&a.refused, at)
	case verdict == parking.Doubtful:
		note(&a.doubted, at)
	}
}

func (a *answers) addErrores(at string, raw json.RawMessage) {
	kind := kindOf(raw)
	if kind == "absent" || kind == "null" {
		return
	}
	fields, ok := objectOf(raw)
	if !ok {
		note(&a.oddErrores, fmt.Sprintf("%s: errores is %s", at, kind))
		return
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		switch kind := kindOf(fields[name]); kind {
		case "a text", "an array", "an object":
			a.errores[kind]++
		default:
			note(&a.oddErrores, fmt.Sprintf("%s: the entry of %s is %s", at, fieldName(name), kind))
		}
	}
}

// What the fields are that have one meaning wherever they stand.
const (
	identifier = "identifiers"
	counter    = "counters"
	coordinate = "coordinates"
	flagged    = "flags"
)

var meanings = map[string]string{
	"id": identifier, "cliente_id": identifier, "vehiculo_id": identifier, "tramo_id": identifier, "zona_id": identifier,
	"celda_id": identifier, "conector_id": identifier, "reserva_id": identifier, "sancion_id": identifier, "tipo_vehiculo_id": identifier,
	"libres": counter, "librescoche": counter, "libresmoto": counter,
	"latitud": coordinate, "longitud": coordinate,
	"activado": flagged, "favorito": flagged, "electrico": flagged, "minusvalido": flagged, "exento": flagged, "sancionable": flagged,
}

// walk looks at the type of every value whose meaning is known.
func (a *answers) walk(op string, raw json.RawMessage) {
	switch kindOf(raw) {
	case "an array":
		var items []json.RawMessage
		if json.Unmarshal(raw, &items) == nil {
			for _, item := range items {
				a.walk(op, item)
			}
		}
	case "an object":
		fields, _ := objectOf(raw)
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			if meaning := meanings[name]; meaning != "" {
				a.look(op, name, meaning, fields[name])
			}
			a.walk(op, fields[name])
		}
	}
}

func (a *answers) look(op, name, meaning string, raw json.RawMessage) {
	kind := kindOf(raw)
	if kind == "null" && meaning != flagged {
		return // a value that is not there has no type
	}
	if a.types[meaning] == nil {
		a.types[meaning] = map[string]int{}
	}
	a.types[meaning][kind]++
	if why := refused(meaning, raw); why != "" {
		note(&a.impossible, fmt.Sprintf("%s of %s %s", name, op, why))
	}
}

// refused says why the client would not take a value, the value itself left out.
func refused(meaning string, raw json.RawMessage) string {
	switch meaning {
	case flagged:
		if n, ok := whole(raw); (!ok || n != 0 && n != 1) && !slices.Contains([]string{"true", "false", "null"}, plain(raw)) {
			return "is no flag"
		}
	case coordinate:
		if _, ok := decimal(raw); !ok {
			return "is no number"
		}
	case counter:
		if _, ok := whole(raw); !ok {
			return "is no whole number"
		}
	case identifier:
		if n, ok := whole(raw); !ok {
			return "is no whole number"
		} else if n < 1 {
			return "is below 1"
		}
	}
	return ""
}

// judge sets the rows that rest on all answers.
func (a *answers) judge(s *sheet) {
	s.judge("A2", list(a.none, "no envelope: "), fmt.Sprintf("%d answers: %s", a.count, a.tally()))
	s.judge("D1", list(a.odd, ""), fmt.Sprintf("in all %d answers", a.count))
	s.judge("A13", list(a.atOdds, "ok: "), fmt.Sprintf("in none of %d answers", a.count))
	if len(a.errores) == 0 && len(a.oddErrores) == 0 {
		s.unchecked("A12", "no failure had errores")
	} else {
		s.judge("A12", list(a.oddErrores, ""), counts(a.errores))
	}
	switch {
	case len(a.throttled) > 0:
		s.differs("A17", "not in the envelope: %s. After such an answer the provider looks for a write before it sends it again",
			list(a.throttled, ""))
	case len(a.turnedAway) > 0:
		s.holds("A17", "in the envelope: %s", list(a.turnedAway, ""))
	default:
		s.unchecked("A17", "no answer asked to slow down")
	}
	switch {
	case len(a.doubted) > 0:
		s.differs("A18", "below 400 without entries in errores: %s. "+
			"After each such refusal the provider reads once more before it believes it",
			list(a.doubted, ""))
	case len(a.refused) > 0:
		s.holds("A18", "%s", list(a.refused, ""))
	case s.row("A18").Seen == "":
		s.unchecked("A18", "no write was refused")
	}
	if len(a.types) == 0 {
		s.unchecked("A11", "no such value was seen")
	} else {
		var all []string
		for _, meaning := range slices.Sorted(maps.Keys(a.types)) {
			all = append(all, meaning+": "+counts(a.types[meaning]))
		}
		s.judge("A11", list(a.impossible, ""), strings.Join(all, "; "))
	}
}

func (a *answers) tally() string {
	var all []string
	for _, said := range []string{"ok", "fail"} {
		if len(a.statuses[said]) == 0 {
			continue
		}
		var at []string
		for _, status := range slices.Sorted(maps.Keys(a.statuses[said])) {
			at = append(at, strconv.Itoa(status))
		}
		all = append(all, said+" at HTTP "+strings.Join(at, ", "))
	}
	return strings.Join(all, "; ")
}

func counts(of map[string]int) string {
	var all []string
	for _, kind := range slices.Sorted(maps.Keys(of)) {
		all = append(all, fmt.Sprintf("%s (%d)", strings.TrimPrefix(strings.TrimPrefix(kind, "an "), "a "), of[kind]))
	}
	return strings.Join(all, ", ")
}

// maxNoted bounds how many examples of one difference are shown.
const maxNoted = 4

func note(all *[]string, one string) {
	if !slices.Contains(*all, one) {
		*all = append(*all, one)
	}
}

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
