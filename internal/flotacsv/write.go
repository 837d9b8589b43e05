package flotacsv

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// formula is a text whose end is a formula in a spreadsheet that splits at other characters than Write does: the
// separator depends on the language of the computer.
var formula = regexp.MustCompile(`[,;\n][\s"]*[=+@＝＋－＠-]`)

// CanHold reports whether a file can hold a text, also after a spreadsheet saved it.
func CanHold(text string) bool {
	return text == "" || parking.CheckNombre(text) == nil && !formula.MatchString(text)
}

// Write gives the text of a file from which [Parse] reads these vehicles. It is what a Spanish spreadsheet saves:
// without the byte order mark, Excel takes the text for Latin-1; without semicolons, for a single column.
func Write(rows []Row) string {
	var text strings.Builder
	header := []string{columnPlaca, columnTipoID, columnClienteID, columnNombre, columnElectrico, columnMinusvalido}
	text.WriteString("\uFEFF" + strings.Join(header, ";") + "\r\n")
	flags := map[bool]string{true: "si", false: "no"}
	for _, row := range rows {
		fmt.Fprintf(&text, "%s;%d;%d;%s;%s;%s\r\n", cell(row.Placa, checkPlaca(row.Placa, false) != nil), row.TipoVehiculoID,
			row.ClienteID, cell(*cmp.Or(row.Nombre, new(string)), false), flags[row.Electrico], flags[row.Minusvalido])
	}
	return text.String()
}

// cell writes a text so that a spreadsheet shows and saves it as it is. encoding/csv would not quote a comma here, at
// which LibreOffice splits too.
func cell(text string, mark bool) string {
	if mark || evaluated(text) {
		text = asText + text
	}
	if strings.ContainsAny(text, "\",;\n") {
		text = `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

// plainNumber is what a spreadsheet shows and saves as it is: it writes longer numbers as 1,2E+11.
var plainNumber = regexp.MustCompile(`^[1-9][0-9]{0,10}$`)

// evaluated reports whether a spreadsheet, or Parse, would take a text for something else: a formula, a number such as
// 007 or 1E5, a date such as MAR2020. To be wrong costs an apostrophe.
func evaluated(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	switch {
	case plainNumber.MatchString(text):
		return false
	case strings.TrimSpace(text) != text, strings.ContainsRune("'=+-@＝＋－＠", first):
		return true
	case slices.Contains([]string{"true", "false", "verdadero", "falso"}, strings.ToLower(text)):
		return true
	}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
	other := slices.ContainsFunc(words, func(word string) bool { return !inNumber(word) })
	return strings.ContainsFunc(text, unicode.IsDigit) && !other
}

// months are how the months begin in Spanish and English.
const months = "ene jan feb mar abr apr may jun jul ago aug sep set oct nov dic dec"

// inNumber reports whether a number, a time or a date may hold a word.
func inNumber(word string) bool {
	return slices.Contains(strings.Fields("e a am p pm m t z de"), word) ||
		slices.ContainsFunc(strings.Fields(months), func(month string) bool { return strings.HasPrefix(word, month) })
}
