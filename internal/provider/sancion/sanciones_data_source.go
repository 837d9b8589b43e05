package sancion

import (
	"context"
	"net/url"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

func newSancionesDataSource() datasource.DataSource {
	return &framework.RecordsDataSource{Name: "sanciones", Noun: "sanctions",
		Description: sancionesDoc,
		Look: func(ctx context.Context, client *parking.Client, query url.Values) ([]framework.Undocumented, error) {
			sanciones, err := client.Sanciones(ctx, query)
			out := make([]framework.Undocumented, len(sanciones))
			for i, s := range sanciones {
				out[i] = framework.Undocumented{ID: s.ID, Datos: s.Datos}
			}
			return out, err
		}}
}
