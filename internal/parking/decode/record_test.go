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

// show writes what was read of a record: "-" left out, "null" emptied, "" refused.
func show[T any](r *Record, f Field[T]) string {
	switch {
	case r.Err() != nil:
		return ""
	case !f.Sent:
		return "-"
	case f.Value == nil:
		return "null"
	}
	return fmt.Sprint(*f.Value)
}

// TestValues: how each kind of field understands what it may come with; "" is not at all. The error names the field, and shows
// nothing of the value.
func TestValues(t *testing.T) {
	t.Parallel()
	nines := strings.Repeat("9", 400)
	for _, tt := range []struct{ value, integer, identifier, number, flag, text string }{
		{`null`, "null", "null", "null", "false", "null"},
		{`"texto"`, "", "", "", "", "texto"},
		{`""`, "", "", "", "", ""},
		{`" "`, "", "", "", "", " "},
		{`"7"`, "7", "7", "7", "", "7"},
		{`7`, "7", "7", "7", "", "7"},
		{`7.0`, "7", "7", "7", "", "7.0"},
		{`1`, "1", "1", "1", "true", "1"},
		{`0`, "0", "null", "0", "false", "0"},
		{`" 1 "`, "1", "1", "1", "true", " 1 "},
		{`"1.0"`, "1", "1", "1", "true", "1.0"},
		{`"0.00"`, "0", "null", "0", "false", "0.00"},
		{`1e0`, "1", "1", "1", "true", "1e0"},
		{`1.2e1`, "12", "12", "12", "", "1.2e1"},
		{`2.5`, "", "", "2.5", "", "2.5"},
		{`"12.50"`, "", "", "12.5", "", "12.50"},
		{`-3`, "-3", "", "-3", "", "-3"},
		{`"+7"`, "7", "7", "7", "", "+7"},
		{`"0999123456"`, "999123456", "999123456", "9.99123456e+08", "", "0999123456"},
		{`1.0000000000000000001`, "", "", "1", "", "1.0000000000000000001"},
		{`9007199254740993`, "9007199254740993", "9007199254740993", "9.007199254740992e+15", "", "9007199254740993"},
		{`9223372036854775807`, "9223372036854775807", "9223372036854775807", "9.223372036854776e+18", "", "9223372036854775807"},
		{`99999999999999999999`, "", "", "1e+20", "", "99999999999999999999"},
		{`1e400`, "", "", "", "", "1e400"},
		{`"Inf"`, "", "", "", "", "Inf"},
		{`"0x1p4"`, "", "", "", "", "0x1p4"},
		{`"1_000"`, "", "", "", "", "1_000"},
		{`"١٢"`, "", "", "", "", "١٢"},
		{`true`, "", "", "", "true", ""},
		{`false`, "", "", "", "false", ""},
		{`"true"`, "", "", "", "true", "true"},
		{`[]`, "", "", "", "", ""},
		{`{}`, "", "", "", "", ""},
		{`"N\u0303u\u0301"`, "", "", "", "", "Ñú"},
		{`"O&#039;Brien &amp; Co"`, "", "", "", "", "O'Brien & Co"},
		{`"` + nines + `"`, "", "", "", "", nines},
	} {
		record := func() *Record { return recordOf(t, `{"campo":`+tt.value+`}`) }
		a, b, c, d, e := record(), record(), record(), record(), record()
		for kind, got := range map[string][2]string{
			"integer":    {show(a, a.Integer("campo")), tt.integer},
			"identifier": {show(b, b.Identifier("campo")), tt.identifier},
			"number":     {show(c, c.Number("campo")), tt.number},
			"flag":       {show(d, d.Flag("campo")), tt.flag},
			"text":       {show(e, e.Text("campo")), tt.text},
		} {
			if got[0] != got[1] {
				t.Errorf("%.50s as %s: got %.50q, want %.50q", tt.value, kind, got[0], got[1])
			}
		}
		const wrong = `field "campo" must be a whole number, but is a`
		if err := a.Err(); err != nil && (!strings.HasPrefix(err.Error(), wrong) || strings.Contains(err.Error(), "99")) {
			t.Errorf("%.50s: %v", tt.value, err)
		}
	}
}

// TestNames: names are matched exactly, the first that is not null is read, and what was not read is the rest.
func TestNames(t *testing.T) {
	t.Parallel()
	r := recordOf(t, `{"Apellidos":"Gil","ID":1,"cliente_id":"7","id":null,"grupo":{"id":2},"otro":12345678901234567890}`)
	if a, b, c := show(r, r.Text("apellidos")), show(r, r.Text("Apellidos")), show(r, r.Integer("id", "cliente_id")); a+b+c != "-Gil7" {
		t.Errorf("read %s, %s, %s", a, b, c)
	}
	if grupo := r.Object("grupo"); grupo == nil || show(grupo, grupo.Integer("id")) != "2" || r.Object("nada") != nil {
		t.Errorf("the group is %v", grupo)
	}
	if rest := fmt.Sprint(r.Rest()); rest != "map[ID:1 otro:12345678901234567890]" {
		t.Errorf("the rest is %s", rest)
	}
	lenient := *r
	lenient.Flag("otro")
	if r.Err() != nil || lenient.Err() == nil {
		t.Errorf("wrong: %v, of its copy %v", r.Err(), lenient.Err())
	}
}
