package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"strconv"
	"time"
)

// envelope is the body of every answer.
type envelope struct {
	Estado  string   `json:"estado"`
	Data    any      `json:"data,omitempty"`
	Error   string   `json:"error,omitempty"`
	Errores problems `json:"errores,omitempty"`
	*pagination
}

// pagination stands beside data in paginated lists.
type pagination struct {
	Total       int64 `json:"total"`
	PerPage     int64 `json:"per_page"`
	CurrentPage int64 `json:"current_page"`
	LastPage    int64 `json:"last_page"`
}

// message is the data of writes that return no record.
type message struct {
	Message string `json:"message"`
}

// problems are the messages of each field that was refused.
type problems map[string][]string

func (p problems) add(field, text string) { p[field] = append(p[field], text) }

// refusal is a failure the service reports in a fail envelope.
type refusal struct {
	status  int
	message string
	errores problems
}

func (r *refusal) Error() string { return r.message }

func notFound(text string) error {
	return &refusal{status: http.StatusNotFound, message: text}
}

// wrongHeader is a refusal of a header of the request.
func wrongHeader(status int, name, text string) error {
	return &refusal{status: status, message: text, errores: problems{name: {text}}}
}

// invalid is a refusal that concerns fields of the request, or without any the state of the thing.
func invalid(text string, errores problems) error {
	return &refusal{status: http.StatusUnprocessableEntity, message: text, errores: errores}
}

// answer is an HTTP response in the making, complete before a byte is sent so that faults can spoil it.
type answer struct {
	status    int
	body      []byte
	header    http.Header
	ok        bool          // the envelope says ok
	committed bool          // a write took effect
	hold      time.Duration // wait between work and sending
	drop      bool          // cut the connection instead of sending
}

// succeed puts data in an ok envelope, unless it is one of a page.
func succeed(data any, committed bool) (answer, error) {
	e, paged := data.(envelope)
	if !paged {
		e.Data = data
	}
	e.Estado = "ok"
	body, err := json.Marshal(e)
	return answer{status: http.StatusOK, body: body, header: jsonHeader(), ok: true, committed: committed}, err
}

// fail puts err in a fail envelope.
func fail(err error) answer {
	r := &refusal{status: http.StatusInternalServerError, message: "Error interno del servicio"}
	_ = errors.As(err, &r)
	body, _ := json.Marshal(envelope{Estado: "fail", Error: r.message, Errores: r.errores}) // texts can always be encoded
	return answer{status: r.status, body: body, header: jsonHeader()}
}

func jsonHeader() http.Header {
	return http.Header{"Content-Type": {"application/json; charset=utf-8"}}
}

// send writes the answer, or cuts the connection when the answer is lost or ctx has ended.
func (a answer) send(ctx context.Context, w http.ResponseWriter) {
	if a.drop || ctx.Err() != nil {
		panic(http.ErrAbortHandler)
	}
	maps.Copy(w.Header(), a.header)
	w.Header().Set("Content-Length", strconv.Itoa(len(a.body)))
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body) // fails where the client has gone, which concerns nobody here
}
