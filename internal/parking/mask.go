package parking

import (
	"cmp"
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// masked stands for what must not be shown.
const masked = "(hidden)"

// mask gives a function that hides the credential and the call's personal data
// in foreign text, however the service spells them.
func (c *Client) mask(sensitive []string) func(string) string {
	var secrets []string
	for _, secret := range append([]string{c.config.Credential}, sensitive...) {
		// Two characters would hide half of any text and identify nobody.
		if len(secret) > 2 {
			secrets = append(secrets, secret)
		}
	}
	if len(secrets) == 0 {
		return func(text string) string { return text }
	}
	// Only failures need it.
	pattern := sync.OnceValue(func() *regexp.Regexp {
		var all []string
		for _, secret := range secrets {
			all = append(all, spellings(secret)...)
		}
		// The longest first, or the rest of one that begins like another would stay.
		slices.SortFunc(all, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
		return regexp.MustCompile("(?i)" + strings.Join(all, "|"))
	})
	return func(text string) string { return pattern().ReplaceAllLiteralString(text, masked) }
}

// spellings gives, as regular expressions, the forms that a text may be echoed
// in: plain, within a query, a path, HTML, or JSON, whose writers differ in what
// they escape.
func spellings(secret string) []string {
	secret = strings.ToValidUTF8(secret, "\ufffd")
	forms := []string{secret, url.QueryEscape(secret), url.PathEscape(secret), html.EscapeString(secret)}
	ascii := unquoted(strconv.QuoteToASCII(secret))
	forms = append(forms, ascii, strings.ReplaceAll(ascii, "/", `\/`))
	if quoted, err := json.Marshal(secret); err == nil {
		forms = append(forms, unquoted(string(quoted)))
	}
	for i, form := range forms {
		forms[i] = regexp.QuoteMeta(form)
	}
	return forms
}

// personal matches what may be an e-mail address, however its @ is escaped, or a
// telephone or document number.
var personal = regexp.MustCompile(`(?i)[^\s"'<>()=&?]+(?:@|%40|&#0*64;|&#x0*40;|&commat;|\\u0040)[^\s"'<>()=&?]*|[0-9](?:[ .-]?[0-9]){4,}`)

// maskPersonal hides whatever looks like personal data besides what mask knows:
// the service may hold, and repeat, other data of a client than a call sends.
func maskPersonal(mask func(string) string) func(string) string {
	return func(text string) string { return personal.ReplaceAllLiteralString(mask(text), masked) }
}

func unquoted(text string) string { return text[1 : len(text)-1] }

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
