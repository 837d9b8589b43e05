package probe

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Report is what the probe prints as JSON.
type Report struct {
	Rows []*Row `json:"rows"`
	// Freedoms are how the service answers where its interface is silent.
	Freedoms []Freedom `json:"freedoms"`
	// Requests counts what was sent, and Throttled how often the service asked to slow down.
	Requests  int `json:"requests"`
	Throttled int `json:"throttled"`
	// WillLeave is what -write said beforehand, and Left what stayed.
	WillLeave []string `json:"will_leave"`
	Left      []string `json:"left"`
}

func (p *probe) report() Report {
	// A list that is empty is [] in JSON.
	return Report{p.rows, append([]Freedom{}, p.freedoms...), p.requests, p.throttled,
		append([]string{}, p.willLeave...), append([]string{}, p.left...)}
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

func (r Report) table(w io.Writer) error {
	var out strings.Builder
	count := map[Outcome]int{}
	for _, row := range r.Rows {
		fmt.Fprintf(&out, "%-18s%-13s%s\n%31s%s\n", row.ID, row.Outcome, row.Claim, "", row.Seen)
		count[row.Outcome]++
	}
	fmt.Fprintf(&out, "\n%d hold, %d differ, %d not checked; %d requests, %d of them asked to slow down\n",
		count[Holds], count[Differs], count[NotChecked], r.Requests, r.Throttled)
	fmt.Fprintf(&out, "\nHow the service answers where its interface is silent:\n\n")
	for _, f := range r.Freedoms {
		fmt.Fprintf(&out, "%-31s%s\n", f.Name, f.Value)
	}
	if len(r.Left) > 0 {
		fmt.Fprintf(&out, "\nThis stays on the service:\n\n- %s\n", strings.Join(r.Left, "\n- "))
	}
	_, err := io.WriteString(w, out.String())
	return err
}
