package provider

import (
	"context"
	"net/url"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

func newReservasDataSource() datasource.DataSource {
	return &recordsDataSource{name: "reservas", noun: "reservations",
		description: "The reservations, past ones too; those that are running are the data source `parking_reservas_activas`.",
		look: func(ctx context.Context, client *parking.Client, query url.Values) ([]undocumented, error) {
			return newReservaRecords(client.Reservas(ctx, query))
		}}
}

func newReservaRecords(reservas []parking.Reserva, err error) ([]undocumented, error) {
	out := make([]undocumented, len(reservas))
	for i, r := range reservas {
		out[i] = undocumented{r.ID, r.Datos}
	}
	return out, err
}
