package sandbox

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"strings"
)

// asked is what an operation is about: the freedom of the shape of its answer, "" where the document shows it, and the thing.
type asked struct{ shape, thing string }

// operationsAsked are the operations that the freedoms are about.
var operationsAsked = map[string]asked{
	"GET placa": {"", "plate"}, "POST placa": {"", "plate"}, "PUT placa": {"undocumented writes", "plate"}, "GET faq": {"", "question"},
	"GET vehiculos": {"", "vehicle"}, "POST vehiculo": {"", "vehicle"}, "GET vehiculo": {"vehicle by identifier", "vehicle"},
	"GET cliente": {"client record", "client"}, "GET cliente-email": {"client record", "client"}, "POST cliente-email": {"", "client"},
	"GET tramo": {"", "section"}, "GET tramos": {"sections", "section"}, "GET tramos-cercanos": {"sections", "section"},
	"GET tramo-precios-estacionar": {"prices", "section"}, "GET tipo-vehiculo": {"vehicle types", "vehicle type"},
	"GET zona-favorita": {"favourites", "favourite"}, "PUT zona-favorita": {"saved favourite", "favourite"},
	"DELETE zona-favorita": {"undocumented writes", "favourite"},
	"GET reservas":         {"reservations", "reservation"}, "GET reservas-activas": {"reservations", "reservation"},
}

// shaped puts records in the shape of an answer; bare is without one.
func (e *edge) shaped(q question, rows []any, bare any) any {
	shape, byID := "", object{}
	if q.shape != "" {
		shape = e.is.of(q.shape)
	}
	asValues := q.shape == "vehicle types" && e.is.of("names of vehicle types") == "values"
	for i, row := range rows {
		record, _ := row.(object)
		id := fmt.Sprint(cmp.Or(record["id"], record["cliente_id"], record["reserva_id"], any(i+1)))
		if byID[id] = row; asValues {
			byID[id] = record["nombre"]
		}
	}
	list := any(rows)
	if asValues {
		list, bare = byID, byID
	}
	first, _ := bare.(object)
	data, drawn := map[string]any{
		"an array": list, "by identifier": byID, "under a name": object{q.name: bare},
		"under two names":      object{"resultado": object{q.name: bare}},
		"beside other objects": object{"consulta": object{"fecha": "2024-03-04", "registros": 1}, q.name: bare, "mensaje": "Consulta"},
		"by kind of place":     object{"zonas": []any{}, "tramos": rows, "celdas": []any{}}, "its identifier": object{"id": first["id"]},
		"a message": object{"message": "Operación realizada"}, "an empty object": object{},
	}[shape]
	if !drawn {
		return bare
	}
	return data
}

// numbers are the freedoms of how numbers and names are written, by field. Fields that end in id are identifiers.
var numbers = map[string]string{"libres": "counters", "librescoche": "counters", "libresmoto": "counters",
	"activado": "flags", "favorito": "flags", "telefono": "telephones", "nombre": "names"}

// renamed are the fields whose name the document leaves open, by the freedoms of the name and of the record.
var renamed = []struct{ freedom, shape, field string }{
	{"client surnames", "client record", "Apellidos"}, {"client identifier", "client record", "id"},
	{"client address", "client record", "email"}, {"client telephone", "client record", "telefono"},
	{"clients of favourites", "favourites", "cliente_id"}, {"clients of favourites", "saved favourite", "cliente_id"},
	{"reservation identifier", "reservations", "id"}, {"names of vehicle types", "vehicle types", "nombre"},
}

// record writes a record as this service does; shape is the freedom of its shape.
func (e *edge) record(shape string, data any) object {
	record, _ := data.(object)
	out := object{}
	maps.Copy(out, record)
	for name, value := range record {
		freedom, isID := numbers[name], strings.HasSuffix("_"+name, "_id")
		if isID && shape != "sections" {
			freedom = "identifiers"
		}
		if freedom == "counters" || freedom == "names" || freedom != "" && shape != "" {
			out[name] = e.written(freedom, value)
		}
		if isID && value == nil && e.is.of("favourites without a place") == nowhere {
			delete(out, name)
		}
	}
	for _, r := range renamed {
		value, shown := out[r.field]
		if to := e.is.of(r.freedom); r.shape == shape && shown && to != "values" {
			delete(out, r.field)
			if to != nowhere {
				out[to] = value
			}
		}
	}
	maps.Copy(out, map[string]object{
		"dates":   {"created_at": "2024-03-04T10:00:00Z", "updated_at": "2024-03-05T11:30:00Z", "deleted_at": nil},
		"objects": {"municipio": object{"id": 9, "nombre": "Valdebrisa"}, "etiquetas": []any{}, "usuario": object{"id": 77}},
	}[e.is.of("further fields")])
	return out
}

// written is a number as this service writes it.
func (e *edge) written(freedom string, value any) any {
	text, isText := value.(string)
	switch as := e.is.of(freedom); {
	case value == nil:
	case as == "numbers" && isText:
		return json.Number(strings.TrimLeft(text, "0"))
	case as == "texts":
		return fmt.Sprint(value)
	case as == "decimals":
		return json.Number(fmt.Sprint(value) + ".0")
	case as == "true and false":
		return fmt.Sprint(value) == "1"
	case as == "escaped for a page":
		return html.EscapeString(text)
	}
	return value
}
