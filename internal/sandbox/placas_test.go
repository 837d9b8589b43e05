package sandbox

import (
	"net/url"
	"testing"
)

func TestPlacaLifecycle(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	send(t, s, "GET", "/external/placa/ABC-1", "").want(t, 404, `{"estado":"fail","error":"La placa no existe"}`)
	send(t, s, "POST", "/external/placa", `{"placa":"ABC-1","tipo_vehiculo_id":3,"tipo_vehiculo":"Furgoneta","electrico":1}`).
		want(t, 200, `{"estado":"ok","data":{"message":"Placa registrada"}}`)
	send(t, s, "GET", "/external/placa/ABC-1", "").want(t, 200, `{"estado":"ok","data":{"placa":"ABC-1","tipo_vehiculo_id":3,`+
		`"marca":null,"modelo":null,"color":null,"electrico":1,"minusvalido":0,"exento":0,"sancionable":1}}`)
	// The query form fails even for a plate that exists.
	send(t, s, "GET", "/external/placa?placa=ABC-1", "").want(t, 404, `{"estado":"fail","error":"La placa no existe"}`)
	send(t, s, "POST", "/external/placa", `{"placa":"ABC-1","tipo_vehiculo_id":1}`).
		want(t, 422, `{"estado":"fail","error":"Los datos enviados no son válidos.","errores":{"placa":["La placa ya está registrada"]}}`)
	send(t, s, "PUT", "/external/placa", `{"placa":"ABC-1","tipo_vehiculo_id":1,"minusvalido":1}`).
		want(t, 200, `{"estado":"ok","data":{"message":"Placa actualizada"}}`)
	p := data[placa](t, send(t, s, "GET", "/external/placa/ABC-1", ""))
	if p.TipoVehiculoID != 1 || p.Electrico != 1 || p.Minusvalido != 1 {
		t.Errorf("got %+v, want the flag that was not sent kept", p)
	}
	errores(t, send(t, s, "PUT", "/external/placa", `{"placa":"NO","tipo_vehiculo_id":1}`), 404)
}

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
