package probe

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Report is what the probe found out.
type Report struct {
	Rows                []Row
	Freedoms            []Freedom // how the service answers where its interface is silent
	Requests, Throttled int       // what was sent, and how often the service asked to slow down
}

// Outcome is what the probe found out of one claim.
type Outcome int

// The outcomes, in the order of their weight: what differs once differs, and what held once is not unchecked again.
const (
	NotChecked Outcome = iota
	Holds
	Differs
)

func (o Outcome) String() string { return [...]string{"not checked", "holds", "differs"}[o] }

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

// row gives the one with an id, which there is.
func (r *Report) row(id string) *Row {
	return &r.Rows[slices.IndexFunc(r.Rows, func(row Row) bool { return row.ID == id })]
}

func (r *Report) set(id string, outcome Outcome, format string, args ...any) {
	if row := r.row(id); outcome >= row.Outcome {
		row.Outcome, row.Seen = outcome, fmt.Sprintf(format, args...)
	}
}

func (r *Report) holds(id, format string, args ...any)     { r.set(id, Holds, format, args...) }
func (r *Report) differs(id, format string, args ...any)   { r.set(id, Differs, format, args...) }
func (r *Report) unchecked(id, format string, args ...any) { r.set(id, NotChecked, format, args...) }

func (r *Report) count(outcome Outcome) (n int) {
	for _, row := range r.Rows {
		if row.Outcome == outcome {
			n++
		}
	}
	return n
}

func (r *Report) table(w io.Writer) error {
	var out strings.Builder
	for _, row := range r.Rows {
		fmt.Fprintf(&out, "%-5s%-13s%s\n%18s%s\n", row.ID, row.Outcome, row.Claim, "", row.Seen)
	}
	fmt.Fprintf(&out, "\n%d hold, %d differ, %d not checked; %d requests, %d of them asked to slow down\n",
		r.count(Holds), r.count(Differs), r.count(NotChecked), r.Requests, r.Throttled)
	fmt.Fprintf(&out, "\nHow the service answers where its interface is silent:\n\n")
	for _, f := range r.Freedoms {
		fmt.Fprintf(&out, "%-31s%s\n", f.Name, f.Value)
	}
	_, err := io.WriteString(w, out.String())
	return err
}
