package parking

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// masked stands for what must not be shown.
const masked = "(hidden)"

// mask gives a function that hides the credential and the call's personal data
// in foreign text, however the service spells them.
func (c *Client) mask(sensitive []string) func(string) string {
	credential := c.config.Credential
	// Where the credential was set with its scheme, its last word is secret alone.
	word := credential[strings.LastIndexByte(credential, ' ')+1:]
	var secrets []string
	for _, secret := range append([]string{credential, word}, sensitive...) {
		// Two characters would hide half of any text and identify nobody.
		if len(secret) > 2 {
			secrets = append(secrets, secret)
		}
	}
	if len(secrets) == 0 {
		return func(text string) string { return text }
	}
	// The longest first, or the rest of one that begins like another would stay.
	slices.SortFunc(secrets, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	// Only failures need it.
	pattern := sync.OnceValue(func() *regexp.Regexp {
		all := make([]string, len(secrets))
		for i, secret := range secrets {
			all[i] = spellings(secret)
		}
		return regexp.MustCompile("(?i)" + strings.Join(all, "|"))
	})
	return func(text string) string { return pattern().ReplaceAllLiteralString(text, masked) }
}

// spellings gives a regular expression of the forms that a text may be echoed in:
// in base64, or character by character plain or escaped, since those who write
// queries, paths, HTML and JSON differ in what they escape.
func spellings(secret string) string {
	var text strings.Builder
	for _, r := range secret {
		if r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			text.WriteRune(r)
			continue
		}
		text.WriteString("(?:&(?:amp;)*[a-z]+;")
		for _, r := range []rune{unicode.ToLower(r), unicode.ToUpper(r)} {
			one, units := string(r), ""
			for _, unit := range utf16.AppendRune(nil, r) {
				units += fmt.Sprintf(`\u%04x`, unit)
			}
			for _, form := range []string{one, `\` + one, units, url.QueryEscape(one), url.PathEscape(one)} {
				text.WriteString("|" + twice.Replace(regexp.QuoteMeta(form)))
			}
			fmt.Fprintf(&text, "|&(?:amp;)*#(?:0*%d|x0*%x);", r, r)
		}
		text.WriteString(")")
	}
	return strings.Join([]string{text.String(),
		regexp.QuoteMeta(base64.RawStdEncoding.EncodeToString([]byte(secret))), base64.RawURLEncoding.EncodeToString([]byte(secret))}, "|")
}

// twice makes a pattern match what was escaped again, such as an address within
// the query of another.
var twice = strings.NewReplacer(`\\`, `\\+`, "%", "%(?:25)*")

// address matches what may be an e-mail address, however its @ is escaped, and
// number what may be a telephone or document number, which have seven digits at
// least; a shorter one is minutes, an identifier or a limit that the text is about.
// In one pattern, every number would be searched for an @ to the end of the text:
// hours, for a long one.
var (
	address = regexp.MustCompile(`(?i)(?:[^\s"'<>()=&?]|&(?:amp;)*#?[0-9a-z]+;)+(?:@|%(?:25)*40|&(?:amp;)*(?:#0*64|#x0*40|commat);|\\u0040)[^\s"'<>()=&?]*`)
	number  = regexp.MustCompile(`[0-9](?:[ .-]?[0-9]){6,}`)
)

// maskPersonal hides whatever looks like personal data besides what mask knows:
// the service may hold, and repeat, other data of a client than a call sends.
func maskPersonal(mask func(string) string) func(string) string {
	return func(text string) string {
		return number.ReplaceAllLiteralString(address.ReplaceAllLiteralString(mask(text), masked), masked)
	}
}

// word matches what a token may be: an unbroken run of characters.
var word = regexp.MustCompile(`[^\s"'<>()]+`)

// maskTokens hides whatever looks like a token, which nobody can know before it is
// given, but for words that surely are none.
func maskTokens(text string, none []string) string {
	return word.ReplaceAllStringFunc(text, func(word string) string {
		inner := strings.IndexFunc(strings.TrimLeftFunc(word, unicode.IsUpper), unicode.IsUpper) >= 0
		if (likeToken(word) || len(word) >= 8 && inner) && !slices.Contains(none, word) {
			return masked
		}
		return word
	})
}

// likeToken: a word that is long, or has digits. Names of fields are neither, but
// may have capitals within them.
func likeToken(word string) bool {
	return len(word) >= 20 || len(word) >= 8 && strings.ContainsAny(word, "0123456789")
}

// quoted matches what a text quotes.
var quoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// maskNetwork masks an error of the network. Its own words stay, and the digits
// of an address are no document number; what it quotes came from the other side.
func (c *Client) maskNetwork(call call) func(string) string {
	mask := c.mask(call.sensitive)
	foreign := maskPersonal(mask)
	if call.private {
		foreign = func(string) string { return masked }
	}
	return func(text string) string { return quoted.ReplaceAllStringFunc(mask(text), foreign) }
}

// markup gives the leading part of text that is the markup of a page, which
// holds no record of the service.
func markup(text string) string {
	if !strings.HasPrefix(text, "<") {
		return ""
	}
	if end := strings.IndexAny(text, "{["); end >= 0 {
		text = text[:end]
	}
	return text
}
