package flotacsv

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// TestWriteMarksWhatSpreadsheetsEvaluate: a text that a spreadsheet would run or convert begins with an apostrophe, and
// only such a text.
func TestWriteMarksWhatSpreadsheetsEvaluate(t *testing.T) {
	t.Parallel()
	for text, marked := range map[string]bool{
		"=SUM(A1:A9)": true, "+1": true, "-Moto": true, "@cmd": true, "＝1": true, "\t=1": true, "\n=1": true, " =1": true, "=cmd|' /C calc'!A0": true,
		"007": true, "0123456": true, "1.000": true, "1,5": true, "5%": true, "$5": true, "(12)": true, "1 1/2": true, "123456789012": true, "٣": true,
		"1E5": true, "1234E05": true, "1-2": true, "1/2": true, "2020-01-01T10:00": true, "10:30 p. m.": true, "12 AM": true,
		"MAR2020": true, "DIC-12": true, "SEPT2": true, "MARCH1": true, "1 de mayo": true, "TRUE": true, "Verdadero": true, "'x": true, "''": true, " ": true, "x ": true,
		"": false, "7": false, "12345678901": false, "AKX0359": false, "1234ABC": false, "AB-12": false, "Furgón 001": false, "Mar": false, "x=1": false, "a,b;c": false, `"`: false, "#N/A": false, "de": false,
	} {
		if got := evaluated(text); got != marked {
			t.Errorf("%q: marked %t, want %t", text, got, marked)
		}
		if got := strings.HasPrefix(strings.TrimPrefix(cell(text, false), `"`), "'"); got != marked {
			t.Errorf("%q is written %q", text, cell(text, false))
		}
	}
}

// TestWriteReadsBack: whatever a name or plate holds reads back as it is, between other lines.
func TestWriteReadsBack(t *testing.T) {
	t.Parallel()
	pieces := []string{"", " ", "'", `"`, `""`, ",", ";", "=", "0", "A", "é", "\u00a0", "\u2028", `\`, "${x}", "=SUM(A1)", "#", "\U0001F697"}
	var rows []Row
	want := make(map[string]Row)
	for _, a := range pieces {
		for _, b := range pieces {
			for _, c := range pieces {
				nombre := a + b + c
				row := Row{Placa: fmt.Sprint("P", len(rows)), TipoVehiculoID: 1, ClienteID: 7, Nombre: &nombre, Electrico: len(rows)%2 == 0, Minusvalido: len(rows)%3 == 0}
				if nombre == "" {
					row.Nombre = nil
				}
				rows = append(rows, row)
				want[row.Placa] = row
			}
		}
	}
	for _, placa := range []string{"0123", "1E5", "MAR2020", "=1", "-2", "'A", "a,b", "a;c", `a"d`, "A E", "日本 1", "１２", "12#4?", "#N/A"} {
		row := Row{Placa: placa, TipoVehiculoID: 9, ClienteID: 7}
		rows, want[placa] = append(rows, row), row
	}
	got, err := Parse(Write(rows), nil)
	if err != nil {
		t.Fatal(err)
	}
	for placa, row := range want {
		if !reflect.DeepEqual(got[placa], row) {
			t.Errorf("%s: got %+v, want %+v", placa, got[placa], row)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d vehicles, want %d", len(got), len(want))
	}
}

func TestCanHold(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"": true, " x ": true, "a\nb": false, "a\tb": false, "a\rb": false, "a\r\nb": false, "a\x00": false, "a\u0085b": false,
		"=SUM(1)": true, "a=b, c": true, "a,'=b": true, "a,=SUM(1),b": false, "a; +1": false, "a\n\"@b": false, "a,-1": false} {
		if got := CanHold(text); got != want {
			t.Errorf("%q: %t, want %t", text, got, want)
		}
	}
}
