package parking

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
)

// TestAnswersOfTheWrongThing: an answer about something else, or one without what identifies it, is an error.
func TestAnswersOfTheWrongThing(t *testing.T) {
	t.Parallel()
	type row struct {
		data, says string
		do         func(context.Context, *Client) error
	}
	each(t, map[string]row{
		"section":         {`{"id":2}`, "section 1 was requested, but 2 was returned", func(ctx context.Context, c *Client) error { return errorOf(c.Tramo(ctx, 1)) }},
		"question":        {`{"id":2}`, "question 1 was requested, but 2 was returned", func(ctx context.Context, c *Client) error { return errorOf(c.FAQ(ctx, 1)) }},
		"plate":           {`{"placa":"B"}`, `plate "A" was requested, but "B" was returned`, func(ctx context.Context, c *Client) error { return errorOf(c.Placa(ctx, "A", Nothing)) }},
		"vehicle":         {`{"id":2}`, "vehicle 1 was requested, but 2 was returned", func(ctx context.Context, c *Client) error { return errorOf(c.Vehiculo(ctx, 1)) }},
		"sections, no id": {`[{"id":1},{}]`, "A11", func(ctx context.Context, c *Client) error { return errorOf(c.Tramos(ctx)) }},
		"fine":            {`{}`, "has no identifier", func(ctx context.Context, c *Client) error { return errorOf(c.StartSancion(ctx, SancionRequest{})) }},
		"favourite": {`[{"id":1,"cliente_id":2,"zona_id":1}]`, "a favourite of client 2", func(ctx context.Context, c *Client) error {
			return errorOf(c.ZonasFavoritas(ctx, 1, Zona{}, EmptyList))
		}},
		"registered client": {`{"email":"luis@example.com"}`, "A4", func(ctx context.Context, c *Client) error {
			return errorOf(c.RegisterCliente(ctx, ClienteRequest{Email: "ana@example.com"}))
		}},
		"two bookings": {`[{"id":1,"reserva_id":2}]`, `two identifiers: 1, and 2 as "reserva_id"`, func(ctx context.Context, c *Client) error { return errorOf(c.Reservas(ctx, nil)) }},
		"two fines":    {`{"id":1,"sancion_id":2}`, `two identifiers: 1, and 2 as "sancion_id"`, func(ctx context.Context, c *Client) error { return errorOf(c.StartSancion(ctx, SancionRequest{})) }},
		"two vehicles": {`{"id":1,"vehiculo_id":2}`, `two identifiers: 1, and 2 as "vehiculo_id"`, func(ctx context.Context, c *Client) error { return errorOf(c.Vehiculo(ctx, 1)) }},
		"two clients": {`{"id":1,"cliente_id":2}`, `two identifiers: 1, and 2 as "cliente_id"`, func(ctx context.Context, c *Client) error {
			return errorOf(c.ClienteByEmail(ctx, "ana@example.com", Nothing))
		}},
		"client": {`{"email":"luis@example.com"}`, "A4", func(ctx context.Context, c *Client) error {
			return errorOf(c.ClienteByEmail(ctx, "ana@example.com", Nothing))
		}},
	}, func(t *testing.T, tt row) {
		c := scripted(t, play(answer(200, okData(tt.data))), func(c *Config) { c.Endpoints = Endpoints{"iniciar_sancion": "/x", "registrar_cliente": "/y"} })
		err := tt.do(t.Context(), c)
		if !Is(err, Unexpected, Changing, TooLong) || !strings.Contains(err.Error(), tt.says) || strings.Contains(err.Error(), "luis@") || OutcomeOf(err) < Unknown {
			t.Errorf("got %v, want %q", err, tt.says)
		}
	})
}

func TestSamePlaca(t *testing.T) {
	t.Parallel()
	tests := []struct {
		a, b string
		want bool
	}{
		{"ABC-1", "abc 1", true}, {"ABC-1", "ABC1", true}, {"ñu-1", "ÑU1", true}, {"A\tB", "AB", true}, {"N\u0303-1", "ñ1", true}, {"N-1", "ñ1", false}, {"", "", true}, {"-", " ", true},
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
		if err := scripted(t, s).Ask(t.Context(), Question{Operation: op.name}); !Is(err, NoEndpoint) || !strings.HasPrefix(err.Error(), op.name+": ") {
			t.Errorf("got %v, want NoEndpoint of %s", err, op.name)
		}
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
	for data, kind := range map[string]string{``: "absent", `null`: "null", `[]`: "an array", `"x"`: "a string", `1`: "a number", `true`: "a boolean"} {
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
