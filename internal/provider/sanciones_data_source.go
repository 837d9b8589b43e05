package provider

import (
	"context"
	"net/url"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

func newSancionesDataSource() datasource.DataSource {
	return &recordsDataSource{name: "sanciones", noun: "sanctions",
		description: "The sanctions. The service's documentation does not publish the path of this list: set `endpoints.sanciones` of the provider.",
		look: func(ctx context.Context, client *parking.Client, query url.Values) ([]undocumented, error) {
			sanciones, err := client.Sanciones(ctx, query)
			out := make([]undocumented, len(sanciones))
			for i, s := range sanciones {
				out[i] = undocumented{s.ID, s.Datos}
			}
			return out, err
		}}
}
