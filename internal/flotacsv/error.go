package flotacsv

import (
	"encoding/csv"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

const (
	// maxValues is how many values of one kind an error names, and maxLines the lines of each of them.
	maxValues, maxLines = 10, 5
)

// problems are everything that is wrong with a fleet file, kind by kind in the order of their first lines.
type problems struct{ kinds []*mistake }

// mistake is one kind of problem, in one column or about the lines themselves.
type mistake struct {
	column, what string
	values       []string         // in the order of their first lines
	lines        map[string][]int // from 1, where the record starts, by value
}

// add notes a problem. value is what is wrong, as an error may show it; empty if nothing can be shown.
func (p *problems) add(line int, column, what, value string) {
	var kind *mistake
	for _, k := range p.kinds {
		if k.column == column && k.what == what {
			kind = k
		}
	}
	if kind == nil {
		kind = &mistake{column: column, what: what, lines: make(map[string][]int)}
		p.kinds = append(p.kinds, kind)
	}
	if kind.lines[value] == nil {
		kind.values = append(kind.values, value)
	}
	kind.lines[value] = append(kind.lines[value], line)
}

// err gives the problems, nil if there are none.
func (p *problems) err() error {
	if len(p.kinds) == 0 {
		return nil
	}
	return Error{p.kinds}
}

// Error is everything that is wrong with a fleet file.
type Error struct{ kinds []*mistake }

// Error has a line for each kind of problem, with its values and their lines. They are indented because Terraform prints an indented line
// as it is, and wraps any other.
func (e Error) Error() string {
	bad := make(map[int]bool)
	for _, kind := range e.kinds {
		for _, lines := range kind.lines {
			for _, line := range lines {
				bad[line] = true
			}
		}
	}
	text := fmt.Sprintf("file rejected: %d invalid lines:\n", len(bad))
	if len(bad) == 1 {
		text = "file rejected: 1 invalid line:\n"
	}
	for _, kind := range e.kinds {
		text += "\n  " + kind.text()
	}
	return text
}

func (k *mistake) text() string {
	text := k.what
	if k.column != "" {
		text = k.column + ": " + text
	}
	var said []string
	for _, value := range k.values[:min(len(k.values), maxValues)] {
		said = append(said, strings.TrimSpace(value+" ("+numbered(k.lines[value])+")"))
	}
	if len(k.values) == 1 && k.values[0] == "" {
		return text + " " + said[0]
	}
	if more := len(k.values) - maxValues; more > 0 {
		said = append(said, fmt.Sprintf("and %d more", more))
	}
	return text + ": " + strings.Join(said, ", ")
}

// numbered names lines.
func numbered(lines []int) string {
	out := make([]string, 0, maxLines)
	for _, line := range lines[:min(len(lines), maxLines)] {
		out = append(out, strconv.Itoa(line))
	}
	text := "line " + out[0]
	if len(lines) > 1 {
		text = "lines " + strings.Join(out, ", ")
	}
	if more := len(lines) - maxLines; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// quoteProblem notes an error of encoding/csv. Of a text whose fields it does not count, it is always about quotes.
func (p *problems) quoteProblem(err error) {
	bad := new(csv.ParseError)
	errors.As(err, &bad)
	switch {
	case errors.Is(bad, csv.ErrBareQuote):
		p.add(bad.StartLine, "", `quote inside a field that does not start with one; write "say ""hi"""`, "")
	case bad.Line > bad.StartLine:
		p.add(bad.StartLine, "", "quoted field whose end is missing, or with a quote inside that is not doubled",
			fmt.Sprintf("it swallows the lines up to %d", bad.Line))
	default:
		p.add(bad.StartLine, "", "quoted field that does not end where its quote does; a quote inside it must be doubled", "")
	}
}
