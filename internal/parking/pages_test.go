package parking

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// pageOf is a page of reservations with the given ids; rest are further fields.
func pageOf(rest string, ids ...int) exchange {
	records := make([]string, len(ids))
	for i, id := range ids {
		records[i] = fmt.Sprintf(`{"id":%d,"cliente_id":1,"zona_id":1}`, id)
	}
	return answer(200, fmt.Sprintf(`{"estado":"ok","data":[%s]%s}`, strings.Join(records, ","), rest))
}

// numbered is pageOf with all that the service says of a page.
func numbered(total, last, current int, ids ...int) exchange {
	return pageOf(fmt.Sprintf(`,"total":%d,"per_page":2,"current_page":%d,"last_page":%d`, total, current, last), ids...)
}

// listCase is a list by the pages that are asked for, and what comes of it.
type listCase struct {
	pages []exchange
	ids   []int64
	says  string // of the error
}

func (c listCase) expect(t *testing.T, list func(*Client) ([]int64, error)) {
	t.Helper()
	s := play(c.pages...).known()
	ids, err := list(scripted(t, s, func(c *Config) { c.MaxConcurrency = 1 }))
	equal(t, "requests", s.count(), len(c.pages))
	if expectError(t, err, c.says); !slices.Equal(ids, c.ids) {
		t.Errorf("got %v, want %v", ids, c.ids)
	}
}

func idsOf[T identified](list []T, err error) (ids []int64, _ error) {
	for _, one := range list {
		ids = append(ids, one.id())
	}
	return ids, err
}

// TestPages: when a list ends, when that is known, and what cannot be a page.
func TestPages(t *testing.T) {
	t.Parallel()
	one := func(current, last int, ids ...int) exchange {
		return pageOf(fmt.Sprintf(`,"current_page":%d,"last_page":%d`, current, last), ids...)
	}
	alone := func(current int, ids ...int) exchange {
		return pageOf(fmt.Sprintf(`,"current_page":%d`, current), ids...)
	}
	texts := func(current int) exchange {
		return pageOf(fmt.Sprintf(`,"total":"2","current_page":"%d","last_page":"2"`, current), current)
	}
	n, no := numbered, answer(404, `{"estado":"fail","error":"No"}`)
	twice := func(pages ...exchange) []exchange { return slices.Repeat(pages, 2) }
	each(t, map[string]listCase{
		"one page":             {[]exchange{numbered(1, 1, 1, 1)}, []int64{1}, ""},
		"one full page":        {[]exchange{numbered(2, 1, 1, 1, 2)}, []int64{1, 2}, ""},
		"two pages":            {[]exchange{numbered(3, 2, 1, 1, 2), numbered(3, 2, 2, 3)}, []int64{1, 2, 3}, ""},
		"no total":             {[]exchange{one(1, 2, 1), one(2, 2, 2), one(1, 2, 2), one(2, 2, 1)}, []int64{2, 1}, ""},
		"total of the page":    {twice(n(2, 2, 1, 1, 2), n(1, 2, 2, 3)), []int64{1, 2, 3}, ""},
		"total of others too":  {twice(n(40, 2, 1, 1, 2), n(40, 2, 2, 3)), []int64{1, 2, 3}, ""},
		"none of a total":      {twice(n(40, 1, 1)), nil, ""},
		"total too low":        {twice(n(1, 2, 1, 1, 2), n(1, 2, 2, 3)), []int64{1, 2, 3}, ""},
		"no last_page":         {twice(alone(1, 1, 2), alone(2, 3, 4), alone(3, 5)), []int64{1, 2, 3, 4, 5}, ""},
		"not full by per_page": {[]exchange{pageOf(`,"per_page":3,"current_page":1`, 1, 2)}, []int64{1, 2}, ""},
		// With a control, and the first page as witness.
		"denied at last":   {[]exchange{alone(1, 1), no, no, alone(1, 1), alone(1, 1), no, alone(1, 1)}, []int64{1}, ""},
		"empty at last":    {twice(alone(1, 1), alone(2)), []int64{1}, ""},
		"numbers as text":  {[]exchange{texts(1), texts(2)}, []int64{1, 2}, ""},
		"only last_page":   {[]exchange{pageOf(`,"last_page":1`, 1)}, []int64{1}, ""},
		"empty":            {[]exchange{numbered(0, 1, 1)}, nil, ""},
		"no numbers":       {[]exchange{pageOf(``, 1, 2)}, []int64{1, 2}, ""},
		"only total":       {[]exchange{pageOf(`,"total":2`, 1, 2)}, []int64{1, 2}, ""},
		"last_page null":   {[]exchange{pageOf(`,"last_page":null`, 1)}, []int64{1}, ""},
		"last_page 0":      {[]exchange{pageOf(`,"total":0,"last_page":0`)}, nil, ""},
		"last_page -5":     {[]exchange{pageOf(`,"total":1,"last_page":-5`, 1)}, []int64{1}, ""},
		"last_page absurd": {[]exchange{one(1, 1<<62, 1)}, nil, "904 pages, but the provider reads at most 10000 (assumption A3"},
		"page is ignored":  {[]exchange{one(1, 2, 1), one(1, 2, 1)}, nil, "page 2 was requested, but page 1 was returned (assumption A3"},
		"pages unnumbered": {twice(pageOf(`,"last_page":2`, 1)), nil, "a page without a number was returned (assumption A3"},
		"pages from zero":  {[]exchange{one(0, 3, 1)}, nil, "page 1 was requested, but page 0 was returned (assumption A3"},
		"total says more":  {[]exchange{pageOf(`,"total":40`, 1)}, nil, "total is 40, but 1 records were returned"},
		"twice in all":     {[]exchange{pageOf(``, 1, 1)}, nil, "record 1 is in the list twice"},
		"page is a flag":   {[]exchange{pageOf(`,"current_page":true`, 1)}, nil, `"current_page" must be a whole number, but is a boolean`},
		"total a list":     {[]exchange{pageOf(`,"total":[]`, 1)}, nil, `"total" must be a whole number, but is an array`},
		"page 2 fails":     {[]exchange{one(1, 2, 1), answer(422, "No")}, nil, `"No"`},
	}, func(t *testing.T, tt listCase) {
		query := url.Values{"cliente_id": {"1"}}
		tt.expect(t, func(c *Client) ([]int64, error) { return idsOf(c.Reservas(t.Context(), query)) })
		equal(t, "the caller's query", query.Encode(), "cliente_id=1")
	})
}

// TestListThatChanges: a list that changes between two of its pages is read again, up to three times in all, and not taken from
// memory; nothing that could lack a record, or hold one twice, is given.
//
// Reservations end, so what two readings of them show does not add up.
func TestListThatChanges(t *testing.T) {
	t.Parallel()
	n, none := numbered, answer(422, `{"estado":"fail","error":"Nada"}`)
	untold := func(current int, ids ...int) exchange {
		return pageOf(fmt.Sprintf(`,"current_page":%d,"last_page":2`, current), ids...)
	}
	stays := []exchange{n(4, 2, 1, 1, 2), n(4, 2, 2, 3, 4)}
	type row struct {
		changing []exchange // the pages of a reading in which it shows
		sign     string
	}
	each(t, map[string]row{
		"overlaps":          {[]exchange{n(4, 2, 1, 1, 2), n(4, 2, 2, 2, 3)}, "record 2 is in the list twice"},
		"twice on one page": {[]exchange{n(4, 1, 1, 1, 1)}, "record 1 is in the list twice"},
		"own total, twice":  {[]exchange{n(2, 2, 1, 1, 2), n(2, 2, 2, 2, 3)}, "record 2 is in the list twice"},
		"a page is gone":    {[]exchange{n(4, 2, 1, 1, 2), none, none, n(4, 2, 1, 1, 2)}, "a page was gone when it was read"},
	}, func(t *testing.T, tt row) {
		again := tt.changing
		if len(again) == 4 { // the control is known
			again = slices.Delete(slices.Clone(again), 1, 2)
		}
		list := func(c *Client) ([]int64, error) { return idsOf(c.Reservas(t.Context(), nil)) }
		listCase{slices.Concat(tt.changing, again, stays), []int64{1, 2, 3, 4}, ""}.expect(t, list)
		kept := "the listing kept changing while it was read (3 times; " + tt.sign
		listCase{slices.Concat(tt.changing, again, again), nil, kept}.expect(t, list)
	})
	t.Run("never the same", func(t *testing.T) {
		t.Parallel()
		list := func(c *Client) ([]int64, error) {
			ids, err := idsOf(c.ReservasActivas(LookUp(t.Context()), nil))
			if !Is(err, Changing) || !ErrorOf(err).Passing {
				t.Errorf("got %v, want that it kept changing", err)
			}
			return ids, err
		}
		pages := []exchange{untold(1, 1), untold(2, 2), untold(1, 1), untold(2, 3), untold(1, 1), untold(2, 4)}
		listCase{pages, nil, "(3 times; it showed other records each time)"}.expect(t, list)
	})
}

// TestReadingsAddUp: what several readings show is the whole list only if nothing can have disappeared between them, and if
// total is that of the list.
func TestReadingsAddUp(t *testing.T) {
	t.Parallel()
	n := numbered
	fresh := func(i int) []exchange { return []exchange{n(99, 2, 1, 2*i+1, 2*i+2), n(99, 2, 2, 2*i+1)} }
	var growing []exchange
	for i := range maxReadings {
		growing = append(growing, fresh(i)...)
	}
	shifts, overlaps := []exchange{n(4, 2, 1, 1, 2), n(4, 2, 2, 2, 3)}, []exchange{n(4, 2, 1, 4, 1), n(4, 2, 2, 1, 2)}
	each(t, map[string]listCase{
		"all are seen":      {slices.Concat(shifts, overlaps), []int64{1, 2, 3, 4}, ""},
		"all in one":        {[]exchange{n(3, 2, 1, 1, 2), n(3, 2, 2, 2, 3)}, []int64{1, 2, 3}, ""},
		"idle between":      {slices.Concat(shifts, shifts, shifts, overlaps), []int64{1, 2, 3, 4}, ""},
		"in order at last":  {slices.Concat(shifts, []exchange{n(4, 2, 1, 4, 3), n(4, 2, 2, 2, 1)}), []int64{4, 3, 2, 1}, ""},
		"never the last":    {slices.Repeat(shifts, 4), nil, "(4 times; record 2 is in the list twice)"},
		"always another":    {growing, nil, "(12 times; record 23 is in the list twice)"},
		"more than total":   {slices.Concat(shifts, slices.Repeat([]exchange{n(4, 2, 1, 4, 5), n(4, 2, 2, 5, 1)}, 4)), nil, "(5 times"},
		"total of the page": {slices.Repeat([]exchange{n(2, 2, 1, 1, 2), n(2, 2, 2, 2, 3)}, 4), nil, "(4 times"},
	}, func(t *testing.T, tt listCase) {
		tt.expect(t, func(c *Client) ([]int64, error) { return idsOf(c.Tramos(LookUp(t.Context()))) }) // and not from memory
		tt.expect(t, func(c *Client) ([]int64, error) {
			return idsOf(c.Vehiculos(t.Context(), VehiculosFilter{ClienteID: 1}))
		})
	})
}

// TestPagesSideBySide: all pages but the first are read at the same time, if it says how many there are. What one of them ends in is
// the end of all.
func TestPagesSideBySide(t *testing.T) {
	t.Parallel()
	type row struct {
		beside string
		from   int // with this page on, others come
		others exchange
		listed int
		most   int // requests
		took   time.Duration
		says   string
	}
	eachInBubble(t, map[string]row{
		"fine":      {`"total":65,"last_page":65`, 66, nil, 65, 65, 6 * time.Second, ""}, // the limiter begins with few at a time
		"5 fails":   {`"last_page":9000`, 5, answer(422, "basta"), 0, 1 + DefaultMaxConcurrency, 6 * time.Second, "basta"},
		"2 is gone": {`"last_page":9`, 2, answer(404, `{"estado":"fail","error":"No"}`), 0, 60, 20 * time.Second, "a page was gone"},
	}, func(t *testing.T, tt row) {
		s := play(func(r *http.Request) (*http.Response, error) {
			number, _ := strconv.Atoi(cmp.Or(r.URL.Query().Get("page"), "1"))
			if number >= tt.from {
				return tt.others(r)
			}
			time.Sleep(time.Second)
			return answer(200, fmt.Sprintf(`{"estado":"ok","data":[{"id":%d}],"current_page":%d,%s}`, number, number, tt.beside))(r)
		})
		start := time.Now()
		list, err := scripted(t, s.known()).Reservas(t.Context(), nil)
		expectError(t, err, tt.says)
		if took := time.Since(start); s.count() > tt.most || took > tt.took || len(list) != tt.listed {
			t.Errorf("got %d records of %d requests in %s, want at most %d in %s", len(list), s.count(), took, tt.most, tt.took)
		}
	})
}

// TestEachVehiculosPage: pages are read in turn, and none after the caller stops. Each vehicle is given once, whatever happens between
// pages, and what comes before an error stays given.
func TestEachVehiculosPage(t *testing.T) {
	t.Parallel()
	p := vehiculosPage
	none := answer(422, `{"estado":"fail","error":"Nada"}`)
	first, second := pageOf(`,"current_page":1,"last_page":2`, 1, 2), pageOf(`,"current_page":2,"last_page":2`, 3)
	unnumbered := slices.Repeat([]exchange{pageOf(`,"current_page":1`, 1, 2), pageOf(`,"current_page":2`, 3)}, 2)
	anothers := answer(200, `{"estado":"ok","data":[{"id":3,"cliente_id":2}],"total":4,"current_page":2,"last_page":2}`)
	fourFirst, threeFour := p(4, 2, 1, 1, 2), p(4, 2, 2, 3, 4)
	fine := []exchange{p(6, 3, 1, 1, 2), p(6, 3, 2, 3, 4), p(6, 3, 3, 5, 6)}
	type row struct {
		listCase
		take int // vehicles
	}
	each(t, map[string]row{
		"page 1 is enough": {listCase{fine[:1], []int64{1, 2}, ""}, 2},
		"page 2 is enough": {listCase{fine[:2], []int64{1, 2, 3, 4}, ""}, 3},
		"all":              {listCase{fine, []int64{1, 2, 3, 4, 5, 6}, ""}, 7},
		"no last_page":     {listCase{unnumbered, []int64{1, 2, 3}, ""}, 9},
		"overlaps":         {listCase{[]exchange{fourFirst, p(4, 2, 2, 2, 3), fourFirst, threeFour}, []int64{1, 2, 3, 4}, ""}, 9},
		"one came first":   {listCase{[]exchange{p(3, 2, 1, 2, 3), threeFour, fourFirst, threeFour}, []int64{2, 3, 4, 1}, ""}, 9},
		"always shifts":    {listCase{slices.Repeat([]exchange{fourFirst, p(4, 2, 2, 2, 3)}, 4), []int64{1, 2, 3}, "kept changing"}, 9},
		"a page is gone":   {listCase{[]exchange{fine[0], none, none, fine[0], fourFirst, threeFour}, []int64{1, 2, 3, 4}, ""}, 9},
		"gone, no total":   {listCase{[]exchange{first, none, none, first, first, second, first, second}, []int64{1, 2, 3}, ""}, 9},
		"second fails":     {listCase{[]exchange{fourFirst, answer(422, "basta")}, []int64{1, 2}, "basta"}, 9},
		"another's at end": {listCase{[]exchange{fourFirst, anothers}, []int64{1, 2}, "returned vehicle 3 of another client"}, 9},
	}, func(t *testing.T, tt row) {
		tt.expect(t, func(c *Client) (ids []int64, failed error) {
			for page, err := range c.EachVehiculosPage(t.Context(), 1) {
				if failed != nil {
					t.Error("something comes after an error")
				}
				more, err := idsOf(page.Items, err)
				if failed, ids = err, append(ids, more...); len(ids) >= tt.take {
					break
				}
			}
			return ids, failed
		})
	})
}

// TestEverythingHasPages: whatever lists is read to its end, also catalogues.
func TestEverythingHasPages(t *testing.T) {
	t.Parallel()
	page := func(number int, ids ...int) exchange {
		return pageOf(fmt.Sprintf(`,"total":3,"per_page":2,"current_page":%d,"last_page":2`, number), ids...)
	}
	for _, op := range []string{"tipo_vehiculo", "tramos", "tramos_cercanos", "zonas_favoritas", "sanciones", "reservas_activas"} {
		t.Run(op, func(t *testing.T) {
			t.Parallel()
			s := play(page(1, 1, 2), page(2, 3))
			got, err := foundAll(op)(t.Context(), scripted(t, s, withSanciones))
			if err != nil || got != "1 2 3" {
				t.Errorf("got %s, %v, want 1 2 3", got, err)
			}
			first, second := s.requests[0].URL.Query(), s.requests[1].URL.Query()
			equal(t, "page of the second request", second.Get("page"), "2")
			if second.Del("page"); second.Encode() != first.Encode() {
				t.Errorf("asked %v, then %v", first, second)
			}
		})
	}
}
