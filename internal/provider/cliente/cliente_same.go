package cliente

import (
	"strings"
	"unicode"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// The service may rewrite values: in capitals, without surrounding blanks, a telephone without
// leading zeros. Values that differ only so count as the same: the declared spelling stays in the
// state, and nothing is overwritten.

// sameEmail reports whether two addresses belong to one client (A4).
func sameEmail(a, b string) bool { return strings.EqualFold(a, b) }

// samePrefijos ignores blanks.
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
