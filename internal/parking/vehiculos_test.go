package parking

import (
	"fmt"
	"strings"
	"testing"
)

// vehiculosPage is a page of vehicles of client 1, two a page.
func vehiculosPage(total, last, current int, ids ...int) exchange {
	records := make([]string, len(ids))
	for i, id := range ids {
		records[i] = fmt.Sprintf(`{"id":%d,"cliente_id":1,"placa":"P%d"}`, id, id)
	}
	return answer(200, fmt.Sprintf(`{"estado":"ok","data":[%s],"total":%d,"current_page":%d,"last_page":%d}`,
		strings.Join(records, ","), total, current, last))
}

// TestVehiculosOfAnother: a service that ignores its filters is no source, and is not read to the end.
func TestVehiculosOfAnother(t *testing.T) {
	t.Parallel()
	type row struct{ data, says string }
	each(t, map[string]row{
		"unfiltered page": {`[{"id":1,"cliente_id":"12","placa":"A"},{"id":2,"cliente_id":2,"placa":"B"}]`,
			"ignored its filters: asked for client 12, it returned vehicle 2"},
		"other owner":     {`[{"id":2,"cliente_id":2,"placa":"A"}]`, "ignored its filters: asked for client 12, it returned vehicle 2"},
		"nobody's":        {`[{"id":1,"cliente_id":null,"placa":"A"}]`, "it returned vehicle 1"},
		"owners left out": {`[{"id":1,"placa":"A"},{"id":2,"placa":"B"}]`, "it returned vehicle 2"},
		"owner below 1":   {`[{"id":1,"cliente_id":-1,"placa":"A"}]`, `"cliente_id" is below 1`},
	}, func(t *testing.T, tt row) {
		s := play(answer(200, fmt.Sprintf(`{"estado":"ok","data":%s,"current_page":1,"last_page":4000}`, tt.data)))
		list, err := scripted(t, s).Vehiculos(t.Context(), VehiculosFilter{ClienteID: 12, Placa: "A", Nombre: "Reparto 1"})
		if !Is(err, Unexpected, Changing, TooLong) || !strings.Contains(err.Error(), tt.says) || list != nil || s.count() != 1 {
			t.Errorf("after %d requests: got %v, %v", s.count(), list, err)
		}
		if s.asked() != "GET vehiculos?cliente_id=12&nombre=Reparto+1&placa=A" || s.bodies[0] != "" {
			t.Errorf("asked %s with %q", s.asked(), s.bodies[0])
		}
		if _, _, err := scripted(t, s).FindVehiculo(t.Context(), 12, "A"); err == nil {
			t.Error("found")
		}
	})
}

func TestPickVehiculo(t *testing.T) {
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
		v, ok, err := scripted(t, play(answer(200, okData(tt.data)))).ReadVehiculo(t.Context(), 1, "abc1", 9)
		if err != nil || ok != (tt.id != 0) || v.ID != tt.id {
			t.Errorf("got %+v, %v, %v", v, ok, err)
		}
	})
}
