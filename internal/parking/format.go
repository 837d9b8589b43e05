package parking

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/redact"
)

// hidden is part of a type that holds the credential or personal data, which then prints nothing, with any verb: in a log, an error, or
// a panic. fmt follows no pointer below the first level, so records, whose fields are pointers, need none. It calls no method on
// unexported fields, so a type with such a field needs its own.
type hidden struct{}

// Format prints that something is hidden.
func (hidden) Format(s fmt.State, _ rune) { _, _ = fmt.Fprint(s, redact.Hidden) }

// Format prints that something is hidden.
func (TokenRequest) Format(s fmt.State, verb rune) { hidden{}.Format(s, verb) }

var zeros = regexp.MustCompile(`([hm])(0m)?0s$`)

// Duration is a duration for an error: 10m rather than 10m0s.
func Duration(d time.Duration) string { return zeros.ReplaceAllString(d.String(), "$1") }

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
