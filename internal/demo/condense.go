package main

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
)

const (
	// shownAlike is how many plan entries or warnings of one kind are shown before the rest are only counted.
	shownAlike = 1
	// stride is how many resources are written between two signs of life.
	stride = 100
	// refreshed is the quick phase, which needs no sign of life.
	refreshed = "refreshed"
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
	"Refreshing state":       refreshed,
	"Read complete":          "read",
}

// kind is a type of resource and what happens to it.
type kind struct{ resource, what string }

// condenser is a writer that passes Terraform's output on in a readable length: progress becomes counts per type and
// phase, and of many alike plan entries and warnings the first is shown and the rest counted.
type condenser struct {
	out      io.Writer
	colour   bool
	partial  []byte         // of a line whose end has not come
	progress []kind         // in order of appearance, since the last other line
	done     map[kind]int   // how many of each
	told     map[kind]int   // how many of each the reader knows of
	seen     map[kind]int   // plan entries of each kind so far
	hidden   kind           // of the plan entries being left out
	left     int            // how many of them so far
	inside   bool           // a plan entry that is left out
	box      []string       // the lines of an error or warning whose end has not come
	warned   map[string]int // warnings of each summary so far, also of earlier commands
	unshown  map[string]int // how many of them were left out
	blank    bool           // the last line shown was blank
}

func newCondenser(out io.Writer, colour bool, warned map[string]int) *condenser {
	return &condenser{
		out: out, colour: colour, blank: true,
		done: make(map[kind]int), told: make(map[kind]int), seen: make(map[kind]int),
		warned: warned, unshown: make(map[string]int),
	}
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
	c.tell()
	c.tellWarnings()
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
			c.boxEnds()
		}
		return
	case plain == "":
		if !c.blank && c.left == 0 {
			c.show("")
		}
		return
	}
	if match := progressLine.FindStringSubmatch(plain); match != nil {
		if what, ok := counted[match[2]]; ok {
			c.count(kind{resourceType(match[1]), what})
		}
		return
	}
	if match := planEntry.FindStringSubmatch(plain); match != nil {
		k := kind{resourceType(match[1]), match[2]}
		c.seen[k]++
		if c.seen[k] > shownAlike {
			if k != c.hidden {
				c.tell()
			}
			c.hidden, c.inside = k, true
			c.left++
			return
		}
	}
	c.tell()
	c.tellWarnings()
	c.show(line)
}

func (c *condenser) count(k kind) {
	if c.done[k] == 0 {
		c.progress = append(c.progress, k)
	}
	c.done[k]++
	if c.done[k]%stride == 0 && k.what != refreshed {
		c.tellCount(k)
	}
}

func (c *condenser) tellCount(k kind) {
	if c.told[k] != c.done[k] {
		c.show(fmt.Sprintf("%s: %d %s", k.resource, c.done[k], k.what))
		c.told[k] = c.done[k]
	}
}

// boxEnds shows an error, and a warning unless enough like it were shown.
func (c *condenser) boxEnds() {
	box := c.box
	c.box = nil
	if match := warningLine.FindStringSubmatch(withoutColour(strings.Join(box, "\n"))); match != nil {
		summary := match[1]
		c.warned[summary]++
		if c.warned[summary] > shownAlike {
			c.unshown[summary]++
			return
		}
	}
	c.tell()
	for _, line := range box {
		c.show(line)
	}
}

// tell shows what was counted and left out of a plan since the last line shown.
func (c *condenser) tell() {
	for _, k := range c.progress {
		c.tellCount(k)
	}
	if len(c.progress) > 0 {
		c.progress = nil
		clear(c.done)
		clear(c.told)
		c.show("")
	}
	if c.left > 0 {
		c.show(fmt.Sprintf("  # and %d more of %s that %s", c.left, c.hidden.resource, c.hidden.what))
		c.show("")
		c.left = 0
	}
}

// tellWarnings shows which warnings were left out. They come mixed, so it waits for the last of them.
func (c *condenser) tellWarnings() {
	if len(c.unshown) == 0 {
		return
	}
	if !c.blank {
		c.show("")
	}
	for _, summary := range slices.Sorted(maps.Keys(c.unshown)) {
		c.show(fmt.Sprintf("(and %d more with the warning: %s)", c.unshown[summary], summary))
	}
	clear(c.unshown)
	c.show("")
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
