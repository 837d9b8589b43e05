package flota

import "testing"

// What spreadsheets make of plates is odd, and what plates look like is not.
func TestOddPlaca(t *testing.T) {
	t.Parallel()
	for placa, odd := range map[string]bool{
		"AKX0359": false, "AKX-0359": false, "MAR-2020": false, "7": false, "Ñ123": false, "ABC-12": false,
		"1,23E+06": true, "12345.0": true, "12-05-2024": true, "2024/05/12": true, "1-MAR": true, "ene-20": true, "ENE-20": true,
		"#N/A": true, "#REF!": true, "#¡REF!": true, "VERDADERO": true, "akx0359": true, "AKX 0359": true, "\u0410KX0359": true, "AKX\u20130359": true,
	} {
		if why := oddPlaca(placa); (why != "") != odd {
			t.Errorf("%q: got %q, want odd = %t", placa, why, odd)
		}
	}
}
