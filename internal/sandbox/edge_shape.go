package sandbox

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
)

// shaped puts records in a shape; bare is without one.
func shaped(shape, name string, rows []any, bare any) any {
	switch shape {
	case array:
		return rows
	case named:
		return object{name: bare}
	case keyed:
		byID := object{}
		for i, row := range rows {
			record, _ := row.(object)
			byID[fmt.Sprint(cmp.Or(record["id"], record["cliente_id"], record["reserva_id"], any(i+1)))] = row
		}
		return byID
	case deep:
		return object{"resultado": object{name: bare}}
	case beside:
		return object{"consulta": object{"fecha": "2024-03-04", "registros": len(rows)}, name: bare, "mensaje": "Consulta realizada"}
	case "by kind of place":
		return object{"zonas": []any{}, "tramos": rows, "celdas": []any{}}
	case "its identifier":
		record, _ := bare.(object)
		return object{"id": record["id"]}
	case "a message":
		return object{"message": "Operación realizada"}
	case "an empty object":
		return object{}
	}
	return bare
}

// values are vehicle types as their names by identifier.
func values(rows []any) object {
	out := object{}
	for _, row := range rows {
		record, _ := row.(object)
		out[fmt.Sprint(record["id"])] = record["nombre"]
	}
	return out
}

// record writes a record as this service does; shape is the freedom of its shape, "" for one that the document shows.
func (e *edge) record(shape string, record object) object {
	out := maps.Clone(record)
	for name, value := range record {
		switch name {
		case "libres", "librescoche", "libresmoto":
			out[name] = e.number("counters", value)
		case "activado", "favorito":
			if shape != "" {
				out[name] = e.number("flags", value)
			}
		case "marca", "modelo", "color", "nombre":
			if value == nil && e.is.of("texts nobody gave") == "empty" {
				out[name] = ""
			}
		default:
			if shape != "" && shape != "sections" && strings.HasSuffix("_"+name, "_id") {
				out[name] = e.number("identifiers", value)
			}
		}
	}
	switch names := e.is.of("names of vehicle types"); shape {
	case "client record":
		e.cliente(out)
	case "favourites", "saved favourite":
		e.favourite(out)
	case "reservations":
		rename(out, "id", e.is.of("reservation identifier"))
	case "vehicle types":
		if names != "values" {
			rename(out, "nombre", names)
		}
	}
	if _, message := record["message"]; !message {
		maps.Copy(out, map[string]object{
			"dates":   {"created_at": "2024-03-04T10:00:00Z", "updated_at": "2024-03-05T11:30:00Z", "deleted_at": nil},
			"objects": {"municipio": object{"id": 9, "nombre": "Valdebrisa"}, "etiquetas": []any{}, "usuario": object{"id": 77}},
		}[e.is.of("further fields")])
	}
	return out
}

// rename gives a field another name, or leaves it out.
func rename(record object, name, to string) {
	value, shown := record[name]
	delete(record, name)
	if shown && to != nowhere {
		record[to] = value
	}
}

// number writes a number as this service does.
func (e *edge) number(freedom string, value any) any {
	text := fmt.Sprint(value)
	switch as := e.is.of(freedom); {
	case value == nil:
	case as == "texts":
		return text
	case as == "decimals":
		return json.Number(text + ".0")
	case as == "true and false":
		return text == "1"
	}
	return value
}

func (e *edge) cliente(out object) {
	if e.is.of("telephones") == "numbers" {
		out["telefono"] = json.Number(strings.TrimLeft(fmt.Sprint(out["telefono"]), "0"))
	}
	for name := range strings.SplitSeq(e.is.of("client fields left out"), ", ") {
		delete(out, name)
	}
	rename(out, "Apellidos", e.is.of("client surnames"))
	if id := e.is.of("client identifier"); id == "both" {
		out["cliente_id"] = out["id"]
	} else {
		rename(out, "id", id)
	}
}

func (e *edge) favourite(out object) {
	for _, place := range []string{"zona_id", "tramo_id", "celda_id"} {
		switch without := e.is.of("favourites without a place"); {
		case out[place] != nil:
		case without == "0":
			out[place] = e.number("identifiers", 0)
		case without == nowhere:
			delete(out, place)
		}
	}
	if e.is.of("clients of favourites") == nowhere {
		delete(out, "cliente_id")
	}
}
