package parking

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
)

// TestListingProvesItsEnd: a listing is complete when its last page is not full, or when the page after that brings
// nothing. Neither total nor last_page is enough.
func TestListingProvesItsEnd(t *testing.T) {
	t.Parallel()
	one := func(rest string, current int) exchange { // a page of fifteen
		ids := make([]int, 15)
		for i := range ids {
			ids[i] = 15*(current-1) + i + 1
		}
		return pageOf(rest, ids...)
	}
	fifteen := make([]int64, 15)
	for i := range fifteen {
		fifteen[i] = int64(i + 1)
	}
	none := answer(422, `{"estado":"fail","error":"Nada"}`)
	const lies = "total and last_page say that page 1 is the last, but page 2 has more records (assumption A3"
	each(t, map[string]listingCase{
		"short":                           {[]exchange{numbered(1, 1, 1, 1)}, []int64{1}, 1, ""},
		"an empty page":                   {[]exchange{numbered(2, 1, 1, 1, 2), numbered(2, 1, 2)}, []int64{1, 2}, 2, ""},
		"an empty page, its own total":    {[]exchange{numbered(2, 1, 1, 1, 2), numbered(0, 1, 2)}, []int64{1, 2}, 2, ""},
		"an empty page without numbers":   {[]exchange{numbered(2, 1, 1, 1, 2), pageOf(``)}, []int64{1, 2}, 2, ""},
		"the page is denied":              {[]exchange{numbered(2, 1, 1, 1, 2), none, none, numbered(2, 1, 1, 1, 2)}, []int64{1, 2}, 4, ""}, // as one far beyond it, and page 1 is not
		"all pages are denied":            {[]exchange{numbered(2, 1, 1, 1, 2), none, none, none}, nil, 4, "Nada"},
		"the page is denied otherwise":    {[]exchange{numbered(2, 1, 1, 1, 2), answer(422, `{"estado":"fail","error":"basta"}`), none, none}, nil, 5, "basta"},
		"the page fails":                  {[]exchange{numbered(2, 1, 1, 1, 2), answer(422, "basta")}, nil, 2, "basta"},
		"a page is denied before the end": {append([]exchange{numbered(4, 2, 1, 1, 2), none}, slices.Repeat([]exchange{none, numbered(4, 2, 1, 1, 2), numbered(4, 2, 1, 1, 2)}, maxPasses)...), nil, 10, "kept changing"},
		"the last page again":             {[]exchange{numbered(4, 2, 1, 1, 2), numbered(4, 2, 2, 3, 4), numbered(4, 2, 2, 3, 4)}, []int64{1, 2, 3, 4}, 3, ""},
		"the last page again, renumbered": {[]exchange{numbered(4, 2, 1, 1, 2), numbered(4, 2, 2, 3, 4), numbered(4, 2, 3, 3, 4)}, []int64{1, 2, 3, 4}, 3, ""},
		"the first page again":            {[]exchange{numbered(4, 2, 1, 1, 2), numbered(4, 2, 2, 3, 4), numbered(4, 2, 1, 1, 2)}, []int64{1, 2, 3, 4}, 3, ""},
		"own total":                       {[]exchange{numbered(2, 1, 1, 1, 2), numbered(2, 1, 2, 3, 4)}, nil, 2, lies},
		"own total, fewer":                {[]exchange{numbered(2, 1, 1, 1, 2), numbered(1, 1, 2, 3)}, nil, 2, lies},
		"own total, right last_page":      {[]exchange{numbered(2, 2, 1, 1, 2), numbered(2, 2, 2, 3, 4), numbered(0, 2, 3)}, []int64{1, 2, 3, 4}, 3, ""},
		"own total, last not full":        {[]exchange{numbered(2, 2, 1, 1, 2), numbered(1, 2, 2, 3)}, []int64{1, 2, 3}, 2, ""},
		"own total, an earlier page":      {[]exchange{numbered(2, 2, 1, 1, 2), numbered(2, 2, 2, 3, 4), numbered(2, 2, 1, 1, 2)}, []int64{1, 2, 3, 4}, 3, ""},
		"own total, one more page":        {[]exchange{numbered(2, 2, 1, 1, 2), numbered(2, 2, 2, 3, 4), numbered(1, 3, 3, 5), numbered(2, 3, 1, 1, 2), numbered(2, 3, 2, 3, 4), numbered(1, 3, 3, 5)}, []int64{1, 2, 3, 4, 5}, 6, ""},
		"own total, last_page lies":       {[]exchange{numbered(2, 2, 1, 1, 2), numbered(2, 2, 2, 3, 4), numbered(1, 2, 3, 5)}, nil, 3, "that page 2 is the last, but page 3 has more records"},
		"own total, one comes twice":      {slices.Repeat([]exchange{numbered(2, 2, 1, 1, 2), numbered(2, 2, 2, 2, 3)}, maxPasses), nil, 6, "record 2 was on page 1 and again on page 2"},
		"own total on page 1 alone":       {slices.Repeat([]exchange{numbered(2, 2, 1, 1, 2), numbered(2, 2, 2, 3)}, maxPasses), nil, 6, "total is 2, but 3 records were returned"},
		"total and an empty page":         {[]exchange{numbered(2, 2, 1, 1, 2), numbered(2, 2, 2)}, []int64{1, 2}, 2, ""},
		"last_page lies":                  {[]exchange{pageOf(`,"per_page":1,"current_page":1,"last_page":1`, 1), pageOf(`,"per_page":1,"current_page":2,"last_page":1`, 2)}, nil, 2, lies},
		"lies on page 2":                  {[]exchange{numbered(4, 2, 1, 1, 2), numbered(4, 2, 2, 3, 4), numbered(4, 2, 3, 5)}, nil, 3, "that page 2 is the last, but page 3 has more records"},
		"full without per_page":           {[]exchange{one(`,"total":15,"current_page":1,"last_page":1`, 1), one(`,"total":15,"current_page":2,"last_page":1`, 2)}, nil, 2, lies},
		"not full without per_page":       {[]exchange{pageOf(`,"total":2,"current_page":1,"last_page":1`, 1, 2)}, []int64{1, 2}, 1, ""},
		"per_page 0":                      {[]exchange{pageOf(`,"total":2,"per_page":0`, 1, 2)}, []int64{1, 2}, 1, ""},
		"total alone":                     {[]exchange{one(`,"total":15`, 1), one(`,"total":15`, 1)}, fifteen, 2, ""},
		"no pagination":                   {[]exchange{one(``, 1)}, fifteen, 1, ""},
		"neither total nor last_page":     {[]exchange{one(`,"per_page":15`, 1), one(`,"per_page":15`, 2)}, nil, 2, "says neither total nor last_page, but page 2 has more records"},
		"a number alone":                  {[]exchange{pageOf(`,"current_page":1`, 1, 2), pageOf(`,"current_page":2`, 3)}, nil, 2, "says neither total nor last_page, but page 2 has more records"},
		"a number alone, empty after it":  {[]exchange{pageOf(`,"current_page":1`, 1, 2), pageOf(`,"current_page":2`)}, []int64{1, 2}, 2, ""},
		"a number alone, page ignored":    {[]exchange{pageOf(`,"current_page":1`, 1, 2)}, []int64{1, 2}, 2, ""},
		"a number alone, renumbered":      {[]exchange{pageOf(`,"current_page":1`, 1, 2), pageOf(`,"current_page":2`, 1, 2)}, []int64{1, 2}, 2, ""},
		"a number alone, empty":           {[]exchange{pageOf(`,"current_page":1`)}, []int64{}, 1, ""},
		"a number and per_page":           {[]exchange{pageOf(`,"current_page":1,"per_page":15`, 1), pageOf(`,"current_page":2,"per_page":15`, 2)}, nil, 2, "says neither total nor last_page, but page 2 has more records"},
		"a number and total":              {[]exchange{pageOf(`,"current_page":1,"total":1`, 1), pageOf(`,"current_page":2,"total":1`, 2)}, nil, 2, "page 2 has more records"},
		"a number and a larger total":     {[]exchange{pageOf(`,"current_page":1,"total":2`, 1)}, nil, 1, "no last_page, so the others cannot be read"},
		"grew meanwhile":                  {[]exchange{numbered(2, 1, 1, 1, 2), numbered(3, 2, 2, 3), numbered(3, 2, 1, 1, 2), numbered(3, 2, 2, 3)}, []int64{1, 2, 3}, 4, ""},
		"grew at the front":               {[]exchange{numbered(2, 1, 1, 2, 3), numbered(3, 2, 2, 3), numbered(3, 2, 1, 1, 2), numbered(3, 2, 2, 3)}, []int64{1, 2, 3}, 4, ""},
		"grew at the front, own total":    {slices.Repeat([]exchange{numbered(2, 1, 1, 2, 3), numbered(1, 1, 2, 3)}, 3), nil, 6, "kept changing"},
	}, func(t *testing.T, tt listingCase) { tt.expect(t) })
}

// TestListingBounds: what a listing may hold is bounded, all its pages together.
func TestListingBounds(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long: runs without -short")
	}
	type row struct {
		records, bytes, pages int // records and bytes of a page
		says                  string
	}
	each(t, map[string]row{
		"many records":    {15, 4 * 15, 10_000, ""},
		"more":            {16, 4 * 16, 10_000, "holds more than 150000 records"},
		"large records":   {2, 1<<20 + 1, 16, "is larger than 16 MiB"},
		"nearly as large": {2, 1 << 20, 16, ""},
	}, func(t *testing.T, tt row) {
		last, id := int64(tt.pages), int64(0)
		list := listing[Reserva]{op: "op", read: func(*record) (Reserva, error) {
			id++
			return Reserva{ID: id}, nil
		}}
		var err error
		for number := int64(1); number <= last && err == nil; number++ {
			err = list.add(page{records: make([]*record, tt.records), came: int64(tt.records), bytes: tt.bytes, current: &number, last: &last})
		}
		if (err != nil) != (tt.says != "") || err != nil && (!Is(err, Unexpected, Changing, TooLong) || !strings.Contains(err.Error(), tt.says)) {
			t.Errorf("got %v, want %q", err, tt.says)
		}
	})
}

// TestListingBoundsAhead: pages that wait for their turn count as well.
func TestListingBoundsAhead(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long: runs without -short")
	}
	large := strings.Repeat("x", 1<<19)
	var asked atomic.Int64
	s := play(func(r *http.Request) (*http.Response, error) {
		number, _ := strconv.Atoi(cmp.Or(r.URL.Query().Get("page"), "1"))
		if asked.Add(1); number == 3 { // the others wait for it
			<-r.Context().Done()
			return nil, r.Context().Err()
		}
		return answer(200, fmt.Sprintf(`{"estado":"ok","data":[{"id":%d,"x":%q}],"current_page":%d,"last_page":5000}`, number, large, number))(r)
	})
	_, err := scripted(t, s).Reservas(t.Context(), nil)
	if err == nil || !strings.Contains(err.Error(), "is larger than 16 MiB") || asked.Load() > 34+DefaultMaxConcurrency {
		t.Errorf("after %d requests: %v", asked.Load(), err)
	}
}
