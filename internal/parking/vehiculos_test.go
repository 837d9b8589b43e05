package parking

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// vehiculosPage is a page of vehicles of client 1, two a page.
func vehiculosPage(total, last, current int, ids ...int) exchange {
	records := make([]string, len(ids))
	for i, id := range ids {
		records[i] = fmt.Sprintf(`{"id":%d,"cliente_id":1,"placa":"P%d"}`, id, id)
	}
	return answer(200, fmt.Sprintf(`{"estado":"ok","data":[%s],"total":%d,"current_page":%d,"last_page":%d}`, strings.Join(records, ","), total, current, last))
}

// TestEachVehiculosPage: each vehicle is given once, whatever happens between pages, and what comes before an error
// stays given.
func TestEachVehiculosPage(t *testing.T) {
	t.Parallel()
	p := vehiculosPage
	type row struct {
		pages    []exchange
		ids      []int64
		requests int
		says     string // of the error
	}
	each(t, map[string]row{
		"overlaps":         {[]exchange{p(4, 2, 1, 1, 2), p(4, 2, 2, 2, 3), p(4, 2, 1, 1, 2), p(4, 2, 2, 3, 4)}, []int64{1, 2, 3, 4}, 4, ""},
		"one came first":   {[]exchange{p(3, 2, 1, 2, 3), p(4, 2, 2, 3, 4), p(4, 2, 1, 1, 2), p(4, 2, 2, 3, 4), p(4, 2, 3)}, []int64{2, 3, 1, 4}, 5, ""},
		"always shifts":    {slices.Repeat([]exchange{p(4, 2, 1, 1, 2), p(4, 2, 2, 2, 3)}, 7), []int64{1, 2, 3}, 14, "kept changing"},
		"second fails":     {[]exchange{p(4, 2, 1, 1, 2), answer(422, "basta")}, []int64{1, 2}, 2, "basta"},
		"another's at end": {[]exchange{p(4, 2, 1, 1, 2), answer(200, `{"estado":"ok","data":[{"id":3,"cliente_id":2}],"total":4,"current_page":2,"last_page":2}`)}, []int64{1, 2}, 2, "a vehicle of client 2"},
		"owner told later": {[]exchange{answer(200, `{"estado":"ok","data":[{"id":1}],"current_page":1,"last_page":2}`), answer(200, `{"estado":"ok","data":[{"id":2,"cliente_id":1}],"current_page":2,"last_page":2}`)}, []int64{1}, 2, "some vehicle records have a cliente_id"},
	}, func(t *testing.T, tt row) {
		s := play(tt.pages...)
		var got []int64
		var failed error
		for page, err := range scripted(t, s).EachVehiculosPage(t.Context(), 1, 0) {
			if failed != nil {
				t.Error("something comes after an error")
			}
			failed = err
			for _, v := range page.Vehiculos {
				got = append(got, v.ID)
			}
		}
		if !slices.Equal(got, tt.ids) || s.count() != tt.requests {
			t.Errorf("got %v after %d requests", got, s.count())
		}
		if (failed == nil) != (tt.says == "") || failed != nil && (!Is(failed, Unexpected, Changing, TooLong) && tt.says != "basta" || !strings.Contains(failed.Error(), tt.says)) {
			t.Errorf("got %v", failed)
		}
		for _, r := range s.requests {
			if query := r.URL.Query(); query.Get("cliente_id") != "1" {
				t.Errorf("asked %s", r.URL)
			}
		}
	})
}

// TestEachVehiculosPageReach: the pages that hold what is wanted are asked for and no others, the third and later ones
// at once; who wants more after all gets it.
func TestEachVehiculosPageReach(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		want  int64
		take  int // pages that are taken
		asked []int
		took  time.Duration // how many pages' time
	}{
		{want: 1, take: 1, asked: []int{1}, took: 1},
		{want: 3, take: 2, asked: []int{1, 2}, took: 2},
		{want: 9, take: 5, asked: []int{1, 2, 3, 4, 5}, took: 3},
		{want: 3, take: 4, asked: []int{1, 2, 3, 4}, took: 4},
		{want: 0, take: 8, asked: []int{1, 2, 3, 4, 5, 6, 7, 8}, took: 4},
		{want: 0, take: 9, asked: []int{1, 2, 3, 4, 5, 6, 7, 8, 9}, took: 5}, // to the end, which the ninth shows
		{want: 1 << 40, take: 8, asked: []int{1, 2, 3, 4, 5, 6, 7, 8}, took: 4},
	} {
		inBubble(t, fmt.Sprint(tt.want, tt.take), func(t *testing.T) {
			var mu sync.Mutex
			var asked []int
			s := play(func(r *http.Request) (*http.Response, error) {
				number, _ := strconv.Atoi(cmp.Or(r.URL.Query().Get("page"), "1"))
				mu.Lock()
				asked = append(asked, number)
				mu.Unlock()
				time.Sleep(time.Second)
				if number == 9 {
					return vehiculosPage(16, 8, number)(r)
				}
				return vehiculosPage(16, 8, number, 2*number-1, 2*number)(r)
			})
			start, taken := time.Now(), 0
			for page, err := range scripted(t, s).EachVehiculosPage(t.Context(), 1, tt.want) {
				taken++
				if err != nil || len(page.Vehiculos) != 2 || page.Vehiculos[0].ID != int64(2*taken-1) || *page.Total != 16 {
					t.Errorf("page %d: %v, %v", taken, page, err)
				}
				if taken == tt.take {
					break
				}
			}
			slices.Sort(asked)
			if took := time.Since(start); !slices.Equal(asked, tt.asked) || took != tt.took*time.Second || taken != min(tt.take, 8) {
				t.Errorf("pages %v were asked for in %s, and %d taken", asked, took, taken)
			}
		})
	}
}
