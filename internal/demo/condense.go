package main

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
)

var (
	colours = regexp.MustCompile("\x1b\\[[0-9;]*m")
	indexes = regexp.MustCompile(`\["(?:[^"\\]|\\.)*"\]|\[\d+\]`)
	// progressLine is what Terraform says of one resource while it works: address, then phase.
	progressLine = regexp.MustCompile(`^(\S.*): (Creation complete|Creating|Still creating|` +
		`Modifications complete|Modifying|Still modifying|Destruction complete|Destroying|Still destroying|` +
		`Refreshing state|Read complete|Reading|Still reading)\b`)
	// planEntry heads what a plan says of one resource: address, then verdict. The entry ends at a closing brace.
	planEntry   = regexp.MustCompile(`^  # ([a-z]\S*(?: \S+"\])?) (will be .*|must be .*|has changed)$`)
	warningLine = regexp.MustCompile(`(?m)^│ Warning: (.*)$`)
)

// counted are the phases that the condenser counts; the others only announce one of these.
var counted = map[string]string{
	"Creation complete":      "created",
	"Modifications complete": "changed",
	"Destruction complete":   "destroyed",
	"Refreshing state":       "refreshed",
	"Read complete":          "read",
}

// condenser is a writer that passes Terraform's output on in a readable length: progress becomes counts per type and
// phase, and of many alike plan entries and warnings the first is shown and the rest counted.
type condenser struct {
	out     io.Writer
	colour  bool
	partial []byte          // of a line whose end has not come
	counts  map[string]int  // of what was left out since the last line shown
	order   []string        // its keys, in order of appearance
	entries map[string]bool // kinds of plan entries that were shown
	inside  bool            // a plan entry that is left out
	box     []string        // the lines of an error or warning whose end has not come
	warned  map[string]bool // summaries of the warnings that were shown, also by earlier commands
	blank   bool            // the last line shown was blank
}

func newCondenser(out io.Writer, colour bool, warned map[string]bool) *condenser {
	return &condenser{out: out, colour: colour, blank: true, counts: make(map[string]int), entries: make(map[string]bool), warned: warned}
}

// Write takes part of the output; it passes on whole lines.
func (c *condenser) Write(p []byte) (int, error) {
	c.partial = append(c.partial, p...)
	for {
		line, rest, found := bytes.Cut(c.partial, []byte("\n"))
		if !found {
			return len(p), nil
		}
		c.line(string(line))
		c.partial = rest
	}
}

// flush ends the output.
func (c *condenser) flush() {
	if len(c.partial) > 0 {
		c.line(string(c.partial))
		c.partial = nil
	}
	c.showCounts()
}

func (c *condenser) line(line string) {
	plain := withoutColour(line)
	switch {
	case c.inside:
		c.inside = plain != "    }"
		return
	case plain == "╷" || c.box != nil:
		c.box = append(c.box, line)
		if plain == "╵" {
			c.endBox()
		}
		return
	case plain == "":
		if !c.blank && len(c.order) == 0 {
			c.show("")
		}
		return
	}
	if match := progressLine.FindStringSubmatch(plain); match != nil {
		if what, ok := counted[match[2]]; ok {
			c.count(resourceType(match[1]) + " " + what)
		}
		return
	}
	if match := planEntry.FindStringSubmatch(plain); match != nil {
		kind := resourceType(match[1]) + " that " + match[2]
		if c.entries[kind] {
			c.count("more of " + kind)
			c.inside = true
			return
		}
		c.entries[kind] = true
	}
	c.showCounts()
	c.show(line)
}

// endBox shows an error, and a warning unless one like it was shown.
func (c *condenser) endBox() {
	box := c.box
	c.box = nil
	if match := warningLine.FindStringSubmatch(withoutColour(strings.Join(box, "\n"))); match != nil {
		if c.warned[match[1]] {
			c.count("more with the warning: " + match[1])
			return
		}
		c.warned[match[1]] = true
	}
	for _, line := range box {
		c.show(line)
	}
}

func (c *condenser) count(what string) {
	if c.counts[what] == 0 {
		c.order = append(c.order, what)
	}
	c.counts[what]++
}

// showCounts shows what was left out since the last line shown.
func (c *condenser) showCounts() {
	if len(c.order) == 0 {
		return
	}
	if !c.blank {
		c.show("")
	}
	for _, what := range c.order {
		c.show(fmt.Sprintf("(%d %s)", c.counts[what], what))
	}
	c.show("")
	clear(c.counts)
	c.order = nil
}

func (c *condenser) show(line string) {
	plain := withoutColour(line)
	if !c.colour {
		line = plain
	}
	_, _ = fmt.Fprintln(c.out, line)
	c.blank = plain == ""
}

// resourceType takes the type from an address such as module.m["a"].data.parking_placa.p["X.1"].
func resourceType(address string) string {
	parts := strings.Split(indexes.ReplaceAllString(address, ""), ".")
	if len(parts) < 2 {
		return address
	}
	if len(parts) > 2 && parts[len(parts)-3] == "data" {
		return "data." + parts[len(parts)-2]
	}
	return parts[len(parts)-2]
}

func withoutColour(text string) string { return colours.ReplaceAllString(text, "") }
