package flotacsv

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestWriteMarksWhatSpreadsheetsEvaluate: a text that a spreadsheet would run or convert begins with an apostrophe, and
// only such a text.
func TestWriteMarksWhatSpreadsheetsEvaluate(t *testing.T) {
	t.Parallel()
	for marked, texts := range map[bool][]string{
		true: {"=SUM(A1:A9)", "+1", "-Moto", "@cmd", "＝1", "\t=1", "\n=1", " =1", "=cmd|' /C calc'!A0",
			"007", "0123456", "1.000", "1,5", "5%", "$5", "(12)", "1 1/2", "123456789012", "٣",
			"1E5", "1234E05", "1-2", "1/2", "2020-01-01T10:00", "10:30 p. m.", "12 AM",
			"MAR2020", "DIC-12", "SEPT2", "MARCH1", "1 de mayo", "TRUE", "Verdadero", "'x", "''", " ", "x "},
		false: {"", "7", "12345678901", "AKX0359", "1234ABC", "AB-12", "Furgón 001", "Mar", "x=1", "a,b;c", `"`, "#N/A", "de"},
	} {
		for _, text := range texts {
			written := cell(text, false)
			if evaluated(text) != marked || strings.HasPrefix(strings.TrimPrefix(written, `"`), "'") != marked {
				t.Errorf("%q is written %q, want it marked: %t", text, written, marked)
			}
		}
	}
}

// TestWriteReadsBack: whatever a name or plate holds reads back as it is, between other lines.
func TestWriteReadsBack(t *testing.T) {
	t.Parallel()
	pieces := []string{"", " ", "'", `"`, `""`, ",", ";", "=", "0", "A", "é", "\u00a0", "\u2028", `\`, "${x}", "=SUM(A1)", "#",
		"\U0001F697"}
	var rows []Row
	want := make(map[string]Row)
	for _, a := range pieces {
		for _, b := range pieces {
			for _, c := range pieces {
				n, nombre := len(rows), a+b+c
				row := Row{Placa: fmt.Sprint("P", n), TipoVehiculoID: 1, ClienteID: 7, Electrico: n%2 == 0, Minusvalido: n%3 == 0}
				if nombre != "" {
					row.Nombre = &nombre
				}
				rows, want[row.Placa] = append(rows, row), row
			}
		}
	}
	for _, placa := range []string{"0123", "1E5", "MAR2020", "=1", "-2", "'A", "a,b", "a;c", `a"d`, "A E", "日本 1", "１２", "12#4?",
		"#N/A"} {
		row := Row{Placa: placa, TipoVehiculoID: 9, ClienteID: 7}
		rows, want[placa] = append(rows, row), row
	}
	if got, err := Parse(Write(rows), nil); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %s", err, cmp.Diff(want, got))
	}
}

func TestCanHold(t *testing.T) {
	t.Parallel()
	for want, texts := range map[bool][]string{
		true:  {"", " x ", "=SUM(1)", "a=b, c", "a,'=b"},
		false: {"a\nb", "a\tb", "a\rb", "a\r\nb", "a\x00", "a\u0085b", "a,=SUM(1),b", "a; +1", "a\n\"@b", "a,-1"},
	} {
		for _, text := range texts {
			if got := CanHold(text); got != want {
				t.Errorf("%q: %t, want %t", text, got, want)
			}
		}
	}
}
