package parking

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

const fleetPageSize = 15

// listed is a vehicle of a simulated service.
type listed struct {
	id    int64
	placa string
}

func (v listed) json(cliente int64) string {
	return fmt.Sprintf(`{"id":%d,"cliente_id":%d,"placa":%q,"nombre":"V%d","activado":1,"favorito":0}`, v.id, cliente, v.placa, v.id)
}

// lot simulates the service for the vehicles of client 1, in any order, as slowly as a test says, and counts what it is asked.
type lot struct {
	mu      sync.Mutex
	order   []listed
	cliente int64
	next    int64 // id of the next creation
	// front: new vehicles are listed first.
	front bool
	// fail, if set, is called before a request is answered, and may answer in place of the service.
	fail func(*http.Request) exchange
	// latency, if set, is how long a request and its answer take, each.
	latency func() time.Duration

	// plates, if set, are those that are registered, as they are stored; otherwise every plate is.
	plates map[string]bool
	bare   bool   // stores plates without separators, in upper case
	filter string // of a listing by placa: "" (exact), bare, part, none, drop (separators of what is asked) or ignored
	total  string // "", own (the page's own count), alone (that, and no other number) or none

	pages, filtered, creations int
	posting, listing           int // in flight
	// check, if set, is called with every request.
	check func(*lot, *http.Request)
}

// roundTrip is a transport.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func placaOf(id int64) string { return fmt.Sprintf("P%06d", id) }

// newLot makes a service with n vehicles, whose ids have gaps up to gap.
func newLot(random *rand.Rand, n, gap int) *lot {
	l := &lot{next: 1, cliente: 1}
	for range n {
		l.next += random.Int64N(int64(gap)) + 1
		l.order = append(l.order, listed{l.next, placaOf(l.next)})
	}
	l.next++
	return l
}

func (l *lot) add(placa string) listed {
	v := listed{l.next, placa}
	l.next++
	if l.front {
		l.order = slices.Insert(l.order, 0, v)
	} else {
		l.order = append(l.order, v)
	}
	return v
}

func (l *lot) RoundTrip(r *http.Request) (*http.Response, error) {
	var sent []byte
	if r.Body != nil {
		sent, _ = io.ReadAll(r.Body)
	}
	pause := func() error {
		if l.latency != nil {
			l.mu.Lock()
			d := l.latency()
			l.mu.Unlock()
			sleep(r.Context(), d)
		}
		return r.Context().Err()
	}
	l.mu.Lock()
	query := r.URL.Query()
	switch {
	case r.Method == http.MethodPost:
		l.creations++
		l.posting++
		defer l.ended(&l.posting)
	case query.Has("placa"):
		l.filtered++
	case strings.HasSuffix(r.URL.Path, "/vehiculos"):
		l.pages++
		l.listing++
		defer l.ended(&l.listing)
	}
	if l.check != nil {
		l.check(l, r)
	}
	l.mu.Unlock()
	if err := pause(); err != nil {
		return nil, err
	}
	l.mu.Lock()
	give := l.answer(r, query, sent)
	l.mu.Unlock()
	if err := pause(); err != nil {
		return nil, err
	}
	return give(r)
}

func (l *lot) ended(inFlight *int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	*inFlight--
}

func (l *lot) stored(placa string) string {
	if l.bare {
		return BarePlaca(placa)
	}
	return placa
}

func (l *lot) answer(r *http.Request, query url.Values, sent []byte) exchange {
	if l.fail != nil {
		if e := l.fail(r); e != nil {
			return e
		}
	}
	var body struct{ Placa string }
	_ = json.Unmarshal(sent, &body) // a read has none
	placa, last := l.stored(body.Placa), path.Base(r.URL.Path)
	switch {
	case r.Method == http.MethodPost && last == "placa":
		if l.plates[placa] {
			return answer(422, `{"estado":"fail","error":"La placa ya existe"}`)
		}
		l.plates[placa] = true
		return answer(200, okData(`{"message":"ok"}`))
	case r.Method == http.MethodPost:
		if l.plates != nil && !l.plates[placa] {
			return answer(422, `{"estado":"fail","error":"La placa no existe"}`)
		}
		return answer(200, okData(l.add(placa).json(l.cliente)))
	case last == "vehiculos":
		return l.list(query)
	case last == "cliente":
		return answer(200, okData(`{"id":1}`))
	case path.Dir(r.URL.Path) == "/external/placa" && l.plates[l.stored(last)]:
		return answer(200, okData(fmt.Sprintf(`{"placa":%q,"tipo_vehiculo_id":1}`, l.stored(last))))
	}
	for _, v := range l.order {
		if strconv.FormatInt(v.id, 10) == last {
			return answer(200, okData(v.json(l.cliente)))
		}
	}
	return answer(404, `{"estado":"fail","error":"No existe"}`)
}

// list answers a page of the listing.
func (l *lot) list(query url.Values) exchange {
	matching := l.order
	if asked := query.Get("placa"); query.Has("placa") && l.filter != "ignored" {
		matches := map[string]func(string) bool{
			"":     func(placa string) bool { return placa == asked },
			"bare": func(placa string) bool { return SamePlaca(placa, asked) },
			"part": func(placa string) bool { return strings.Contains(placa, asked) },
			"none": func(string) bool { return false },
			"drop": func(placa string) bool { return placa == BarePlaca(asked) },
		}[l.filter]
		matching = slices.DeleteFunc(slices.Clone(matching), func(v listed) bool { return !matches(v.placa) })
	}
	page := 1
	if query.Has("page") {
		page, _ = strconv.Atoi(query.Get("page"))
	}
	from := min((page-1)*fleetPageSize, len(matching))
	var records []string
	for _, v := range matching[from:min(from+fleetPageSize, len(matching))] {
		records = append(records, v.json(l.cliente))
	}
	total, last := fmt.Sprintf(`"total":%d,`, len(matching)), max(1, (len(matching)+fleetPageSize-1)/fleetPageSize)
	switch l.total {
	case "own":
		total = fmt.Sprintf(`"total":%d,`, len(records))
	case "alone":
		return answer(200, fmt.Sprintf(`{"estado":"ok","data":[%s],"total":%d}`, strings.Join(records, ","), len(records)))
	case "none":
		total = ""
	}
	return answer(200, fmt.Sprintf(`{"estado":"ok","data":[%s],%s"per_page":%d,"current_page":%d,"last_page":%d}`,
		strings.Join(records, ","), total, fleetPageSize, page, last))
}

// only answers requests of a kind in place of the service.
func only(kind func(*http.Request) bool, give exchange) func(*http.Request) exchange {
	return func(r *http.Request) exchange {
		if kind(r) {
			return give
		}
		return nil
	}
}

func creations(r *http.Request) bool { return r.Method == http.MethodPost }
func filtered(r *http.Request) bool  { return r.URL.Query().Has("placa") }
func pages(r *http.Request) bool     { return !filtered(r) }

// own makes plates those that this process registered.
func own(c *Client, placas ...string) {
	for _, placa := range placas {
		c.links.registered.Store(BarePlaca(placa), placa)
	}
}

// unlinked gives plates to look for, as Expect takes them.
func unlinked(placas ...string) map[string]int64 {
	out := make(map[string]int64, len(placas))
	for _, placa := range placas {
		out[placa] = 0
	}
	return out
}

// spent is how many reads of the listing were sent.
func (l *lot) spent() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.pages + l.filtered
}

// expectListed fails the test unless the whole listing is what the service holds.
func expectListed(t *testing.T, c *Client, l *lot) {
	t.Helper()
	list, err := c.ReadVehiculos(t.Context(), 1)
	noError(t, err)
	got := make(map[int64]bool)
	for _, v := range list {
		got[v.ID] = true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, v := range l.order {
		if !got[v.id] {
			t.Errorf("vehicle %d is not listed", v.id)
		}
	}
	equal(t, "listed", len(got), len(l.order))
}
