package parking

import "testing"

// TestRemark: the first error in an answer that says ok is told, once a call, masked like any other; that there is none is not.
func TestRemark(t *testing.T) {
	t.Parallel()
	each(t, map[string]struct{ beside, want string }{
		"nothing":       {`"x":1`, ""},
		"none":          {`"error":null,"errores":{}`, ""},
		"empty":         {`"error":"","errores":[]`, ""},
		"false":         {`"error":false,"errores":{"placa":false}`, ""},
		"0":             {`"error":0`, ""},
		"an error":      {`"error":"Saldo bajo"`, `actualizar_placa: the service answered "Saldo bajo" (HTTP 200)`},
		"both":          {`"error":"Saldo bajo","errores":{"placa":["Es corta"]}`, `actualizar_placa: the service answered "Saldo bajo" (HTTP 200); placa: "Es corta"`},
		"errores":       {`"errores":{"placa":["Es corta"]}`, `actualizar_placa: the service answered "ok" (HTTP 200); placa: "Es corta"`},
		"personal data": {`"error":"Avise a ana@example.com"`, `actualizar_placa: the service answered "Avise a (hidden for privacy)" (HTTP 200)`},
	}, func(t *testing.T, tt struct{ beside, want string }) {
		c := scripted(t, play(answer(200, `{"estado":"ok","data":{},`+tt.beside+`}`), answer(200, `{"estado":"ok","error":"Otro"}`)))
		ctx, notes := WithNotes(t.Context())
		noError(t, c.UpdatePlaca(ctx, PlacaRequest{Placa: "A"}))
		if tt.want != "" {
			noError(t, c.UpdatePlaca(ctx, PlacaRequest{Placa: "A"}))
		}
		noError(t, c.UpdatePlaca(t.Context(), PlacaRequest{Placa: "A"})) // of no call
		equal(t, "remark", notes.Remark(), tt.want)
	})
}
