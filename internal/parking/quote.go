package parking

import (
	"strconv"
	"strings"
)

// Quote quotes at most 40 characters of a user's value for an error. It does not show an e-mail address, which is
// personal data.
func Quote(value string) string {
	const longest = 40
	if strings.Contains(value, "@") {
		return "an e-mail address (not shown)"
	}
	if runes := []rune(value); len(runes) > longest {
		value = string(runes[:longest]) + "…"
	}
	return strconv.Quote(value)
}
