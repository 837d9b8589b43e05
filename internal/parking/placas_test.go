package parking

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// TestSpellings: a plate is read and updated as it is written, and if that is not registered, bare, since the service may have rewritten
// it; and the address of a client as it is written, and in lower case. What a refused update means is read.
func TestSpellings(t *testing.T) {
	t.Parallel()
	no, unauthorized := answer(422, `{"estado":"fail","error":"No"}`), answer(401, `{"estado":"fail","error":"token"}`)
	plate, client := answer(200, okData(`{"tipo_vehiculo_id":1}`)), answer(200, okData(`{"id":1,"email":"ana@example.com"}`))
	read := func(placa, found string) func(context.Context, *Client) error {
		return func(ctx context.Context, c *Client) error {
			held, err := c.Placa(ctx, placa, Nothing)
			if err == nil && (held.Placa != found || held.TipoVehiculoID.Value == nil) {
				return fmt.Errorf("got %+v, want %s with a type", held, found)
			}
			return err
		}
	}
	update := func(ctx context.Context, c *Client) error { return c.UpdatePlaca(ctx, PlacaRequest{Placa: "abc-1"}) }
	byEmail := func(email string) func(context.Context, *Client) error {
		return func(ctx context.Context, c *Client) error { return errorOf(c.ClienteByEmail(ctx, email, Nothing)) }
	}
	type row struct {
		do      func(context.Context, *Client) error
		answers []exchange
		asked   string
		err     Kind // 0 for none
	}
	each(t, map[string]row{
		"as written":   {do: read("abc-1", "abc-1"), answers: []exchange{plate}, asked: "GET placa/abc-1"},
		"bare":         {do: read("abc-1", "ABC1"), answers: []exchange{no, plate}, asked: "GET placa/abc-1, GET placa/ABC1"},
		"none":         {do: read("abc.1", ""), answers: []exchange{no}, asked: "GET placa/abc.1, GET placa/ABC1", err: Rejected},
		"written bare": {do: read("ABC1", ""), answers: []exchange{no}, asked: "GET placa/ABC1", err: Rejected},
		"nothing else": {do: read("--", ""), answers: []exchange{no}, asked: "GET placa/--", err: Rejected},
		"then unauthorized": {do: read("abc-1", ""), answers: []exchange{no, unauthorized},
			asked: "GET placa/abc-1, GET placa/ABC1", err: Unauthorized},
		"an unclear answer": {do: read("abc-1", ""), answers: []exchange{answer(404, `<html>`)}, asked: "GET placa/abc-1", err: Garbled},
		"update, it is there": {do: update, answers: []exchange{no, plate},
			asked: "PUT placa, GET placa/abc-1", err: Rejected},
		"update, it is bare": {do: update, answers: []exchange{no, no, no, plate, plate},
			asked: "PUT placa, GET placa/abc-1, GET placa/abc-?, GET placa/ABC1, PUT placa"},
		"update, it is not there": {do: update, answers: []exchange{no},
			asked: "PUT placa, GET placa/abc-1, GET placa/abc-?, GET placa/ABC1", err: NotFound},
		"address, lower case": {do: byEmail("Ana@example.com"), answers: []exchange{no, client},
			asked: "GET cliente-email?email=Ana%40example.com, GET cliente-email?email=ana%40example.com"},
		"address, written in it": {do: byEmail("ana@example.com"), answers: []exchange{no},
			asked: "GET cliente-email?email=ana%40example.com", err: Rejected},
	}, func(t *testing.T, tt row) {
		s := play(tt.answers...).known()
		err := tt.do(t.Context(), scripted(t, s))
		if equal(t, "asked", s.asked(), tt.asked); !endsIn(err, tt.err) {
			t.Errorf("got %v, want %v", err, tt.err)
		}
	})
}

func TestCheckPlaca(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"AKX0359": "", "A B/1": "", "ñ-1": "", ".1": "", "a..b": "",
		"":         "is empty",
		" A1":      "begins or ends with a blank",
		"A1\u00a0": "begins or ends with a blank",
		"日本":       "", "Ж-": "", "٣٤٥": "", "N\u0303": "",
		"-": "has no letter or digit", "- -": "has no letter or digit", "/": "has no letter or digit", "***": "has no letter or digit",
		"A\n1":     "holds a character that does not show",
		"A\u200b1": "holds a character that does not show",
		"A\x001":   "holds a character that does not show",
		".":        "has no letter or digit",
		"...":      "has no letter or digit",
	} {
		if got := CheckPlaca(text); want == "" && got != nil || want != "" && (got == nil || !strings.Contains(got.Error(), want)) {
			t.Errorf("%q: %v, wanted %q", text, got, want)
		}
	}
}

// A record without any field of a plate proves no plate, and one that omits some fields does.
func TestPlacaEmptyRecord(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]Kind{
		`{}`: Rejected, `null`: Rejected, `{"mensaje":"hecho"}`: Unexpected, `{"placa":"ABC1"}`: 0, `{"marca":"Kia"}`: 0,
	} {
		if _, err := scripted(t, play(answer(200, okData(data)))).Placa(t.Context(), "ABC1", Nothing); !endsIn(err, want) {
			t.Errorf("%s: got %v, want %v", data, err, want)
		}
	}
}
