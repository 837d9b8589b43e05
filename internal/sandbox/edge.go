package sandbox

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
)

// edge answers as another service that the interface document allows, with what the sandbox answers.
type edge struct {
	box     http.Handler
	is      Service
	denials atomic.Uint32
}

// object is a JSON object.
type object = map[string]any

// question is a request to the edge.
type question struct {
	*http.Request
	asked
	name, field, value string // the records' name, where they have one; what is asked for
	page               int
	query              url.Values
}

// ServeHTTP answers one request.
func (e *edge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	segment, element, byPath := strings.Cut(strings.TrimPrefix(r.URL.Path, "/external/"), "/")
	q := question{Request: r, asked: operationsAsked[r.Method+" "+segment], field: "id", value: cmp.Or(element, "0"), query: r.URL.Query()}
	q.name, _, _ = strings.Cut(segment, "-")
	q.page, _ = strconv.Atoi(cmp.Or(q.query.Get("page"), "1"))
	if q.query.Del("page"); !byPath && len(q.query) > 0 { // a plate rather than its client
		q.field = slices.Max(slices.Collect(maps.Keys(q.query)))
		q.value = q.query.Get(q.field)
	}
	if slices.Contains([]string{"vehiculos", "zona", "reservas"}, q.name) {
		q.field = "cliente_id" // whose they are, whatever else is asked for
	}
	first, top := e.ask(q, 1)
	if top["estado"] == nil || first.Header().Get("Retry-After") != "" { // a fault
		maps.Copy(w.Header(), first.Header())
		w.WriteHeader(first.Code)
		_, _ = w.Write(first.Body.Bytes())
		return
	}
	status, top := e.answer(q, first.Code, top)
	text, _ := json.Marshal(top) // decoded from JSON, so it can be encoded
	if e.is.of("byte order mark") == "first" {
		text = append([]byte("\uFEFF"), text...)
	}
	w.Header()["Content-Type"] = slices.DeleteFunc([]string{e.is.of("content type")}, func(none string) bool { return none == "" })
	w.WriteHeader(status)
	_, _ = w.Write(text)
}

// ask has the sandbox answer, for a list one of its pages.
func (e *edge) ask(q question, page int) (recorded *httptest.ResponseRecorder, top object) {
	r, query := q.Clone(q.Context()), maps.Clone(q.query)
	if page > 1 {
		query.Set("page", strconv.Itoa(page))
	}
	r.URL.RawQuery = query.Encode()
	recorded = httptest.NewRecorder()
	e.box.ServeHTTP(recorded, r)
	decoder := json.NewDecoder(bytes.NewReader(recorded.Body.Bytes()))
	decoder.UseNumber()
	_ = decoder.Decode(&top)
	return recorded, top
}

// answer is what the service answers in place of the sandbox.
func (e *edge) answer(q question, status int, top object) (int, object) {
	rejected, nothing := e.is.of("status of a rejected credential"), e.is.of("what is not there")
	one := q.Method == http.MethodGet && (q.shape == "client record" || q.shape == "vehicle by identifier")
	rows, isList := e.every(q, top)
	switch {
	case q.thing == "" && status != http.StatusUnauthorized: // nothing of it is drawn
		return status, top
	case top["estado"] == "ok" && isList:
		return e.list(q, rows)
	case top["estado"] == "ok":
		record := e.record(q.shape, top["data"])
		return e.ok(object{"data": e.shaped(q, []any{record}, record)})
	case status == http.StatusUnauthorized && rejected != asFail:
		return e.fail("status of a rejected credential", top)
	case status == http.StatusNotFound && one && nothing != asFail:
		return e.ok(object{"data": map[string]any{"ok and an empty object": object{}, "ok and an empty array": []any{}}[nothing]})
	case status == http.StatusNotFound, status == http.StatusUnauthorized:
		return e.deny(q)
	}
	return e.fail("status of refused writes", top)
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

// fail is an envelope of failure with the texts of another.
func (e *edge) fail(status string, of object) (int, object) {
	errores := object{}
	out := object{"estado": "fail", "error": of["error"], "errores": errores}
	fields, _ := of["errores"].(object)
	for i, name := range slices.Sorted(maps.Keys(fields)) {
		texts, _ := fields[name].([]any)
		text := fmt.Sprint(texts...)
		maps.Copy(errores, map[string]object{
			"lists of texts": {name: texts}, "texts": {name: text}, "objects": {name: object{"mensaje": text, "codigo": 7}},
			"numbered": {strconv.Itoa(i): name + ": " + text},
		}[e.is.of("errores")])
	}
	maps.Copy(out, map[string]object{
		"null": {"data": nil}, "an empty object": {"data": object{}}, "an empty array": {"data": []any{}},
	}[e.is.of("data on failure")])
	code, _ := strconv.Atoi(e.is.of(status))
	return code, out
}

// deny says that something does not exist.
func (e *edge) deny(q question) (int, object) {
	text := e.is.denialText(q, fmt.Sprintf("%08x", e.denials.Add(1)*2654435769))
	status := map[bool]string{true: "status of denials", false: "status of refused writes"}[q.Method == http.MethodGet]
	return e.fail(status, object{"error": text, "errores": object{q.field: []any{text}}})
}

// list is one of the pages of this service.
func (e *edge) list(q question, rows []any) (int, object) {
	out, total := object{}, len(rows)
	size, _ := strconv.Atoi(e.is.of("page size"))
	if total == 0 && e.is.of("empty lists") == asFail {
		return e.deny(q)
	}
	if q.shape == "" || q.shape != "prices" && e.is.of("undocumented lists") == "in pages" {
		last := max(1, (total+size-1)/size)
		switch beyond := e.is.of("page beyond the end"); {
		case e.is.of("page parameter") == "another":
			q.page = 1
		case q.page > last && beyond == asFail:
			return e.deny(q)
		case q.page > last && beyond == "the last page":
			q.page = last
		}
		from := max(0, min((q.page-1)*size, total))
		rows = rows[from:min(from+size, total)]
		counted := map[string]int{"matching records": total, "records of the page": len(rows), "records of everybody": total + 137}
		out = object{"total": counted[e.is.of("total")], "per_page": size, "current_page": q.page, "last_page": last}
	}
	out["data"] = e.shaped(q, rows, rows)
	return e.ok(out)
}

// every gives all records of a list of the sandbox, which has favourites under a name.
func (e *edge) every(q question, top object) (all []any, isList bool) {
	for page := 1; ; page++ {
		fields, _ := top["data"].(object)
		rows, isList := fields["favoritas"].([]any)
		if !isList {
			rows, isList = top["data"].([]any)
		}
		for _, row := range rows {
			all = append(all, e.record(q.shape, row))
		}
		if last, _ := strconv.Atoi(fmt.Sprint(top["last_page"])); page >= last {
			return append([]any{}, all...), isList // an empty list is [] in JSON
		}
		_, top = e.ask(q, page+1)
	}
}
