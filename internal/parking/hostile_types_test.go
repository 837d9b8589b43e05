package parking

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"testing"
)

// TestEveryField: each field of each record is read, a number from a text and a text from a number (A11). One of a wrong type is an
// error that names it, but of the records whose fields the document does not show: there it is left out.
func TestEveryField(t *testing.T) {
	t.Parallel()
	type row struct {
		data, want string
		list       bool
		lenient    bool
	}
	vehiculo := row{data: `{"id":"1","cliente_id":"1","placa":"A","nombre":5,"activado":"1","favorito":false}`,
		want: "ID:1 ClienteID:1 Placa:A Nombre:5 Activado:true Favorito:false"}
	tramo := row{
		data: `{"id":"1","nombre":5,"direccion":6,"latitud":"1.5","longitud":-2,"libres":"3","librescoche":4.0,"libresmoto":0,"x":1}`,
		want: "ID:1 Nombre:5 Direccion:6 Latitud:1.5 Longitud:-2 Libres:3 LibresCoche:4 LibresMoto:0 Datos:map[x:1]"}
	cliente := row{data: `{"id":"1","email":"A@example.com","nombre":1,"Apellidos":2,"prefijos":3,"telefono":4,"cedula":5}`,
		want: "ID:1 Email:A@example.com Nombre:1 Apellidos:2 Prefijos:3 Telefono:4 Cedula:5"}
	reserva := row{list: true, lenient: true,
		data: `{"id":"1","vehiculo_id":"2","tramo_id":3.0,"celda_id":0,"conector_id":null,"minutos":"20","pago_tipo":"1","pago_codigo":33}`,
		want: "ID:1 VehiculoID:2 TramoID:3 CeldaID:null ConectorID:null Minutos:20 PagoTipo:1 PagoCodigo:33"}
	listed := func(r row) row { r.list = true; return r }
	each(t, map[string]row{
		"placa": {data: `{"placa":"a","tipo_vehiculo_id":"7","marca":1,"modelo":2,"color":3,` +
			`"electrico":"1","minusvalido":1.0,"exento":true,"sancionable":null}`,
			want: "Placa:A TipoVehiculoID:7 Marca:1 Modelo:2 Color:3 Electrico:true Minusvalido:true Exento:true Sancionable:false"},
		"vehiculo": vehiculo, "vehiculos": listed(vehiculo), "tramo": tramo, "tramos": listed(tramo), "tramos_cercanos": listed(tramo),
		"cliente": cliente, "cliente_email": cliente, "reservas": reserva, "reservas_activas": reserva,
		"zonas_favoritas": listed(row{data: `{"id":"1","cliente_id":"1","zona_id":"2","tramo_id":0,"celda_id":3,"x":1}`,
			want: "ID:1 ClienteID:1 ZonaID:2 TramoID:null CeldaID:3 Datos:map[x:1]"}),
		"faq": {data: `{"id":"1","pregunta":2,"respuesta":3,"grupo":{"id":"4","nombre":5}}`,
			want: "ID:1 Pregunta:2 Respuesta:3 Grupo:{ID:4 Nombre:5}"},
		"tipo_vehiculo": listed(row{data: `{"id":"1","nombre":2}`, want: "ID:1 Nombre:2 Datos:map[]"}),
		"sanciones": {list: true, lenient: true,
			data: `{"id":"1","estado":"Cerrada","pagada":"1","observaciones":2,"pago_codigo":3,"pago_tipo":"4","cliente_id":"5"}`,
			want: "ID:1 Cerrada:true Pagada:true Observaciones:2 PagoCodigo:3 PagoTipo:4 ClienteID:5"},
	}, func(t *testing.T, tt row) {
		op := strings.TrimPrefix(t.Name(), "TestEveryField/")
		read := func(data string) (string, error) {
			if tt.list {
				data = "[" + data + "]"
			}
			held, err := everyRead[op](t.Context(), scripted(t, play(answer(200, okData(data))), withSanciones))
			return told(reflect.ValueOf(held)), err
		}
		if got, err := read(tt.data); err != nil || !strings.HasPrefix(got, "{"+tt.want) {
			t.Errorf("got  %s, %v\nwant %s", got, err, tt.want)
		}
		var fields map[string]json.RawMessage
		must(t, json.Unmarshal([]byte(tt.data), &fields))
		for name := range fields {
			wrong := maps.Clone(fields)
			wrong[name] = json.RawMessage(`[{"secreto":9}]`)
			data, err := json.Marshal(wrong)
			must(t, err)
			switch got, err := read(string(data)); {
			case name == "x":
			case tt.lenient && name != "id":
				noError(t, err)
				equal(t, name, strings.Count(got, ":-"), 1)
			case !Is(err, Unexpected), !strings.Contains(err.Error(), `"`+name+`"`), strings.Contains(err.Error(), "secreto"):
				t.Errorf("%s: got %s, %v", name, got, err)
			}
		}
	})
	for _, name := range []string{"total", "per_page", "current_page", "last_page"} {
		_, err := everyRead["reservas"](t.Context(), scripted(t, play(answer(200, `{"estado":"ok","data":[{"id":1}],"`+name+`":"x"}`))))
		expectError(t, err, name)
	}
}

// told writes what a record, or the only one of a list, tells: "-" for a field that is left out, "null" for one that was emptied.
func told(held reflect.Value) string {
	switch held.Kind() {
	case reflect.Pointer, reflect.Interface:
		if held.IsNil() {
			return "-"
		}
		return told(held.Elem())
	case reflect.Slice:
		if held.Len() != 1 {
			return fmt.Sprint(held.Len(), " records")
		}
		return told(held.Index(0))
	case reflect.Struct:
		if sent := held.FieldByName("Sent"); sent.IsValid() {
			if sent.Bool() && held.FieldByName("Value").IsNil() {
				return "null"
			}
			return told(held.FieldByName("Value"))
		}
		var out []string
		for i := range held.NumField() {
			out = append(out, held.Type().Field(i).Name+":"+told(held.Field(i)))
		}
		return "{" + strings.Join(out, " ") + "}"
	}
	return fmt.Sprint(held)
}
