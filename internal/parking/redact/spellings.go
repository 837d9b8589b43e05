package redact

import (
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Services and proxies seldom repeat a text unchanged: they escape it, format a telephone number, or drop accents. So
// only letters and digits are compared, at every level of escaping.

const (
	// maxEscapes is how many levels of escaping are removed.
	maxEscapes = 4
	// maxBetween is how many other characters may be between two letters or digits of one spelling, as in "(099) -
	// 123".
	maxBetween = 5
	// minAnywhere is the length from which a text is found within a longer word; a shorter one would match by chance.
	minAnywhere = 6
)

// reading is a text at one level of escaping.
type reading struct {
	text string
	// source is, for each byte of text, its part of the original.
	source []extent
}

// extent is a part of a text: its first byte, and the one after its last.
type extent struct{ from, to int }

func newReading(text string) reading {
	r := reading{text, make([]extent, len(text))}
	for i := range r.source {
		r.source[i] = extent{i, i + 1}
	}
	return r
}

// escape matches the escapes of paths and queries, of HTML and of JSON. Several in a row may be one character.
var escape = regexp.MustCompile(`(?i)(?:%[0-9a-f]{2})+|&#?[0-9a-z]+;|(?:\\+u[0-9a-f]{4})+|\\+[bfnrt/"]`)

// unescape removes one level of escaping, if there is one.
func (r reading) unescape() (reading, bool) {
	escapes := escape.FindAllStringIndex(r.text, -1)
	var text strings.Builder
	var source []extent
	done := 0
	for _, at := range escapes {
		plain := unescaped(r.text[at[0]:at[1]])
		text.WriteString(r.text[done:at[0]] + plain)
		source = append(source, r.source[done:at[0]]...)
		for range len(plain) {
			source = append(source, extent{r.source[at[0]].from, r.source[at[1]-1].to})
		}
		done = at[1]
	}
	return reading{text.String() + r.text[done:], append(source, r.source[done:]...)}, len(escapes) > 0
}

// unescaped gives what an escape stands for.
func unescaped(escape string) string {
	switch escape[0] {
	case '%':
		plain, _ := url.PathUnescape(escape) // escape matches nothing that it refuses
		return plain
	case '&':
		if plain := html.UnescapeString(escape); plain != escape {
			return plain
		}
		return html.UnescapeString(strings.ToLower(escape))
	}
	parts := strings.FieldsFunc(strings.ToLower(escape), func(r rune) bool { return r == '\\' })
	var plain string
	_ = json.Unmarshal([]byte(`"\`+strings.Join(parts, `\`)+`"`), &plain) // likewise
	return plain
}

// folded is a text without what differs between spellings.
type folded struct {
	reading
	// starts is, for each byte of text, whether a word may start there.
	starts []bool
}

func isAlphanumeric(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func isAny(rune) bool { return true }

// fold gives the characters that are kept, without case and accents. Where more than maxBetween in a row are not, a
// byte 0 parts the rest.
func (r reading) fold(keep func(rune) bool) folded {
	var text []byte
	var out folded
	between, inWord := 0, false
	for at, size := 0, 0; at < len(r.text); at += size {
		var char rune
		char, size = utf8.DecodeRuneInString(r.text[at:])
		composed := r.text[at : at+size]
		if char == utf8.RuneError && size == 1 {
			composed = string(rune(r.text[at])) // Latin-1
		}
		source := extent{r.source[at].from, r.source[at+size-1].to}
		for _, char := range norm.NFD.String(composed) {
			if unicode.Is(unicode.Mn, char) {
				if len(text) > 0 && between == 0 {
					out.source[len(text)-1].to = source.to
				}
				continue
			}
			word := isAlphanumeric(char)
			starts := !word || !inWord
			inWord = word
			if !keep(char) {
				between++
				continue
			}
			if between > maxBetween {
				text, out.source, out.starts = append(text, 0), append(out.source, source), append(out.starts, true)
			}
			between = 0
			text = utf8.AppendRune(text, unicode.ToLower(unicode.ToUpper(char)))
			for len(out.source) < len(text) {
				out.source, out.starts = append(out.source, source), append(out.starts, starts)
				starts = false
			}
		}
	}
	out.text = string(text)
	return out
}

// find calls found with each part of the original that has the same folded text.
func (f folded) find(text string, found func(extent)) {
	short := utf8.RuneCountInString(text) < minAnywhere
	for at, done := 0, 0; ; at++ {
		next := strings.Index(f.text[at:], text)
		if next < 0 {
			return
		}
		at += next
		end := at + len(text)
		if !short || f.starts[at] && (end == len(f.text) || f.starts[end]) {
			// The common part of two that overlap is reported once, so that time stays linear.
			from := max(done, f.source[at].from)
			done = f.source[end-1].to
			found(extent{from, done})
		}
	}
}
