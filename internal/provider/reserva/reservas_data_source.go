package reserva

import (
	"context"
	"net/url"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

func newReservasDataSource() datasource.DataSource {
	return &framework.RecordsDataSource{Name: "reservas", Noun: "reservations",
		Description: reservasDataDoc,
		Look: func(ctx context.Context, client *parking.Client, query url.Values) ([]framework.Undocumented, error) {
			return newReservaRecords(client.Reservas(ctx, query))
		}}
}

func newReservaRecords(reservas []parking.Reserva, err error) ([]framework.Undocumented, error) {
	out := make([]framework.Undocumented, len(reservas))
	for i, r := range reservas {
		out[i] = framework.Undocumented{ID: r.ID, Datos: r.Datos}
	}
	return out, err
}
