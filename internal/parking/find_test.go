package parking

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// shapeOf writes records of these fields: # are the records, with identifiers from 3 on, and @ the same under their identifiers.
func shapeOf(shape, id string, records ...string) string {
	var with, keyed []string
	for i, fields := range records {
		with = append(with, strings.Replace(fmt.Sprintf(`{%q:"%d",%s}`, id, i+3, fields), ",}", "}", 1))
		keyed = append(keyed, fmt.Sprintf(`"%d":{%s}`, i+3, fields))
	}
	return strings.NewReplacer("#", strings.Join(with, ","), "@", strings.Join(keyed, ",")).Replace(shape)
}

// finding reads the only answer, or the one after an empty list, and gives what it read.
type finding func(context.Context, *Client) (string, error)

func (read finding) in(t *testing.T, data string, before ...exchange) (string, error) {
	t.Helper()
	paths := Endpoints{"sanciones": "/a", "iniciar_sancion": "/b", "registrar_cliente": "/c"}
	return read(t.Context(), scripted(t, play(append(before, answer(200, okData(data)))...), func(c *Config) { c.Endpoints = paths }))
}

// foundIn is what is found of records with these fields, whatever the shape of the answer.
type foundIn struct {
	id      string
	records []string
	want    string
	read    finding
	write   bool // after an empty list
}

// expect fails the test unless what is read of the records in each of the shapes is as expected.
func (tt foundIn) expect(t *testing.T, shapes []string, expected func(got string, err error) bool) {
	t.Helper()
	var before []exchange
	if tt.write {
		before = append(before, answer(200, okData(`[]`)))
	}
	for _, shape := range shapes {
		data := shapeOf(shape, tt.id, tt.records...)
		if got, err := tt.read.in(t, data, before...); !expected(got, err) {
			t.Errorf("%s: got %q, %v", data, got, err)
		}
	}
}

// foundAll gives the identifiers of a list, and the names of vehicle types.
func foundAll(op string) finding {
	return func(ctx context.Context, c *Client) (string, error) {
		held, err := everyRead[op](ctx, c)
		list := reflect.ValueOf(held)
		var out []string
		for i := range list.Len() {
			one, _ := list.Index(i).Interface().(identified)
			out = append(out, fmt.Sprint(one.id()))
			if tipo, is := one.(TipoVehiculo); is && tipo.Nombre != nil {
				out = append(out, *tipo.Nombre)
			}
		}
		return strings.Join(out, " "), err
	}
}

// TestListsAreFound: whatever shape a list has that the document does not show, and whatever names its fields have.
func TestListsAreFound(t *testing.T) {
	t.Parallel()
	tramos, tipos, favourites := foundAll("tramos"), foundAll("tipo_vehiculo"), foundAll("zonas_favoritas")
	reservas, sanciones := foundAll("reservas"), foundAll("sanciones")
	each(t, map[string]foundIn{
		"sections":           {id: "id", records: []string{`"direccion":"D"`, `"libres":1`}, want: "3 4", read: tramos},
		"sections, bare":     {id: "tramo_id", records: []string{``, `"nombre":"N"`}, want: "3 4", read: tramos},
		"sections near":      {id: "id", records: []string{`"libres":1`}, want: "3", read: foundAll("tramos_cercanos")},
		"types, nombre":      {id: "id", records: []string{`"nombre":"A"`, `"nombre":"B"`}, want: "3 A 4 B", read: tipos},
		"types, descripcion": {id: "tipo_vehiculo_id", records: []string{`"descripcion":"A"`}, want: "3 A", read: tipos},
		"types, tipo":        {id: "id", records: []string{`"tipo":"A","icono":{"id":8}`}, want: "3 A", read: tipos},
		"types, bare":        {id: "id", records: []string{``, `"nombre":null`}, want: "3 4", read: tipos},
		"favourites":         {id: "id", records: []string{`"zona_id":"1","tramo_id":null`, `"celda_id":2`}, want: "3 4", read: favourites},
		"bookings": {id: "id", records: []string{`"vehiculo_id":5,"vehiculo":{"id":5}`, `"minutos":10`},
			want: "3 4", read: reservas},
		"bookings, bare":  {id: "reserva_id", records: []string{``, `"vehiculo":{"id":5,"tramo_id":7}`}, want: "3 4", read: reservas},
		"active bookings": {id: "id", records: []string{`"tramo_id":7`}, want: "3", read: foundAll("reservas_activas")},
		"fines":           {id: "sancion_id", records: []string{`"estado":"abierta"`, `"placa":"A"`}, want: "3 4", read: sanciones},
	}, func(t *testing.T, tt foundIn) {
		tt.expect(t, []string{`[#]`, `[null,#]`, `{"x":[#]}`, `{"x":{"y":{"z":[#]}}}`, `{"id":9,"ciudad":{"id":8,"tipo":1},"x":[#]}`,
			`{"empresa":{"id":9,"nombre":"N"},"n":2,"s":"t","e":[],"f":["id"],"x":[#]}`, `{@}`, `{"x":{@}}`, `{"x":{"y":{@}}}`,
			`{"total":2,@,"e":[]}`}, func(got string, err error) bool { return err == nil && got == tt.want })
		tt.expect(t, []string{`null`, `[]`, `{}`, `{"x":[]}`, `{"x":{},"y":null,"z":{"a":[]}}`, `{"message":"nada"}`, `["a"]`, `[[]]`,
			`{"cliente":{"id":1},"x":[]}`, `{"vehiculo_id":5,"x":[]}`, `{"x":[],"a":{"b":{"cliente":{"id":1}}}}`},
			func(got string, err error) bool { return err == nil && got == "" })
		tt.expect(t, []string{`{"a":{"b":{"c":{"d":[#]}}}}`, `{"x":[],"a":{"b":{"c":{"d":{"id":1}}}}}`,
			`[#,7]`, `{"x":[#,{"y":1}]}`, `{"x":{@,"5":[]}}`, `[[#]]`},
			func(_ string, err error) bool { return ErrorOf(err).Assumption == "A11" })
	})
}

// TestListsAreFoundSomehow: what only some lists have, and what is none.
func TestListsAreFoundSomehow(t *testing.T) {
	t.Parallel()
	tipos, favourites := foundAll("tipo_vehiculo"), foundAll("zonas_favoritas")
	reservas, sanciones := foundAll("reservas"), foundAll("sanciones")
	each(t, map[string]struct {
		data, want string
		read       finding
	}{
		"a text":                                 {`"nada"`, "error", sanciones},
		"a number":                               {`0`, "error", favourites},
		"names of types under their identifiers": {`{"tipos":{"1":"A","2":"B"},"total":2}`, "1 A 2 B", tipos},
		"the only type":                          {`{"id":3,"nombre":"A"}`, "3 A", tipos},
		"type 0":                                 {`[{"id":0}]`, "0", tipos},
		"no type is identified":                  {`[{"nombre":"A"}]`, "A11", tipos},
		"favourites by kind":                     {`{"celdas":[{"id":2,"celda_id":1}],"zonas":[{"id":1,"zona_id":3}]}`, "2 1", favourites},
		"the only favourite":                     {`{"favorita":{"id":1,"zona_id":3}}`, "1", favourites},
		"favourites without identifiers":         {`{"a":{"zona_id":3},"b":[{"id":0,"zona_id":4}]}`, "0 0", favourites},
		"its own identifier wins":                {`{"12":{"id":5,"zona_id":3}}`, "5", favourites},
		"places in objects":                      {`[{"id":1,"zona":{"id":3}}]`, "1", favourites},
		"another name of the identifier":         {`[{"favorito_id":7,"zona":{"id":3},"tramo":{"id":5}}]`, "7", favourites},
		"in two groups":                          {`{"zonas":[{"id":1,"zona_id":3}],"tramos":[{"id":1,"zona_id":3}]}`, "1", favourites},
		"a place of a favourite":                 {`{"id":1,"tramo":{"id":5,"zona_id":3}}`, "1", favourites},
		"a booking of another name":              {`{"id":1,"nombre":"N"}`, "A11", reservas},
	}, func(t *testing.T, tt struct {
		data, want string
		read       finding
	}) {
		got, err := tt.read.in(t, tt.data)
		if err != nil {
			got = cmp.Or(ErrorOf(err).Assumption, "error")
		}
		if got != tt.want {
			t.Errorf("got %q, %v, want %q", got, err, tt.want)
		}
	})
}

// TestOneIsFound is TestListsAreFound for answers about one thing.
func TestOneIsFound(t *testing.T) {
	t.Parallel()
	cliente := func(held Cliente, err error) (string, error) {
		return fmt.Sprint(valueOf(held.ID), valueOf(held.Apellidos.Value), valueOf(held.Telefono.Value)), err
	}
	own := func(ctx context.Context, c *Client) (string, error) { return cliente(c.Cliente(ctx)) }
	email := func(ctx context.Context, c *Client) (string, error) {
		return cliente(c.ClienteByEmail(ctx, "a@example.com", Nothing))
	}
	vehiculo := func(ctx context.Context, c *Client) (string, error) {
		v, err := c.Vehiculo(ctx, 3)
		return fmt.Sprint(v.ID), err
	}
	reserva := func(ctx context.Context, c *Client) (string, error) {
		r, _, err := c.BookReserva(ctx, nineBooking)
		return fmt.Sprint(r.ID), err
	}
	sancion := func(ctx context.Context, c *Client) (string, error) {
		s, err := c.StartSancion(ctx, SancionRequest{})
		return fmt.Sprint(s.ID), err
	}
	eachInBubble(t, map[string]foundIn{
		"own client":       {id: "cliente_id", records: []string{`"email":"b@a","Apellidos":"A","telefono":"5"`}, want: "3A5", read: own},
		"client":           {id: "id", records: []string{`"apellidos":"A","telefono":5`}, want: "3A5", read: email},
		"vehicle":          {id: "id", records: []string{`"placa":"A","cliente":{"id":1}`}, want: "3", read: vehiculo},
		"vehicle, bare":    {id: "vehiculo_id", records: []string{`"activado":1`}, want: "3", read: vehiculo},
		"booking":          {id: "reserva_id", records: []string{`"minutos":20`}, want: "3", read: reserva, write: true},
		"booking, vehicle": {id: "id", records: []string{`"vehiculo_id":5`}, want: "3", read: reserva, write: true},
		"fine":             {id: "id", records: []string{`"estado":"abierta"`}, want: "3", read: sancion, write: true},
	}, func(t *testing.T, tt foundIn) {
		tt.expect(t, []string{`#`, `[#]`, `[null,#]`, `{"x":#}`, `{"x":{"y":{"z":#}}}`, `{"x":[#]}`, `{@}`, `{"x":{@}}`,
			`{"empresa":{"id":9,"nombre":"N"},"s":"t","x":#,"avisos":[{"id":8}],"e":[]}`},
			func(got string, err error) bool { return err == nil && got == tt.want })
		tt.expect(t, []string{`null`, `[]`, `{}`, `{"x":null,"y":[]}`, `{"message":"nada"}`, `"nada"`, `[[]]`},
			func(_ string, err error) bool { return err != nil })
		tt.expect(t, []string{`{"a":{"b":{"c":{"d":#}}}}`, `{"x":#,"y":#}`, `{"x":{"id":3}}`, `{"x":[{"id":3}]}`, `{"id":[]}`},
			func(_ string, err error) bool { return Is(err, Unexpected) })
	})
}
