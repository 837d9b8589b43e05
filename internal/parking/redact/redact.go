// Package redact hides the credential and personal data in foreign text, and makes it printable.
package redact

import (
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Hidden replaces what must not be shown.
const Hidden = "(hidden for privacy)"

const (
	minSecret    = 3        // two characters would hide half of any text, and identify nobody
	minAnywhere  = 6        // shorter secrets are hidden only as whole words, since they may be part of others by chance
	maxMasked    = 16 << 10 // how much of a foreign text is searched for secrets, far more than an error shows
	maxPrintable = 240      // how many characters of it an error shows
)

var (
	word   = regexp.MustCompile(`[\pL\pN]+`)
	quoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	// address matches a possible e-mail address, also within a query, or a query within a query as redirects have it.
	address = regexp.MustCompile(`(?i)[^\s"'<>()=&?]+(?:@|%(?:25)*40)[^\s"'<>()=&?]*`)
	// unknown matches a possible telephone or document number, or token; shorter ones are minutes, identifiers or plain words.
	unknown = regexp.MustCompile(`[0-9](?:[ ._()-]{0,2}[0-9]){6,}|[^\s"'<>()=&?,;:]{32,}`)
)

// Mask hides secrets and e-mail addresses in a text.
type Mask func(string) string

// Secrets hides a credential and the personal data of a call in any case: as they are, and as a query or a page writes them.
func Secrets(credential string, sensitive []string) Mask {
	var words []string
	anywhere := sync.OnceValue(func() *regexp.Regexp { // most calls show nothing
		var all []string
		// If the credential includes its scheme, its last word alone is secret too.
		for _, secret := range append([]string{credential, credential[strings.LastIndexByte(credential, ' ')+1:]}, sensitive...) {
			secret = strings.ToValidUTF8(secret, "")
			switch length := utf8.RuneCountInString(secret); {
			case length < minSecret:
			case length < minAnywhere && word.FindString(secret) == secret:
				words = append(words, secret)
			default:
				for _, spelled := range []string{secret, html.UnescapeString(secret), url.QueryEscape(secret)} {
					all = append(all, regexp.QuoteMeta(spelled))
				}
			}
		}
		slices.SortFunc(all, func(a, b string) int { return len(b) - len(a) }) // the first that fits is hidden
		return regexp.MustCompile(`(?i)` + strings.Join(append(all, address.String()), "|"))
	})
	return func(text string) string {
		text = anywhere().ReplaceAllLiteralString(html.UnescapeString(text), Hidden)
		return word.ReplaceAllStringFunc(text, func(found string) string {
			if slices.ContainsFunc(words, func(secret string) bool { return strings.EqualFold(secret, found) }) {
				return Hidden
			}
			return found
		})
	}
}

// Presentable makes a message printable, without long numbers and words: the service may show data that the call did not send.
// The sentence that quotes it ends with its own full stop.
func (m Mask) Presentable(text string) string {
	text = unknown.ReplaceAllLiteralString(m(text[:min(len(text), maxMasked)]), Hidden)
	return strings.TrimRight(Printable(text), ". ")
}

// Network masks a network error. What it quotes came from the other side. The digits of an address are no personal data.
func (m Mask) Network(text string) string { return quoted.ReplaceAllLiteralString(m(text), Hidden) }

// Foreign makes text of the service printable, such as the name of a field, without personal data.
func Foreign(text string) string { return Secrets("", nil).Presentable(text) }

// Printable makes the beginning of a foreign text printable on one line.
func Printable(text string) string {
	unfit := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) || r == utf8.RuneError }
	text = strings.Join(strings.FieldsFunc(text, unfit), " ")
	if runes := []rune(text); len(runes) > maxPrintable {
		return string(runes[:maxPrintable]) + "…"
	}
	return text
}
