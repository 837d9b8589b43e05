package parking

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestRecordData(t *testing.T) {
	t.Parallel()
	for data, kind := range map[string]string{``: "absent", `null`: "null", `[]`: "an array", `"x"`: "a string", `1`: "a number", `true`: "a boolean"} {
		expectError(t, errorOf(newRecord("op", json.RawMessage(data))), `"data" must be an object, but is `+kind)
	}
	for data, says := range map[string]string{``: "must be an array, but is absent", `null`: "must be an array, but is null", `{}`: "must be an array, but is an object", `[{},1]`: `an element of "data" must be an object, but is a number`, `[null]`: `an element of "data" must be an object, but is null`} {
		if _, err := newRecords("op", json.RawMessage(data)); !Is(err, Unexpected, Changing, TooLong) || !strings.Contains(err.Error(), says) {
			t.Errorf("records of %q: %v", data, err)
		}
	}
	if list, err := newRecords("op", json.RawMessage(`[]`)); err != nil || len(list) != 0 {
		t.Errorf("empty list: %v %v", list, err)
	}
}

// TestSendingIsStrict: what goes out has one form (A11).
func TestSendingIsStrict(t *testing.T) {
	t.Parallel()
	type row struct {
		body any
		want string
	}
	each(t, map[string]row{
		"plate":          {PlacaRequest{Placa: "A", TipoVehiculoID: 1, Electrico: true}, `{"placa":"A","tipo_vehiculo_id":1,"electrico":1,"minusvalido":0}`},
		"vehicle":        {VehiculoRequest{ClienteID: 1, Placa: "A"}, `{"cliente_id":1,"placa":"A"}`},
		"named vehicle":  {VehiculoRequest{ClienteID: 1, Placa: "A", Nombre: "B"}, `{"cliente_id":1,"placa":"A","nombre":"B"}`},
		"client":         {ClienteRequest{Apellidos: "G"}, `{"email":"","nombre":"","Apellidos":"G","prefijos":"","telefono":"","cedula":""}`},
		"new favourite":  {newZonaFavoritaRequest(nil, 1, Zona{ZonaID: ptr[int64](2)}), `{"cliente_id":1,"zona_id":2,"celda_id":null}`},
		"favourite":      {newZonaFavoritaRequest(ptr[int64](9), 1, Zona{TramoID: ptr[int64](3), CeldaID: ptr[int64](4)}), `{"id":9,"cliente_id":1,"tramo_id":3,"celda_id":4}`},
		"booking":        {ReservaRequest{TramoID: 1, VehiculoID: 2, Minutos: 30}, `{"tramo_id":1,"vehiculo_id":2,"minutos":30}`},
		"booked place":   {ReservaRequest{TramoID: 1, VehiculoID: 2, CeldaID: ptr[int64](3), ConectorID: ptr[int64](4), Minutos: 30}, `{"tramo_id":1,"vehiculo_id":2,"celda_id":3,"conector_id":4,"minutos":30}`},
		"payment":        {ReservaPago{PagoTipo: 1, PagoCodigo: "P"}, `{"pago_tipo":1,"pago_codigo":"P"}`},
		"receipt":        {ReservaPago{PagoTipo: 1, PagoCodigo: "P", EnviarRecibo: ptr(true)}, `{"pago_tipo":1,"pago_codigo":"P","enviar_recibo":true}`},
		"no receipt":     {ReservaPago{PagoTipo: 1, PagoCodigo: "P", EnviarRecibo: ptr(false)}, `{"pago_tipo":1,"pago_codigo":"P","enviar_recibo":false}`},
		"fine":           {SancionRequest{Placa: "A", TramoID: 1}, `{"placa":"A","tramo_id":1}`},
		"fine's payment": {SancionPago{PagoTipo: 1, PagoCodigo: "P", ClienteID: ptr[int64](2)}, `{"pago_tipo":1,"pago_codigo":"P","cliente_id":2}`},
	}, func(t *testing.T, tt row) {
		if got, err := json.Marshal(tt.body); err != nil || string(got) != tt.want {
			t.Errorf("got  %s %v\nwant %s", got, err, tt.want)
		}
	})
}
