package probe

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/decode"
)

// Freedom is how the service answers where its interface is silent. The sandbox has the same names and values for the
// services of the tests.
type Freedom struct{ Name, Value string }

// is notes what was seen first.
func (p *probe) is(name, value string) {
	if value != "" && !slices.ContainsFunc(p.Freedoms, func(f Freedom) bool { return f.Name == name }) {
		p.Freedoms = append(p.Freedoms, Freedom{name, value})
	}
}

// nameOf gives the first of some names under which an object has a field.
func nameOf(o object, names ...string) string {
	for _, name := range names {
		if _, there := o[name]; there {
			return name
		}
	}
	return ""
}

// seeDenial notes how the service says that something does not exist.
func (p *probe) seeDenial(x exchange) {
	if x.estado() != "fail" {
		return
	}
	p.is("status of denials", strconv.Itoa(x.status))
	p.is("text of denials", parking.ErrorOf(x.err).Message)
	shown := map[string]string{"null": "null", "an object": "an empty object", "an array": "an empty array", "absent": "none"}
	p.is("data on failure", shown[decode.KindOf(x.top["data"])])
	errores := objectOf(x.top["errores"])
	name := nameOf(errores, slices.Sorted(maps.Keys(errores))...)
	shown = map[string]string{"an array": "lists of texts", "a string": "texts", "an object": "objects", "absent": "empty"}
	kind := shown[decode.KindOf(errores[name])]
	if _, numbered := whole(json.RawMessage(name)); numbered {
		kind = "numbered"
	}
	p.is("errores", kind)
}

// kinds are the words for what a value is.
var kinds = map[string]string{"a number": "numbers", "a string": "texts"}

// seeRecords notes the shape of an answer, and how its first record is written, which it gives.
func (p *probe) seeRecords(freedom string, x exchange) object {
	shape, records := shapeOf(x.top["data"])
	if x.estado() != "ok" || len(records) == 0 {
		return nil
	}
	p.is(freedom, shape)
	r := records[0]
	switch freedom {
	case "client record":
		id := nameOf(r, "id", "cliente_id")
		p.is("identifiers", kinds[decode.KindOf(r[id])])
		if id == "id" && nameOf(r, "cliente_id") != "" {
			id = "both"
		}
		p.is("client identifier", id)
		p.is("client surnames", nameOf(r, "Apellidos", "apellidos"))
		p.is("telephones", kinds[decode.KindOf(r["telefono"])])
	case "vehicle types":
		p.is("names of vehicle types", nameOf(r, "nombre", "descripcion", "tipo", "values"))
		p.is("names of vehicle types", "none")
	case "reservations":
		p.is("reservation identifier", nameOf(r, "id", "reserva_id"))
	}
	return r
}

// shapeOf gives the shape of the data of an answer, and the records in it.
func shapeOf(data json.RawMessage) (shape string, records []object) {
	if list, err := decode.Array(data); err == nil {
		for _, item := range list {
			records = append(records, objectOf(item))
		}
		return "an array", records
	}
	fields := objectOf(data)
	if nameOf(fields, "id", "cliente_id", "email", "reserva_id") != "" {
		return "itself", []object{fields}
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if _, numbered := whole(json.RawMessage(name)); numbered {
			r := objectOf(fields[name])
			if r == nil {
				r = object{"id": json.RawMessage(name), "values": fields[name]}
			}
			shape, records = "by identifier", append(records, r)
		} else if inner, found := shapeOf(fields[name]); len(found) > 0 {
			shape = map[bool]string{true: "under two names", false: "under a name"}[inner == "under a name"]
			if len(fields) > 1 {
				shape = "beside other objects"
			}
			return shape, found
		}
	}
	return shape, records
}
