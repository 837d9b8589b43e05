package parking

import (
	"strconv"
	"strings"
	"time"
)

// Duration is a duration for an error: 10m rather than 10m0s.
func Duration(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

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
