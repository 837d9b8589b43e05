package probe

import (
	"fmt"
	"slices"
	"strings"
)

// Outcome is what the probe found out of one claim.
type Outcome string

// The outcomes.
const (
	Holds      Outcome = "holds"
	Differs    Outcome = "differs"
	NotChecked Outcome = "not checked"
)

// Row is one claim about the service: an assumption of the provider by which it sends something (A…), or something that the
// documentation of the service says and the provider rests on (D…).
type Row struct {
	ID      string  `json:"id"`
	Claim   string  `json:"claim"`
	Outcome Outcome `json:"outcome"`
	// Seen is what was seen, or why the claim was not checked.
	Seen string `json:"seen"`
}

// What claims about writes need.
const (
	writing = "-write -cliente -placa"
	placing = writing + " -tramo"
)

// claim is a row before anything was asked.
type claim struct {
	id, text string
	needs    string // flags
	never    string // why it is not checked with any
}

// claims are all rows, in the order of the table.
var claims = []claim{
	{id: "A1", text: "the credential is sent alone in Authorization"},
	{id: "A2", text: "every answer, at any HTTP status, is an envelope"},
	{id: "A3", text: "page selects the page of a listing, 15 records a page", needs: "-cliente"},
	{id: "A4", text: "cliente-email takes email in the query"},
	{id: "A6", text: "PUT placa takes the body of POST placa", needs: writing},
	{id: "A9", text: "DELETE zona-favorita takes id and cliente_id as a JSON body", needs: placing},
	{id: "A10.body", text: "reserva-extender takes the minutes to add, reserva-cancelar no body", never: "a reservation may cost money"},
	{id: "A13", text: "no success comes at HTTP 400 or above"},
	{id: "A14.informacion", text: "the application information is an object"},
	{id: "A14.faq_grupos", text: "the FAQ groups are records with id and nombre"},
	{id: "A14.sanciones", text: "sanctions are records with id, estado and pagada"},
	{id: "A14.obtener_token", text: "the API token is in the field token"},
	{id: "A15", text: "POST placa refuses a plate that is registered", needs: writing},

	{id: "D8", text: "vehiculos heeds filters in the query", needs: "-cliente"},
	{id: "D18", text: "POST placa registers a plate", needs: writing},
	{id: "D19", text: "POST vehiculo links a plate to a client", needs: writing},
}

// sheet is the table while it is filled in.
type sheet struct {
	rows []*Row
}

// newSheet gives every row as not checked, with what is missing among given to check it.
func newSheet(given map[string]bool) *sheet {
	s := &sheet{}
	for _, c := range claims {
		row := &Row{ID: c.id, Claim: c.text, Outcome: NotChecked, Seen: c.never}
		missing := slices.DeleteFunc(strings.Fields(c.needs), func(flag string) bool { return given[flag] })
		if len(missing) > 0 {
			row.Seen = "needs " + strings.Join(missing, ", ")
		}
		s.rows = append(s.rows, row)
	}
	return s
}

func (s *sheet) row(id string) *Row {
	at := slices.IndexFunc(s.rows, func(r *Row) bool { return r.ID == id })
	return s.rows[at]
}

// set notes an outcome. What differs once differs, and what held once is not unchecked again.
func (s *sheet) set(id string, outcome Outcome, format string, args ...any) {
	rank := []Outcome{NotChecked, Holds, Differs}
	row := s.row(id)
	if slices.Index(rank, outcome) < slices.Index(rank, row.Outcome) {
		return
	}
	row.Outcome, row.Seen = outcome, fmt.Sprintf(format, args...)
}

func (s *sheet) holds(id, format string, args ...any)     { s.set(id, Holds, format, args...) }
func (s *sheet) differs(id, format string, args ...any)   { s.set(id, Differs, format, args...) }
func (s *sheet) unchecked(id, format string, args ...any) { s.set(id, NotChecked, format, args...) }

// skip leaves rows unchecked.
func (s *sheet) skip(why string, ids ...string) {
	for _, id := range ids {
		s.unchecked(id, "%s", why)
	}
}

// skipNeeding leaves the rows unchecked that need at least these flags.
func (s *sheet) skipNeeding(why, needs string) {
	for _, c := range claims {
		if strings.HasPrefix(c.needs, needs) {
			s.unchecked(c.id, "%s", why)
		}
	}
}

// judge sets a row: it holds where wrong is empty.
func (s *sheet) judge(id, wrong, seen string) bool {
	if wrong != "" {
		s.differs(id, "%s", wrong)
	} else {
		s.holds(id, "%s", seen)
	}
	return wrong == ""
}

func (s *sheet) any(outcome Outcome) bool {
	return slices.ContainsFunc(s.rows, func(r *Row) bool { return r.Outcome == outcome })
}
