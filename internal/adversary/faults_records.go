package adversary

import (
	"maps"
	"strings"
)

// records are answers whose records are not as the service should show them.
func records() []Fault {
	return []Fault{{Name: "two identifiers",
		Why:  "a record that two programs write: its own number, and that of something else, under two names",
		Done: true, accepts: true, applies: func(r Request) bool { return otherName(r) != "" && (r.Reads() || creations(r)) },
		reply: func(_ *Model, r Request, honest Answer) Reply {
			other := changed(honest, func(row Row) { row[otherName(r)] = number(row["id"]) + 9000 })
			return envelope(other.Status, other.Body)
		}}}
}

// otherName is the second name under which records of an operation may have their identifier; empty if there is none.
func otherName(r Request) string {
	for part, name := range map[string]string{"vehiculo": "vehiculo_id", "cliente": "cliente_id", "reserva": "reserva_id",
		"sancion": "sancion_id"} {
		if strings.Contains(r.Operation(), part) {
			return name
		}
	}
	return ""
}

// changed gives an answer in which every record is changed.
func changed(honest Answer, change func(Row)) Answer {
	body := maps.Clone(honest.Body)
	body["data"] = eachRow(body["data"], func(row Row) Row {
		out := maps.Clone(row)
		change(out)
		return out
	})
	return Answer{honest.Status, body}
}

// eachRow changes every record within a value.
func eachRow(value any, change func(Row) Row) any {
	switch v := value.(type) {
	case Row:
		return change(v)
	case map[string]any:
		out := map[string]any{}
		for name, item := range v {
			out[name] = eachRow(item, change)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = eachRow(item, change)
		}
		return out
	}
	return value
}
