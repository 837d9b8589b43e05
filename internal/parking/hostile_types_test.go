package parking

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// values are what a field may come with, and how each kind of field understands them (A11); "" is not at all.
var values = []struct{ value, integer, number, flag, text string }{
	{`null`, "null", "null", "false", "null"},
	{`"texto"`, "", "", "", "texto"},
	{`""`, "", "", "", ""},
	{`" "`, "", "", "", " "},
	{`"7"`, "7", "7", "", "7"},
	{`7`, "7", "7", "", "7"},
	{`7.0`, "7", "7", "", "7.0"},
	{`1`, "1", "1", "true", "1"},
	{`0`, "0", "0", "false", "0"},
	{`"1"`, "1", "1", "true", "1"},
	{`"0"`, "0", "0", "false", "0"},
	{`" 1 "`, "1", "1", "true", " 1 "},
	{`"1.0"`, "1", "1", "true", "1.0"},
	{`"0.00"`, "0", "0", "false", "0.00"},
	{`1e0`, "1", "1", "true", ""},
	{`0e0`, "0", "0", "false", ""},
	{`1.2e1`, "12", "12", "", ""},
	{`"1e1"`, "10", "10", "", "1e1"},
	{`2.5`, "", "2.5", "", "2.5"},
	{`"12.50"`, "", "12.5", "", "12.50"},
	{`-3`, "-3", "-3", "", "-3"},
	{`"+7"`, "7", "7", "", "+7"},
	{`"0999123456"`, "999123456", "9.99123456e+08", "", "0999123456"},
	{`1.000000000000001`, "", "1.000000000000001", "", "1.000000000000001"},
	{`1.0000000000000000001`, "", "1", "", "1.0000000000000000001"},
	{`9007199254740993`, "9007199254740993", "9.007199254740992e+15", "", "9007199254740993"},
	{`9223372036854775807`, "9223372036854775807", "9.223372036854776e+18", "", "9223372036854775807"},
	{`99999999999999999999`, "", "1e+20", "", "99999999999999999999"},
	{`1e300`, "", "1e+300", "", ""},
	{`1e400`, "", "", "", ""},
	{`"NaN"`, "", "", "", "NaN"},
	{`"Inf"`, "", "", "", "Inf"},
	{`"0x1p4"`, "", "", "", "0x1p4"},
	{`"1_000"`, "", "", "", "1_000"},
	{`"١٢"`, "", "", "", "١٢"},
	{`true`, "", "", "true", ""},
	{`false`, "", "", "false", ""},
	{`"true"`, "", "", "true", "true"},
	{`[]`, "", "", "", ""},
	{`{}`, "", "", "", ""},
	{`"N\u0303u\u0301"`, "", "", "", "Ñú"},
	{`"\ud83d\ude97"`, "", "", "", "\U0001f697"},
	{`"` + strings.Repeat("9", 400) + `"`, "", "", "", strings.Repeat("9", 400)},
}

// understood says how a field of a kind understands a value; an identifier is a whole number from 1 on, and of a place 0 is none.
func understood(kind string, i int) (string, bool) {
	v := values[i]
	out := map[string]string{"identifier": v.integer, "place": v.integer, "integer": v.integer, "number": v.number, "flag": v.flag, "text": v.text}[kind]
	switch {
	case kind == "place" && out == "0":
		out = "null"
	case (kind == "identifier" || kind == "place") && (out == "0" || strings.HasPrefix(out, "-")):
		out = ""
	}
	return out, out != "" || kind == "text" && v.value == `""`
}

// TestWrongTypes: every value in every field of every record is understood, or the error names the operation and the
// field, and shows nothing of the value.
func TestWrongTypes(t *testing.T) {
	t.Parallel()
	type field struct{ name, kind, path string } // path: of the decoded value, within what the operation gives
	tests := map[string]struct {
		record string // a sound one without the fields
		list   bool
		fields []field
		needs  string // the field without which there is no record
	}{
		"placa": {record: `"placa":"A"`, fields: []field{
			{"tipo_vehiculo_id", "integer", "TipoVehiculoID"}, {"marca", "text", "Marca"}, {"modelo", "text", "Modelo"}, {"color", "text", "Color"},
			{"electrico", "flag", "Electrico"}, {"minusvalido", "flag", "Minusvalido"}, {"exento", "flag", "Exento"}, {"sancionable", "flag", "Sancionable"}}},
		"vehiculo": {record: `"id":1`, fields: []field{
			{"cliente_id", "identifier", "ClienteID"}, {"placa", "text", "Placa"}, {"nombre", "text", "Nombre"}, {"activado", "flag", "Activado"}, {"favorito", "flag", "Favorito"}}},
		"vehiculos": {record: `"vehiculo_id":1,"cliente_id":1`, list: true, fields: []field{
			{"placa", "text", "Placa"}, {"nombre", "text", "Nombre"}, {"activado", "flag", "Activado"}, {"favorito", "flag", "Favorito"}}},
		"cliente_email": {record: `"email":null`, fields: []field{
			{"id", "identifier", "ID"}, {"nombre", "text", "Nombre"}, {"Apellidos", "text", "Apellidos"}, {"prefijos", "text", "Prefijos"}, {"telefono", "text", "Telefono"}, {"cedula", "text", "Cedula"}}},
		"cliente": {record: `"telefono":1`, fields: []field{{"email", "text", "Email"}, {"cliente_id", "identifier", "ID"}}},
		"zonas_favoritas": {record: `"zona_id":1`, list: true, fields: []field{
			{"tramo_id", "place", "TramoID"}, {"celda_id", "place", "CeldaID"}}},
		"tramo": {record: `"id":1`, fields: []field{
			{"nombre", "text", "Nombre"}, {"direccion", "text", "Direccion"}, {"latitud", "number", "Latitud"}, {"longitud", "number", "Longitud"},
			{"libres", "integer", "Libres"}, {"librescoche", "integer", "LibresCoche"}, {"libresmoto", "integer", "LibresMoto"}}},
		"tramos":        {record: `"otro":1`, list: true, needs: "id", fields: []field{{"id", "identifier", "ID"}}},
		"faq":           {record: `"id":1`, fields: []field{{"pregunta", "text", "Pregunta"}, {"respuesta", "text", "Respuesta"}}},
		"tipo_vehiculo": {record: `"otro":1`, list: true, needs: "id", fields: []field{{"id", "integer", "ID"}}},
		"reservas":      {record: `"otro":1`, list: true, needs: "reserva_id", fields: []field{{"reserva_id", "identifier", "ID"}}},
		"sanciones":     {record: `"otro":1`, list: true, needs: "sancion_id", fields: []field{{"sancion_id", "identifier", "ID"}}},
	}
	for op, tt := range tests {
		for _, f := range tt.fields {
			t.Run(op+"/"+f.name, func(t *testing.T) {
				t.Parallel()
				for i, v := range values {
					data := fmt.Sprintf(`{%s,%q:%s}`, tt.record, f.name, v.value)
					if tt.list {
						data = "[" + data + "]"
					}
					held, err := everyRead[op](t.Context(), scripted(t, play(answer(200, okData(data))), withSanciones))
					want, ok := understood(f.kind, i)
					if !ok || v.value == "null" && f.name == tt.needs {
						if !Is(err, Unexpected, Changing, TooLong) || !strings.HasPrefix(err.Error(), op+": ") || !strings.Contains(err.Error(), f.name) ||
							strings.Contains(err.Error(), "texto") || strings.Contains(err.Error(), "9999") {
							t.Errorf("%.50s: %v, %v", v.value, held, err)
						}
						continue
					}
					if got := fieldOf(held, f.path); err != nil || got != want {
						t.Errorf("%.50s: got %.50q, want %.50q, %v", v.value, got, want, err)
					}
				}
			})
		}
	}
}

// fieldOf shows a field of a record, or of the only one of a list.
func fieldOf(held any, name string) string {
	value := reflect.ValueOf(held)
	if value.Kind() == reflect.Slice {
		if value.Len() != 1 {
			return fmt.Sprintf("%d records", value.Len())
		}
		value = value.Index(0)
	}
	value = value.FieldByName(name)
	if value.Kind() == reflect.Struct { // a Field
		if !value.FieldByName("Sent").Bool() {
			return "left out"
		}
		value = value.FieldByName("Value")
	}
	if value.Kind() == reflect.Pointer {
		if value.IsNil() {
			return "null"
		}
		value = value.Elem()
	}
	return fmt.Sprint(value.Interface())
}

// TestWrongTypesThatIdentify: the fields that say what a record is about. One that says another thing than was asked
// for is no answer either.
func TestWrongTypesThatIdentify(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		data   string // %s is the value
		field  string
		passes []string // what a value is understood as that is the thing that was asked for, or nothing
	}{
		"placa":           {`{"placa":%s}`, "pla", []string{`null`}},
		"vehiculo":        {`{"id":%s}`, "", []string{`1`}},
		"vehiculos":       {`[{"id":1,"cliente_id":%s}]`, "clien", []string{`1`}},
		"cliente_email":   {`{"email":%s}`, "e", []string{`null`}},
		"zonas_favoritas": {`[{"zona_id":1,"cliente_id":%s}]`, "clien", []string{`null`, `1`}},
		"tramo":           {`{"id":%s}`, "", []string{`1`}},
		"faq":             {`{"id":%s}`, "", []string{`null`, `1`}},
	}
	for op, tt := range tests {
		t.Run(op, func(t *testing.T) {
			t.Parallel()
			for _, v := range values {
				held, err := everyRead[op](t.Context(), scripted(t, play(answer(200, okData(fmt.Sprintf(tt.data, v.value))))))
				passes := slices.ContainsFunc(tt.passes, func(value string) bool { return value == v.value || value == v.integer })
				if passes != (err == nil) || err != nil && (!Is(err, Unexpected, Changing, TooLong) || !strings.HasPrefix(err.Error(), op+": ") || !strings.Contains(err.Error(), tt.field)) {
					t.Errorf("%.50s: %+v, %v", v.value, held, err)
				}
			}
		})
	}
	// A group that is no object, or has wrong fields.
	for group, says := range map[string]string{`7`: `"grupo" must be an object, but is a number`, `[]`: `"grupo" must be an object, but is an array`, `"x"`: `"grupo" must be an object, but is a string`, `true`: `"grupo" must be an object, but is a boolean`,
		`{"id":"x"}`: `"id" must be a whole number, but is a string`, `{"nombre":[]}`: `"nombre" must be a string, but is an array`, `null`: "", `{}`: ""} {
		expectError(t, errorOf(everyRead["faq"](t.Context(), scripted(t, play(answer(200, okData(`{"id":1,"grupo":`+group+`}`)))))), says)
	}
	// What stands beside data.
	for _, name := range []string{"total", "current_page", "last_page"} {
		for i, v := range values {
			_, err := everyRead["reservas"](t.Context(), scripted(t, play(answer(200, `{"estado":"ok","data":[{"id":1}],"`+name+`":`+v.value+`}`))))
			_, number := understood("integer", i)
			if number && err != nil && !strings.Contains(err.Error(), "page") && !strings.Contains(err.Error(), "records were returned") || !number && (err == nil || !strings.Contains(err.Error(), name)) {
				t.Errorf("%s %.50s: %v", name, v.value, err)
			}
		}
	}
}
