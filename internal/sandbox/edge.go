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

// edge answers as another service that the interface document allows, with what the sandbox answers.
type edge struct {
	box      http.Handler
	is       Service
	requests atomic.Uint32
}

// object is a JSON object.
type object = map[string]any

// question is a request to the edge.
type question struct {
	*http.Request
	returned
	path, value, number string // value: what is asked for; number: of the request
	query               url.Values
	body                []byte
}

// ServeHTTP answers one request.
func (e *edge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path, under := strings.CutPrefix(r.URL.EscapedPath(), e.is.of("base path"))
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if !under || err != nil {
		http.NotFound(w, r)
		return
	}
	segment, element, _ := strings.Cut(strings.TrimPrefix(path, "/external/"), "/")
	q := question{Request: r, path: path, query: r.URL.Query(), body: body, returned: returns[r.Method+" "+segment]}
	q.number = fmt.Sprintf("%08x", e.requests.Add(1)*2654435769)
	q.value, _ = url.PathUnescape(cmp.Or(element, q.query.Get("placa"), q.query.Get(q.field), "0"))

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
	query.Del("page")
	if page > 1 {
		query.Set("page", strconv.Itoa(page))
	}
	r.URL = &url.URL{RawPath: q.path, RawQuery: query.Encode()}
	r.URL.Path, _ = url.PathUnescape(q.path)
	r.Body = io.NopCloser(bytes.NewReader(q.body))
	recorded = httptest.NewRecorder()
	e.box.ServeHTTP(recorded, r)
	decoder := json.NewDecoder(bytes.NewReader(recorded.Body.Bytes()))
	decoder.UseNumber()
	_ = decoder.Decode(&top)
	return recorded, top
}

// answer is what the service answers in place of the sandbox.
func (e *edge) answer(q question, status int, top object) (int, object) {
	read, shape := q.Method == http.MethodGet, e.is.of(q.shape)
	switch {
	case q.name == "" && status != http.StatusUnauthorized: // nothing of it is drawn
		return status, top
	case top["estado"] == "ok" && q.list:
		return e.list(q, shape, top)
	case top["estado"] == "ok":
		record, _ := top["data"].(object)
		record = e.record(q.shape, record)
		return e.ok(q, object{"data": shaped(shape, q.name, []any{record}, record)})
	case status == http.StatusUnauthorized && e.is.of("status of a rejected credential") != asFail:
		return e.fail(e.status("status of a rejected credential"), top)
	case status == http.StatusNotFound && read && q.shape != "" && !q.list && e.is.of("what is not there") != asFail:
		nothing := map[string]any{"ok and an empty object": object{}, "ok and an empty array": []any{}}
		return e.ok(q, object{"data": nothing[e.is.of("what is not there")]})
	case status == http.StatusNotFound, status == http.StatusUnauthorized:
		return e.deny(q)
	}
	return e.fail(e.status("status of refused writes"), top)
}

// status is the value of a freedom that is an HTTP status or another number.
func (e *edge) status(freedom string) int {
	status, _ := strconv.Atoi(e.is.of(freedom))
	return status
}

// ok is an envelope of success.
func (e *edge) ok(q question, top object) (int, object) {
	top["estado"] = "ok"
	maps.Copy(top, map[string]object{
		"empty error": {"error": "", "errores": object{}}, "null error": {"error": nil, "errores": nil},
		"a message": {"mensaje": "Operación realizada", "codigo": 0}, "an object": {"meta": object{"id": 1, "version": "2.1"}},
	}[e.is.of("beside data")])
	if q.Method != http.MethodGet {
		return e.status("status of writes"), top
	}
	return http.StatusOK, top
}

// fail is an envelope of failure with the texts of another.
func (e *edge) fail(status int, of object) (int, object) {
	errores, out := object{}, object{"estado": "fail", "error": of["error"]}
	fields, _ := of["errores"].(object)
	for i, name := range slices.Sorted(maps.Keys(fields)) {
		texts, _ := fields[name].([]any)
		switch text := fmt.Sprint(texts...); e.is.of("errores") {
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
	out["errores"] = errores
	maps.Copy(out, map[string]object{
		"null": {"data": nil}, "an empty object": {"data": object{}}, "an empty array": {"data": []any{}},
	}[e.is.of("data on failure")])
	return status, out
}

// deny says that something does not exist.
func (e *edge) deny(q question) (int, object) {
	status := "status of denials"
	if q.Method != http.MethodGet {
		status = "status of refused writes"
	}
	text := e.is.denialText(q)
	return e.fail(e.status(status), object{"error": text, "errores": object{cmp.Or(q.field, "id"): []any{text}}})
}

// list is one of the pages of this service.
func (e *edge) list(q question, shape string, top object) (int, object) {
	rows, out := e.every(q, top), object{}
	if len(rows) == 0 && !q.catalogue && e.is.of("empty lists") == asFail {
		return e.deny(q)
	}
	paged := e.is.of("page parameter") == "page"
	if q.name == "vehiculos" || paged && q.name != "precios" && e.is.of("undocumented lists") == "in pages" {
		size, total, current := e.status("page size"), len(rows), 1
		if paged {
			current, _ = strconv.Atoi(cmp.Or(q.query.Get("page"), "1"))
		}
		last := max(1, (total+size-1)/size)
		switch beyond := e.is.of("page beyond the end"); {
		case current > last && beyond == asFail:
			return e.deny(q)
		case current > last && beyond == "the last page":
			current = last
		}
		from := min((current-1)*size, total)
		rows = rows[from:min(from+size, total)]
		counted := map[string]int{"matching records": total, "records of the page": len(rows), "records of everybody": total + 137}
		maps.Copy(out, object{"total": counted[e.is.of("total")], "per_page": size, "current_page": current, "last_page": last})
	}
	bare := any(rows)
	if q.name == "tipos" && e.is.of("names of vehicle types") == "values" {
		bare = values(rows)
		if shape == array || shape == keyed {
			shape = itself
		}
	}
	out["data"] = shaped(shape, q.name, rows, bare)
	return e.ok(q, out)
}

// every gives all records of a list.
func (e *edge) every(q question, top object) []any {
	out := []any{}
	for page := 1; ; page++ {
		rows, _ := top["data"].([]any)
		if named, is := top["data"].(object); is {
			rows, _ = named[q.name].([]any)
		}
		for _, row := range rows {
			record, _ := row.(object)
			out = append(out, e.record(q.shape, record))
		}
		if last, _ := strconv.Atoi(fmt.Sprint(top["last_page"])); page >= last {
			break
		}
		_, top = e.ask(q, page+1)
	}
	if e.is.of("order of lists") == "newest first" {
		slices.Reverse(out)
	}
	return out
}
