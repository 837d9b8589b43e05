package probe

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Report is what the probe prints as JSON.
type Report struct {
	Rows []Row `json:"rows"`
	// Freedoms are how the service answers where its interface is silent.
	Freedoms []Freedom `json:"freedoms"`
	// Requests counts what was sent, and Throttled how often the service asked to slow down.
	Requests  int `json:"requests"`
	Throttled int `json:"throttled"`
}

// Failure is what the probe prints as JSON where it has no report.
type Failure struct {
	Error string `json:"error"`
}

func encode(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
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
