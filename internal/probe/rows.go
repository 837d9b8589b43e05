package probe

import (
	"fmt"
	"slices"
)

// Outcome is what the probe found out of one claim.
type Outcome string

// The outcomes, in the order of their weight: what differs once differs, and what held once is not unchecked again.
const (
	NotChecked Outcome = "not checked"
	Holds      Outcome = "holds"
	Differs    Outcome = "differs"
)

// Row is an assumption by which the provider sends something, or by which it decides what an answer means.
type Row struct {
	ID      string
	Claim   string
	Outcome Outcome
	// Seen is what was seen, or why the claim was not checked.
	Seen string
}

// claims are all rows, in the order of the table, as they are before anything was asked.
var claims = []Row{
	{ID: "A1", Claim: "the credential is sent alone in Authorization"},
	{ID: "A2", Claim: "every answer, at any HTTP status, is an envelope"},
	{ID: "A3", Claim: "page selects the page of a list, 15 records a page", Seen: "needs -cliente"},
	{ID: "A4", Claim: "cliente-email takes email in the query"},
	{ID: "A13", Claim: "no success comes at HTTP 400 or above"},
	{ID: "A15", Claim: "POST placa refuses a plate that is registered", Seen: "needs -write, -placa"},
}

// sheet is the table while it is filled in.
type sheet []Row

func newSheet() sheet {
	s := slices.Clone(claims)
	for i := range s {
		s[i].Outcome = NotChecked
	}
	return s
}

func (s sheet) set(id string, outcome Outcome, format string, args ...any) {
	weight := []Outcome{NotChecked, Holds, Differs}
	row := &s[slices.IndexFunc(s, func(r Row) bool { return r.ID == id })]
	if slices.Index(weight, outcome) >= slices.Index(weight, row.Outcome) {
		row.Outcome, row.Seen = outcome, fmt.Sprintf(format, args...)
	}
}

func (s sheet) holds(id, format string, args ...any)     { s.set(id, Holds, format, args...) }
func (s sheet) differs(id, format string, args ...any)   { s.set(id, Differs, format, args...) }
func (s sheet) unchecked(id, format string, args ...any) { s.set(id, NotChecked, format, args...) }
