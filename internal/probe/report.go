package probe

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
	"unicode/utf8"
)

// Report is what the probe prints as JSON.
type Report struct {
	Rows     []*Row    `json:"rows"`
	Latency  []Latency `json:"latency"`
	Settings []Setting `json:"settings"`
	// Requests counts what was sent, and Throttled how often the service asked to slow down.
	Requests  int `json:"requests"`
	Throttled int `json:"throttled"`
	// WillLeave is what -write said beforehand, and Left what stayed.
	WillLeave []string `json:"will_leave"`
	Left      []string `json:"left"`
}

// Latency is how long one operation took, in seconds.
type Latency struct {
	Operation string  `json:"operation"`
	Samples   int     `json:"samples"`
	P50       float64 `json:"p50"`
	P90       float64 `json:"p90"`
	P99       float64 `json:"p99"`
	Max       float64 `json:"max"`
}

func newLatency(op string, times []time.Duration) Latency {
	sorted := slices.Sorted(slices.Values(times))
	return Latency{op, len(sorted), percentile(sorted, 50), percentile(sorted, 90), percentile(sorted, 99), percentile(sorted, 100)}
}

// percentile gives the smallest time that so many of a hundred do not exceed, in seconds.
func percentile(sorted []time.Duration, of int) float64 {
	at := int(math.Ceil(float64(len(sorted)*of)/100)) - 1
	return sorted[at].Round(time.Millisecond / 10).Seconds()
}

func (p *probe) report() Report {
	// A list that is empty is [] in JSON.
	out := Report{Rows: p.rows, Latency: []Latency{}, Requests: p.requests, Throttled: p.throttled,
		WillLeave: append([]string{}, p.willLeave...), Left: append([]string{}, p.left...)}
	for _, op := range p.order {
		out.Latency = append(out.Latency, newLatency(op, p.times[op]))
	}
	out.Settings = p.settings(out.Latency)
	return out
}

// Failure is what the probe prints as JSON where it has no report.
type Failure struct {
	Error string `json:"error"`
}

func (r Report) json(w io.Writer) error { return encode(w, r) }

func encode(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// table prints the report for people.
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
	line("")
	line("%d hold, %d differ, %d not checked; %d requests, %d of them asked to slow down",
		count[Holds], count[Differs], count[NotChecked], r.Requests, r.Throttled)
	line("")
	line("operation\tsamples\tp50\tp90\tp99\tmax")
	for _, l := range r.Latency {
		line("%s\t%d\t%s\t%s\t%s\t%s", l.Operation, l.Samples, seconds(l.P50), seconds(l.P90), seconds(l.P99), seconds(l.Max))
	}
	if err := out.Flush(); err != nil {
		return err
	}
	line("")
	line("Settings of the provider that fit what was seen:")
	line("")
	for _, s := range r.Settings {
		line("%s = %s\t# %s", s.Attribute, s.Value, s.Reason)
	}
	if len(r.Left) > 0 {
		line("")
		line("This stays on the service:")
		line("")
		for _, one := range r.Left {
			line("- %s", one)
		}
	}
	return out.Flush()
}

// column is how many characters wide the claims, and what was seen, are in the table.
const column = 42

// wrapped breaks a text into lines of the table, between words.
func wrapped(text string) []string {
	var lines []string
	var line string
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > column:
			lines, line = append(lines, line), word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

func seconds(s float64) string { return fmt.Sprintf("%.1f ms", s*1000) }
