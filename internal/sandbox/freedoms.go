package sandbox

import (
	"fmt"
	"slices"
	"strings"
)

// Freedom is one aspect that the interface document leaves open.
type Freedom struct {
	Name   string
	Open   string   // the sentence of the document that leaves it open
	Values []string // the first one is what the sandbox does by itself
	Shape  bool     // it is about how a list or a record is built that the document does not show
}

const (
	noStatus  = "HTTP status codes and error codes: not shown."
	noShape   = "Parameters, bodies and response fields of these operations: not shown."
	noCliente = "Fields of the client record returned by the read operations: not shown."
	noFields  = "Fields of a favorite record in the list response: not shown."
	noContent = "Request and response bodies are JSON."
)

// Values that several freedoms have.
const (
	itself  = "itself"
	array   = "an array"
	named   = "under a name"
	keyed   = "by identifier"
	deep    = "under two names"
	beside  = "beside other objects"
	asFail  = "a denial"
	nowhere = "none"
)

// Freedoms are all aspects that the interface document leaves open, except the names of what clients send: a service with
// other names refuses them. A denial is the fail envelope of a read about something that does not exist.
var Freedoms = []Freedom{
	{"status of denials", noStatus, []string{"404", "200", "400", "409", "410", "422", "500", "503"}, false},
	{"status of refused writes", noStatus, []string{"422", "200", "400", "404", "409", "412", "500"}, false},
	{"status of writes", noStatus, []string{"200", "201", "202"}, false},
	{"status of a rejected credential", noStatus, []string{"401", "403", "200", "400", "422", "500", asFail}, false},
	{"text of denials", "error: error message, present on failure", textClasses(), false},
	{"errores", "errores: object, details per field", []string{"lists of texts", "texts", "objects", "numbered", "empty"}, false},
	{"data on failure", "data: present on success", []string{nowhere, "null", "an empty object", "an empty array"}, false},
	{"beside data", "error: present on failure", []string{"nothing", "empty error", "null error", "a message", "an object"}, false},
	{"identifiers", noShape, []string{"numbers", "texts"}, false},
	{"flags", noShape, []string{"numbers", "texts", "true and false"}, false},
	{"counters", "Types of the counters and any further section fields: not shown.", []string{"numbers", "texts", "decimals"}, false},
	{"telephones", noCliente, []string{"texts", "numbers"}, false},
	{"texts nobody gave", "nombre: optional on creation", []string{"null", "empty"}, false},
	{"content type", noContent, []string{jsonHeader().Get("Content-Type"), "text/html; charset=UTF-8", "text/plain", ""}, false},
	{"byte order mark", noContent, []string{nowhere, "first"}, false},
	{"base path", "All paths are relative to {base_url}.", []string{"", "/api", "/parking/v2"}, false},

	{"page size", "rate limits, and page-size bounds: not shown", []string{"15", "4", "10", "50"}, true},
	{"page parameter", "The name of the page-selection parameter: not shown.", []string{"page", "another"}, true},
	{"page beyond the end", noShape, []string{"empty", asFail, "the last page"}, true},
	{"total", "total: integer", []string{"matching records", "records of the page", "records of everybody"}, true},
	{"order of lists", noShape, []string{"oldest first", "newest first"}, true},
	{"empty lists", noShape, []string{"empty", asFail}, true},
	{"undocumented lists", noShape, []string{"whole", "in pages"}, true},
	{"what is not there", noShape, []string{asFail, "ok and null", "ok and an empty object", "ok and an empty array"}, true},
	{"further fields", "any further section fields: not shown", []string{nowhere, "dates", "objects"}, true},
	{"client record", noCliente, []string{itself, array, named, keyed, deep, beside}, true},
	{"client identifier", noCliente, []string{"id", "cliente_id", "both"}, true},
	{"client surnames", noCliente, []string{"Apellidos", "apellidos"}, true},
	{"client fields left out", noCliente, []string{nowhere, "email", "prefijos, telefono"}, true},
	{"vehicle by identifier", noShape, []string{itself, array, named, keyed, deep, beside}, true},
	{"vehicle types", noShape, []string{array, named, keyed, deep, beside}, true},
	{"names of vehicle types", noShape, []string{"nombre", "descripcion", "tipo", nowhere, "values"}, true},
	{"sections", noShape, []string{array, named, keyed, deep, beside}, true},
	{"prices", noShape, []string{array, named, keyed, deep, beside}, true},
	{"reservations", noShape, []string{array, named, keyed, deep, beside}, true},
	{"reservation identifier", "Fields of the reservation record: not shown", []string{"id", "reserva_id"}, true},
	{"favourites", noFields, []string{named, keyed, deep, beside, "by kind of place"}, true},
	{"favourites without a place", noFields, []string{"null", "0", nowhere}, true},
	{"clients of favourites", noFields, []string{"shown", nowhere}, true},
	{"saved favourite", "The contract is unverified.", []string{itself, named, "its identifier", "a message", "an empty object"}, true},
	{"undocumented writes", noShape, []string{itself, named, "an empty object"}, true},
}

// Service is a service that the interface document allows: a value of each freedom. What it leaves out is as in the sandbox.
type Service struct {
	Values  map[string]string
	Wording int // which text of the class
}

// of gives the value of a freedom; "" is none.
func (s Service) of(freedom string) string {
	if freedom == "" {
		return itself
	}
	at := slices.IndexFunc(Freedoms, func(f Freedom) bool { return f.Name == freedom })
	if value, drawn := s.Values[Freedoms[at].Name]; drawn {
		return value
	}
	return Freedoms[at].Values[0]
}

// set takes a value as name=value.
func (s *Service) set(text string) error {
	name, value, _ := strings.Cut(text, "=")
	if !slices.ContainsFunc(Freedoms, func(f Freedom) bool { return f.Name == name && slices.Contains(f.Values, value) }) {
		return fmt.Errorf("%q has no such value, or is no aspect that the interface leaves open", name)
	}
	if s.Values == nil {
		s.Values = map[string]string{}
	}
	s.Values[name] = value
	return nil
}

func freedomNames() string {
	var out strings.Builder
	for _, f := range Freedoms {
		_, _ = fmt.Fprintf(&out, "  %s: %s\n", f.Name, strings.Join(f.Values, " | "))
	}
	return out.String()
}

// returned is what an operation returns.
type returned struct {
	shape       string // the freedom of its shape; "" where the document shows it
	name        string // of its records, where they stand under one
	field       string // that asks for it
	cosa, thing string // what is denied
	list        bool
	catalogue   bool // a list of what is always there
}

var returns = map[string]returned{
	"GET placa":                    {"", "placa", "placa", "la placa", "plate", false, false},
	"PUT placa":                    {"undocumented writes", "placa", "placa", "la placa", "plate", false, false},
	"POST placa":                   {"", "placa", "placa", "la placa", "plate", false, false},
	"GET vehiculos":                {"", "vehiculos", "cliente_id", "el vehículo", "vehicle", true, false},
	"GET vehiculo":                 {"vehicle by identifier", "vehiculo", "vehiculo_id", "el vehículo", "vehicle", false, false},
	"POST vehiculo":                {"", "vehiculo", "placa", "el vehículo", "vehicle", false, false},
	"GET cliente":                  {"client record", "cliente", "cliente_id", "el cliente", "client", false, false},
	"GET cliente-email":            {"client record", "cliente", "email", "el cliente", "client", false, false},
	"POST cliente-email":           {"", "cliente", "email", "el cliente", "client", false, false},
	"GET tramo":                    {"", "tramo", "id", "el tramo", "section", false, false},
	"GET tramos":                   {"sections", "tramos", "id", "el tramo", "section", true, true},
	"GET tramos-cercanos":          {"sections", "tramos", "latitud", "el tramo", "section", true, true},
	"GET tramo-precios-estacionar": {"prices", "precios", "tramo_id", "el tramo", "section", true, true},
	"GET tipo-vehiculo":            {"vehicle types", "tipos", "id", "el tipo de vehículo", "vehicle type", true, true},
	"GET zona-favorita":            {"favourites", "favoritas", "cliente_id", "la zona favorita", "favourite", true, false},
	"PUT zona-favorita":            {"saved favourite", "favorita", "id", "la zona favorita", "favourite", false, false},
	"DELETE zona-favorita":         {"undocumented writes", "favorita", "id", "la zona favorita", "favourite", false, false},
	"GET reservas":                 {"reservations", "reservas", "cliente_id", "la reserva", "reservation", true, false},
	"GET reservas-activas":         {"reservations", "reservas", "cliente_id", "la reserva", "reservation", true, false},
	"GET faq":                      {"", "faq", "faq_id", "la pregunta", "question", false, false},
}
