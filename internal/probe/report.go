package probe

import (
	"fmt"
	"io"
	"strings"
)

// Report is what the probe found out.
type Report struct {
	Rows                []Row
	Freedoms            []Freedom // how the service answers where its interface is silent
	Requests, Throttled int       // what was sent, and how often the service asked to slow down
}

func (r Report) count(outcome Outcome) (n int) {
	for _, row := range r.Rows {
		if row.Outcome == outcome {
			n++
		}
	}
	return n
}

func (r Report) table(w io.Writer) error {
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
