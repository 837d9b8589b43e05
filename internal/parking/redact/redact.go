// Package redact hides the credential and personal data in text that the service, or a machine before it, wrote, and makes
// such text printable.
package redact

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Hidden replaces what must not be shown.
const Hidden = "(hidden for privacy)"

const (
	// minSecret is the length of the shortest secret: two characters would hide half of any text and identify nobody.
	minSecret = 3
	// minAnywhere is the length from which a secret is hidden within a longer word. A shorter one would match by chance.
	minAnywhere = 6
)

// Mask hides something in a text.
type Mask func(string) string

// Secrets hides a credential and the personal data of a call in foreign text, in any case: as they are, and as a query
// writes them.
func Secrets(credential string, sensitive []string) Mask {
	return func(text string) string {
		var anywhere, words []string
		// If the credential includes its scheme, its last word alone is secret too.
		for _, secret := range append([]string{credential, credential[strings.LastIndexByte(credential, ' ')+1:]}, sensitive...) {
			secret = strings.ToValidUTF8(secret, "")
			switch length := utf8.RuneCountInString(secret); {
			case length >= minAnywhere:
				anywhere = append(anywhere, secret, url.QueryEscape(secret))
			case length >= minSecret:
				words = append(words, secret)
			}
		}
		if len(anywhere) > 0 {
			text = regexp.MustCompile(`(?i)`+oneOf(anywhere)).ReplaceAllLiteralString(text, Hidden)
		}
		if len(words) > 0 {
			word := regexp.MustCompile(`(?i)(^|[^\pL\pN])(?:` + oneOf(words) + `)($|[^\pL\pN])`)
			for range 2 { // two words share the character between them
				text = word.ReplaceAllString(text, "${1}"+Hidden+"${2}")
			}
		}
		return text
	}
}

// oneOf matches any of some texts, the longest that fits.
func oneOf(texts []string) string {
	slices.SortFunc(texts, func(a, b string) int { return len(b) - len(a) })
	for i := range texts {
		texts[i] = regexp.QuoteMeta(texts[i])
	}
	return strings.Join(texts, "|")
}

// address matches a possible e-mail address, also within a query, or a query within a query as redirects have it, and number
// a possible telephone or document number, of seven digits or more; shorter ones are minutes, identifiers or limits.
var (
	address = regexp.MustCompile(`(?i)[^\s"'<>()=&?]+(?:@|%(?:25)*40)[^\s"'<>()=&?]*`)
	number  = regexp.MustCompile(`[0-9](?:[ ._()-]{0,2}[0-9]){6,}`)
)

// Personal hides everything that looks like personal data, beyond what the mask knows: the service may show data of a
// client that the call did not send.
func (m Mask) Personal() Mask {
	return func(text string) string {
		return number.ReplaceAllLiteralString(address.ReplaceAllLiteralString(m(text), Hidden), Hidden)
	}
}

// word matches a possible token: characters without a break.
var word = regexp.MustCompile(`[^\s"'<>()]+`)

// Tokens hides everything that looks like a token, since a new token is not known yet, except words that certainly are
// none.
func Tokens(text string, none []string) string {
	return word.ReplaceAllStringFunc(text, func(word string) string {
		inner := strings.IndexFunc(strings.TrimLeftFunc(word, unicode.IsUpper), unicode.IsUpper) >= 0
		if (LikeToken(word) || len(word) >= 8 && inner) && !slices.Contains(none, word) {
			return Hidden
		}
		return word
	})
}

// LikeToken: the word is long, or has digits. Names of fields are neither, but may have capitals within them.
func LikeToken(word string) bool {
	return len(word) >= 20 || len(word) >= 8 && strings.ContainsAny(word, "0123456789")
}

// quoted matches what a text quotes.
var quoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// Network masks a network error: known secrets everywhere, and what looks like personal data only in what it quotes, which
// came from the other side. The digits of an address are no document number. private hides all that it quotes.
func (m Mask) Network(private bool) Mask {
	foreign := m.Personal()
	if private {
		foreign = func(string) string { return Hidden }
	}
	return func(text string) string { return quoted.ReplaceAllStringFunc(m(text), foreign) }
}

// Markup gives the leading part of a text that is the markup of a page: it holds no record of the service.
func Markup(text string) string {
	if !strings.HasPrefix(text, "<") {
		return ""
	}
	if end := strings.IndexAny(text, "{["); end >= 0 {
		text = text[:end]
	}
	return text
}

// Presentable masks foreign text and makes it printable.
func (m Mask) Presentable(text string) string {
	return Excerpt(m(text[:min(len(text), maxMasked)]))
}

// maxMasked limits how much of a foreign text is searched for secrets. It is far longer than what an error shows.
const maxMasked = 16 << 10

// Quotable is a message of the service without its full stop, which the sentence that quotes it ends with.
func (m Mask) Quotable(message string) string {
	return strings.TrimRight(m.Presentable(message), ". ")
}

// Foreign makes text of the service printable, such as the name of a field, without personal data.
func Foreign(text string) string { return Mask(strings.Clone).Personal().Presentable(text) }

// excerptLength is how many characters of foreign text an error shows.
const excerptLength = 240

// Excerpt makes foreign text printable on one line.
func Excerpt(text string) string {
	unfit := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) || r == utf8.RuneError }
	text = strings.Join(strings.FieldsFunc(text, unfit), " ")
	if runes := []rune(text); len(runes) > excerptLength {
		return string(runes[:excerptLength]) + "…"
	}
	return text
}
