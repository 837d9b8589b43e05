package sandbox

import (
	"net/url"
	"testing"
)

func TestPlacaCharacters(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	for _, plate := range []string{"A B", "A/B", "ñ%2F?#&+", ".", "..", "abc", "ABC", "日本語"} {
		body := `{"placa":` + quote(t, plate) + `,"tipo_vehiculo_id":1}`
		data[message](t, send(t, s, "POST", "/external/placa", body))
		if got := data[placa](t, send(t, s, "GET", "/external/placa/"+url.PathEscape(plate), "")); got.Placa != plate {
			t.Errorf("registered %q, read %q", plate, got.Placa)
		}
	}
	for _, plate := range []string{"", " A", "A ", "A\tB", "123456789012345678901"} {
		body := `{"placa":` + quote(t, plate) + `,"tipo_vehiculo_id":1}`
		complains(t, send(t, s, "POST", "/external/placa", body), 422, "placa")
	}
	complains(t, send(t, s, "GET", "/external/placa/%20A", ""), 422, "placa")
}

// The hostile reading replaces the whole record.
func TestPlacaAcceptDuplicates(t *testing.T) {
	t.Parallel()
	s := open(t, Options{AcceptDuplicates: true})
	data[message](t, send(t, s, "POST", "/external/placa", `{"placa":"X","tipo_vehiculo_id":3,"electrico":1}`))
	data[message](t, send(t, s, "POST", "/external/placa", `{"placa":"X","tipo_vehiculo_id":1}`))
	if p := data[placa](t, send(t, s, "GET", "/external/placa/X", "")); p.TipoVehiculoID != 1 || p.Electrico != 0 {
		t.Errorf("got %+v", p)
	}
	for want := range int64(2) {
		v := data[vehiculo](t, send(t, s, "POST", "/external/vehiculo", `{"cliente_id":1,"placa":"X"}`))
		if v.ID != want+1 {
			t.Errorf("got vehicle %d, want a new record %d", v.ID, want+1)
		}
	}
}
