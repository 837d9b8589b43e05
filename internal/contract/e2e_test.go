package contract

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// story is a client of the embedded service whose every exchange is held to the
// contract.
type story struct {
	*parking.Client
	t *testing.T
}

// newStory starts one. At the end of the test every declared operation must have
// been used, and have succeeded at least once.
func newStory(t *testing.T) *story {
	t.Helper()
	service, err := sandbox.Open(t.Context(), sandbox.Options{})
	noError(t, err)
	t.Cleanup(func() { noError(t, service.Close()) })
	succeeded, seen := map[string]bool{}, map[string]bool{}
	client, err := parking.New(parking.Config{
		BaseURL: "http://sandbox.localhost", Credential: "clave", Transport: &checker{t, newValidator(t), service, seen},
		Observe: func(_ context.Context, a parking.Attempt) {
			succeeded[a.Operation] = succeeded[a.Operation] || a.Err == nil
		},
		Endpoints: parking.Endpoints{
			"login": "/external/login", "generar_token": "/external/token-generar", "obtener_token": "/external/token", "renovar_token": "/external/token-renovar",
			"registrar_cliente": "/external/cliente-registrar", "sanciones": "/external/sanciones", "iniciar_sancion": "/external/sancion-iniciar",
			"informacion": "/external/informacion", "faq_grupos": "/external/faq-grupos",
		},
	})
	noError(t, err)
	t.Cleanup(func() {
		all, err := All()
		noError(t, err)
		for _, operation := range all {
			if !seen[operation.ID] || !succeeded[operation.ID] {
				t.Errorf("%s was answered: %t, and with a success: %t", operation.ID, seen[operation.ID], succeeded[operation.ID])
			}
		}
	})
	return &story{client, t}
}

// checker checks every exchange of a story, which makes one after the other.
type checker struct {
	t         *testing.T
	validator *validator
	service   http.RoundTripper
	seen      map[string]bool // by operation
}

func (c *checker) RoundTrip(r *http.Request) (*http.Response, error) {
	var sent []byte
	if r.Body != nil {
		sent = must(io.ReadAll(r.Body))(c.t)
	}
	forward := r.Clone(r.Context())
	forward.Body = io.NopCloser(bytes.NewReader(sent))
	response, err := c.service.RoundTrip(forward)
	if err != nil {
		return nil, err
	}
	received := must(io.ReadAll(response.Body))(c.t)
	response.Body = io.NopCloser(bytes.NewReader(received))
	op, err := c.validator.check(exchange{r.Method, r.URL.RequestURI(), string(sent), r.Header, response.StatusCode, response.Header, string(received)})
	if err != nil {
		c.t.Errorf("%s breaks the contract: %v", op, err)
	}
	c.seen[op] = true
	return response, nil
}

// TestClientAndServiceKeepTheContract tells one story that uses every operation
// of the client on the embedded service. Both spell routes and fields on their
// own; that they understand each other, within the contract, is shown here.
func TestClientAndServiceKeepTheContract(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.tokens()
	s.client()
	s.catalogue()
	vehiculo := s.fleet()
	s.favourites()
	s.reservations(vehiculo)
	s.sanctions()
}

func (s *story) tokens() {
	ctx := s.t.Context()
	for _, obtain := range []func() (parking.TokenAnswer, error){
		func() (parking.TokenAnswer, error) {
			return s.Login(ctx, parking.TokenRequest{"email": "reparto.centro@example.com", "password": "sandbox"})
		},
		func() (parking.TokenAnswer, error) {
			return s.GenerateToken(ctx, parking.TokenRequest{"nombre": "flota"})
		},
		func() (parking.TokenAnswer, error) { return s.GenerateToken(ctx, nil) },
		func() (parking.TokenAnswer, error) { return s.RenewToken(ctx, nil) },
		func() (parking.TokenAnswer, error) { return s.Token(ctx, nil) },
	} {
		got := must(obtain())(s.t)
		if token, ok := got.Datos.(map[string]any); !ok || token["token"] == "" || token["expira"] == "" {
			s.t.Errorf("token: %v", got)
		}
	}
	_, err := s.Login(ctx, parking.TokenRequest{"email": "reparto.centro@example.com", "password": "equivocada"})
	s.refused(err, parking.Unauthorized)
}

func (s *story) client() {
	ctx := s.t.Context()
	own := must(s.Cliente(ctx))(s.t)
	s.equal("own client", *own.ID, int64(1))

	ana := parking.ClienteRequest{Email: "ana.pena+1@example.com", Nombre: "Ana", Apellidos: "Gil", Prefijos: "+593", Telefono: "099", Cedula: "01"}
	s.refused(s.UpdateCliente(ctx, ana), parking.Rejected)
	_, err := s.ClienteByEmail(ctx, ana.Email, parking.Nothing)
	s.refused(err, parking.Rejected)
	registered, err := s.RegisterCliente(ctx, ana)
	noError(s.t, err)
	_, err = s.RegisterCliente(ctx, ana)
	s.refusedField(err, "email")

	ana.Apellidos, ana.Telefono = "Gil Luna", "0991234567"
	noError(s.t, s.UpdateCliente(ctx, ana))
	read := must(s.ClienteByEmail(ctx, ana.Email, parking.Nothing))(s.t)
	s.equal("client", *read.ID, *registered.Made.ID)
	s.equal("client's fields", []string{*read.Email.Value, *read.Nombre.Value, *read.Apellidos.Value, *read.Prefijos.Value, *read.Telefono.Value, *read.Cedula.Value},
		[]string{ana.Email, ana.Nombre, ana.Apellidos, ana.Prefijos, ana.Telefono, ana.Cedula})
}

func (s *story) catalogue() {
	ctx := s.t.Context()
	all := must(s.Tramos(ctx))(s.t)
	first := must(s.Tramo(ctx, all[0].ID))(s.t)
	s.equal("section by query", s.Ask(ctx, parking.Question{Operation: "tramo_consulta", Query: url.Values{"id": {fmt.Sprint(first.ID)}}}), nil)
	near := must(s.TramosCercanos(ctx, *first.Latitud, *first.Longitud, url.Values{"radio": {"300"}}))(s.t)
	s.equal("nearest section", near[0].ID, first.ID)
	s.equal("distance to itself", fmt.Sprint(near[0].Datos["distancia"]), "0")
	prices := must(s.TramoPrecios(ctx, first.ID, url.Values{"tipo_vehiculo_id": {"1"}}))(s.t)
	if list, ok := prices.([]any); !ok || len(list) == 0 {
		s.t.Errorf("prices: %v", prices)
	}
	_, err := s.Tramo(ctx, 999)
	s.refused(err, parking.Rejected)

	s.equal("first vehicle type", *must(s.TiposVehiculo(ctx))(s.t)[0].Nombre, "Automóvil")
	question := must(s.FAQ(ctx, 1))(s.t)
	s.equal("group of the question", *question.Grupo.Nombre, "Reservas")
	_, err = s.FAQ(ctx, 999)
	s.refused(err, parking.Rejected)
	for name, read := range map[string]func() (any, error){
		"groups":      func() (any, error) { return s.FAQGrupos(ctx, nil) },
		"information": func() (any, error) { return s.Informacion(ctx, nil) },
	} {
		if got := must(read())(s.t); got == nil {
			s.t.Errorf("no %s", name)
		}
	}
}

// fleet registers enough vehicles for two pages and gives the first.
func (s *story) fleet() parking.Vehiculo {
	ctx := s.t.Context()
	const awkward = "../x?y#z %2e"
	_, err := s.Placa(ctx, awkward, parking.Nothing)
	s.refused(err, parking.Rejected)
	_, err = s.RegisterVehiculo(ctx, parking.VehiculoRequest{ClienteID: 1, Placa: awkward})
	s.refusedField(err, "placa")

	var first parking.Vehiculo
	for i := range 17 {
		placa := fmt.Sprintf("PBA-%04d", i)
		if i == 0 {
			placa = awkward
		}
		_, err := s.RegisterPlaca(ctx, parking.PlacaRequest{Placa: placa, TipoVehiculoID: 1, Electrico: true})
		noError(s.t, err)
		linked := must(s.RegisterVehiculo(ctx, parking.VehiculoRequest{ClienteID: 1, Placa: placa, Nombre: "Reparto"}))(s.t)
		if i == 0 {
			first = linked
		}
	}
	_, err = s.RegisterPlaca(ctx, parking.PlacaRequest{Placa: awkward, TipoVehiculoID: 1})
	s.refusedField(err, "placa")
	noError(s.t, s.UpdatePlaca(ctx, parking.PlacaRequest{Placa: awkward, TipoVehiculoID: 3, Minusvalido: true}))
	plate := must(s.Placa(ctx, awkward, parking.Nothing))(s.t)
	s.equal("plate's type", *plate.TipoVehiculoID.Value, int64(3))
	s.equal("plate's flags", []bool{*plate.Electrico.Value, *plate.Minusvalido.Value, *plate.Exento.Value, *plate.Sancionable.Value}, []bool{false, true, false, true})
	s.equal("brand of a new plate", plate.Marca, parking.Field[string]{Sent: true})

	s.equal("vehicles of two pages", len(must(s.Vehiculos(ctx, parking.VehiculosFilter{ClienteID: 1}))(s.t)), 17)
	s.equal("vehicles of a name", len(must(s.Vehiculos(ctx, parking.VehiculosFilter{ClienteID: 1, Nombre: "Otro"}))(s.t)), 0)
	found, ok, err := s.FindVehiculo(ctx, 1, awkward, 0)
	noError(s.t, err)
	s.equal("found by plate", ok, true)
	for how, v := range map[string]parking.Vehiculo{"listing": found, "read": must(s.Vehiculo(ctx, first.ID))(s.t)} {
		s.equal("vehicle by "+how, []any{v.ID, *v.ClienteID.Value, *v.Placa.Value, *v.Nombre.Value}, []any{first.ID, int64(1), awkward, "Reparto"})
	}
	_, err = s.Vehiculo(ctx, 999)
	s.refused(err, parking.Rejected)
	return first
}

func (s *story) favourites() {
	ctx := s.t.Context()
	section, zone, cell := int64(1), int64(2), int64(2)
	only := func(list []parking.ZonaFavorita) (parking.ZonaFavorita, bool) { return list[0], len(list) == 1 }
	made, err := s.CreateZonaFavorita(ctx, 1, parking.Zona{TramoID: &section, CeldaID: &cell}, only)
	noError(s.t, err)
	id := made.Made.ID
	if id == nil {
		s.t.Fatal("the new favourite has no id")
	}
	noError(s.t, s.UpdateZonaFavorita(ctx, *id, 1, parking.Zona{ZonaID: &zone}))
	list := must(s.ZonasFavoritas(ctx, 1, parking.Zona{ZonaID: &zone}, parking.EmptyList))(s.t)
	if len(list) != 1 || *list[0].ID != *id || !list[0].Zona(parking.Zona{}).Equal(parking.Zona{ZonaID: &zone}) {
		s.t.Errorf("favourites: %+v", list)
	}
	s.equal("favourites of a section", len(must(s.ZonasFavoritas(ctx, 1, parking.Zona{TramoID: &section, CeldaID: &cell}, parking.EmptyList))(s.t)), 0)
	noError(s.t, s.DeleteZonaFavorita(ctx, *id, 1))
	s.refused(s.DeleteZonaFavorita(ctx, *id, 1), parking.Rejected)
	s.equal("favourites left", len(must(s.ZonasFavoritas(ctx, 1, parking.Zona{}, parking.EmptyList))(s.t)), 0)
}

func (s *story) reservations(vehiculo parking.Vehiculo) {
	ctx := s.t.Context()
	cell, connector, receipt := int64(1), int64(1), true
	booking := parking.ReservaRequest{TramoID: 1, VehiculoID: vehiculo.ID, CeldaID: &cell, ConectorID: &connector, Minutos: 30}
	first := must(s.BookReserva(ctx, booking))(s.t)
	_, err := s.BookReserva(ctx, booking)
	s.refusedField(err, "celda_id")
	second := must(s.BookReserva(ctx, parking.ReservaRequest{TramoID: 2, VehiculoID: vehiculo.ID, Minutos: 10}))(s.t)

	must(s.ExtendReserva(ctx, first.ID, 20, 0, nil))(s.t)
	must(s.PayReserva(ctx, first.ID, parking.ReservaPago{PagoTipo: 1, PagoCodigo: "R-1", EnviarRecibo: &receipt}, nil))(s.t)
	_, err = s.PayReserva(ctx, second.ID, parking.ReservaPago{PagoTipo: 1, PagoCodigo: "R-1"}, nil)
	s.refusedField(err, "pago_codigo")
	_, _, err = s.CancelReserva(ctx, second.ID, nil)
	noError(s.t, err)
	_, _, err = s.CancelReserva(ctx, first.ID, nil)
	s.refused(err)
	_, err = s.ExtendReserva(ctx, 999, 10, 0, nil)
	s.refused(err, parking.Rejected)

	query := url.Values{"cliente_id": {"1"}, "vehiculo_id": {fmt.Sprint(vehiculo.ID)}}
	all := must(s.Reservas(ctx, query))(s.t)
	active := must(s.ReservasActivas(ctx, query))(s.t)
	s.equal("reservations, newest first", []int64{all[0].ID, all[1].ID}, []int64{second.ID, first.ID})
	if len(active) != 1 || active[0].ID != first.ID || fmt.Sprintf("%v %v", active[0].Datos["minutos"], active[0].Datos["estado"]) != "50 pagada" {
		s.t.Errorf("active reservations: %+v", active)
	}
	s.equal("reservations elsewhere", len(must(s.ReservasActivas(ctx, url.Values{"tramo_id": {"9"}}))(s.t)), 0)
}

func (s *story) sanctions() {
	ctx := s.t.Context()
	open := must(s.StartSancion(ctx, parking.SancionRequest{Placa: "PBA-0001", TramoID: 1, Observaciones: "Sin tique"}))(s.t)
	payer := int64(1)
	payment := parking.SancionPago{PagoTipo: 2, PagoCodigo: "S-1", ClienteID: &payer}
	_, _, err := s.PaySancion(ctx, open.ID, payment)
	s.refused(err)
	for range 2 { // closing a closed one does no harm
		closed := must(s.CloseSancion(ctx, open.ID, "Revisada"))(s.t)
		s.equal("closed", []any{closed.ID, *closed.Cerrada.Value, *closed.Pagada.Value, *closed.Observaciones.Value}, []any{open.ID, true, false, "Revisada"})
	}
	settled, _, err := s.PaySancion(ctx, open.ID, payment)
	noError(s.t, err)
	s.equal("paid", []any{*settled.Pagada.Value, *settled.PagoTipo.Value, settled.Pays("S-1"), *settled.ClienteID.Value}, []any{true, int64(2), true, payer})
	_, _, err = s.PaySancion(ctx, 999, payment)
	s.refused(err, parking.Rejected)

	list := must(s.Sanciones(ctx, url.Values{"placa": {"PBA-0001"}, "estado": {"cerrada"}}))(s.t)
	if len(list) != 1 || list[0].ID != open.ID || fmt.Sprintf("%v %v", list[0].Datos["pagada"], list[0].Datos["observaciones"]) != "1 Revisada" {
		s.t.Errorf("sanctions: %+v", list)
	}
	if all := must(s.Sanciones(ctx, nil))(s.t); len(all) < 2 {
		s.t.Errorf("every sanction: %+v", all)
	}
}

// must gives the result of a call that has to succeed.
func must[T any](got T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		noError(t, err)
		return got
	}
}

// refused checks that the service itself said no, as one of the kinds if there are any.
func (s *story) refused(err error, kinds ...parking.Kind) {
	s.t.Helper()
	if e := parking.ErrorOf(err); e.Status == 0 || e.Foreign || len(kinds) > 0 && !parking.Is(err, kinds...) {
		s.t.Errorf("got %v, want a refusal of the kinds %d", err, kinds)
	}
}

// refusedField checks that the service complains of one field.
func (s *story) refusedField(err error, field string) {
	s.t.Helper()
	if !slices.ContainsFunc(parking.ErrorOf(err).Fields, func(f parking.FieldError) bool { return f.Field == field && len(f.Messages) > 0 }) {
		s.t.Errorf("got %v, want a complaint of %s", err, field)
	}
}

func (s *story) equal(what string, got, want any) {
	s.t.Helper()
	if !reflect.DeepEqual(got, want) {
		s.t.Errorf("%s: got %v, want %v", what, got, want)
	}
}
