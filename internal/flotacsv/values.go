package flotacsv

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"unicode"

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

// fold brings a name or flag to the form it is compared in: no surrounding blanks, lower case, no accents, whether the
// accent is part of the letter or a character of its own.
func fold(s string) string {
	bare := runes.Remove(runes.In(unicode.Mn)).String(norm.NFD.String(s))
	return strings.ToLower(strings.TrimSpace(bare))
}

func allBlank(fields []string) bool {
	return strings.TrimSpace(strings.Join(fields, "")) == ""
}

// asText begins a field that a spreadsheet must not evaluate, as it does in a cell.
const asText = "'"

// parseText takes the blanks around a field off, unless it is marked as text: that is taken as it is.
func parseText(field string) string {
	if isMarked(field) {
		return strings.TrimPrefix(strings.TrimLeftFunc(field, unicode.IsSpace), asText)
	}
	return strings.TrimSpace(field)
}

func isMarked(field string) bool { return strings.HasPrefix(strings.TrimSpace(field), asText) }

// checkPlaca rejects also what is probably not the plate that was meant, unless it is marked as text. Small letters and blanks are left to
// the warning of the plan: the service may write plates so.
func checkPlaca(placa string, marked bool) error {
	err := parking.CheckPlaca(placa)
	if err == nil && !marked && OddPlaca(strings.ToUpper(strings.ReplaceAll(placa, " ", ""))) {
		return errors.New("not written like a plate, or changed by a spreadsheet; type it again, or put an apostrophe before a right one")
	}
	return err
}

// parseNombre reads a name; blank is none.
func parseNombre(value string) (*string, error) {
	if value == "" {
		return nil, nil
	}
	return &value, parking.CheckNombre(value)
}

// numberOf reads an identifier of the service.
func numberOf(what string) func(value string) (int64, error) {
	return func(value string) (int64, error) {
		if value == "" {
			return 0, errEmpty
		}
		id, err := strconv.ParseInt(value, 10, 64)
		if err != nil || id < 1 {
			return 0, errors.New("not the number of " + what)
		}
		return id, nil
	}
}

// parseCliente reads an e-mail address, in lower case: the service compares addresses so.
func parseCliente(value string) (string, error) {
	switch {
	case value == "":
		return "", errEmpty
	case !strings.Contains(value, "@"):
		return "", errors.New("not an e-mail address; the number of a client stands in the column cliente_id")
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
	return false, errors.New("neither yes nor no (si/no, 1/0, true/false, x/blank)")
}

// OddPlaca reports whether a text is probably not the plate that was meant: it has other characters than a plate, or is what a spreadsheet
// makes of one, such as a number, a date or a truth value.
func OddPlaca(text string) bool { return oddPlaca.MatchString(text) }

var oddPlaca = func() *regexp.Regexp {
	month := "(" + strings.ToUpper(strings.ReplaceAll(months, " ", "|")) + ")"
	return regexp.MustCompile(`[^\p{Latin}0-9./-]|\p{Ll}|^[0-9]+(\.[0-9]+|([-./][0-9]+){2})$|` +
		`^([0-9]{1,2}-` + month + `|` + month + `-[0-9]{2}|TRUE|FALSE|VERDADERO|FALSO)$`)
}()
