package parking

import (
	"cmp"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/decode"
)

// A denial is compared with controls: how the same read about something that cannot exist is denied.

// maxControls is how many controls an operation has in a run. Two show which words vary.
const maxControls = 4

// form is how the service denies a read. No word of it is understood.
type form struct {
	status      int
	text, names string   // of error, as it came, and of errores
	words       []string // of text, without what was asked for and what holds a digit
}

func newForm(status int, text string, errores json.RawMessage) *form {
	named, _ := decode.Value(errores).(map[string]any)
	return &form{status: status, text: text[:min(len(text), 4<<10)], names: strings.Join(slices.Sorted(maps.Keys(named)), " ")}
}

// of gives the form without what a call asks for, in every spelling.
func (f form) of(c call) form {
	f.words = wordsOf(f.text)
	for _, value := range append(slices.Concat(slices.Collect(maps.Values(c.query))...), c.element) {
		whole := strings.Join(wordsOf(value), "")
		for i := 0; i < len(f.words); i++ {
			for n := spelling(f.words[i:], whole); n > 0; n = spelling(f.words[i:], whole) {
				f.words = slices.Delete(f.words, i, i+n)
			}
		}
	}
	f.words = slices.DeleteFunc(f.words, func(word string) bool { return strings.ContainsFunc(word, unicode.IsDigit) })
	return f
}

// spelling gives how many of the first words spell a value together, 0 if they do not.
func spelling(words []string, whole string) int {
	spelled := ""
	for n := 0; n < len(words) && len(spelled) < len(whole); n++ {
		if spelled += words[n]; strings.EqualFold(spelled, whole) {
			return n + 1
		}
	}
	return 0
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !isLetterOrDigit(r) })
}

// among reports whether a form is that of a control, but for the words in which two controls differ.
func (f form) among(controls []form) bool {
	is := func(a, b form) bool {
		if f.status != a.status || f.names != a.names || len(f.words) != len(a.words) || len(a.words) != len(b.words) {
			return false
		}
		for i, word := range a.words {
			if word != f.words[i] && word == b.words[i] {
				return false
			}
		}
		return true
	}
	return slices.ContainsFunc(controls, func(a form) bool {
		return slices.ContainsFunc(controls, func(b form) bool { return is(a, b) })
	})
}

// control gives a draw of the same read about something that cannot exist; false if there is none.
func (c call) control(draw int) (call, bool) {
	hash := fnv.New64a()
	_, _ = fmt.Fprint(hash, c.element, c.query.Encode())
	random := rand.New(rand.NewPCG(hash.Sum64(), uint64(draw))) //nolint:gosec // G115, G404: guards nothing, and is the same in every run.
	number := strconv.FormatInt(1<<30+random.Int64N(1<<30), 10) // an identifier of 32 bits
	with := func(name, value string) (call, bool) {
		c.query = merge(c.query, url.Values{name: {value}})
		return c, true
	}
	switch name := c.op.name; {
	case c.paged():
		return with("page", number)
	case name == opVehiculos.name: // a filter that matches nothing
		return with("placa", anotherPlaca(random, cmp.Or(c.query.Get("placa"), "ABC0123"), draw > 0))
	case name == opZonasFavoritas.name:
		return with("zona_id", number)
	case name == opClienteEmail.name:
		_, domain, _ := strings.Cut(c.query.Get("email"), "@")
		unknown := anotherPlaca(random, "aaaaaaaaaaaa", true) + "@" + domain
		c.sensitive = append(slices.Clone(c.sensitive), unknown)
		return with("email", unknown)
	case name == opPlaca.name:
		c.element = anotherPlaca(random, c.element, draw > 0)
	case c.element != "":
		c.element = number
	default:
		return c, false
	}
	return c, true
}

// anotherPlaca gives a plate of the same form: with other digits, and if letters says so, or there are none, with other letters.
func anotherPlaca(random *rand.Rand, placa string, letters bool) (other string) {
	letters = letters || !strings.ContainsFunc(placa, unicode.IsDigit)
	other = placa
	for n := 0; other == placa && n < 9; n++ {
		other = strings.Map(func(r rune) rune {
			switch {
			case unicode.IsDigit(r):
				return '0' + random.Int32N(10)
			case letters && unicode.IsLower(r):
				return 'a' + random.Int32N(26)
			case letters && unicode.IsLetter(r):
				return 'A' + random.Int32N(26)
			}
			return r
		}, placa)
	}
	return other
}

// paged reports whether a call reads a page of a list after the first one.
func (c call) paged() bool { return c.op.returns != one && c.query.Has("page") }

// holdsNothing reports whether an ok envelope has no record, and at most a message.
func holdsNothing(data json.RawMessage) bool {
	switch value := decode.Value(data).(type) {
	case []any:
		return len(value) == 0
	case map[string]any:
		_, says := value["message"]
		return len(value) == 0 || says && len(value) == 1
	case json.Number:
		return false
	}
	return true
}
