package provider

import (
	"context"
	"net/url"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

func newReservasActivasDataSource() datasource.DataSource {
	return &recordsDataSource{name: "reservas_activas", noun: "active reservations",
		description: "The reservations that are active now. They end by themselves, so the list may differ from one plan to the next.",
		look: func(ctx context.Context, client *parking.Client, query url.Values) ([]undocumented, error) {
			return newReservaRecords(client.ReservasActivas(ctx, query))
		}}
}
