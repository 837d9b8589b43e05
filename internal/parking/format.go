package parking

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/redact"
)

// Types that hold the credential or personal data print nothing of it, with any verb: in a log, an error, or a panic.
// fmt follows no pointer below the first level, so records, whose fields are pointers, need no method. It calls no
// method on unexported fields, so a type with such a field needs its own.

// Format prints only the type.
func (Config) Format(s fmt.State, _ rune) { hide(s, "parking.Config") }

// Format prints only the type.
func (*Client) Format(s fmt.State, _ rune) { hide(s, "*parking.Client") }

// Format prints only the type.
func (ClienteRequest) Format(s fmt.State, _ rune) { hide(s, "parking.ClienteRequest") }

// Format prints only the type.
func (TokenRequest) Format(s fmt.State, _ rune) { hide(s, "parking.TokenRequest") }

// Format prints only the type.
func (TokenAnswer) Format(s fmt.State, _ rune) { hide(s, "parking.TokenAnswer") }

// Format prints only the operation.
func (c call) Format(s fmt.State, _ rune) { hide(s, "call of "+c.op.name) }

func hide(s fmt.State, what string) { _, _ = fmt.Fprint(s, what, redact.Hidden) }

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
