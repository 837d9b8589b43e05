package parking

import (
	"fmt"
	"testing"
)

// TestRemarks: an error in an answer that says ok is told, once a call, masked like any other; that there is none is not.
func TestRemarks(t *testing.T) {
	t.Parallel()
	each(t, map[string]struct{ beside, want string }{
		"nothing":       {`"x":1`, ""},
		"none":          {`"error":null,"errores":{}`, ""},
		"empty":         {`"error":"","errores":[]`, ""},
		"false":         {`"error":false,"errores":{"placa":false}`, ""},
		"0":             {`"error":0`, ""},
		"an error":      {`"error":"Saldo bajo"`, `actualizar_placa Saldo bajo actualizar_placa: the service answered "Saldo bajo" (HTTP 200)`},
		"both":          {`"error":"Saldo bajo","errores":{"placa":["Es corta"]}`, `actualizar_placa Saldo bajo actualizar_placa: the service answered "Saldo bajo" (HTTP 200); placa: "Es corta"`},
		"errores":       {`"errores":{"placa":["Es corta"]}`, `actualizar_placa Es corta actualizar_placa: the service answered "ok" (HTTP 200); placa: "Es corta"`},
		"personal data": {`"error":"Avise a ana@example.com"`, `actualizar_placa Avise a (hidden for privacy) actualizar_placa: the service answered "Avise a (hidden for privacy)" (HTTP 200)`},
	}, func(t *testing.T, tt struct{ beside, want string }) {
		c := scripted(t, play(answer(200, `{"estado":"ok","data":{},`+tt.beside+`}`)))
		ctx, notes := WithNotes(t.Context())
		for range 2 {
			noError(t, c.UpdatePlaca(ctx, PlacaRequest{Placa: "A"}))
		}
		noError(t, c.UpdatePlaca(t.Context(), PlacaRequest{Placa: "A"})) // of no call
		got := ""
		for _, r := range notes.Remarks() {
			got += fmt.Sprint(r.Op, " ", r.Said, " ", r.All)
		}
		equal(t, "remarks", got, tt.want)
	})
}
