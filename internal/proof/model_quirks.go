package proof

import (
	"maps"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Quirks are the ways of a service that the document leaves open.
type Quirks struct {
	// Normalises: plates are kept in upper case without separators, and filters match what is kept.
	Normalises bool
	// Rewrites: texts of clients, vehicles and sanctions are kept in another case, in NFD, with telephones without
	// leading zeros.
	Rewrites bool
	// Curt: what closes and pays a sanction is answered without its record, and a paid one takes another code.
	Curt bool
	// IgnoresFilters: listings show everything, whatever narrows them. MatchesNothing: they show nothing then.
	IgnoresFilters, MatchesNothing bool
	// NoLists: a route or a table is missing for as long as the run lasts, so listings are answered with 404 and a text that
	// names nothing.
	NoLists bool
	// Disowns: the credential, or its client, was deactivated for as long as the run lasts, so every read is answered with 404
	// and a text about the client.
	Disowns bool
	// Frozen: records of reservations show the minutes of the booking, whatever was added.
	Frozen bool
	// Lag is how long a listing is behind a write, and DirectLag how long a direct read is.
	Lag, DirectLag time.Duration
}

// Lists reports whether the listings are not as the document has them.
func (q Quirks) Lists() bool { return q.IgnoresFilters || q.MatchesNothing || q.NoLists || q.Lag > 0 }

// Bare is a plate as a service that normalises keeps it.
func Bare(placa string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToUpper(r)
		}
		return -1
	}, placa)
}

func (m *Model) kept(placa string) string {
	if m.Normalises {
		return Bare(placa)
	}
	return placa
}

func (m *Model) text(value any) any {
	if text, is := value.(string); is && m.Rewrites {
		return norm.NFD.String(strings.ToUpper(strings.TrimSpace(text)))
	}
	return value
}

// show gives a record as the service writes it.
func show(row Row) Row {
	out := maps.Clone(row)
	maps.DeleteFunc(out, func(_ string, value any) bool { return value == nil })
	return out
}

func all(rows []Row) []any {
	out := make([]any, len(rows))
	for i, row := range rows {
		out[i] = show(row)
	}
	return out
}
