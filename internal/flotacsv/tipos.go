package flotacsv

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Tipos are the words for vehicle types, with their numbers. A word in another case, without its accents or in the plural is the same one.
type Tipos map[string]int64

// Check gives an error if two words for two types are equal.
func (t Tipos) Check() error {
	words := slices.Sorted(maps.Keys(t))
	for i, word := range words {
		for _, other := range words[:i] {
			if sameWord(word, other) && t[word] != t[other] {
				return fmt.Errorf("%q and %q are the same word, for the vehicle types %d and %d", other, word, t[other], t[word])
			}
		}
	}
	return nil
}

// parse reads a word. Without any, the error is one of the header.
func (t Tipos) parse(word string) (int64, error) {
	if word == "" {
		return 0, errEmpty
	}
	for known, id := range t {
		if sameWord(known, word) {
			return id, nil
		}
	}
	if len(t) == 0 {
		return 0, nil
	}
	return 0, fmt.Errorf("not among the vehicle types, which are %s", strings.Join(slices.Sorted(maps.Keys(t)), ", "))
}

// sameWord compares words, of which one may be the plural of the other.
func sameWord(a, b string) bool {
	a, b = fold(a), fold(b)
	one := func(a, b string) bool { return a+"s" == b || a+"es" == b }
	return a == b || one(a, b) || one(b, a)
}
