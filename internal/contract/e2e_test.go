package contract

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

var endpoints = parking.Endpoints{
	"login": "/external/login", "generar_token": "/external/token-generar", "obtener_token": "/external/token",
	"renovar_token": "/external/token-renovar", "registrar_cliente": "/external/cliente-registrar", "sanciones": "/external/sanciones",
	"iniciar_sancion": "/external/sancion-iniciar", "informacion": "/external/informacion", "faq_grupos": "/external/faq-grupos",
}

// TestClientAndServiceKeepTheContract tells one story, in which the client uses every operation of the embedded service, successfully.
// Both spell routes and fields on their own; that they understand each other, within the contract, is shown here.
func TestClientAndServiceKeepTheContract(t *testing.T) {
	t.Parallel()
	succeeded := map[string]bool{}
	service := httptest.NewServer(held(t, acctest.NewServer(t, sandbox.Options{}), func(e exchange) {
		if e.broken != nil {
			t.Errorf("%s breaks the contract: %v", e.operation, e.broken)
		}
		succeeded[e.operation] = succeeded[e.operation] || !e.failed
	}))
	t.Cleanup(service.Close)
	client, err := parking.New(parking.Config{BaseURL: service.URL, Credential: "clave", Endpoints: endpoints})
	acctest.Must(t, err)
	s := story{client, t, t.Context()}
	s.tokensAndClients()
	s.catalogue()
	s.vehicles()
	s.favourites()
	s.reservations()
	s.sanctions()
	all, err := All()
	acctest.Must(t, err)
	for _, operation := range all {
		if !succeeded[operation.ID] {
			t.Errorf("%s had no success", operation.ID)
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

func errorOfTwo[T, U any](_ T, _ U, err error) error { return err }

func (s story) succeeds(errs ...error) {
	s.t.Helper()
	acctest.Must(s.t, errors.Join(errs...))
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
	ana := parking.ClienteRequest{
		Email: "ana.pena+1@example.com", Nombre: "Ana", Apellidos: "Gil", Prefijos: "+593", Telefono: "09", Cedula: "01"}
	s.refuses(s.UpdateCliente(s.ctx, ana))
	s.succeeds(errorOf(s.Cliente(s.ctx)), errorOf(s.RegisterCliente(s.ctx, ana)), s.UpdateCliente(s.ctx, ana),
		errorOf(s.ClienteByEmail(s.ctx, ana.Email, parking.Nothing)))
}

func (s story) catalogue() {
	near, asked := url.Values{"radio": {"300"}}, parking.Question{Operation: "tramo_consulta", Query: url.Values{"id": {"1"}}}
	s.succeeds(errorOf(s.Tramos(s.ctx)), errorOf(s.Tramo(s.ctx, 1)), s.Ask(s.ctx, asked),
		errorOf(s.TramosCercanos(s.ctx, -0.2, -78.5, near)), errorOf(s.TramoPrecios(s.ctx, 1, url.Values{"tipo_vehiculo_id": {"1"}})),
		errorOf(s.TiposVehiculo(s.ctx)), errorOf(s.FAQ(s.ctx, 1)), errorOf(s.FAQGrupos(s.ctx, nil)), errorOf(s.Informacion(s.ctx, nil)))
}

func (s story) vehicles() {
	const awkward = "../x?y#z %2e"
	link := parking.VehiculoRequest{ClienteID: 1, Placa: awkward, Nombre: "Reparto"}
	s.refuses(errorOf(s.Placa(s.ctx, awkward, parking.Nothing)), errorOf(s.RegisterVehiculo(s.ctx, link)))
	register := parking.PlacaRequest{Placa: awkward, TipoVehiculoID: 1, Electrico: true}
	for n := range 17 { // two pages
		s.succeeds(errorOf(s.RegisterPlaca(s.ctx, register)), errorOf(s.RegisterVehiculo(s.ctx, link)))
		register.Placa = fmt.Sprintf("PBA-%04d", n)
		link.Placa = register.Placa
	}
	register.Placa = awkward
	s.succeeds(s.UpdatePlaca(s.ctx, register), errorOf(s.Placa(s.ctx, awkward, parking.Nothing)), errorOf(s.Vehiculo(s.ctx, 1)))
	lists[parking.Vehiculo](s, 17)(s.Vehiculos(s.ctx, parking.VehiculosFilter{ClienteID: 1}))
	lists[parking.Vehiculo](s, 0)(s.Vehiculos(s.ctx, parking.VehiculosFilter{ClienteID: 1, Nombre: "Otro"}))
}

func (s story) favourites() {
	section, zone, cell := int64(1), int64(2), int64(2)
	place := parking.Zona{TramoID: &section, CeldaID: &cell}
	first := func(list []parking.ZonaFavorita) (parking.ZonaFavorita, bool) { return list[0], true }
	made, err := s.CreateZonaFavorita(s.ctx, 1, place, first)
	s.succeeds(err)
	id := *made.Made.ID
	s.succeeds(s.UpdateZonaFavorita(s.ctx, id, 1, parking.Zona{ZonaID: &zone}))
	lists[parking.ZonaFavorita](s, 1)(s.ZonasFavoritas(s.ctx, 1, parking.Zona{ZonaID: &zone}, parking.EmptyList))
	s.succeeds(s.DeleteZonaFavorita(s.ctx, id, 1))
}

func (s story) reservations() {
	cell, connector, receipt := int64(1), int64(1), true
	booking := parking.ReservaRequest{TramoID: 1, VehiculoID: 1, CeldaID: &cell, ConectorID: &connector, Minutos: 30}
	first, _, err := s.BookReserva(s.ctx, booking)
	second, _, err2 := s.BookReserva(s.ctx, parking.ReservaRequest{TramoID: 2, VehiculoID: 1, Minutos: 10})
	s.succeeds(err, err2)
	payment := parking.ReservaPago{PagoTipo: 1, PagoCodigo: "R-1", EnviarRecibo: &receipt}
	s.succeeds(errorOf(s.ExtendReserva(s.ctx, first.ID, 20, 0, nil)), errorOf(s.PayReserva(s.ctx, first.ID, payment, nil)))
	s.succeeds(errorOfTwo(s.CancelReserva(s.ctx, second.ID, nil)))
	s.refuses(errorOfTwo(s.CancelReserva(s.ctx, first.ID, nil))) // it is paid
	query := url.Values{"cliente_id": {"1"}, "vehiculo_id": {"1"}}
	lists[parking.Reserva](s, 2)(s.Reservas(s.ctx, query))
	lists[parking.Reserva](s, 1)(s.ReservasActivas(s.ctx, query))
}

func (s story) sanctions() {
	open, err := s.StartSancion(s.ctx, parking.SancionRequest{Placa: "PBA-0001", TramoID: 1, Observaciones: "Sin tique"})
	s.succeeds(err)
	payer := int64(1)
	payment := parking.SancionPago{PagoTipo: 2, PagoCodigo: "S-1", ClienteID: &payer}
	s.refuses(errorOfTwo(s.PaySancion(s.ctx, open.ID, payment))) // it is not closed
	s.succeeds(errorOf(s.CloseSancion(s.ctx, open.ID, "Revisada")), errorOfTwo(s.PaySancion(s.ctx, open.ID, payment)))
	lists[parking.Sancion](s, 1)(s.Sanciones(s.ctx, url.Values{"placa": {"PBA-0001"}, "estado": {"cerrada"}}))
}
