package sandbox

import (
	"encoding/json"
	"fmt"
	"testing"
)

func TestVehiculosPages(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	for i := range 32 {
		made(t, s, "POST placa", fmt.Sprintf(`{"placa":"P%d","tipo_vehiculo_id":1}`, i))
		made(t, s, "POST vehiculo", fmt.Sprintf(`{"cliente_id":%d,"placa":"P%d","nombre":"N%d"}`, 1+i/31, i, i%2))
	}
	type row struct {
		query, body string
		from, to    int64 // identifiers on the page
		page        pagination
	}
	each(t, map[string]row{
		"first page":            {"cliente_id=1", "", 1, 15, pagination{31, 15, 1, 3}},
		"last page":             {"cliente_id=1&page=3", "", 31, 31, pagination{31, 15, 3, 3}},
		"beyond the last":       {"cliente_id=1&page=4", "", 1, 0, pagination{31, 15, 4, 3}},
		"nobody":                {"cliente_id=77", "", 1, 0, pagination{0, 15, 1, 1}},
		"plate":                 {"cliente_id=1&placa=P4", "", 5, 5, pagination{1, 15, 1, 1}},
		"plate is exact":        {"cliente_id=1&placa=p4", "", 1, 0, pagination{0, 15, 1, 1}},
		"name and plate":        {"cliente_id=1&placa=P4&nombre=N1", "", 1, 0, pagination{0, 15, 1, 1}},
		"filters in the body":   {"", `{"cliente_id":2}`, 1, 15, pagination{32, 15, 1, 3}},
		"body and page":         {"page=3", `{"cliente_id":2}`, 31, 32, pagination{32, 15, 3, 3}},
		"the query still rules": {"cliente_id=2", `{"cliente_id":1,"x":2}`, 32, 32, pagination{1, 15, 1, 1}},
	}, func(t *testing.T, c row) {
		r := send(t, s, "GET vehiculos?"+c.query, c.body)
		list := data[[]struct{ ID int64 }](t, r)
		var p pagination
		must(t, json.Unmarshal([]byte(r.body), &p))
		equal(t, "page", p, c.page)
		for i, v := range list {
			equal(t, "vehicle", v.ID, c.from+int64(i))
		}
		equal(t, "vehicles", int64(len(list)), c.to-c.from+1)
	})
}
