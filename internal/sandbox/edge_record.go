package sandbox

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
)

// record writes a record as this service does.
func (e *edge) record(k kind, record object) object {
	out := maps.Clone(record)
	for name, value := range record {
		switch name {
		case "libres", "librescoche", "libresmoto":
			out[name] = e.written("counters", value)
		case "activado", "favorito":
			if k.shape != "" {
				out[name] = e.written("flags", value)
			}
		case "marca", "modelo", "color", "nombre":
			if value == nil && e.is.of("texts nobody gave") == "empty" {
				out[name] = ""
			}
		default:
			if k.shape != "" && k.shape != "sections" && (name == "id" || strings.HasSuffix(name, "_id")) {
				out[name] = e.written("identifiers", value)
			}
		}
	}
	switch k.shape {
	case "client record":
		e.cliente(out)
	case "reservations":
		delete(out, "id")
		out[e.is.of("reservation identifier")] = record["id"]
	case "favourites", "saved favourite":
		e.favourite(out)
	case "vehicle types":
		if name := e.is.of("names of vehicle types"); name != "values" {
			delete(out, "nombre")
			if name != nowhere {
				out[name] = record["nombre"]
			}
		}
	}
	if _, message := record["message"]; !message && k.name != "" {
		maps.Copy(out, map[string]object{
			"dates":   {"created_at": "2024-03-04T10:00:00Z", "updated_at": "2024-03-05T11:30:00Z", "deleted_at": nil},
			"objects": {"municipio": object{"id": 9, "nombre": "Valdebrisa"}, "etiquetas": []any{}, "usuario": object{"id": 77}},
		}[e.is.of("further fields")])
	}
	return out
}

// written writes a number as this service does.
func (e *edge) written(freedom string, value any) any {
	if value == nil {
		return nil
	}
	switch text := fmt.Sprint(value); e.is.of(freedom) {
	case "texts":
		return text
	case "decimals":
		return json.Number(text + ".0")
	case "true and false":
		return text == "1"
	}
	return value
}

// cliente writes a client.
func (e *edge) cliente(out object) {
	if e.is.of("telephones") == "numbers" {
		out["telefono"] = json.Number(strings.TrimLeft(fmt.Sprint(out["telefono"]), "0"))
	}
	if left := e.is.of("client fields left out"); left != nowhere {
		for name := range strings.SplitSeq(left, ", ") {
			delete(out, name)
		}
	}
	if surnames, shown := out["Apellidos"]; shown {
		delete(out, "Apellidos")
		out[e.is.of("client surnames")] = surnames
	}
	if name := e.is.of("client identifier"); name != "id" {
		out["cliente_id"] = out["id"]
		if name == "cliente_id" {
			delete(out, "id")
		}
	}
}

// favourite writes a favourite.
func (e *edge) favourite(out object) {
	for _, place := range []string{"zona_id", "tramo_id", "celda_id"} {
		if out[place] != nil {
			continue
		}
		switch e.is.of("favourites without a place") {
		case "0":
			out[place] = e.written("identifiers", 0)
		case nowhere:
			delete(out, place)
		}
	}
	if e.is.of("clients of favourites") == nowhere {
		delete(out, "cliente_id")
	}
}
