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
	"testing/synctest"
	"time"
)

// pageOf is a page of reservations with the given ids; rest are further fields.
func pageOf(rest string, ids ...int) exchange {
	records := make([]string, len(ids))
	for i, id := range ids {
		records[i] = fmt.Sprintf(`{"id":%d}`, id)
	}
	return answer(200, fmt.Sprintf(`{"estado":"ok","data":[%s]%s}`, strings.Join(records, ","), rest))
}

// numbered is pageOf with all that the service says of a page.
func numbered(total, last, current int, ids ...int) exchange {
	return pageOf(fmt.Sprintf(`,"total":%d,"per_page":2,"current_page":%d,"last_page":%d`, total, current, last), ids...)
}

// listingCase is a listing by its pages, and what comes of it.
type listingCase struct {
	pages    []exchange
	ids      []int64
	requests int
	says     string // of the error
}

func (c listingCase) expect(t *testing.T) *script {
	t.Helper()
	s, query := play(c.pages...), url.Values{"cliente_id": {"1"}}
	list, err := scripted(t, s.known()).Reservas(t.Context(), query)
	equal(t, "requests", s.count(), c.requests)
	equal(t, "the caller's query", query.Encode(), "cliente_id=1")
	if strings.Contains(c.says, "A3") {
		if !Is(err, Unexpected, Changing, TooLong) {
			t.Errorf("got %v, want a listing that cannot be read", err)
		}
	}
	expectIDs(t, list, err, c.ids, c.says)
	return s
}

// TestPages: the pages of a listing that stays as it is, and those that cannot be pages of one.
func TestPages(t *testing.T) {
	t.Parallel()
	each(t, map[string]listingCase{
		"one page":            {[]exchange{pageOf(`,"total":2,"per_page":15,"current_page":1,"last_page":1`, 1, 2)}, []int64{1, 2}, 1, ""},
		"three pages":         {[]exchange{pageOf(`,"current_page":1,"last_page":3`, 1), pageOf(`,"current_page":2,"last_page":3`, 2), pageOf(`,"current_page":3,"last_page":3`, 3), pageOf(`,"current_page":4,"last_page":3`)}, []int64{1, 2, 3}, 4, ""},
		"last not full":       {[]exchange{numbered(3, 2, 1, 1, 2), numbered(3, 2, 2, 3)}, []int64{1, 2, 3}, 2, ""},
		"texts for numbers":   {[]exchange{pageOf(`,"current_page":"1","last_page":"2"`, 1), pageOf(`,"current_page":"2","last_page":"2"`, 2), pageOf(`,"current_page":"3","last_page":"2"`)}, []int64{1, 2}, 3, ""},
		"only last_page":      {[]exchange{pageOf(`,"last_page":1`, 1)}, []int64{1}, 1, ""},
		"empty":               {[]exchange{pageOf(`,"total":0,"current_page":1,"last_page":1`)}, []int64{}, 1, ""},
		"no pagination":       {[]exchange{pageOf(``, 1, 2)}, []int64{1, 2}, 1, ""},
		"complete without":    {[]exchange{pageOf(`,"total":2`, 1, 2)}, []int64{1, 2}, 1, ""},
		"last_page null":      {[]exchange{pageOf(`,"last_page":null`, 1)}, []int64{1}, 1, ""},
		"last_page 0":         {[]exchange{pageOf(`,"total":0,"last_page":0`)}, []int64{}, 1, ""},
		"last_page negative":  {[]exchange{pageOf(`,"total":1,"last_page":-5`, 1)}, []int64{1}, 1, ""},
		"last_page absurd":    {[]exchange{pageOf(`,"current_page":1,"last_page":9223372036854775807`, 1)}, nil, 1, "9223372036854775807 pages, but the provider reads at most 10000 (assumption A3"},
		"page is ignored":     {[]exchange{pageOf(`,"current_page":1,"last_page":3`, 1)}, nil, 2, "page 2 was requested with the query parameter page, but page 1 was returned (assumption A3"},
		"pages unnumbered":    {[]exchange{pageOf(`,"last_page":3`, 1)}, nil, 2, "page (unnumbered) was returned"},
		"pages from zero":     {[]exchange{pageOf(`,"current_page":0,"last_page":3`, 1)}, nil, 1, "the first page was requested, but page 0 was returned (assumption A3"},
		"rest out of reach":   {[]exchange{pageOf(`,"total":40,"per_page":15`, 1)}, nil, 1, "40 records, but returned 1 "},
		"current_page a flag": {[]exchange{pageOf(`,"current_page":true,"last_page":3`, 1)}, nil, 1, `"current_page" must be a whole number, but is a boolean`},
		"total a list":        {[]exchange{pageOf(`,"total":[]`, 1)}, nil, 1, `"total" must be a whole number, but is an array`},
		"second page fails":   {[]exchange{pageOf(`,"current_page":1,"last_page":2`, 1), answer(422, "No")}, nil, 2, `"No"`},
	}, func(t *testing.T, tt listingCase) {
		for i, r := range tt.expect(t).requests {
			want := "cliente_id=1"
			if i > 0 {
				want += fmt.Sprintf("&page=%d", i+1)
			}
			if r.URL.RawQuery != want {
				t.Errorf("request %d has the query %s", i, r.URL.RawQuery)
			}
		}
	})
}

// expectIDs fails the test unless the list has these ids, or the error says says and there is no list.
func expectIDs(t *testing.T, list []Reserva, err error, ids []int64, says string) {
	t.Helper()
	if says != "" {
		if err == nil || !strings.Contains(err.Error(), says) || list != nil {
			t.Errorf("got %v, %v, want %q", list, err, says)
		}
		return
	}
	got := []int64{}
	for _, r := range list {
		got = append(got, r.ID)
	}
	if err != nil || !slices.Equal(got, ids) {
		t.Errorf("got %v, %v, want %v", got, err, ids)
	}
}

// TestListingThatChanges: a listing that changes between two of its pages is read again, up to three times in all, and not
// taken from memory; nothing that could lack a record, or hold one twice, is given.
//
// Reservations end, so what two readings of them show does not add up.
func TestListingThatChanges(t *testing.T) {
	t.Parallel()
	stays := []exchange{numbered(4, 2, 1, 1, 2), numbered(4, 2, 2, 3, 4), numbered(4, 2, 3)}
	type row struct {
		changing []exchange // the pages of a reading in which it shows
		sign     string
	}
	each(t, map[string]row{
		"overlaps":          {[]exchange{numbered(4, 2, 1, 1, 2), numbered(4, 2, 2, 2, 3)}, "record 2 was on page 1 and again on page 2"},
		"repeats":           {[]exchange{numbered(4, 2, 1, 1, 2), numbered(4, 2, 2, 1, 2)}, "record 1 was on page 1 and again on page 2"},
		"twice on one page": {[]exchange{numbered(4, 2, 1, 1, 1)}, "record 1 was on page 1 and again on page 1"},
		"grew by one":       {[]exchange{numbered(4, 2, 1, 1, 2), numbered(5, 3, 2, 2, 3)}, "total was 4 on page 1 and 5 on page 2"},
		"shrank by one":     {[]exchange{numbered(6, 3, 1, 1, 2), numbered(6, 3, 2, 3, 4), numbered(5, 3, 3, 6)}, "total was 6 on page 1 and 5 on page 3"},
		"shrank to nothing": {[]exchange{numbered(4, 2, 1, 1, 2), numbered(0, 1, 2)}, "total was 4 on page 1 and 0 on page 2"},
		"clamped":           {[]exchange{numbered(6, 3, 1, 1, 2), numbered(2, 1, 1, 1, 2)}, "total was 6"},
		"fewer pages":       {[]exchange{pageOf(`,"current_page":1,"last_page":3`, 1), pageOf(`,"current_page":2,"last_page":2`, 2)}, "last_page was 3 on page 1 and 2 on page 2"},
		"pages not told":    {[]exchange{pageOf(`,"current_page":1,"last_page":3`, 1), pageOf(`,"current_page":2`, 2)}, "last_page was 3 on page 1 and (unnumbered) on page 2"},
		"short between":     {[]exchange{pageOf(`,"current_page":1,"last_page":3`, 1, 2), pageOf(`,"current_page":2,"last_page":3`, 3)}, "page 2 of 3 has 1 records, and page 1 has 2"},
		"long between":      {[]exchange{pageOf(`,"current_page":1,"last_page":3`, 1), pageOf(`,"current_page":2,"last_page":3`, 2, 3)}, "page 2 of 3 has 2 records, and page 1 has 1"},
		"empty between":     {[]exchange{pageOf(`,"current_page":1,"last_page":9`, 1), pageOf(`,"current_page":2,"last_page":9`)}, "page 2 of 9 has 0 records"},
		"empty at first":    {[]exchange{pageOf(`,"current_page":1,"last_page":9`)}, "page 1 of 9 has 0 records"},
		"one is missing":    {[]exchange{numbered(4, 2, 1, 1, 2), numbered(4, 2, 2, 4)}, "total is 4, but 3 records were returned"},
		"all are missing":   {[]exchange{numbered(4, 1, 1)}, "total is 4, but 0 records were returned"},
		"one too many":      {[]exchange{numbered(3, 2, 1, 1, 2), numbered(3, 2, 2, 3, 4)}, "total is 3, but 4 records were returned"},
		"many too many":     {[]exchange{numbered(1, 9000, 1, 1, 2)}, "total is 1, but 2 records were returned"},
	}, func(t *testing.T, tt row) {
		reading := slices.Concat(tt.changing, tt.changing, stays)
		s := play(reading...)
		list, err := scripted(t, s).Reservas(t.Context(), nil)
		equal(t, "requests", s.count(), len(reading))
		expectIDs(t, list, err, []int64{1, 2, 3, 4}, "")

		s = play(slices.Concat(tt.changing, tt.changing, tt.changing, stays)...)
		list, err = scripted(t, s).Reservas(t.Context(), nil)
		if s.count() != 3*len(tt.changing) || !Is(err, Unexpected, Changing, TooLong) || !Is(err, Changing) || !strings.Contains(err.Error(), "kept changing") {
			t.Errorf("after %d requests: %v", s.count(), err)
		}
		expectIDs(t, list, err, nil, tt.sign)
	})
}

// TestPagesSideBySideFail: what one of them ends in is the end of all, in the order of the pages, and nothing goes on
// in the background.
func TestPagesSideBySideFail(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := play(func(r *http.Request) (*http.Response, error) {
			number, _ := strconv.Atoi(cmp.Or(r.URL.Query().Get("page"), "1"))
			if number == 5 {
				return answer(422, "basta")(r)
			}
			time.Sleep(time.Second)
			return pageOf(fmt.Sprintf(`,"current_page":%d,"last_page":9000`, number), number)(r)
		})
		list, err := scripted(t, s).Reservas(t.Context(), nil)
		expectIDs(t, list, err, nil, "basta")
		if s.count() > 5+3*DefaultMaxConcurrency { // some begin in the instant in which it ends
			t.Errorf("%d requests", s.count())
		}
	})
}

// TestVehiculosOfAnother: a service that ignores its filters is no source, and is not read to the end.
func TestVehiculosOfAnother(t *testing.T) {
	t.Parallel()
	const told = "some vehicle records have a cliente_id and others do not"
	type row struct{ data, says string }
	each(t, map[string]row{
		"unfiltered page":         {`[{"id":1,"cliente_id":"1","placa":"A"},{"id":2,"cliente_id":2,"placa":"B"}]`, "ignored the filter cliente_id = 1 and returned a vehicle of client 2"},
		"same plate, other owner": {`[{"id":2,"cliente_id":2,"placa":"A"}]`, "ignored the filter cliente_id = 1 and returned a vehicle of client 2"},
		"nobody's":                {`[{"id":1,"cliente_id":null,"placa":"A"}]`, "returned a vehicle without a client"},
		"owners left out":         {`[{"id":1,"placa":"A"},{"id":2,"placa":"B"}]`, "ignored the filter placa and returned other vehicles"},
		"one owner left out":      {`[{"id":1,"placa":"A"},{"id":2,"cliente_id":1,"placa":"A"}]`, told},
		"owner below 1":           {`[{"id":1,"cliente_id":-1,"placa":"A"}]`, `"cliente_id" is below 1`},
	}, func(t *testing.T, tt row) {
		last := 4000
		if tt.says == told {
			last = 1
		}
		s := play(answer(200, fmt.Sprintf(`{"estado":"ok","data":%s,"current_page":1,"last_page":%d}`, tt.data, last)))
		list, err := scripted(t, s).Vehiculos(t.Context(), VehiculosFilter{ClienteID: 1, Placa: "A", Nombre: "Reparto 1"})
		if !Is(err, Unexpected, Changing, TooLong) || !strings.Contains(err.Error(), tt.says) || list != nil || s.count() != 1 {
			t.Errorf("after %d requests: got %v, %v", s.count(), list, err)
		}
		if r := s.requests[0]; r.Method != http.MethodGet || s.bodies[0] != "" || r.URL.RawQuery != "cliente_id=1&nombre=Reparto+1&placa=A" {
			t.Errorf("asked %s with %q", r.URL, s.bodies[0])
		}
		if _, _, err := scripted(t, s).FindVehiculo(t.Context(), 1, "A", 1); err == nil {
			t.Error("found")
		}
	})
}

func TestFindVehiculo(t *testing.T) {
	t.Parallel()
	type row struct {
		data string
		id   int64
	}
	each(t, map[string]row{
		"exact comes first": {`[{"id":2,"placa":"abc1"},{"id":1,"placa":"ABC-1"}]`, 2},
		"exact":             {`[{"id":1,"placa":"ABC-1"},{"id":2,"placa":"abc1"}]`, 2},
		"other spelling":    {`[{"id":1,"cliente_id":1,"placa":"ABC-1"},{"id":3,"cliente_id":1,"placa":"X"}]`, 1},
		"filter ignored":    {`[{"id":1,"cliente_id":1,"placa":"X"},{"id":2,"cliente_id":1}]`, 0},
		"filter of a part":  {`[{"id":1,"placa":"abc12"},{"id":2,"placa":"xabc-1"}]`, 0},
		"twice":             {`[{"id":7,"placa":"abc1"},{"id":4,"placa":"abc1"},{"id":5,"placa":"abc1"}]`, 4},
		"twice, one known":  {`[{"id":4,"placa":"abc1"},{"id":9,"placa":"ABC1"}]`, 9},
		"twice, otherwise":  {`[{"id":7,"placa":"ABC1"},{"id":4,"placa":"ABC-1"}]`, 4},
		"none":              {`[]`, 0},
		"id as vehiculo_id": {`[{"vehiculo_id":"8","placa":"abc1"}]`, 8},
	}, func(t *testing.T, tt row) {
		v, ok, err := scripted(t, play(answer(200, okData(tt.data)))).FindVehiculo(t.Context(), 1, "abc1", 9)
		if err != nil || ok != (tt.id != 0) || v.ID != tt.id {
			t.Errorf("got %+v, %v, %v", v, ok, err)
		}
	})
}
