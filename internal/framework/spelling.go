package framework

import (
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// SameText reports whether two texts are the same apart from case, blanks and Unicode form.
func SameText(a, b string) bool { return BareText(a) == BareText(b) }

// BareText folds case, surrounding and repeated blanks, and the Unicode form of a text.
func BareText(text string) string {
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(strings.Join(strings.Fields(text), " "))))
}
