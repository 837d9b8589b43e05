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

// find gives the number of a word.
func (t Tipos) find(word string) (id int64, found bool) {
	for known, id := range t {
		if sameWord(known, word) {
			return id, true
		}
	}
	return 0, false
}

// sameWord compares words, of which one may be the plural of the other.
func sameWord(a, b string) bool {
	a, b = fold(a), fold(b)
	one := func(a, b string) bool { return a+"s" == b || a+"es" == b }
	return a == b || one(a, b) || one(b, a)
}

// names lists the words for an error.
func (t Tipos) names() string { return strings.Join(slices.Sorted(maps.Keys(t)), ", ") }
