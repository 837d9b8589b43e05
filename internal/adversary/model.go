package adversary

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"
)

// Row is one record of the service.
type Row map[string]any

// Model is the service. The zero value is empty and ready.
type Model struct {
	Quirks

	mu       sync.Mutex
	done     map[string]int // how often each write took effect, by what it did
	tables   map[string][]Row
	past     []moment // before each write
	last     int
	due      int // writes that are still to be done
	restored bool
	listed   int // listings that were read, where they have no order
}

// moment is what the service held before a write.
type moment struct {
	at     time.Time
	tables map[string][]Row
}

// Add puts a record into a table and gives its identifier.
func (m *Model) Add(table string, row Row) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.add(table, row)
}

func (m *Model) add(table string, row Row) int {
	if m.tables == nil {
		m.tables = map[string][]Row{}
	}
	if _, set := row["id"]; !set {
		m.last++
		row["id"] = m.last
	}
	m.tables[table] = append(m.tables[table], row)
	return number(row["id"])
}

// Rows gives the records of a table for which every field is as given.
func (m *Model) Rows(table string, fields Row) []Row {
	m.mu.Lock()
	defer m.mu.Unlock()
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

// with gives a copy of a record in which some fields differ.
func (row Row) with(fields Row) Row {
	out := maps.Clone(row)
	maps.Copy(out, fields)
	return out
}

// Holds gives all that the service holds, as text.
func (m *Model) Holds() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return fmt.Sprint(m.tables, m.last, m.listed)
}

// doLater carries a request out after some time.
func (m *Model) doLater(after time.Duration, r Request) {
	m.mu.Lock()
	m.due++
	m.mu.Unlock()
	time.AfterFunc(after, func() {
		m.Do(r)
		m.mu.Lock()
		m.due--
		m.mu.Unlock()
	})
}

// Change changes what the service is like. Late writes may be under way.
func (m *Model) Change(how func(*Quirks)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	how(&m.Quirks)
}

// Due is how many writes are still to be done.
func (m *Model) Due() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.due
}

// Clone gives a service that holds the same, and lives on by itself.
func (m *Model) Clone() *Model {
	m.mu.Lock()
	defer m.mu.Unlock()
	return &Model{Quirks: m.Quirks, done: maps.Clone(m.done), tables: copied(m.tables), past: slices.Clone(m.past), last: m.last,
		listed: m.listed, restored: m.restored}
}

// Effects gives how often each write took effect so far, by what it did.
func (m *Model) Effects() map[string]int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.done)
}

// Count adopts how often each write is to count as done.
func (m *Model) Count(done map[string]int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done = maps.Clone(done)
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
