package parking

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"
)

// TestNotFound: a thing is gone only on evidence.
func TestNotFound(t *testing.T) {
	t.Parallel()
	fail := func(text string) string { return fmt.Sprintf(`{"estado":"fail","error":%q}`, text) }
	type row struct {
		status int
		body   string
		want   bool
	}
	each(t, map[string]row{
		"404":                     {404, fail("Nada"), true},
		"404 without text":        {404, `{"estado":"fail"}`, true},
		"text at 200":             {200, fail("La placa no existe"), true},
		"text at 400":             {400, fail("La placa NO EXISTE."), true},
		"text at 422":             {422, fail("Vehículo inexistente"), true},
		"no existen":              {200, fail("No existen zonas favoritas"), true},
		"no se encontró":          {200, fail("No se encontró el vehículo"), true},
		"no se ha encontrado":     {200, fail("No se ha encontrado"), true},
		"no encontrada":           {200, fail("Placa no encontrada"), true},
		"English":                 {200, fail("The plate does not exist"), true},
		"short English":           {200, fail("Vehicle not found"), true},
		"another failure at 200":  {200, fail("Placa mal escrita"), false},
		"it exists at 200":        {200, fail("La placa ya existe"), false},
		"text at 401":             {401, fail("La placa no existe"), false},
		"text at 403":             {403, fail("La placa no existe"), false},
		"text at 429":             {429, fail("La placa no existe"), false},
		"text at 500":             {500, fail("La placa no existe"), false},
		"only a field says so":    {422, `{"estado":"fail","error":"No","errores":{"cliente_id":["El cliente no existe"]}}`, false},
		"route at 404":            {404, fail("La ruta no existe"), false},
		"route at 200":            {200, fail("La ruta no existe"), false},
		"route in English":        {404, fail("The route external/x could not be found; endpoint not found"), false},
		"token at 200":            {200, fail("El token no existe"), false},
		"session at 200":          {200, fail("No existe la sesión"), false},
		"connection at 200":       {200, fail("No existe conexión con la base de datos"), false},
		"ok at 404":               {404, okData(`{}`), false},
		"page at 404":             {404, "<html>no existe</html>", false},
		"page at 200":             {200, "La placa no existe", false},
		"ok with the text in it":  {200, okData(`{"message":"La placa no existe"}`), false},
		"redirect to a 404 page":  {302, fail("no existe"), false},
		"cut off fail at 404":     {404, `{"estado":"fail","error":"La placa no`, false},
		"unknown estado with 404": {404, `{"estado":"error","error":"no existe"}`, false},
	}, func(t *testing.T, tt row) {
		_, err := decodeEnvelope("placa", tt.status, http.Header{}, []byte(tt.body), plain)
		equal(t, fmt.Sprint(err), errors.Is(err, ErrNotFound), tt.want)
	})
	for name, err := range map[string]error{
		"no answer": &NoAnswerError{Err: errors.New("not found")}, "contract": &ContractError{Detail: "not found"}, "cancelled": context.Canceled,
	} {
		if errors.Is(err, ErrNotFound) {
			t.Errorf("%s is taken as evidence", name)
		}
	}
}

// TestEmptyList: of a list, HTTP 404 alone is no evidence that it is empty, and a text is. A page after the first one
// may be missing.
func TestEmptyList(t *testing.T) {
	t.Parallel()
	type row struct {
		status int
		says   string
		want   bool
	}
	each(t, map[string]row{
		"generic":            {404, "Recurso no encontrado", false},
		"generic, English":   {404, "Not Found", false},
		"no text":            {404, "", false},
		"names the client":   {404, "El cliente no existe", true},
		"names the list":     {404, "No se encontraron reservas", true},
		"the same at 200":    {200, "No se encontraron reservas", true},
		"names nothing else": {404, "No encontrado", true},
		"names the route":    {404, "La ruta no existe", false},
		"there are none":     {404, "No hay reservas", true},
		"without any":        {404, "Sin datos", true},
		"there is no quota":  {404, "No hay cupo de consultas para este cliente", false},
	}, func(t *testing.T, tt row) {
		none := answer(tt.status, `{"estado":"fail","error":"`+tt.says+`"}`)
		for name, list := range map[string]func(*Client) error{
			"vehiculos":        func(c *Client) error { return errorOf(c.Vehiculos(t.Context(), VehiculosFilter{ClienteID: 1})) },
			"zonas_favoritas":  func(c *Client) error { return errorOf(c.ZonasFavoritas(t.Context(), 1, Zona{})) },
			"reservas":         func(c *Client) error { return errorOf(c.Reservas(t.Context(), nil)) },
			"reservas_activas": func(c *Client) error { return errorOf(c.ReservasActivas(t.Context(), nil)) },
			"sanciones":        func(c *Client) error { return errorOf(c.Sanciones(t.Context(), nil)) },
		} {
			c := scripted(t, play(none), func(c *Config) { c.Endpoints = Endpoints{"sanciones": "/external/sanciones"} })
			equal(t, name, errors.Is(list(c), ErrNotFound), tt.want)
		}
	})
}

// TestJudge: what each end of a request tells of what became of it.
func TestJudge(t *testing.T) {
	t.Parallel()
	fields := []FieldError{{"placa", []string{"no"}}}
	type row struct {
		err  error
		want Verdict
	}
	each(t, map[string]row{
		"nothing":                  {nil, Done},
		"never sent":               {&NoAnswerError{}, NotSent},
		"connection lost":          {&NoAnswerError{Sent: true}, Unclear},
		"timeout":                  {&NoAnswerError{Sent: true, Timeout: true}, UnderWay},
		"page 200":                 {&NotEnvelopeError{Status: 200}, Unclear},
		"page 403":                 {&NotEnvelopeError{Status: 403}, Refused},
		"page 404":                 {&NotEnvelopeError{Status: 404}, Unclear},
		"page 408":                 {&NotEnvelopeError{Status: 408}, UnderWay},
		"page 429":                 {&NotEnvelopeError{Status: 429}, Unclear},
		"page 499":                 {&NotEnvelopeError{Status: 499}, UnderWay},
		"page 500":                 {&NotEnvelopeError{Status: 500}, Unclear},
		"page 502":                 {&NotEnvelopeError{Status: 502}, UnderWay},
		"page 503, Retry-After":    {&NotEnvelopeError{Status: 503, retryAfter: 1}, Unclear},
		"page 504":                 {&NotEnvelopeError{Status: 504}, UnderWay},
		"page 520":                 {&NotEnvelopeError{Status: 520}, UnderWay},
		"page 527":                 {&NotEnvelopeError{Status: 527}, UnderWay},
		"page 530":                 {&NotEnvelopeError{Status: 530}, UnderWay},
		"fail 200":                 {&FailError{Status: 200}, Doubtful},
		"fail 200 with fields":     {&FailError{Status: 200, Fields: fields}, Refused},
		"fail 422":                 {&FailError{Status: 422}, Refused},
		"fail 408":                 {&FailError{Status: 408}, UnderWay},
		"fail 425":                 {&FailError{Status: 425}, Unclear},
		"fail 429 (A17)":           {&FailError{Status: 429}, TurnedAway},
		"fail 500":                 {&FailError{Status: 500}, Unclear},
		"fail 500 with fields":     {&FailError{Status: 500, Fields: fields}, Unclear},
		"fail 503":                 {&FailError{Status: 503}, Unclear},
		"fail 503, Retry-After":    {&FailError{Status: 503, retryAfter: 1}, TurnedAway},
		"ok at 409 (A13)":          {&FailError{Status: 409, contradictory: true}, Unclear},
		"ok at 429 (A13)":          {&FailError{Status: 429, contradictory: true}, Unclear},
		"strange data":             {&ContractError{}, Accepted},
		"wrapped":                  {fmt.Errorf("x: %w", &FailError{Status: 503}), Unclear},
		"not from a call":          {errors.New("x"), NotSent},
		"path not set":             {ErrNoEndpoint, NotSent},
		"read before":              {&NotSentError{"nothing was done", &NoAnswerError{Sent: true}}, NotSent},
		"looked for and not there": {&UnsettledError{Write: &NoAnswerError{Sent: true}}, NotDone},
		"not to be looked for":     {&UnsettledError{Write: &NoAnswerError{Sent: true}, Look: errors.New("x")}, Unclear},
		"perhaps still at work":    {&UnsettledError{Write: &NoAnswerError{Sent: true}, Running: true}, UnderWay},
		"lost, then denied":        {fmt.Errorf("%w; sent again: %w", &FailError{Status: 500}, &NotEnvelopeError{Status: 401}), Unclear},
	}, func(t *testing.T, tt row) {
		equal(t, "verdict", Judge(tt.err), tt.want)
	})
}
