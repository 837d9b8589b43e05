package parking

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// tokenNames are the fields that a token is looked for under, as bareName gives them.
var tokenNames = []string{"token", "accesstoken", "apitoken", "authtoken", "sessiontoken", "apikey", "jwt"}

// bareName is the name of a field without what differs between spellings, such as
// access_token and accessToken.
func bareName(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
}

// Token finds the token in the answer. campo says where it is: names of fields and
// places in lists, joined by dots. Without it, an answer that is a text is the
// token itself; else the token is the text under one of tokenNames that lies least
// deep, and where several differ nothing is guessed.
//
// An error names the fields that came, and no value.
func (a TokenAnswer) Token(campo string) (string, error) {
	if campo != "" {
		return a.at(campo)
	}
	if text, ok := tokenText(a.Datos); ok {
		return text, nil
	}
	for level := []place{{value: a.Datos}}; len(level) > 0; level = below(level) {
		var found []place
		for _, p := range level {
			if _, ok := tokenText(p.value); ok && slices.Contains(tokenNames, bareName(p.name)) {
				found = append(found, p)
			}
		}
		same := func(p place) bool { return p.value == found[0].value }
		switch {
		case len(found) == 0:
		case !slices.ContainsFunc(found, func(p place) bool { return !same(p) }):
			text, _ := tokenText(found[0].value)
			return text, nil
		default:
			return "", fmt.Errorf("several fields may be the token: %s", paths(found))
		}
	}
	return "", fmt.Errorf("no text is called token, access_token, api_token, auth_token, session_token, api_key or jwt; %s", a.fields())
}

// at gives the token at a place.
func (a TokenAnswer) at(campo string) (string, error) {
	value, been := a.Datos, ""
	for name := range strings.SplitSeq(campo, ".") {
		next, ok := child(value, name)
		if !ok {
			return "", fmt.Errorf("campo is %q, and %s is not there; %s", campo, strconv.Quote(been+name), a.fields())
		}
		value, been = next, been+name+"."
	}
	text, ok := tokenText(value)
	if !ok {
		return "", fmt.Errorf("campo is %q, and what is there is no text; %s", campo, a.fields())
	}
	return text, nil
}

func child(value any, name string) (any, bool) {
	switch v := value.(type) {
	case map[string]any:
		next, ok := v[name]
		return next, ok
	case []any:
		if n, err := strconv.Atoi(name); err == nil && n >= 0 && n < len(v) {
			return v[n], true
		}
	}
	return nil, false
}

// tokenText gives a text that can be a token.
func tokenText(value any) (string, bool) {
	text, ok := value.(string)
	return text, ok && strings.TrimSpace(text) != ""
}

// place is a value within an answer.
type place struct {
	path, name string // from the outside, and the last name of it
	value      any
}

// below gives all places one level deeper, in an order that does not change.
func below(level []place) []place {
	var out []place
	for _, p := range level {
		prefix := p.path
		if prefix != "" {
			prefix += "."
		}
		switch v := p.value.(type) {
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(v)) {
				out = append(out, place{prefix + name, name, v[name]})
			}
		case []any:
			for i, item := range v {
				// A list of texts has the name of the list.
				out = append(out, place{prefix + strconv.Itoa(i), p.name, item})
			}
		}
	}
	return out
}

// fields says which texts came, by their places.
func (a TokenAnswer) fields() string {
	var texts []place
	for level := []place{{value: a.Datos}}; len(level) > 0; level = below(level) {
		for _, p := range level {
			if _, ok := tokenText(p.value); ok {
				texts = append(texts, p)
			}
		}
	}
	if len(texts) == 0 {
		return "the answer holds no text"
	}
	return "the answer holds texts at " + paths(texts)
}

// paths writes places as campo takes them. Names are foreign text, and may be made
// of a token.
func paths(places []place) string {
	shown := make([]string, 0, maxShown)
	for _, p := range places[:min(len(places), maxShown)] {
		names := strings.Split(p.path, ".")
		for i, name := range names {
			if names[i] = fieldName(name); likeToken(name) {
				names[i] = masked
			}
		}
		shown = append(shown, strings.Join(names, "."))
	}
	if more := len(places) - len(shown); more > 0 {
		shown = append(shown, fmt.Sprintf("%d more", more))
	}
	return strings.Join(shown, ", ")
}
