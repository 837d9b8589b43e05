package sandbox

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
)

func quote(t *testing.T, text string) string {
	t.Helper()
	b, err := json.Marshal(text)
	must(t, err)
	return string(b)
}

func TestVehiculosPages(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	for i := range 32 {
		data[message](t, send(t, s, "POST", "/external/placa", fmt.Sprintf(`{"placa":"P%d","tipo_vehiculo_id":1}`, i)))
		body := fmt.Sprintf(`{"cliente_id":%d,"placa":"P%d","nombre":"N%d"}`, 1+i/31, i, i%2)
		data[vehiculo](t, send(t, s, "POST", "/external/vehiculo", body))
	}
	type row struct {
		query, body string
		ids         []int64
		page        pagination
	}
	each(t, map[string]row{
		"first page":            {query: "cliente_id=1", ids: span(1, 15), page: pagination{31, 15, 1, 3}},
		"last page":             {query: "cliente_id=1&page=3", ids: span(31, 31), page: pagination{31, 15, 3, 3}},
		"beyond the last":       {query: "cliente_id=1&page=4", ids: span(1, 0), page: pagination{31, 15, 4, 3}},
		"nobody":                {query: "cliente_id=77", ids: span(1, 0), page: pagination{0, 15, 1, 1}},
		"plate":                 {query: "cliente_id=1&placa=P4", ids: span(5, 5), page: pagination{1, 15, 1, 1}},
		"plate is exact":        {query: "cliente_id=1&placa=p4", ids: span(1, 0), page: pagination{0, 15, 1, 1}},
		"name and plate":        {query: "cliente_id=1&placa=P4&nombre=N1", ids: span(1, 0), page: pagination{0, 15, 1, 1}},
		"filters in the body":   {body: `{"cliente_id":2}`, ids: span(1, 15), page: pagination{32, 15, 1, 3}},
		"body and page":         {query: "page=3", body: `{"cliente_id":2}`, ids: span(31, 32), page: pagination{32, 15, 3, 3}},
		"the query still rules": {query: "cliente_id=2", body: `{"cliente_id":1,"x":2}`, ids: span(32, 32), page: pagination{1, 15, 1, 1}},
	}, func(t *testing.T, tt row) {
		r := send(t, s, "GET", "/external/vehiculos?"+tt.query, tt.body)
		var ids []int64
		for _, v := range data[[]vehiculo](t, r) {
			ids = append(ids, v.ID)
		}
		var p pagination
		must(t, json.Unmarshal([]byte(r.body), &p))
		if !slices.Equal(ids, tt.ids) || p != tt.page {
			t.Errorf("got %v %+v, want %v %+v", ids, p, tt.ids, tt.page)
		}
	})
}

func span(from, to int64) []int64 {
	var all []int64
	for i := from; i <= to; i++ {
		all = append(all, i)
	}
	return all
}
