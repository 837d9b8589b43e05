package flotacsv

import (
	"encoding/csv"
	"errors"
	"fmt"
	"strings"
)

// maxProblems is how many problems one error spells out: more would push the start of it off the screen.
const maxProblems = 50

// problem is one thing that is wrong with a fleet file.
type problem struct {
	line   int    // line of the file where the record starts, from 1
	column string // name of the column; empty when the problem is the line's own
	text   string
}

// Error is everything that is wrong with a fleet file, in the order of its lines.
type Error []problem

// Error lists the problems one per line. The lines are indented because Terraform prints an indented line as it is and
// wraps any other.
func (e Error) Error() string {
	lines := make(map[int]bool)
	for _, p := range e {
		lines[p.line] = true
	}
	var text strings.Builder
	if len(lines) == 1 {
		text.WriteString("file rejected: 1 invalid line:\n")
	} else {
		fmt.Fprintf(&text, "file rejected: %d invalid lines:\n", len(lines))
	}
	for i, p := range e {
		if i == maxProblems {
			fmt.Fprintf(&text, "\n  and %d more", len(e)-i)
			break
		}
		fmt.Fprintf(&text, "\n  line %d", p.line)
		if p.column != "" {
			fmt.Fprintf(&text, ", %s:", p.column)
		}
		fmt.Fprintf(&text, " %s", p.text)
	}
	return text.String()
}

// quoteProblem turns the error of encoding/csv into a problem. Of a text whose fields it does not count, it is always about
// quotes.
func quoteProblem(err error) problem {
	bad := new(csv.ParseError)
	errors.As(err, &bad)
	if errors.Is(bad, csv.ErrBareQuote) {
		return problem{line: bad.StartLine, text: `has a quote inside a field that does not start with one; write "say ""hi"""`}
	}
	text := `has a quoted field that does not end where its quote does; a quote inside it must be doubled`
	if bad.Line > bad.StartLine {
		text = fmt.Sprintf("has a quoted field that swallows the lines up to %d; its closing quote is missing, "+
			"or a quote inside it is not doubled", bad.Line)
	}
	return problem{line: bad.StartLine, text: text}
}
