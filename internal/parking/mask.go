package parking

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// masked stands for what must not be shown.
const masked = "(hidden)"

// minSecret is how many characters a secret has at least: two would hide half of any text and identify nobody.
const minSecret = 3

// mask gives a function that hides the credential and the call's personal data in foreign text, however the service
// spells them.
func (c *Client) mask(sensitive []string) func(string) string {
	credential := c.config.Credential
	// Where the credential was set with its scheme, its last word is secret alone.
	secrets := append([]string{credential, credential[strings.LastIndexByte(credential, ' ')+1:]}, sensitive...)
	return func(text string) string {
		hidden := make([]bool, len(text))
		hide := func(s extent) {
			for i := s.from; i < s.to; i++ {
				hidden[i] = true
			}
		}
		level, escaped := newReading(text), true
		for deep := 0; escaped && deep <= maxEscapes; deep++ {
			// A secret may have hardly a letter or digit; then the whole of it counts.
			for _, keep := range []func(rune) bool{isAlphanumeric, isAny} {
				folded := level.fold(keep)
				for _, secret := range secrets {
					encoded := base64.RawStdEncoding.EncodeToString([]byte(secret))
					for _, form := range []string{secret, strings.TrimLeft(secret, "0"), encoded} {
						form = strings.ReplaceAll(newReading(form).fold(keep).text, "\x00", "")
						if utf8.RuneCountInString(form) >= minSecret {
							folded.find(form, hide)
						}
					}
				}
			}
			level, escaped = level.unescape()
		}
		var out strings.Builder
		for i, hide := range hidden {
			switch {
			case !hide:
				out.WriteByte(text[i])
			case i == 0 || !hidden[i-1]:
				out.WriteString(masked)
			}
		}
		return out.String()
	}
}

// address matches what may be an e-mail address, however its @ is escaped, and number what may be a telephone or
// document number, which have seven digits at least; a shorter one is minutes, an identifier or a limit that the text
// is about. In one pattern, every number would be searched for an @ to the end of the text: hours, for a long one.
var (
	address = regexp.MustCompile(`(?i)(?:[^\s"'<>()=&?]|&(?:amp;)*#?[0-9a-z]+;)+` +
		`(?:@|%(?:25)*40|&(?:amp;)*(?:#0*64|#x0*40|commat);|\\u0040)[^\s"'<>()=&?]*`)
	number = regexp.MustCompile(`[0-9](?:[ ._()-]{0,2}[0-9]){6,}`)
)

// maskPersonal hides whatever looks like personal data besides what mask knows: the service may hold, and repeat, other
// data of a client than a call sends.
func maskPersonal(mask func(string) string) func(string) string {
	return func(text string) string {
		return number.ReplaceAllLiteralString(address.ReplaceAllLiteralString(mask(text), masked), masked)
	}
}

// word matches what a token may be: an unbroken run of characters.
var word = regexp.MustCompile(`[^\s"'<>()]+`)

// maskTokens hides whatever looks like a token, which nobody can know before it is given, but for words that surely are
// none.
func maskTokens(text string, none []string) string {
	return word.ReplaceAllStringFunc(text, func(word string) string {
		inner := strings.IndexFunc(strings.TrimLeftFunc(word, unicode.IsUpper), unicode.IsUpper) >= 0
		if (likeToken(word) || len(word) >= 8 && inner) && !slices.Contains(none, word) {
			return masked
		}
		return word
	})
}

// likeToken: a word that is long, or has digits. Names of fields are neither, but may have capitals within them.
func likeToken(word string) bool {
	return len(word) >= 20 || len(word) >= 8 && strings.ContainsAny(word, "0123456789")
}

// quoted matches what a text quotes.
var quoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// maskNetwork masks an error of the network. Its own words stay, and the digits of an address are no document number;
// what it quotes came from the other side.
func (c *Client) maskNetwork(call call) func(string) string {
	mask := c.mask(call.sensitive)
	foreign := maskPersonal(mask)
	if call.private {
		foreign = func(string) string { return masked }
	}
	return func(text string) string { return quoted.ReplaceAllStringFunc(mask(text), foreign) }
}

// markup gives the leading part of text that is the markup of a page, which holds no record of the service.
func markup(text string) string {
	if !strings.HasPrefix(text, "<") {
		return ""
	}
	if end := strings.IndexAny(text, "{["); end >= 0 {
		text = text[:end]
	}
	return text
}
