package cliente

import (
	"strings"
	"unicode"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// A service may write what it is given in its own way: in capitals, without surrounding
// blanks, a telephone without leading zeros. What differs only so is the same value: the
// declared spelling stays in the state, and nothing is overwritten.

// sameEmail reports whether two addresses are one client's (A4).
func sameEmail(a, b string) bool { return strings.EqualFold(a, b) }

// samePrefijos leaves blanks aside.
func samePrefijos(a, b string) bool {
	return strings.Join(strings.Fields(a), "") == strings.Join(strings.Fields(b), "")
}

// sameTelefono compares letters and digits, without leading zeros.
func sameTelefono(a, b string) bool {
	return strings.TrimLeft(bareNumber(a), "0") == strings.TrimLeft(bareNumber(b), "0")
}

// sameCedula compares letters and digits.
func sameCedula(a, b string) bool { return bareNumber(a) == bareNumber(b) }

func bareNumber(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, framework.BareText(text))
}
