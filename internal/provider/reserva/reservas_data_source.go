package reserva

import (
	"context"
	"net/url"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var (
	reservasDataSource        = framework.LookUpRecords("reservas", "reservations", reservasDoc, records((*parking.Client).Reservas))
	reservasActivasDataSource = framework.LookUpRecords("reservas_activas", "active reservations", activasDoc,
		records((*parking.Client).ReservasActivas))
)

// records gives the reservations of a listing as what the service documents of them: nothing but the identifier.
func records(list func(*parking.Client, context.Context, url.Values) ([]parking.Reserva, error)) func(
	*parking.Client, context.Context, url.Values) ([]framework.Undocumented, error) {
	return func(client *parking.Client, ctx context.Context, query url.Values) ([]framework.Undocumented, error) {
		reservas, err := list(client, ctx, query)
		out := make([]framework.Undocumented, len(reservas))
		for i, r := range reservas {
			out[i] = framework.Undocumented{ID: r.ID, Datos: r.Datos}
		}
		return out, err
	}
}
