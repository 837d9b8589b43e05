package framework

import (
	"html"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// SameText reports whether two texts are the same apart from case, blanks and Unicode form.
func SameText(a, b string) bool { return BareText(a) == BareText(b) }

// BareText folds case, surrounding and repeated blanks, the Unicode form of a text, and what is escaped for a page.
func BareText(text string) string {
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(strings.Join(strings.Fields(html.UnescapeString(text)), " "))))
}
