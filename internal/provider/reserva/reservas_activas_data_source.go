package reserva

import (
	"context"
	"net/url"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

func newReservasActivasDataSource() datasource.DataSource {
	return &framework.RecordsDataSource{Name: "reservas_activas", Noun: "active reservations",
		Description: reservasActivasDataDoc,
		Look: func(ctx context.Context, client *parking.Client, query url.Values) ([]framework.Undocumented, error) {
			return newReservaRecords(client.ReservasActivas(ctx, query))
		}}
}
