package parking

import (
	"strconv"
	"strings"
)

// Quote quotes a value that a user wrote for an error, and no more than 40 characters of it. An e-mail address is
// personal data and is not shown.
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
