package sandbox

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
)

// kind is what an operation returns; returned has those of all that a freedom is about.
type kind struct {
	shape       string // the freedom of its shape; "" where the document shows it
	name        string // of its records, where they stand under one
	field       string // that asks for it
	cosa, thing string
	list        bool
	paged       bool // the document shows its pages
}

var returned = map[string]kind{
	"GET placa":                    {"", "placa", "placa", "la placa", "plate", false, false},
	"GET vehiculos":                {"", "vehiculos", "cliente_id", "el vehículo", "vehicle", true, true},
	"GET vehiculo":                 {"vehicle by identifier", "vehiculo", "vehiculo_id", "el vehículo", "vehicle", false, false},
	"GET cliente":                  {"client record", "cliente", "cliente_id", "el cliente", "client", false, false},
	"GET cliente-email":            {"client record", "cliente", "email", "el cliente", "client", false, false},
	"GET tramo":                    {"", "tramo", "id", "el tramo", "section", false, false},
	"GET tramos":                   {"sections", "tramos", "id", "el tramo", "section", true, false},
	"GET tramos-cercanos":          {"sections", "tramos", "latitud", "el tramo", "section", true, false},
	"GET tramo-precios-estacionar": {"prices", "precios", "tramo_id", "el tramo", "section", true, false},
	"GET tipo-vehiculo":            {"vehicle types", "tipos", "id", "el tipo de vehículo", "vehicle type", true, false},
	"GET zona-favorita":            {"favourites", "favoritas", "cliente_id", "la zona favorita", "favourite", true, false},
	"PUT zona-favorita":            {"saved favourite", "favorita", "id", "la zona favorita", "favourite", false, false},
	"GET reservas":                 {"reservations", "reservas", "cliente_id", "la reserva", "reservation", true, false},
	"GET reservas-activas":         {"reservations", "reservas", "cliente_id", "la reserva", "reservation", true, false},
	"GET faq":                      {"", "faq", "faq_id", "la pregunta", "question", false, false},
	"PUT placa":                    {"undocumented writes", "placa", "placa", "la placa", "plate", false, false},
	"DELETE zona-favorita":         {"undocumented writes", "favorita", "id", "la zona favorita", "favourite", false, false},
}

// object is a JSON object.
type object = map[string]any

// edge answers as another service that the interface document allows, with what the sandbox answers.
type edge struct {
	box      http.Handler
	is       Service
	requests atomic.Uint32
}

// As is the sandbox as another service that the interface document allows.
func (s *Sandbox) As(service Service) http.Handler { return &edge{box: s, is: service} }

// asked is a request to the edge.
type asked struct {
	*http.Request
	kind
	path, value, number string
	query               url.Values
	body                []byte
}

func (e *edge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path, under := strings.CutPrefix(r.URL.EscapedPath(), e.is.of("base path"))
	body, err := io.ReadAll(r.Body)
	if !under || err != nil {
		http.NotFound(w, r)
		return
	}
	q := asked{Request: r, path: path, query: r.URL.Query(), body: body, number: fmt.Sprintf("%08x", e.requests.Add(1)*2654435769)}
	segment, element, _ := strings.Cut(strings.TrimPrefix(path, "/external/"), "/")
	q.kind = returned[r.Method+" "+segment]
	if q.name == "" {
		q.kind = kind{cosa: "el registro", thing: "record", field: "id"}
	}
	q.value, _ = url.PathUnescape(cmp.Or(element, r.URL.Query().Get("placa"), r.URL.Query().Get(q.field), "0"))

	status, top := e.answer(q)
	text, _ := json.Marshal(top)
	if e.is.of("byte order mark") == "first" {
		text = append([]byte("\uFEFF"), text...)
	}
	w.Header()["Content-Type"] = []string{e.is.of("content type")}
	if e.is.of("content type") == "" {
		w.Header()["Content-Type"] = nil // net/http guesses none
	}
	w.WriteHeader(status)
	_, _ = w.Write(text)
}

// ask asks the sandbox.
func (e *edge) ask(q asked, page int) (status int, top object) {
	r := q.Clone(q.Context())
	query := maps.Clone(q.query)
	query.Del("page")
	if page > 1 {
		query.Set("page", strconv.Itoa(page))
	}
	r.URL = &url.URL{Path: q.path, RawQuery: query.Encode()}
	if plain, err := url.PathUnescape(q.path); err == nil {
		r.URL.Path, r.URL.RawPath = plain, q.path
	}
	r.Body = io.NopCloser(bytes.NewReader(q.body))
	recorded := httptest.NewRecorder()
	e.box.ServeHTTP(recorded, r)
	decoder := json.NewDecoder(recorded.Body)
	decoder.UseNumber()
	_ = decoder.Decode(&top)
	return recorded.Code, top
}

// answer is what the service answers.
func (e *edge) answer(q asked) (status int, top object) {
	status, top = e.ask(q, 1)
	switch {
	case top["estado"] == "fail" && status == http.StatusUnauthorized:
		return e.reject(q, top)
	case top["estado"] == "fail" && q.Method == http.MethodGet && !q.list && status == http.StatusNotFound && q.shape != "":
		return e.absent(q)
	case top["estado"] == "fail" && status == http.StatusNotFound:
		return e.deny(q)
	case top["estado"] == "fail":
		return e.fail(e.status("status of refused writes"), fmt.Sprint(top["error"]), top["errores"])
	case q.list:
		return e.list(q, top)
	}
	record, _ := top["data"].(object)
	data := any(e.record(q.kind, record))
	switch q.shape {
	case "":
	case "saved favourite":
		data = map[string]any{itself: data, named: object{"favorita": data}, "its identifier": object{"id": e.record(q.kind, record)["id"]},
			"a message": object{"message": "Zona favorita guardada"}, "an empty object": object{}}[e.is.of(q.shape)]
	case "undocumented writes":
		data = map[string]any{"a message": record, "an empty object": object{}, "a count": object{"actualizados": 1}}[e.is.of(q.shape)]
	default:
		data = shaped(e.is.of(q.shape), q.name, []object{e.record(q.kind, record)}, data)
	}
	return e.ok(object{"data": data})
}

func (e *edge) status(freedom string) int {
	status, _ := strconv.Atoi(e.is.of(freedom))
	return status
}

// ok is an envelope of success.
func (e *edge) ok(top object) (int, object) {
	top["estado"] = "ok"
	maps.Copy(top, map[string]object{
		"empty error": {"error": "", "errores": object{}}, "null error": {"error": nil, "errores": nil},
		"a message": {"mensaje": "Operación realizada", "codigo": 0}, "an object": {"meta": object{"id": 1, "version": "2.1"}},
	}[e.is.of("beside data")])
	return http.StatusOK, top
}

// fail is an envelope of failure.
func (e *edge) fail(status int, text string, fields any) (int, object) {
	errores := object{}
	list, _ := fields.(object)
	for i, name := range slices.Sorted(maps.Keys(list)) {
		texts, _ := list[name].([]any)
		text := fmt.Sprint(texts...)
		switch e.is.of("errores") {
		case "lists of texts":
			errores[name] = texts
		case "texts":
			errores[name] = text
		case "objects":
			errores[name] = object{"mensaje": text, "codigo": 7}
		case "numbered":
			errores[strconv.Itoa(i)] = name + ": " + text
		}
	}
	top := object{"estado": "fail", "error": text, "errores": errores}
	maps.Copy(top, map[string]object{
		"null": {"data": nil}, "an empty object": {"data": object{}}, "an empty array": {"data": []any{}},
	}[e.is.of("data on failure")])
	return status, top
}

// deny says that something does not exist.
func (e *edge) deny(q asked) (int, object) {
	status := "status of denials"
	if q.Method != http.MethodGet {
		status = "status of refused writes"
	}
	text := e.is.denialText(q.kind, q.value, q.number)
	return e.fail(e.status(status), text, object{q.field: []any{text}})
}

// absent is deny for what the document shows no record of.
func (e *edge) absent(q asked) (int, object) {
	switch e.is.of("what is not there") {
	case "ok and null":
		return e.ok(object{"data": nil})
	case "ok and an empty object":
		return e.ok(object{"data": object{}})
	case "ok and an empty array":
		return e.ok(object{"data": []any{}})
	}
	return e.deny(q)
}

// reject rejects a credential.
func (e *edge) reject(q asked, top object) (int, object) {
	if e.is.of("status of a rejected credential") == asFail {
		return e.deny(q)
	}
	return e.fail(e.status("status of a rejected credential"), fmt.Sprint(top["error"]), top["errores"])
}

// list cuts a whole list into the pages of this service.
func (e *edge) list(q asked, top object) (int, object) {
	var all []object
	for page := 1; ; page++ {
		rows, is := top["data"].([]any)
		if in, keyed := top["data"].(object); keyed {
			rows, is = in[q.name].([]any)
		}
		for _, row := range rows {
			all = append(all, e.record(q.kind, row.(object))) //nolint:forcetypeassert // the sandbox's own
		}
		if last, _ := strconv.Atoi(fmt.Sprint(top["last_page"])); !is || page >= last {
			break
		}
		_, top = e.ask(q, page+1)
	}
	if e.is.of("order of lists") == "newest first" && q.name != "precios" {
		slices.Reverse(all)
	}
	empties := q.paged || q.shape == "favourites" || q.shape == "reservations"
	if len(all) == 0 && empties && e.is.of("empty lists") == asFail {
		return e.deny(q)
	}
	out := object{}
	if pages := e.is.of("undocumented lists") == "in pages" && e.is.of("page parameter") == "page" && q.name != "precios"; q.paged || pages {
		var beyond bool
		if all, beyond = e.page(q, all, out); beyond {
			return e.deny(q)
		}
	}
	rows := make([]any, len(all))
	for i, record := range all {
		rows[i] = record
	}
	shape, data := e.is.of(cmp.Or(q.shape, "sections")), any(rows)
	switch names := e.is.of("names of vehicle types"); {
	case q.shape == "":
	case q.shape == "vehicle types" && names == "values":
		values := object{}
		for _, record := range all {
			values[fmt.Sprint(record["id"])] = record["nombre"]
		}
		if data = values; shape == named || shape == deep {
			data = object{q.name: values}
		}
	default:
		data = shaped(shape, q.name, all, data)
	}
	out["data"] = data
	return e.ok(out)
}

// page gives one page of a list and notes its numbers; beyond: there is none, and the service says so.
func (e *edge) page(q asked, all []object, numbers object) (rows []object, beyond bool) {
	size, total, current := e.status("page size"), len(all), 1
	if e.is.of("page parameter") == "page" {
		current, _ = strconv.Atoi(cmp.Or(q.query.Get("page"), "1"))
	}
	last := max(1, (total+size-1)/size)
	if current > last {
		switch e.is.of("page beyond the end") {
		case asFail:
			return nil, true
		case "the last page":
			current = last
		}
	}
	from := min((current-1)*size, total)
	rows = all[from:min(from+size, total)]
	counted := map[string]int{"matching records": total, "records of the page": len(rows), "records of everybody": total + 137}
	maps.Copy(numbers, object{"total": counted[e.is.of("total")], "per_page": size, "current_page": current, "last_page": last})
	return rows, false
}

// shaped puts records in a shape of which the document does not say that there is another; bare is without one.
func shaped(shape, name string, all []object, bare any) any {
	rows, byID, byPlace := make([]any, len(all)), object{}, map[string][]any{"zonas": {}, "tramos": {}, "celdas": {}}
	for i, record := range all {
		rows[i] = record
		byID[fmt.Sprint(cmp.Or(record["id"], record["cliente_id"], any(i+1)))] = record
		place := "zonas"
		switch {
		case record["celda_id"] != nil:
			place = "celdas"
		case record["tramo_id"] != nil:
			place = "tramos"
		}
		byPlace[place] = append(byPlace[place], record)
	}
	switch shape {
	case array:
		return rows
	case named:
		return object{name: bare}
	case keyed:
		return byID
	case deep:
		return object{"resultado": object{name: bare}}
	case beside:
		return object{"consulta": object{"fecha": "2024-03-04", "registros": len(all)}, name: bare, "mensaje": "Consulta realizada"}
	case "by kind of place":
		return byPlace
	}
	return bare
}
