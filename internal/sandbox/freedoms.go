package sandbox

import "slices"

// Freedom is one aspect that the interface document leaves open: it says "not shown", or nothing.
type Freedom struct {
	Name   string
	Values []string // the first one is what the sandbox does by itself
	Shape  bool     // it is about how a list or a record is built that the document does not show
}

const itself, asFail, nowhere = "itself", "a denial", "none"

// shapes are those of one record. A list has all but the first.
var shapes = []string{itself, "an array", "under a name", "by identifier", "under two names", "beside other objects"}

// Freedoms are all aspects that the interface document leaves open, except the names of what clients send: a service with
// other names refuses them. A denial is the fail envelope of a read about something that does not exist.
var Freedoms = []Freedom{
	{"status of denials", []string{"404", "200", "400", "409", "410", "422", "500", "503"}, false},
	{"status of refused writes", []string{"422", "200", "400", "404", "409", "412", "500"}, false},
	{"status of a rejected credential", []string{"401", "403", "200", "400", "422", "500", asFail}, false},
	{"text of denials", textClasses, false},
	{"errores", []string{"lists of texts", "texts", "objects", "numbered", "empty"}, false},
	{"data on failure", []string{nowhere, "null", "an empty object", "an empty array"}, false},
	{"beside data", []string{"nothing", "empty error", "null error", "a message", "an object"}, false},
	{"identifiers", []string{"numbers", "texts"}, false}, {"telephones", []string{"texts", "numbers"}, false},
	{"names", []string{"texts", "escaped for a page"}, false},
	{"flags", []string{"numbers", "texts", "true and false"}, false}, {"counters", []string{"numbers", "texts", "decimals"}, false},
	{"content type", []string{jsonHeader().Get("Content-Type"), "text/html; charset=UTF-8", "text/plain", ""}, false},
	{"byte order mark", []string{nowhere, "first"}, false}, {"base path", []string{"", "/api", "/parking/v2"}, false},

	{"page size", []string{"15", "4", "10", "50"}, true}, {"page parameter", []string{"page", "another"}, true},
	{"page beyond the end", []string{"empty", asFail, "the last page"}, true},
	{"total", []string{"matching records", "records of the page", "records of everybody"}, true},
	{"empty lists", []string{"empty", asFail}, true}, {"undocumented lists", []string{"whole", "in pages"}, true},
	{"what is not there", []string{asFail, "ok and null", "ok and an empty object", "ok and an empty array"}, true},
	{"further fields", []string{nowhere, "dates", "objects"}, true},
	{"client record", shapes, true}, {"client identifier", []string{"id", "cliente_id"}, true},
	{"client surnames", []string{"Apellidos", "apellidos"}, true}, {"client address", []string{"email", nowhere}, true},
	{"client telephone", []string{"telefono", nowhere}, true}, {"vehicle by identifier", shapes, true}, {"vehicle types", shapes[1:], true},
	{"names of vehicle types", []string{"nombre", "descripcion", "tipo", nowhere, "values"}, true},
	{"sections", shapes[1:], true}, {"prices", shapes[1:], true}, {"reservations", shapes[1:], true},
	{"favourites", append(slices.Clone(shapes[2:]), "by kind of place"), true},
	{"reservation identifier", []string{"id", "reserva_id"}, true},
	{"favourites without a place", []string{"null", nowhere}, true}, {"clients of favourites", []string{"cliente_id", nowhere}, true},
	{"saved favourite", []string{itself, "under a name", "its identifier", "a message", "an empty object"}, true},
	{"undocumented writes", []string{itself, "under a name", "an empty object"}, true},
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
