package parking

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// registro is a small strict service: plates, and their links to client 1. It is written from the interface document,
// and deviates as a test says.
type registro struct {
	mu     sync.Mutex
	plates map[string]bool // as stored
	links  []listed
	next   int64

	bare   bool   // stores plates without separators, in upper case
	filter string // of a listing by placa: raw, bare, part, none or ignored
	behind bool   // the filter does not show the newest link yet, and the answer to a link is lost
	total  string // "", own (the page's own count) or none
	size   int    // records of a page

	pages, filtered int
}

func newRegistro(links ...string) *registro {
	s := &registro{plates: map[string]bool{}, next: 1, filter: "raw", size: 15}
	for _, placa := range links {
		s.plates[placa] = true
		s.link(placa)
	}
	return s
}

func (s *registro) stored(placa string) string {
	if s.bare {
		return BarePlaca(placa)
	}
	return placa
}

func (s *registro) link(placa string) listed {
	v := listed{s.next, placa}
	s.next++
	s.links = append(s.links, v)
	return v
}

func (s *registro) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var body struct{ Placa string }
	if r.Body != nil {
		sent, _ := io.ReadAll(r.Body)
		if err := json.Unmarshal(sent, &body); err != nil {
			return nil, err
		}
	}
	placa, query := s.stored(body.Placa), r.URL.Query()
	switch r.Method + " " + r.URL.Path {
	case "POST /external/placa":
		if s.plates[placa] {
			return answer(422, `{"estado":"fail","error":"La placa ya existe"}`)(r)
		}
		s.plates[placa] = true
		return answer(200, okData(`{"message":"ok"}`))(r)
	case "POST /external/vehiculo":
		if !s.plates[placa] {
			return answer(422, `{"estado":"fail","error":"La placa no existe"}`)(r)
		}
		v := s.link(placa)
		if s.behind {
			return nil, errors.New("connection reset")
		}
		return answer(200, okData(v.json(1)))(r)
	case "GET /external/vehiculos":
		return s.list(query)(r)
	}
	if given := path.Base(r.URL.Path); r.Method == http.MethodGet && path.Dir(r.URL.Path) == "/external/placa" && s.plates[s.stored(given)] {
		return answer(200, okData(fmt.Sprintf(`{"placa":%q,"tipo_vehiculo_id":1}`, s.stored(given))))(r)
	}
	return answer(404, `{"estado":"fail","error":"No existe"}`)(r)
}

func (s *registro) list(query url.Values) exchange {
	matching := s.links
	asked, filtered := query.Get("placa"), query.Has("placa")
	if filtered && s.behind {
		matching = matching[:max(0, len(matching)-1)]
	}
	if filtered {
		s.filtered++
	} else {
		s.pages++
	}
	if filtered && s.filter != "ignored" {
		matches := map[string]func(string) bool{
			"raw":  func(placa string) bool { return placa == asked },
			"bare": func(placa string) bool { return SamePlaca(placa, asked) },
			"part": func(placa string) bool { return strings.Contains(placa, asked) },
			"none": func(string) bool { return false },
		}[s.filter]
		matching = slices.DeleteFunc(slices.Clone(matching), func(v listed) bool { return !matches(v.placa) })
	}
	number := 1
	if query.Has("page") {
		number, _ = strconv.Atoi(query.Get("page"))
	}
	from := min((number-1)*s.size, len(matching))
	shown := matching[from:min(from+s.size, len(matching))]
	var records []string
	for _, v := range shown {
		records = append(records, v.json(1))
	}
	numbers := map[string]int{"total": len(matching), "per_page": s.size, "current_page": number, "last_page": max(1, (len(matching)+s.size-1)/s.size)}
	switch s.total {
	case "own":
		numbers["total"], numbers["last_page"] = len(shown), 1
	case "none":
		delete(numbers, "total")
	}
	rest, _ := json.Marshal(numbers)
	return answer(200, fmt.Sprintf(`{"estado":"ok","data":[%s],%s`, strings.Join(records, ","), rest[1:]))
}

// linked counts the links of a plate, however it is spelled.
func (s *registro) linked(placa string) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, v := range s.links {
		if SamePlaca(v.placa, placa) {
			n++
		}
	}
	return n
}

// bring brings plates onto the service as a parking_flota does, and gives what failed, by plate.
func bring(ctx context.Context, c *Client, at int, placas []string) map[string]error {
	failed := make(map[string]error)
	_ = c.ExpectLooks(ctx, 1, placas)
	var mu sync.Mutex
	doAll(at, placas, func(placa string) {
		if err := bringOne(ctx, c, placa); err != nil {
			mu.Lock()
			defer mu.Unlock()
			failed[placa] = err
		}
	})
	return failed
}

func bringOne(ctx context.Context, c *Client, placa string) error {
	if _, err := c.RegisterPlaca(ctx, PlacaRequest{Placa: placa, TipoVehiculoID: 1}); err != nil {
		if _, looked := c.Placa(ctx, placa); looked != nil {
			return errors.Join(err, looked)
		}
	}
	_, there, err := c.LookForVehiculo(ctx, 1, placa)
	if err != nil && !errors.Is(err, ErrNotFound) || there {
		return err
	}
	return errorOf(c.RegisterVehiculo(ctx, VehiculoRequest{ClienteID: 1, Placa: placa}))
}

// someLinks gives plates with a separator, or without.
func someLinks(n int, separator string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("FLT%s%04d", separator, i)
	}
	return out
}

// expectOnce fails the test unless each of the plates is linked once.
func (s *registro) expectOnce(t *testing.T, placas []string) {
	t.Helper()
	wrong := 0
	for _, placa := range placas {
		if s.linked(placa) != 1 {
			wrong++
		}
	}
	if wrong > 0 {
		t.Errorf("%d of %d plates are not linked exactly once", wrong, len(placas))
	}
}
