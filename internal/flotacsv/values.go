package flotacsv

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/runes"
	"golang.org/x/text/unicode/norm"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// errEmpty is what a required column reports when a line leaves it out.
var errEmpty = errors.New("is empty")

// separators are what stands between the values of a line: a comma, the semicolon of spreadsheets of Spanish locale, or
// the tab of what is copied from one.
const separators = ",;\t"

// sepLine is a first line that names the separator, as spreadsheets write and read it.
var sepLine = regexp.MustCompile(`^(?i)"?sep=([` + separators + `])"?[` + separators + `]*(\n|$)`)

// separator tells the separator from a line that names it, which it takes out of the text, or from the first line that
// holds anything. No column name holds a separator, so the most frequent one is it.
func separator(text string) (rest string, comma rune) {
	if named := sepLine.FindStringSubmatch(text); named != nil {
		return "\n" + text[len(named[0]):], rune(named[1][0])
	}
	header, _, _ := strings.Cut(strings.TrimLeft(text, " \n\u00a0"), "\n")
	comma = ','
	for _, other := range separators {
		if strings.Count(header, string(other)) > strings.Count(header, string(comma)) {
			comma = other
		}
	}
	return text, comma
}

// invalidLine returns the number of the first line that is not UTF-8, or 0.
func invalidLine(text string) int {
	lines := slices.Collect(strings.Lines(text))
	return 1 + slices.IndexFunc(lines, func(line string) bool { return !utf8.ValidString(line) })
}

// fold brings a name or flag to the form it is compared in: no surrounding blanks, lower case, no accents, whether the
// accent is part of the letter or a character of its own.
func fold(s string) string {
	bare := runes.Remove(runes.In(unicode.Mn)).String(norm.NFD.String(s))
	return strings.ToLower(strings.TrimSpace(bare))
}

func allBlank(fields []string) bool {
	return !slices.ContainsFunc(fields, func(field string) bool { return strings.TrimSpace(field) != "" })
}

// asText begins a field that a spreadsheet must not evaluate, as it does in a cell.
const asText = "'"

// parseText takes the blanks around a field off, unless it is marked as text: that is taken as it is.
func parseText(field string) string {
	if text, marked := strings.CutPrefix(strings.TrimLeftFunc(field, unicode.IsSpace), asText); marked {
		return text
	}
	return strings.TrimSpace(field)
}

// valueError is what is wrong with a value, apart from the value as an error may show it: one kind of error is told once.
type valueError struct{ what, value string }

func (e valueError) Error() string { return e.what }

func wrong(value, what string) error { return valueError{what, parking.Quote(value)} }

// parseNumber reads an identifier of the service.
func parseNumber(value, of string) (int64, error) {
	if value == "" {
		return 0, errEmpty
	}
	id, err := strconv.ParseInt(value, 10, 64)
	if err != nil || id < 1 {
		return 0, wrong(value, "not "+of)
	}
	return id, nil
}

// parseTipo reads a word for a vehicle type.
func parseTipo(value string, tipos Tipos) (int64, error) {
	if value == "" {
		return 0, errEmpty
	}
	id, found := tipos.find(value)
	if !found {
		return 0, wrong(value, "no vehicle type; the types are "+tipos.names())
	}
	return id, nil
}

// parseCliente reads an e-mail address, in lower case: the service compares addresses so.
func parseCliente(value string) (string, error) {
	switch {
	case value == "":
		return "", errEmpty
	case !strings.Contains(value, "@"):
		return "", wrong(value, "not an e-mail address; the number of a client stands in the column cliente_id")
	}
	return strings.ToLower(value), nil
}

// parseFlag reads yes and no in the ways that spreadsheets and people write them; blank is no.
func parseFlag(value string) (bool, error) {
	switch fold(value) {
	case "1", "si", "s", "yes", "y", "true", "verdadero", "x":
		return true, nil
	case "0", "no", "n", "false", "falso", "":
		return false, nil
	}
	return false, wrong(value, "neither yes nor no (si/no, 1/0, true/false, x/blank)")
}
