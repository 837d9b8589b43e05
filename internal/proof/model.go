package proof

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Row is one record of the service.
type Row map[string]any

// Model is the service. The zero value is empty and ready.
type Model struct {
	Quirks

	mu     sync.Mutex
	done   map[string]int // how often each write took effect, by what it did
	tables map[string][]Row
	past   []moment // before each write
	last   int
	later  []pending // writes that are still to be done, by their times
}

// moment is what the service held before a write.
type moment struct {
	at     time.Time
	tables map[string][]Row
}

// pending is a write that is done after its connection ended.
type pending struct {
	at      time.Time
	request Request
}

// open locks the service as it is now, with what was due by now. It gives what closes it again.
func (m *Model) open() (shut func()) {
	m.mu.Lock()
	for len(m.later) > 0 && !m.later[0].at.After(time.Now()) {
		due := m.later[0]
		m.later = m.later[1:]
		m.carriedOut(due.request, due.at)
	}
	return m.mu.Unlock
}

// add puts a record into a table. Nothing else works on the service meanwhile.
func (m *Model) add(table string, row Row) {
	if m.tables == nil {
		m.tables = map[string][]Row{}
	}
	if _, set := row["id"]; !set {
		m.last++
		row["id"] = m.last
	}
	m.tables[table] = append(m.tables[table], row)
}

// Rows gives the records of a table for which every field is as given.
func (m *Model) Rows(table string, fields Row) []Row {
	defer m.open()()
	return m.rows(table, fields)
}

func (m *Model) rows(table string, fields Row) []Row {
	return slices.DeleteFunc(slices.Clone(m.tables[table]), func(row Row) bool { return !row.has(fields) })
}

func (row Row) has(fields Row) bool {
	for name, value := range fields {
		if fmt.Sprint(row[name]) != fmt.Sprint(value) {
			return false
		}
	}
	return true
}

// Holds gives all that the service holds, as text.
func (m *Model) Holds() string {
	defer m.open()()
	return fmt.Sprint(m.tables, m.last)
}

// doLater carries a request out after some time.
func (m *Model) doLater(after time.Duration, r Request) {
	defer m.open()()
	m.later = append(slices.Clone(m.later), pending{time.Now().Add(after), r})
	slices.SortStableFunc(m.later, func(a, b pending) int { return a.at.Compare(b.at) })
}

// Change changes what the service is like. Late writes may be under way.
func (m *Model) Change(how func(*Quirks)) {
	defer m.open()()
	how(&m.Quirks)
}

// Due gives the writes that are still to be done, and in what time, as text.
func (m *Model) Due() (out string) {
	defer m.open()()
	for _, due := range m.later {
		out += fmt.Sprint(time.Until(due.at), due.request)
	}
	return out
}

// Clone gives a service that holds the same, and lives on by itself.
func (m *Model) Clone() *Model {
	defer m.open()()
	return &Model{Quirks: m.Quirks, done: maps.Clone(m.done), tables: copied(m.tables), past: slices.Clone(m.past),
		later: slices.Clone(m.later), last: m.last}
}

// Effects gives how often each write took effect so far, by what it did.
func (m *Model) Effects() map[string]int {
	defer m.open()()
	return maps.Clone(m.done)
}

// effect notes that a write took effect.
func (m *Model) effect(format string, args ...any) {
	if m.done == nil {
		m.done = map[string]int{}
	}
	m.done[fmt.Sprintf(format, args...)]++
}

func copied(tables map[string][]Row) map[string][]Row {
	out := make(map[string][]Row, len(tables))
	for name, rows := range tables {
		for _, row := range rows {
			out[name] = append(out[name], maps.Clone(row))
		}
	}
	return out
}

// number reads a whole number of a request or a record.
func number(value any) int {
	n, _ := strconv.Atoi(fmt.Sprint(value))
	return n
}

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
