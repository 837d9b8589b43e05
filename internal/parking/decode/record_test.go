package decode

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func recordOf(t *testing.T, data string) *Record {
	t.Helper()
	fields, err := Object(json.RawMessage(data))
	if err != nil {
		t.Fatal(err)
	}
	r := NewRecord(fields)
	return &r
}

// show writes a field: "-" left out, "null" emptied.
func show[T any](f Field[T]) string {
	switch {
	case !f.Sent && f.Value == nil:
		return "-"
	case f.Value == nil:
		return "null"
	}
	return fmt.Sprint(*f.Value)
}

func TestRecordNames(t *testing.T) {
	t.Parallel()
	r := recordOf(t, `{"Apellidos":"Gil","ID":1,"cliente_id":"7","id":null,"otro":12345678901234567890}`)
	if show(r.Text("apellidos")) != "-" || show(r.Text("Apellidos")) != "Gil" {
		t.Error("names are not matched exactly")
	}
	if first, rest := show(r.Integer("id", "cliente_id")), fmt.Sprint(r.Rest()); first != "7" || rest != "map[ID:1 otro:12345678901234567890]" {
		t.Errorf("the first that is not null is %s, the rest %s", first, rest)
	}
	if show(r.Integer("ID", "cliente_id")) != "1" || fmt.Sprint(r.Rest()) != "map[otro:12345678901234567890]" {
		t.Errorf("rest: %v", r.Rest())
	}
	both := recordOf(t, `{"id":3,"reserva_id":"R-3"}`)
	if show(both.Identifier("id", "reserva_id")) != "3" || fmt.Sprint(both.Rest()) != "map[reserva_id:R-3]" || both.Err() != nil {
		t.Errorf("one of two names: %v, %v", both.Rest(), both.Err())
	}
	same := recordOf(t, `{"id":3,"reserva_id":"3.0"}`)
	if show(same.Identifier("id", "reserva_id")) != "3" || same.Err() != nil {
		t.Errorf("one identifier under two names: %v", same.Err())
	}
	two := recordOf(t, `{"id":null,"reserva_id":"7","otro_id":3}`)
	if two.Identifier("id", "reserva_id", "otro_id"); two.Err() == nil ||
		two.Err().Error() != `the record has two identifiers: "reserva_id" is 7, and "otro_id" is 3` {
		t.Errorf("two identifiers: %v", two.Err())
	}
	r.Integer("Apellidos")
	r.Number("Apellidos")
	r.Flag("otro")
	if r.Err() == nil || !strings.Contains(r.Err().Error(), `field "Apellidos" must be a whole number, but is a string`) {
		t.Errorf("the first wrong field: %v", r.Err())
	}
}
