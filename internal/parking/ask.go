package parking

import (
	"context"
	"fmt"
	"net/url"
)

// Question is a request of one operation in any form, for programs that examine the service. Resources and data sources
// call the methods made for them.
type Question struct {
	Operation string // as errors and Attempt call it, such as vehiculos
	Element   string // last element of the path, if the route has one
	Query     url.Values
	Body      any      // nil for none
	Sensitive []string // personal data in it, masked in every text
}

// Ask sends a question and says how it ended; the answer goes to Config.Inspect. Unlike the other methods it does not
// look at the data of the answer, and does not look a write up whose answer was lost.
func (c *Client) Ask(ctx context.Context, q Question) error {
	op, err := askable(q.Operation)
	if err != nil {
		return err
	}
	_, err = c.do(ctx, call{op: op, element: q.Element, query: q.Query, body: q.Body, sensitive: q.Sensitive, private: true})
	return err
}

// askable finds an operation by its name. Saving a favourite is the operation that is not repeated, with an id or without.
func askable(name string) (operation, error) {
	for _, op := range append([]operation{opTramo, opTramoConsulta, opTramos, opTramosCercanos, opPrecios,
		opPlaca, opRegistrarPlaca, opActualizarPlaca, opVehiculo, opVehiculos, opRegistrarVehiculo,
		opCliente, opClienteEmail, opActualizarCliente, opZonasFavoritas, opCrearZonaFavorita, opBorrarZonaFavorita,
		opReservaBloquear, opReservaPagar, opReservaCancelar, opReservaExtender, opReservas, opReservasActivas,
		opSancionCerrar, opSancionPagar, opFAQ, opTipoVehiculo}, unpublished...) {
		if op.name == name {
			return op, nil
		}
	}
	return operation{}, fmt.Errorf("operation %q cannot be asked", name)
}
