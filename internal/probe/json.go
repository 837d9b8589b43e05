package probe

import (
	"bytes"
	"encoding/json"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// The answers are read here as they came: the client's own decoders accept many forms of a value as the same, and which
// of them came is what the probe is to tell.

func objectOf(raw json.RawMessage) (object, bool) {
	var out object
	if kindOf(raw) != "an object" || json.Unmarshal(raw, &out) != nil {
		return nil, false
	}
	return out, true
}

// textOf gives a JSON text, or "" for whatever is none.
func textOf(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return ""
	}
	return text
}

// plain gives a number or text without its quotes.
func plain(raw json.RawMessage) string {
	if kindOf(raw) == "a text" {
		return strings.TrimSpace(textOf(raw))
	}
	return string(bytes.TrimSpace(raw))
}

// whole reads a whole number or a text of one.
func whole(raw json.RawMessage) (int64, bool) {
	if kind := kindOf(raw); kind != "a number" && kind != "a text" {
		return 0, false
	}
	if n, err := strconv.ParseInt(plain(raw), 10, 64); err == nil {
		return n, true
	}
	f, ok := decimal(raw)
	return int64(f), ok && f == math.Trunc(f) && math.Abs(f) < 1<<53
}

var number = regexp.MustCompile(`^[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

// decimal reads a number or a text of one.
func decimal(raw json.RawMessage) (float64, bool) {
	text := plain(raw)
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil && number.MatchString(text)
}

func kindOf(raw json.RawMessage) string {
	trimmed := bytes.TrimSpace(raw)
	if len(trimmed) == 0 {
		return "absent"
	}
	switch trimmed[0] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a text"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	}
	return "a number"
}

// lacking gives those of names that an object does not have.
func (o object) lacking(names ...string) []string {
	var out []string
	for _, name := range names {
		if _, there := o[name]; !there {
			out = append(out, name)
		}
	}
	return out
}

// first gives the value of the first of names that is there and not null.
func (o object) first(names ...string) json.RawMessage {
	for _, name := range names {
		if raw, there := o[name]; there && kindOf(raw) != "null" {
			return raw
		}
	}
	return nil
}

var decent = regexp.MustCompile(`^[A-Za-z_]{1,40}$`)

// fieldName gives the name of a field where it is one that can be shown: a service may make names of anything, such as
// e-mail addresses.
func fieldName(name string) string {
	if decent.MatchString(name) {
		return name
	}
	return "a field"
}
