// Package redact hides the credential and personal data in text that the service, or a machine before it, wrote, and makes
// such text printable.
package redact

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Hidden replaces what must not be shown.
const Hidden = "(hidden for privacy)"

// minSecret is the shortest secret: two characters would hide half of any text and identify nobody.
const minSecret = 3

// ordinary are the words of the service's own messages that are also names, or parts of them. Hidden, they would make a
// message unreadable, so they are hidden only within a longer name.
var ordinary = regexp.MustCompile(`(?i)^(del|las|los|placas?|matr[ií]culas?|veh[ií]culos?|clientes?|correos?|e-?mails?|` +
	`favorit[oa]s?|zonas?|tramos?|celdas?|reservas?|sanci[oó]n|sanciones|preguntas?|faqs?|registros?|plates?|vehicles?|` +
	`clients?|favou?rites?|records?)$`)

// Names gives the names of a person, and each part of them that may stand alone in a message.
func Names(names ...string) []string {
	parts := strings.FieldsFunc(strings.Join(names, " "), func(c rune) bool { return !isAlphanumeric(c) })
	return slices.DeleteFunc(append(parts, names...), ordinary.MatchString)
}

// Mask hides something in a text.
type Mask func(string) string

// Secrets hides a credential and the personal data of a call in foreign text, in any spelling.
func Secrets(credential string, sensitive []string) Mask {
	// If the credential includes its scheme, its last word alone is secret too.
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
			// A secret with hardly a letter or digit counts as a whole.
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
				out.WriteString(Hidden)
			}
		}
		return out.String()
	}
}

// address matches a possible e-mail address, with its @ escaped in any way, and number a possible telephone or document
// number, of seven digits or more; shorter ones are minutes, identifiers or limits. They are two patterns because one
// would search from every number for an @, to the end of the text: hours, for a long text.
var (
	address = regexp.MustCompile(`(?i)(?:[^\s"'<>()=&?]|&(?:amp;)*#?[0-9a-z]+;)+` +
		`(?:[@＠]|%(?:25)*(?:40|ef%(?:25)*bc%(?:25)*a0)|&(?:amp;)*(?:#0*(?:64|65312)|#x0*(?:40|ff20)|commat);|\\u(?:0040|ff20))` +
		`[^\s"'<>()=&?]*`)
	number = regexp.MustCompile(`[0-9](?:[ ._()\p{Pd}\p{Zs}]{0,2}[0-9]){6,}`)
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
