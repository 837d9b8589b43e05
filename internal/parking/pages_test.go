package parking

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// pageOf is a page of reservations with the given ids; rest are further fields.
func pageOf(rest string, ids ...int) exchange {
	records := make([]string, len(ids))
	for i, id := range ids {
		records[i] = fmt.Sprintf(`{"id":%d}`, id)
	}
	return answer(200, fmt.Sprintf(`{"estado":"ok","data":[%s]%s}`, strings.Join(records, ","), rest))
}

func TestPages(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		pages    []exchange
		ids      []int64
		requests int
		says     string // of the error
	}{
		"one page":            {[]exchange{pageOf(`,"total":2,"per_page":15,"current_page":1,"last_page":1`, 1, 2)}, []int64{1, 2}, 1, ""},
		"three pages":         {[]exchange{pageOf(`,"current_page":1,"last_page":3`, 1), pageOf(`,"current_page":2,"last_page":3`, 2), pageOf(`,"current_page":3,"last_page":3`, 3)}, []int64{1, 2, 3}, 3, ""},
		"texts for numbers":   {[]exchange{pageOf(`,"current_page":"1","last_page":"2"`, 1), pageOf(`,"current_page":"2","last_page":"2"`, 2)}, []int64{1, 2}, 2, ""},
		"growing":             {[]exchange{pageOf(`,"last_page":1`, 1)}, []int64{1}, 1, ""},
		"empty":               {[]exchange{pageOf(`,"total":0,"current_page":1,"last_page":1`)}, []int64{}, 1, ""},
		"no pagination":       {[]exchange{pageOf(``, 1, 2)}, []int64{1, 2}, 1, ""},
		"complete without":    {[]exchange{pageOf(`,"total":2`, 1, 2)}, []int64{1, 2}, 1, ""},
		"last_page null":      {[]exchange{pageOf(`,"last_page":null`, 1)}, []int64{1}, 1, ""},
		"last_page 0":         {[]exchange{pageOf(`,"total":0,"last_page":0`)}, []int64{}, 1, ""},
		"shrunk to nothing":   {[]exchange{pageOf(`,"current_page":1,"last_page":3`, 1), pageOf(`,"current_page":2,"last_page":1`)}, []int64{1}, 2, ""},
		"empty page between":  {[]exchange{pageOf(`,"current_page":1,"last_page":9`, 1), pageOf(`,"current_page":2,"last_page":9`)}, nil, 2, "page 2 of 9 is empty (assumption A3"},
		"page is ignored":     {[]exchange{pageOf(`,"current_page":1,"last_page":3`, 1)}, nil, 2, "page 2 was asked for with the query parameter page, and page 1 came (assumption A3"},
		"pages unnumbered":    {[]exchange{pageOf(`,"last_page":3`, 1)}, nil, 2, "page (unnumbered) came"},
		"rest out of reach":   {[]exchange{pageOf(`,"total":40,"per_page":15`, 1)}, nil, 1, "40 records, 1 came"},
		"current_page a flag": {[]exchange{pageOf(`,"current_page":true,"last_page":3`, 1)}, nil, 1, `"current_page" is a boolean`},
		"total a list":        {[]exchange{pageOf(`,"total":[]`, 1)}, nil, 1, `"total" is an array`},
		"second page fails":   {[]exchange{pageOf(`,"current_page":1,"last_page":2`, 1), answer(422, `{"estado":"fail","error":"No"}`)}, nil, 2, `"No"`},
		"not a list":          {[]exchange{answer(200, okData(`{"id":1}`))}, nil, 1, "an object, not an array"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := play(tt.pages...)
			query := url.Values{"cliente_id": {"1"}}
			list, err := scripted(t, s).Reservas(t.Context(), query)
			if s.count() != tt.requests || len(query) != 1 {
				t.Errorf("%d requests; the caller's query is %v", s.count(), query)
			}
			for i, r := range s.requests {
				want := "cliente_id=1"
				if i > 0 {
					want += fmt.Sprintf("&page=%d", i+1)
				}
				if r.URL.RawQuery != want {
					t.Errorf("request %d has the query %s", i, r.URL.RawQuery)
				}
			}
			if tt.says != "" {
				if err == nil || !strings.Contains(err.Error(), tt.says) || list != nil {
					t.Errorf("got %v, %v", list, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			ids := []int64{}
			for _, r := range list {
				ids = append(ids, r.ID)
			}
			if !slices.Equal(ids, tt.ids) {
				t.Errorf("got %v", ids)
			}
		})
	}
}

// TestPagesWithoutQuery: the page is asked for where there was no query at all.
func TestPagesWithoutQuery(t *testing.T) {
	t.Parallel()
	s := play(pageOf(`,"current_page":1,"last_page":2`, 1), pageOf(`,"current_page":2,"last_page":2`, 2))
	list, err := scripted(t, s).ReservasActivas(t.Context(), nil)
	if err != nil || len(list) != 2 || s.requests[0].URL.RequestURI() != "/external/reservas-activas" || s.requests[1].URL.RawQuery != "page=2" {
		t.Errorf("got %v, %v", list, err)
	}
}

// TestVehiculosOfAnother: a service that ignores its filters is no source.
func TestVehiculosOfAnother(t *testing.T) {
	t.Parallel()
	s := play(answer(200, okData(`[{"id":1,"cliente_id":"1","placa":"A"},{"id":2,"cliente_id":2,"placa":"B"}]`)))
	list, err := scripted(t, s).Vehiculos(t.Context(), VehiculosFilter{ClienteID: 1, Placa: "A", Nombre: "Reparto 1"})
	if !errors.Is(err, ErrContract) || !strings.Contains(err.Error(), "one of client 2 came") || list != nil {
		t.Errorf("got %v, %v", list, err)
	}
	if r := s.requests[0]; r.Method != http.MethodGet || s.bodies[0] != "" || r.URL.RawQuery != "cliente_id=1&nombre=Reparto+1&placa=A" {
		t.Errorf("asked %s with %q", r.URL, s.bodies[0])
	}
}

func TestFindVehiculo(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		data string
		id   int64
	}{
		"exact comes first": {`[{"id":2,"placa":"abc1"},{"id":1,"placa":"ABC-1"}]`, 2},
		"exact":             {`[{"id":1,"placa":"ABC-1"},{"id":2,"placa":"abc1"}]`, 2},
		"other spelling":    {`[{"id":1,"placa":"ABC-1"},{"id":3,"placa":"X"}]`, 1},
		"filter ignored":    {`[{"id":1,"placa":"X"},{"id":2}]`, 0},
		"twice":             {`[{"id":7,"placa":"abc1"},{"id":4,"placa":"abc1"},{"id":5,"placa":"abc1"}]`, 4},
		"twice, one known":  {`[{"id":4,"placa":"abc1"},{"id":9,"placa":"ABC1"}]`, 9},
		"twice, otherwise":  {`[{"id":7,"placa":"ABC1"},{"id":4,"placa":"ABC-1"}]`, 4},
		"none":              {`[]`, 0},
		"id as vehiculo_id": {`[{"vehiculo_id":"8","placa":"abc1"}]`, 8},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v, ok, err := scripted(t, play(answer(200, okData(tt.data)))).FindVehiculo(t.Context(), 1, "abc1", 9)
			if err != nil || ok != (tt.id != 0) || v.ID != tt.id {
				t.Errorf("got %+v, %v, %v", v, ok, err)
			}
		})
	}
}
