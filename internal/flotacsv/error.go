package flotacsv

import (
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// maxValues is how many values of one kind an error names, and maxLines the lines of each of them.
const maxValues, maxLines = 10, 5

// problems are everything that is wrong with a fleet file, kind by kind in the order of their first lines.
type problems struct {
	kinds []*mistake
	lines map[int]bool // that are wrong
}

// mistake is one kind of problem, in one column or about the lines themselves.
type mistake struct {
	column, what string
	values       []string         // in the order of their first lines
	lines        map[string][]int // from 1, where the record starts, by value
}

// add notes a problem. value is what is wrong, as an error may show it; empty if nothing can be shown.
func (p *problems) add(line int, column, what, value string) {
	at := slices.IndexFunc(p.kinds, func(k *mistake) bool { return k.column == column && k.what == what })
	if at < 0 {
		at = len(p.kinds)
		p.kinds = append(p.kinds, &mistake{column: column, what: what, lines: make(map[string][]int)})
	}
	kind := p.kinds[at]
	// Words that differ in case or number are one value. Only those that are shown are compared, since a file may have many.
	same := func(known string) bool { return sameWord(strings.Trim(known, `"`), strings.Trim(value, `"`)) }
	if at := slices.IndexFunc(kind.values[:min(len(kind.values), maxValues)], same); at >= 0 {
		value = kind.values[at]
	}
	if kind.lines[value] == nil {
		kind.values = append(kind.values, value)
	}
	kind.lines[value] = append(kind.lines[value], line)
	p.lines[line] = true
}

// err gives the problems, nil if there are none. It has a line for each kind of problem, with its values and their lines. They are indented
// because Terraform prints an indented line as it is, and wraps any other.
func (p *problems) err() error {
	text := ""
	for _, kind := range p.kinds {
		text += "\n  " + kind.text()
	}
	switch len(p.lines) {
	case 0:
		return nil
	case 1:
		return errors.New("file rejected: 1 invalid line:\n" + text)
	}
	return fmt.Errorf("file rejected: %d invalid lines:\n%s", len(p.lines), text)
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
	text := "lines "
	if len(lines) == 1 {
		text = "line "
	}
	text += strings.ReplaceAll(strings.Trim(fmt.Sprint(lines[:min(len(lines), maxLines)]), "[]"), " ", ", ")
	if more := len(lines) - maxLines; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// quoteProblem notes an error of encoding/csv. Of a text whose fields it does not count, it is always about quotes.
func (p *problems) quoteProblem(err error) {
	bad := new(csv.ParseError)
	if errors.As(err, &bad); errors.Is(bad, csv.ErrQuote) && bad.Line > bad.StartLine {
		p.add(bad.StartLine, "", "quoted field whose end is missing, or with a quote inside that is not doubled",
			fmt.Sprintf("it swallows the lines up to %d", bad.Line))
		return
	}
	p.add(bad.StartLine, "", `quote that is not doubled, or not inside a quoted field; write "say ""hi"""`, "")
}
