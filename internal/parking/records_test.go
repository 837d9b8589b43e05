package parking

import (
	"context"
	"encoding/json"
	"maps"
	"strings"
	"testing"
)

// TestAnswersOfTheWrongThing: an answer about something else, or one without what identifies it, is an error.
func TestAnswersOfTheWrongThing(t *testing.T) {
	t.Parallel()
	ask := maps.Clone(everyRead)
	ask["iniciar_sancion"] = func(ctx context.Context, c *Client) (any, error) { return c.StartSancion(ctx, SancionRequest{}) }
	ask["registrar_cliente"] = func(ctx context.Context, c *Client) (any, error) {
		return c.RegisterCliente(ctx, ClienteRequest{Email: "ana@example.com"})
	}
	type row struct{ op, data, says string }
	each(t, map[string]row{
		"section":           {op: "tramo", data: `{"id":2}`, says: "section 1 was requested, but 2 was returned"},
		"question":          {op: "faq", data: `{"id":2}`, says: "question 1 was requested, but 2 was returned"},
		"plate":             {op: "placa", data: `{"placa":"B"}`, says: `plate "A" was requested, but "B" was returned`},
		"vehicle":           {op: "vehiculo", data: `{"id":2}`, says: "vehicle 1 was requested, but 2 was returned"},
		"sections, no id":   {op: "tramos", data: `[{"id":1},{}]`, says: "A11"},
		"fine":              {op: "iniciar_sancion", data: `{}`, says: "has no identifier"},
		"favourite":         {op: "zonas_favoritas", data: `[{"id":1,"cliente_id":2,"zona_id":1}]`, says: "a favourite of client 2"},
		"registered client": {op: "registrar_cliente", data: `{"email":"luis@example.com"}`, says: "A4"},
		"client":            {op: "cliente_email", data: `{"email":"luis@example.com"}`, says: "A4"},
		"two bookings":      {op: "reservas", data: `[{"id":1,"reserva_id":2}]`, says: `two identifiers: 1, and 2 as "reserva_id"`},
		"two fines":         {op: "iniciar_sancion", data: `{"id":1,"sancion_id":2}`, says: `two identifiers: 1, and 2 as "sancion_id"`},
		"two vehicles":      {op: "vehiculo", data: `{"id":1,"vehiculo_id":2}`, says: `two identifiers: 1, and 2 as "vehiculo_id"`},
		"two clients":       {op: "cliente_email", data: `{"id":1,"cliente_id":2}`, says: `two identifiers: 1, and 2 as "cliente_id"`},
	}, func(t *testing.T, tt row) {
		_, err := ask[tt.op](t.Context(), scripted(t, play(answer(200, okData(tt.data))), func(c *Config) {
			c.Endpoints = Endpoints{"iniciar_sancion": "/x", "registrar_cliente": "/y"}
		}))
		expectError(t, err, tt.says)
		if !Is(err, Unexpected, Changing, TooLong) || strings.Contains(err.Error(), "luis@") || OutcomeOf(err) < Unknown {
			t.Errorf("got %v", err)
		}
	})
}

func TestSamePlaca(t *testing.T) {
	t.Parallel()
	tests := []struct {
		a, b string
		want bool
	}{
		{"ABC-1", "abc 1", true}, {"ABC-1", "ABC1", true}, {"ñu-1", "ÑU1", true}, {"A\tB", "AB", true}, {"N\u0303-1", "ñ1", true},
		{"N-1", "ñ1", false}, {"", "", true}, {"-", " ", true},
		{"ABC-1", "ABC-2", false}, {"AB", "ABC", false}, {"A.B", "AB", true}, {"0", "O", false},
	}
	for _, tt := range tests {
		if SamePlaca(tt.a, tt.b) != tt.want || SamePlaca(tt.b, tt.a) != tt.want {
			t.Errorf("%q and %q", tt.a, tt.b)
		}
	}
}

// TestNoEndpoint: an operation whose path is not configured sends nothing and is named, and no client is made with what
// is no path or no operation.
func TestNoEndpoint(t *testing.T) {
	t.Parallel()
	s := play(answer(200, okData(`{}`)))
	for _, op := range unpublished {
		err := scripted(t, s).Ask(t.Context(), Question{Operation: op.name})
		expectIs(t, err, NoEndpoint)
		expectError(t, err, op.name+": ")
		for _, path := range []string{"external/x", ".evil.example/x", "@evil.example/x", "/x?y=1", "/x#y", "/{x}"} {
			expectError(t, errorOf(New(Config{BaseURL: "https://parking.example.com", Endpoints: Endpoints{op.name: path}})), op.name)
		}
	}
	equal(t, "requests", s.count(), 0)
	expectError(t, errorOf(New(Config{BaseURL: "https://parking.example.com", Endpoints: Endpoints{"sancion": "/x"}})), "sancion")
}

// TestRecordData: an answer that the document shows has no other shape.
func TestRecordData(t *testing.T) {
	t.Parallel()
	for data, kind := range map[string]string{
		``: "absent", `null`: "null", `[]`: "an array", `"x"`: "a string", `1`: "a number", `true`: "a boolean"} {
		expectError(t, errorOf(newRecord("op", json.RawMessage(data))), `"data" must be an object, but is `+kind)
	}
	for data, says := range map[string]string{
		``: `"data" must be an array, but is absent`, `{}`: `"data" must be an array, but is an object`, `[]`: "",
		`[{},1]`: `an element of "data" must be an object, but is a number`,
		`[null]`: `an element of "data" must be an object, but is null`,
	} {
		expectError(t, errorOf(newRecords("op", json.RawMessage(data))), says)
	}
}
