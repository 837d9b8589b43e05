package probe

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/mitchellh/go-wordwrap"
)

// Report is what the probe prints as JSON.
type Report struct {
	Rows []*Row `json:"rows"`
	// Requests counts what was sent, and Throttled how often the service asked to slow down.
	Requests  int `json:"requests"`
	Throttled int `json:"throttled"`
	// WillLeave is what -write said beforehand, and Left what stayed.
	WillLeave []string `json:"will_leave"`
	Left      []string `json:"left"`
}

func (p *probe) report() Report {
	// A list that is empty is [] in JSON.
	return Report{p.rows, p.requests, p.throttled, append([]string{}, p.willLeave...), append([]string{}, p.left...)}
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

// column is how many characters wide the claims, and what was seen, are in the table.
const column = 42

func wrapped(text string) []string { return strings.Split(wordwrap.WrapString(text, column), "\n") }

func (r Report) table(w io.Writer) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	line := func(format string, args ...any) { _, _ = fmt.Fprintf(out, format+"\n", args...) }
	line("#\toutcome\tclaim\tseen")
	count := map[Outcome]int{}
	for _, row := range r.Rows {
		id, outcome, claim, seen := row.ID, string(row.Outcome), wrapped(row.Claim), wrapped(row.Seen)
		for i := range max(len(claim), len(seen)) {
			line("%s\t%s\t%s\t%s", id, outcome, at(claim, i), at(seen, i))
			id, outcome = "", ""
		}
		count[row.Outcome]++
	}
	if err := out.Flush(); err != nil {
		return err
	}
	line("\n%d hold, %d differ, %d not checked; %d requests, %d of them asked to slow down",
		count[Holds], count[Differs], count[NotChecked], r.Requests, r.Throttled)
	if len(r.Left) > 0 {
		line("\nThis stays on the service:\n\n- %s", strings.Join(r.Left, "\n- "))
	}
	return out.Flush()
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}
