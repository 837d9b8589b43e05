package contract

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

var endpoints = parking.Endpoints{
	"login": "/external/login", "generar_token": "/external/token-generar", "obtener_token": "/external/token",
	"renovar_token": "/external/token-renovar", "registrar_cliente": "/external/cliente-registrar", "sanciones": "/external/sanciones",
	"iniciar_sancion": "/external/sancion-iniciar", "informacion": "/external/informacion", "faq_grupos": "/external/faq-grupos",
}

// checker is the embedded service, whose every exchange is held to the contract. One is made after the other.
type checker struct {
	t         *testing.T
	validator *validator
	service   http.RoundTripper
	seen      map[string]bool // by operation
}

func (c *checker) RoundTrip(r *http.Request) (*http.Response, error) {
	var sent, received bytes.Buffer
	if r.Body != nil {
		r.Body = io.NopCloser(io.TeeReader(r.Body, &sent))
	}
	response, err := c.service.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	_, err = received.ReadFrom(response.Body)
	noError(c.t, err)
	response.Body = io.NopCloser(bytes.NewReader(received.Bytes()))
	op, err := c.validator.check(exchange{
		r.Method, r.URL.RequestURI(), sent.String(), r.Header, response.StatusCode, response.Header, received.String()})
	if err != nil {
		c.t.Errorf("%s breaks the contract: %v", op, err)
	}
	c.seen[op] = true
	return response, nil
}

// TestClientAndServiceKeepTheContract tells one story, in which the client uses every operation of the embedded service, successfully.
// Both spell routes and fields on their own; that they understand each other, within the contract, is shown here.
func TestClientAndServiceKeepTheContract(t *testing.T) {
	t.Parallel()
	service, err := sandbox.Open(t.Context(), sandbox.Options{})
	noError(t, err)
	t.Cleanup(func() { noError(t, service.Close()) })
	succeeded, seen := map[string]bool{}, map[string]bool{}
	client, err := parking.New(parking.Config{
		BaseURL: "http://sandbox.localhost", Credential: "clave", Endpoints: endpoints,
		Transport: &checker{t, newValidator(t), service, seen},
		Observe: func(_ context.Context, a parking.Attempt) {
			succeeded[a.Operation] = succeeded[a.Operation] || a.Err == nil
		},
	})
	noError(t, err)
	story := story{client, t, t.Context()}
	story.tokensAndClients()
	story.catalogue()
	story.vehicles()
	story.favourites()
	story.reservations()
	story.sanctions()
	all, err := All()
	noError(t, err)
	for _, operation := range all {
		if !seen[operation.ID] || !succeeded[operation.ID] {
			t.Errorf("%s was answered: %t, and with a success: %t", operation.ID, seen[operation.ID], succeeded[operation.ID])
		}
	}
}

// story are the calls of a client, in their order.
type story struct {
	*parking.Client
	t   *testing.T
	ctx context.Context
}

func errorOf[T any](_ T, err error) error { return err }

func (s story) succeeds(errs ...error) {
	s.t.Helper()
	noError(s.t, errors.Join(errs...))
}

// refuses wants each call refused by the service itself.
func (s story) refuses(errs ...error) {
	s.t.Helper()
	for i, err := range errs {
		if e := parking.ErrorOf(err); e.Status == 0 || e.Foreign {
			s.t.Errorf("call %d: got %v, want a refusal", i, err)
		}
	}
}

// lists wants a list of n records.
func lists[T any](s story, n int) func([]T, error) {
	return func(got []T, err error) {
		s.t.Helper()
		if err != nil || len(got) != n {
			s.t.Errorf("got %v, %v, want %d records", got, err, n)
		}
	}
}

func (s story) tokensAndClients() {
	user := parking.TokenRequest{"email": "reparto.centro@example.com", "password": "sandbox"}
	s.succeeds(errorOf(s.Login(s.ctx, user)), errorOf(s.GenerateToken(s.ctx, parking.TokenRequest{"nombre": "flota"})),
		errorOf(s.GenerateToken(s.ctx, nil)), errorOf(s.RenewToken(s.ctx, nil)), errorOf(s.Token(s.ctx, nil)))
	user["password"] = "equivocada"
	s.refuses(errorOf(s.Login(s.ctx, user)))

	ana := parking.ClienteRequest{
		Email: "ana.pena+1@example.com", Nombre: "Ana", Apellidos: "Gil", Prefijos: "+593", Telefono: "09", Cedula: "01"}
	s.refuses(s.UpdateCliente(s.ctx, ana), errorOf(s.ClienteByEmail(s.ctx, ana.Email, parking.Nothing)))
	s.succeeds(errorOf(s.Cliente(s.ctx)), errorOf(s.RegisterCliente(s.ctx, ana)))
	s.refuses(errorOf(s.RegisterCliente(s.ctx, ana)))
	s.succeeds(s.UpdateCliente(s.ctx, ana), errorOf(s.ClienteByEmail(s.ctx, ana.Email, parking.Nothing)))
}

func (s story) catalogue() {
	byID, near := url.Values{"id": {"1"}}, url.Values{"radio": {"300"}}
	s.succeeds(errorOf(s.Tramos(s.ctx)), errorOf(s.Tramo(s.ctx, 1)), s.Ask(s.ctx, parking.Question{Operation: "tramo_consulta", Query: byID}),
		errorOf(s.TramosCercanos(s.ctx, -0.2, -78.5, near)), errorOf(s.TramoPrecios(s.ctx, 1, url.Values{"tipo_vehiculo_id": {"1"}})),
		errorOf(s.TiposVehiculo(s.ctx)), errorOf(s.FAQ(s.ctx, 1)), errorOf(s.FAQGrupos(s.ctx, nil)), errorOf(s.Informacion(s.ctx, nil)))
	s.refuses(errorOf(s.Tramo(s.ctx, 999)), errorOf(s.FAQ(s.ctx, 999)))
}

// vehicles registers enough of them for two pages.
func (s story) vehicles() {
	const awkward = "../x?y#z %2e"
	link := parking.VehiculoRequest{ClienteID: 1, Placa: awkward, Nombre: "Reparto"}
	s.refuses(errorOf(s.Placa(s.ctx, awkward, parking.Nothing)), errorOf(s.RegisterVehiculo(s.ctx, link)))
	register := parking.PlacaRequest{Placa: awkward, TipoVehiculoID: 1, Electrico: true}
	for n := range 17 {
		s.succeeds(errorOf(s.RegisterPlaca(s.ctx, register)), errorOf(s.RegisterVehiculo(s.ctx, link)))
		register.Placa = fmt.Sprintf("PBA-%04d", n)
		link.Placa = register.Placa
	}
	register.Placa = awkward
	s.refuses(errorOf(s.RegisterPlaca(s.ctx, register)), errorOf(s.Vehiculo(s.ctx, 999)))
	s.succeeds(s.UpdatePlaca(s.ctx, register), errorOf(s.Placa(s.ctx, awkward, parking.Nothing)), errorOf(s.Vehiculo(s.ctx, 1)))
	lists[parking.Vehiculo](s, 17)(s.Vehiculos(s.ctx, parking.VehiculosFilter{ClienteID: 1}))
	lists[parking.Vehiculo](s, 0)(s.Vehiculos(s.ctx, parking.VehiculosFilter{ClienteID: 1, Nombre: "Otro"}))
	if found, ok, err := s.FindVehiculo(s.ctx, 1, awkward, 0); !ok || found.ID != 1 {
		s.t.Errorf("found %v, %t, %v", found, ok, err)
	}
}

func (s story) favourites() {
	section, zone, cell := int64(1), int64(2), int64(2)
	place := parking.Zona{TramoID: &section, CeldaID: &cell}
	made, err := s.CreateZonaFavorita(s.ctx, 1, place, func(list []parking.ZonaFavorita) (parking.ZonaFavorita, bool) { return list[0], true })
	s.succeeds(err)
	id := *made.Made.ID
	s.succeeds(s.UpdateZonaFavorita(s.ctx, id, 1, parking.Zona{ZonaID: &zone}))
	lists[parking.ZonaFavorita](s, 1)(s.ZonasFavoritas(s.ctx, 1, parking.Zona{ZonaID: &zone}, parking.EmptyList))
	lists[parking.ZonaFavorita](s, 0)(s.ZonasFavoritas(s.ctx, 1, place, parking.EmptyList))
	s.succeeds(s.DeleteZonaFavorita(s.ctx, id, 1))
	s.refuses(s.DeleteZonaFavorita(s.ctx, id, 1))
}

func (s story) reservations() {
	cell, connector, receipt := int64(1), int64(1), true
	booking := parking.ReservaRequest{TramoID: 1, VehiculoID: 1, CeldaID: &cell, ConectorID: &connector, Minutos: 30}
	first, err := s.BookReserva(s.ctx, booking)
	s.refuses(errorOf(s.BookReserva(s.ctx, booking)))
	second, err2 := s.BookReserva(s.ctx, parking.ReservaRequest{TramoID: 2, VehiculoID: 1, Minutos: 10})
	s.succeeds(err, err2)
	payment := parking.ReservaPago{PagoTipo: 1, PagoCodigo: "R-1", EnviarRecibo: &receipt}
	s.succeeds(errorOf(s.ExtendReserva(s.ctx, first.ID, 20, 0, nil)), errorOf(s.PayReserva(s.ctx, first.ID, payment, nil)))
	s.refuses(errorOf(s.PayReserva(s.ctx, second.ID, payment, nil)), errorOf(s.ExtendReserva(s.ctx, 999, 10, 0, nil)))
	_, _, err = s.CancelReserva(s.ctx, second.ID, nil)
	s.succeeds(err)
	_, _, err = s.CancelReserva(s.ctx, first.ID, nil) // it is paid
	s.refuses(err)
	query := url.Values{"cliente_id": {"1"}, "vehiculo_id": {"1"}}
	lists[parking.Reserva](s, 2)(s.Reservas(s.ctx, query))
	lists[parking.Reserva](s, 1)(s.ReservasActivas(s.ctx, query))
	lists[parking.Reserva](s, 0)(s.ReservasActivas(s.ctx, url.Values{"tramo_id": {"9"}}))
}

func (s story) sanctions() {
	open, err := s.StartSancion(s.ctx, parking.SancionRequest{Placa: "PBA-0001", TramoID: 1, Observaciones: "Sin tique"})
	s.succeeds(err)
	payer := int64(1)
	pay := func(id int64) error {
		_, _, err := s.PaySancion(s.ctx, id, parking.SancionPago{PagoTipo: 2, PagoCodigo: "S-1", ClienteID: &payer})
		return err
	}
	s.refuses(pay(open.ID), pay(999)) // the first is not closed
	s.succeeds(errorOf(s.CloseSancion(s.ctx, open.ID, "Revisada")), pay(open.ID), errorOf(s.Sanciones(s.ctx, nil)))
	lists[parking.Sancion](s, 1)(s.Sanciones(s.ctx, url.Values{"placa": {"PBA-0001"}, "estado": {"cerrada"}}))
}
