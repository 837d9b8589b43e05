package sandbox

import (
	"fmt"
	"net/url"
	"testing"
)

func TestPlacaCharacters(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	for plate, field := range map[string]string{
		"A B": "", "A/B": "", "ñ%2F?#&+": "", ".": "", "..": "", "abc": "", "ABC": "", "日本語": "",
		"": "placa", " A": "placa", "A ": "placa", "A\tB": "placa", "123456789012345678901": "placa",
	} {
		r := send(t, s, "POST placa", fmt.Sprintf(`{"placa":%q,"tipo_vehiculo_id":1}`, plate))
		if field != "" {
			equal(t, plate, errores(t, r, 422), field)
			continue
		}
		r.want(t, 200, okPlate)
		equal(t, "read", data[object](t, send(t, s, "GET placa/"+url.PathEscape(plate), ""))["placa"], any(plate))
	}
	equal(t, "asked for", errores(t, send(t, s, "GET placa/%20A", ""), 422), "placa")
}

// The hostile reading replaces the whole record of a plate, and makes another of a vehicle.
func TestAcceptDuplicates(t *testing.T) {
	t.Parallel()
	s := open(t, Options{AcceptDuplicates: true})
	made(t, s, "POST placa", `{"placa":"X","tipo_vehiculo_id":3,"electrico":1}`, `{"placa":"X","tipo_vehiculo_id":1}`)
	made(t, s, "POST vehiculo", `{"cliente_id":1,"placa":"X"}`, `{"cliente_id":1,"placa":"X"}`)
	expectCount(t, s, 1, `SELECT count(*) FROM placas WHERE tipo_vehiculo_id = 1 AND electrico = 0`)
	expectCount(t, s, 2, `SELECT count(*) FROM vehiculos`)
}
