package parking

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestNotFound: a thing is gone only on evidence about this kind of thing.
func TestNotFound(t *testing.T) {
	t.Parallel()
	fail := func(text string) string { return `{"estado":"fail","error":"` + text + `"}` }
	type row struct {
		op     operation
		status int
		body   string
		want   Kind // 0 for a success
	}
	// bare is a BareNotFound that a witness makes a NotFound.
	const bare Kind = -1
	each(t, map[string]row{
		"404":                     {opPlaca, 404, fail("Nada"), bare},
		"404 without text":        {opPlaca, 404, `{"estado":"fail"}`, bare},
		"404 of a list":           {opVehiculos, 404, fail("Nada"), BareNotFound},
		"404 of a write":          {opActualizarPlaca, 404, fail("Nada"), NotFound},
		"text at 200":             {opPlaca, 200, fail("La placa no existe"), NotFound},
		"text at 400":             {opPlaca, 400, fail("La placa NO EXISTE."), NotFound},
		"text at 422":             {opVehiculo, 422, fail("Vehículo inexistente"), NotFound},
		"no existen":              {opZonasFavoritas, 200, fail("No existen zonas favoritas"), NotFound},
		"no se encontró":          {opVehiculo, 200, fail("No se encontró el vehículo"), NotFound},
		"with its owner":          {opVehiculo, 404, fail("No se encontró el vehículo del cliente 7"), NotFound},
		"no se ha encontrado":     {opPlaca, 200, fail("No se ha encontrado"), bare},
		"no existe at 404":        {opPlaca, 404, fail("No existe"), bare},
		"some record":             {opPlaca, 200, fail("El registro no existe"), bare},
		"some record of a list":   {opVehiculos, 200, fail("No se encontraron registros"), bare},
		"no encontrada":           {opPlaca, 200, fail("Placa no encontrada"), NotFound},
		"English":                 {opPlaca, 200, fail("The plate does not exist"), NotFound},
		"short English":           {opVehiculo, 200, fail("Vehicle not found"), NotFound},
		"client of a plate":       {opPlaca, 404, fail("El cliente no existe"), Rejected},
		"the same at 200":         {opPlaca, 200, fail("El cliente no existe"), Rejected},
		"client of a vehicle":     {opVehiculo, 404, fail("El cliente del vehículo no existe"), Rejected},
		"client of a list":        {opVehiculos, 404, fail("El cliente no existe"), Rejected},
		"client of favourites":    {opZonasFavoritas, 200, fail("El cliente no existe"), Rejected},
		"client of an update":     {opActualizarPlaca, 404, fail("El cliente no existe"), Rejected},
		"client":                  {opClienteEmail, 404, fail("El cliente no existe"), NotFound},
		"plate of a vehicle":      {opVehiculo, 404, fail("La placa no existe"), Rejected},
		"plate of a list":         {opVehiculos, 200, fail("La placa no existe"), NotFound},
		"type of a plate":         {opActualizarPlaca, 404, fail("El tipo de vehículo no existe"), Rejected},
		"Laravel":                 {opReservaCancelar, 404, fail(`No query results for model [App\\Models\\Reserva] 7`), NotFound},
		"Laravel, Reservacion":    {opReservaCancelar, 404, fail(`No query results for model [App\\Models\\Reservacion] 7`), NotFound},
		"Laravel, ReservaTramo":   {opReservaCancelar, 404, fail(`No query results for model [App\\Models\\ReservaTramo] 7`), NotFound},
		"Laravel, TipoVehiculo":   {opActualizarPlaca, 404, fail(`No query results for model [App\\Models\\TipoVehiculo] 7`), Rejected},
		"Laravel, another model":  {opReservaCancelar, 404, fail(`No query results for model [App\\Models\\Cliente] 7`), Rejected},
		"Laravel, in a folder":    {opVehiculo, 404, fail(`No query results for model [App\\Clientes\\Vehiculo].`), NotFound},
		"Laravel, favourite":      {opBorrarZonaFavorita, 404, fail(`No query results for model [App\\Models\\ZonaFavorita] 7`), NotFound},
		"Laravel, users":          {opPlaca, 404, fail(`No query results for model [App\\Models\\User] 7`), UnknownAddress},
		"Laravel, unknown model":  {opReservaCancelar, 404, fail(`No query results for model [App\\Models\\Item] 7`), BareNotFound},
		"Symfony":                 {opVehiculo, 404, fail(`\"App\\Entity\\Vehiculo\" object not found by \"Symfony\\Bridge\\Doctrine\\ArgumentResolver\\EntityValueResolver\".`), NotFound},
		"Rails":                   {opSancionCerrar, 404, fail("Couldn't find Sancion with 'id'=7"), NotFound},
		"Django":                  {opReservaPagar, 404, fail("No Reserva matches the given query."), NotFound},
		"Mongoose":                {opVehiculo, 404, fail(`No document found for query \"{ _id: 7 }\" on model \"Vehiculo\"`), NotFound},
		"another failure at 200":  {opPlaca, 200, fail("Placa mal escrita"), Rejected},
		"it exists at 200":        {opPlaca, 200, fail("La placa ya existe"), Rejected},
		"text at 401":             {opPlaca, 401, fail("La placa no existe"), Unauthorized},
		"text at 403":             {opPlaca, 403, fail("La placa no existe"), Unauthorized},
		"text at 429":             {opPlaca, 429, fail("La placa no existe"), Throttled},
		"text at 500":             {opPlaca, 500, fail("La placa no existe"), Failed},
		"only a field says so":    {opPlaca, 422, `{"estado":"fail","error":"No","errores":{"cliente_id":["El cliente no existe"]}}`, Rejected},
		"a field at 404":          {opPlaca, 404, `{"estado":"fail","error":"No encontrado","errores":{"cliente_id":["El cliente no existe"]}}`, Rejected},
		"a field of its kind":     {opPlaca, 404, `{"estado":"fail","error":"No encontrado","errores":{"placa":"La placa no existe"}}`, NotFound},
		"method at 405":           {opPlaca, 405, fail("The GET method is not supported for this route."), UnknownAddress},
		"route at 404":            {opPlaca, 404, fail("La ruta no existe"), UnknownAddress},
		"route at 200":            {opPlaca, 200, fail("La ruta no existe"), Rejected},
		"route in English":        {opPlaca, 404, fail("The route external/x could not be found; endpoint not found"), UnknownAddress},
		"token at 200":            {opPlaca, 200, fail("El token no existe"), Rejected},
		"session at 200":          {opPlaca, 200, fail("No existe la sesión"), Rejected},
		"connection at 200":       {opPlaca, 200, fail("No existe conexión con la base de datos"), Rejected},
		"ok at 404":               {opPlaca, 404, okData(`{}`), Contradictory},
		"page at 404":             {opPlaca, 404, "<html>no existe</html>", Garbled},
		"page at 200":             {opPlaca, 200, "La placa no existe", Garbled},
		"ok with the text in it":  {opPlaca, 200, okData(`{"message":"La placa no existe"}`), 0},
		"redirect to a 404 page":  {opPlaca, 302, fail("no existe"), Redirected},
		"cut off fail at 404":     {opPlaca, 404, `{"estado":"fail","error":"La placa no`, Garbled},
		"unknown estado with 404": {opPlaca, 404, `{"estado":"error","error":"no existe"}`, Garbled},
	}, func(t *testing.T, tt row) {
		_, err := decodeEnvelope(tt.op, tt.status, http.Header{}, []byte(tt.body), plain)
		got := ErrorOf(err).Kind
		if ErrorOf(err).unproven {
			got = bare
		}
		equal(t, fmt.Sprint(err), got, tt.want)
	})
	for name, err := range map[string]error{
		"no answer": unanswered(opPlaca, true, false, 0, errors.New("not found")), "contract": UnexpectedAnswer("placa", "", "not found"), "cancelled": context.Canceled,
	} {
		if Is(err, NotFound) {
			t.Errorf("%s is taken as evidence", name)
		}
	}
}

// TestEmptyList: of a list, HTTP 404 alone is no evidence that it is empty, and a text is; one that names nothing only if the
// service shows the client of the credential. A page after the first one may be missing.
func TestEmptyList(t *testing.T) {
	t.Parallel()
	type row struct {
		status int
		says   string
		want   bool // where the service shows the client of the credential
		alone  bool // where it does not
	}
	each(t, map[string]row{
		"generic":            {404, "Recurso no encontrado", false, false},
		"generic, English":   {404, "Not Found", false, false},
		"no text":            {404, "", false, false},
		"names the client":   {404, "El cliente no existe", false, false},
		"names the list":     {404, "No se encontraron THINGS", true, true},
		"the same at 200":    {200, "No se encontraron THINGS", true, true},
		"names another list": {200, "No se encontraron preguntas", false, false},
		"names nothing":      {404, "No encontrado", true, false},
		"some records":       {200, "No se encontraron registros", true, false},
		"names the route":    {404, "La ruta no existe", false, false},
		"there are none":     {404, "No hay THINGS", true, true},
		"without any":        {404, "Sin datos", true, true},
		"there is no quota":  {404, "No hay cupo de consultas para este cliente", false, false},
	}, func(t *testing.T, tt row) {
		for name, list := range map[string]func(*Client) error{
			"vehiculos":        func(c *Client) error { return errorOf(c.Vehiculos(t.Context(), VehiculosFilter{ClienteID: 1})) },
			"zonas_favoritas":  func(c *Client) error { return errorOf(c.ZonasFavoritas(t.Context(), 1, Zona{})) },
			"reservas":         func(c *Client) error { return errorOf(c.Reservas(t.Context(), nil)) },
			"reservas_activas": func(c *Client) error { return errorOf(c.ReservasActivas(t.Context(), nil)) },
			"sanciones":        func(c *Client) error { return errorOf(c.Sanciones(t.Context(), nil)) },
		} {
			thing, _, _ := strings.Cut(name, "_")
			none := answer(tt.status, `{"estado":"fail","error":"`+strings.ReplaceAll(tt.says, "THINGS", thing)+`"}`)
			endpoints := func(c *Config) { c.Endpoints = Endpoints{"sanciones": "/external/sanciones"} }
			equal(t, name+" alone", Is(list(scripted(t, play(none), endpoints)), NotFound), tt.alone)
			c := scripted(t, play(answer(200, okData(`{"id":1}`)), none), endpoints)
			noError(t, errorOf(c.Cliente(t.Context())))
			equal(t, name, Is(list(c), NotFound), tt.want)
		}
	})
}

// TestOutcome: what each end of a request tells of what became of it.
func TestOutcome(t *testing.T) {
	t.Parallel()
	named := FieldError{"placa", []string{"no"}}
	page503 := garbled(aWrite, 503, time.Second, "a page", "")
	lost := cutOff(true)
	type row struct {
		err     error
		outcome Outcome
		kind    Kind
	}
	each(t, map[string]row{
		"never sent":               {cutOff(false), NotSent, Unreachable},
		"connection lost":          {lost, Unknown, Lost},
		"timeout":                  {tookTooLong(true), MaybeRunning, Timeout},
		"timeout of a connection":  {tookTooLong(false), NotSent, Timeout},
		"interrupted":              {abandoned(aWrite, true, context.Canceled), Unknown, Interrupted},
		"out of time":              {abandoned(aWrite, false, context.DeadlineExceeded), NotSent, Expired},
		"page 200":                 {pageAt(200), Unknown, Garbled},
		"page 302":                 {pageAt(302), Unknown, Redirected},
		"page 403":                 {pageAt(403), Refused, Unauthorized},
		"page 404":                 {pageAt(404), Unknown, Garbled},
		"page 408":                 {pageAt(408), MaybeRunning, Gateway},
		"page 429":                 {pageAt(429), Unknown, Throttled},
		"page 499":                 {pageAt(499), MaybeRunning, Gateway},
		"page 500":                 {pageAt(500), Unknown, Failed},
		"page 502":                 {pageAt(502), MaybeRunning, Gateway},
		"page 503":                 {pageAt(503), Unknown, Unavailable},
		"page 503, Retry-After":    {page503, Unknown, Throttled},
		"page 504":                 {pageAt(504), MaybeRunning, Gateway},
		"page 520":                 {pageAt(520), MaybeRunning, Gateway},
		"page 527":                 {pageAt(527), MaybeRunning, Gateway},
		"page 530":                 {pageAt(530), MaybeRunning, Gateway},
		"fail 200":                 {failAt(200), ProbablyNotDone, Rejected},
		"fail 200 with fields":     {failAt(200, named), Refused, Rejected},
		"fail 401":                 {failAt(401), Refused, Unauthorized},
		"fail 422":                 {failAt(422), Refused, Rejected},
		"fail 408":                 {failAt(408), MaybeRunning, Failed},
		"fail 425":                 {failAt(425), Unknown, Failed},
		"fail 429 (A17)":           {failAt(429), TurnedAway, Throttled},
		"fail 500":                 {failAt(500), Unknown, Failed},
		"fail 500 with fields":     {failAt(500, named), Unknown, Failed},
		"fail 503":                 {failAt(503), Unknown, Unavailable},
		"fail 503, Retry-After":    {failed(aWrite, 503, 1, "no", nil), TurnedAway, Throttled},
		"ok at 409 (A13)":          {contradicted(aWrite, 409, 0), Unknown, Contradictory},
		"ok at 429 (A13)":          {contradicted(aWrite, 429, 0), Unknown, Contradictory},
		"strange data":             {UnexpectedAnswer("w", "", "x"), Accepted, Unexpected},
		"wrapped":                  {fmt.Errorf("x: %w", failAt(503)), Unknown, Unavailable},
		"path not set":             {&Error{Kind: NoEndpoint, Outcome: NotSent}, NotSent, NoEndpoint},
		"looked for and not there": {&Error{Kind: Unsettled, Outcome: ProbablyNotDone, Err: lost}, ProbablyNotDone, Unsettled},
	}, func(t *testing.T, tt row) {
		if !Is(tt.err, tt.kind) || OutcomeOf(tt.err) != tt.outcome {
			t.Errorf("got kind %d and outcome %d, want %d and %d", ErrorOf(tt.err).Kind, OutcomeOf(tt.err), tt.kind, tt.outcome)
		}
	})
	equal(t, "the outcome of nothing", OutcomeOf(nil), Done)
	equal(t, "the outcome of another error", OutcomeOf(errors.New("x")), NotSent)
}

// TestAttempts: a rejection of a repeat, or a repeat that is not sent, does not undo an earlier try whose answer was lost.
func TestAttempts(t *testing.T) {
	t.Parallel()
	aRead := operation{name: "r", method: http.MethodGet}
	type row struct {
		op      operation
		tries   []error
		outcome Outcome
		says    string
	}
	each(t, map[string]row{
		"one":                       {aWrite, []error{failAt(409)}, Refused, `w: the service answered "no" (HTTP 409)`},
		"lost, then rejected":       {aWrite, []error{cutOff(true), failAt(409)}, Unknown, "cut; sent again: "},
		"lost, then turned away":    {aWrite, []error{cutOff(true), failAt(429)}, Unknown, "cut; sent again: "},
		"lost, then not sent":       {aWrite, []error{cutOff(true), cutOff(false)}, Unknown, "cut; sent again: "},
		"lost, then stopped":        {aWrite, []error{cutOff(true), &Error{Kind: Stopped, Outcome: NotSent}}, Unknown, "cut"},
		"slow, then lost":           {aWrite, []error{tookTooLong(true), cutOff(true)}, MaybeRunning, "; sent again: "},
		"lost, then slow":           {aWrite, []error{cutOff(true), tookTooLong(true)}, MaybeRunning, "request_timeout"},
		"turned away, then refused": {aWrite, []error{failAt(429), failAt(409)}, Refused, "409"},
		"a read":                    {aRead, []error{cutOff(true), failAt(404)}, Refused, "404"},
	}, func(t *testing.T, tt row) {
		tries := new(attempts)
		for _, err := range tt.tries {
			if ErrorOf(err).Kind != Stopped {
				tries.note(tt.op, time.Now(), err, time.Second)
			}
		}
		err := tries.outcome(tt.tries[len(tt.tries)-1])
		equal(t, err.Error(), OutcomeOf(err), tt.outcome)
		expectError(t, err, tt.says)
		equal(t, "it is about the last", Is(err, Stopped), false)
	})
}
