package redact

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxMasked limits how much of a foreign text is searched for secrets. It is longer than any error and any secret.
const MaxMasked = 16 << 10

// Presentable masks foreign text and makes it printable.
func (m Mask) Presentable(text string) string {
	if len(text) <= MaxMasked {
		return Excerpt(m(text))
	}
	// A secret cut in half at the end would not be recognised.
	text = m(text[:MaxMasked])
	return Excerpt(text[:max(0, len(text)-MaxMasked/2)] + " …")
}

// Quotable is a message of the service without its full stop, which the sentence that quotes it ends with.
func (m Mask) Quotable(message string) string {
	return strings.TrimRight(m.Presentable(message), ". ")
}

// FieldName makes the name of a field printable: it is foreign text too.
func FieldName(name string) string { return Mask(strings.Clone).Personal().Presentable(name) }

// excerptLength is how many characters of foreign text an error shows.
const excerptLength = 240

// Excerpt makes foreign text printable on one line.
func Excerpt(text string) string {
	text = text[:min(len(text), MaxMasked)]
	unfit := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) || r == utf8.RuneError }
	text = strings.Join(strings.FieldsFunc(text, unfit), " ")
	if runes := []rune(text); len(runes) > excerptLength {
		return string(runes[:excerptLength]) + "…"
	}
	return text
}
