package flotacsv

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// errEmpty is what a required column reports when a line leaves it out.
var errEmpty = errors.New("is empty")

// separator tells the separator from the first line that holds anything. No column name holds either separator, so the
// more frequent one is it; spreadsheets of Spanish locale write semicolons.
func separator(text string) rune {
	header, _, _ := strings.Cut(strings.TrimLeftFunc(text, unicode.IsSpace), "\n")
	if strings.Count(header, ";") > strings.Count(header, ",") {
		return ';'
	}
	return ','
}

// invalidUTF8 returns where the first byte stands that is not UTF-8, or -1.
func invalidUTF8(text string) int {
	for at, r := range text {
		if r != utf8.RuneError {
			continue
		}
		if _, size := utf8.DecodeRuneInString(text[at:]); size == 1 {
			return at // a U+FFFD that is really in the file has size 3
		}
	}
	return -1
}

// fold brings a name or flag to the form it is compared in: no surrounding blanks, lower case, no accents, whether the
// accent is part of the letter or a character of its own.
func fold(s string) string {
	withoutAccents := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s))
	return strings.ToLower(strings.TrimSpace(withoutAccents))
}

func allBlank(fields []string) bool {
	return !slices.ContainsFunc(fields, func(field string) bool { return strings.TrimSpace(field) != "" })
}

func parseTipo(value string) (int64, error) {
	if value == "" {
		return 0, errEmpty
	}
	id, err := strconv.ParseInt(value, 10, 64)
	if err != nil || id < 1 {
		return 0, fmt.Errorf("%s is not the number of a vehicle type", parking.Quote(value))
	}
	return id, nil
}

// parseFlag reads yes and no in the ways that spreadsheets and people write them; blank is no.
func parseFlag(value string) (bool, error) {
	switch fold(value) {
	case "1", "si", "s", "yes", "y", "true", "verdadero", "x":
		return true, nil
	case "0", "no", "n", "false", "falso", "":
		return false, nil
	}
	return false, fmt.Errorf("%s is neither yes nor no (si/no, 1/0, true/false, x/blank)", parking.Quote(value))
}
