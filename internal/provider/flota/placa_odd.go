package flota

import (
	"regexp"
	"strings"
	"unicode"
)

// months are the names of months as spreadsheets write them, in Spanish and in English.
const months = `(ene|jan|feb|mar|abr|apr|may|jun|jul|ago|aug|sep|oct|nov|dic|dec)`

// oddForms are what spreadsheets make of plates: numbers and dates.
var oddForms = map[string]*regexp.Regexp{
	"looks like a number that a spreadsheet has rewritten": regexp.MustCompile(`^[0-9]+([.,][0-9]+)?[eE]\+?[0-9]+$|^[0-9]+[.,][0-9]+$`),
	"looks like a date": regexp.MustCompile(`^([0-9]{1,2}[-/.][0-9]{1,2}[-/.]([0-9]{2}|[0-9]{4})|[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}|` +
		`(?i:[0-9]{1,2}-` + months + `|` + months + `-[0-9]{2}))$`),
	"looks like what a spreadsheet shows for an error or a truth value": regexp.MustCompile(`^(?i:#.*[!?A]|TRUE|FALSE|VERDADERO|FALSO)$`),
}

// oddPlaca says why a valid plate is probably not written as it was meant; empty if it does not look so.
func oddPlaca(placa string) string {
	for why, form := range oddForms {
		if form.MatchString(placa) {
			return why
		}
	}
	switch {
	case strings.ContainsFunc(placa, unicode.IsSpace):
		return "has a blank inside"
	case strings.ContainsFunc(placa, unicode.IsLower):
		return "has lower-case letters"
	case strings.ContainsFunc(placa, func(r rune) bool { return r > unicode.MaxASCII && !unicode.Is(unicode.Latin, r) }):
		return "has a character that only looks like a letter or a hyphen"
	}
	return ""
}
