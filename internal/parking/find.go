package parking

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/decode"
)

// kind says which objects are records of one kind, in answers whose shape the document does not show (A11).
type kind struct {
	name       string   // in errors
	ids, signs []string // names of its identifier, and of fields that show what it is
	nameless   bool     // it may have no identifier
	text       string   // the field that a text under an identifier stands for
}

// deepest is how many names and identifiers may stand above a record.
const deepest = 3

// all finds the records of a list: in an array, under their identifiers, under other names, beside other things, or as the answer
// itself. An answer that shows none of their fields is an empty list.
func (k *kind) all(op string, data json.RawMessage) ([]*record, error) {
	return k.find(op, data, false)
}

// one finds the record of a single thing in the same places, or none.
func (k *kind) one(op string, data json.RawMessage) ([]*record, error) { return k.find(op, data, true) }

// find prefers records in lists to what looks like one elsewhere, unless its signs are enough; for a single one it is the reverse.
func (k *kind) find(op string, data json.RawMessage, single bool) ([]*record, error) {
	s := search{kind: k, op: op, single: single, found: make(map[bool][]*record), seen: make(map[string]bool)}
	s.value("", data, false, 0)
	found := s.found[!single]
	if len(found) == 0 || k.nameless && !single {
		found = slices.Concat(found, s.found[single])
	}
	switch held := decode.KindOf(data); {
	case held != "an object" && held != "an array" && held != "null":
		return nil, UnexpectedAnswer(op, "", `"data" must be an object or an array, but is %s`, held)
	case single && len(found) > 1:
		return nil, UnexpectedAnswer(op, "A11", "it has several records of a %s, and one is expected", k.name)
	case s.mixed && !single:
		return nil, UnexpectedAnswer(op, "A11", "a list has something else among the records of a %s", k.name)
	case len(found) == 0 && (s.shown || (single || !s.lists) && k.named(data)):
		return nil, UnexpectedAnswer(op, "A11", "it shows fields of a %s, but no record was recognised", k.name)
	}
	return found, nil
}

// search is one search for records.
type search struct {
	*kind
	op     string
	single bool
	found  map[bool][]*record // true: those in lists
	seen   map[string]bool    // as they came, since several lists in an object may show one
	lists  bool               // there is an array
	mixed  bool               // a list of records has something else
	shown  bool               // something else, in a list or too deep, has names of fields
}

// value searches what stands under a name, under an identifier in a list, or without a key. It reports whether that is a record.
func (s *search) value(key string, raw json.RawMessage, inList bool, depth int) bool {
	fields, _ := decode.Object(raw)
	if keyed := inList && key != ""; keyed && s.text != "" && decode.KindOf(raw) == "a string" {
		fields = map[string]json.RawMessage{s.text: raw, s.ids[0]: []byte(strconv.Quote(key))}
	} else if keyed && fields != nil && !has(fields, s.ids) {
		fields[s.ids[0]] = []byte(strconv.Quote(key))
	}
	for _, sign := range s.signs { // which may stand in the other thing itself
		if inner, err := decode.Object(fields[strings.TrimSuffix(sign, "_id")]); err == nil && fields[sign] == nil && inner["id"] != nil {
			fields[sign] = inner["id"]
		}
	}
	identified, signed := has(fields, s.ids), has(fields, s.signs)
	enough := s.single && depth == 0 || !s.single && inList && !s.nameless // an identifier alone
	if depth <= deepest && (signed && (identified || s.nameless) || identified && enough) {
		if as := key + string(raw); depth == 0 || !s.seen[as] {
			s.seen[as] = true
			s.found[inList] = append(s.found[inList], &record{Record: decode.NewRecord(fields), op: s.op})
		}
		return true
	}
	if s.shown = s.shown || (inList || depth > deepest) && s.named(raw); depth > deepest {
		return false
	}
	records, others := false, false
	listed := func(key string, item json.RawMessage, depth int) {
		is := s.value(key, item, true, depth)
		records, others = records || is, others || !is && decode.KindOf(item) != "null"
	}
	if items, err := decode.Array(raw); err == nil && !inList {
		s.lists = true
		for _, item := range items {
			listed("", item, depth)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if _, err := strconv.ParseUint(name, 10, 63); err == nil {
			listed(name, fields[name], depth+1)
		} else if !identified || decode.KindOf(fields[name]) == "an array" {
			s.value(name, fields[name], false, depth+1) // what has an identifier is another thing, whose parts are none
		}
	}
	s.mixed = s.mixed || records && others
	return false
}

// named reports whether a text holds the name of a field of the kind.
func (k *kind) named(raw json.RawMessage) bool {
	return slices.ContainsFunc(slices.Concat(k.ids, k.signs), func(name string) bool {
		return bytes.Contains(raw, []byte(strconv.Quote(name)))
	})
}

func has(fields map[string]json.RawMessage, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { _, is := fields[name]; return is })
}
