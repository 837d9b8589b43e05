package sandbox

import "slices"

// Freedom is one aspect that the interface document leaves open: it says "not shown", or nothing.
type Freedom struct {
	Name   string
	Values []string // the first one is what the sandbox does by itself
}

const itself, asFail, nowhere = "itself", "a denial", "none"

// shapes are those of one record. A list has all but the first.
var shapes = []string{itself, "an array", "under a name", "by identifier", "under two names", "beside other objects"}

// Freedoms are all aspects that the interface document leaves open, except the names of what clients send: a service with
// other names refuses them. A denial is the fail envelope of a read about something that does not exist.
var Freedoms = []Freedom{
	{"status of denials", []string{"404", "200", "400", "409", "410", "422", "500", "503"}},
	{"status of refused writes", []string{"422", "200", "400", "404", "409", "412", "500"}},
	{"status of a rejected credential", []string{"401", "403", "200", "400", "422", "500", asFail}},
	{"text of denials", textClasses},
	{"errores", []string{"lists of texts", "texts", "objects", "numbered", "empty"}},
	{"data on failure", []string{nowhere, "null", "an empty object", "an empty array"}},
	{"beside data", []string{"nothing", "empty error", "null error", "a message", "an object"}},
	{"identifiers", []string{"numbers", "texts"}}, {"telephones", []string{"texts", "numbers"}},
	{"names", []string{"texts", "escaped for a page"}},
	{"flags", []string{"numbers", "texts", "true and false"}}, {"counters", []string{"numbers", "texts", "decimals"}},
	{"content type", []string{jsonHeader().Get("Content-Type"), "text/html; charset=UTF-8", "text/plain", ""}},
	{"byte order mark", []string{nowhere, "first"}}, {"base path", []string{"", "/api", "/parking/v2"}},

	{"page size", []string{"15", "4", "10", "50"}}, {"page parameter", []string{"page", "another"}},
	{"page beyond the end", []string{"empty", asFail, "the last page"}},
	{"total", []string{"matching records", "records of the page", "records of everybody"}},
	{"empty lists", []string{"empty", asFail}}, {"undocumented lists", []string{"whole", "in pages"}},
	{"what is not there", []string{asFail, "ok and null", "ok and an empty object", "ok and an empty array"}},
	{"further fields", []string{nowhere, "dates", "objects"}},
	{"client record", shapes}, {"client identifier", []string{"id", "cliente_id"}},
	{"client surnames", []string{"Apellidos", "apellidos"}}, {"client address", []string{"email", nowhere}},
	{"client telephone", []string{"telefono", nowhere}}, {"vehicle by identifier", shapes}, {"vehicle types", shapes[1:]},
	{"names of vehicle types", []string{"nombre", "descripcion", "tipo", nowhere, "values"}},
	{"sections", shapes[1:]}, {"prices", shapes[1:]}, {"reservations", shapes[1:]},
	{"favourites", append(slices.Clone(shapes[2:]), "by kind of place")},
	{"reservation identifier", []string{"id", "reserva_id"}},
	{"favourites without a place", []string{"null", nowhere}}, {"clients of favourites", []string{"cliente_id", nowhere}},
	{"saved favourite", []string{itself, "under a name", "its identifier", "a message", "an empty object"}},
	{"undocumented writes", []string{itself, "under a name", "an empty object"}},
}

// Service is a service that the interface document allows: a value of each freedom. What it leaves out is as in the sandbox.
type Service struct {
	Values  map[string]string
	Wording int // which text of the class
}

// of gives the value of a freedom.
func (s Service) of(freedom string) string {
	if value, drawn := s.Values[freedom]; drawn {
		return value
	}
	return Freedoms[slices.IndexFunc(Freedoms, func(f Freedom) bool { return f.Name == freedom })].Values[0]
}
