package sancion

import (
	"context"
	"net/url"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var sancionesDataSource = framework.LookUpRecords("sanciones", "sanctions", sancionesDoc,
	func(client *parking.Client, ctx context.Context, query url.Values) ([]framework.Undocumented, error) {
		sanciones, err := client.Sanciones(ctx, query)
		out := make([]framework.Undocumented, len(sanciones))
		for i, s := range sanciones {
			out[i] = framework.Undocumented{ID: s.ID, Datos: s.Datos}
		}
		return out, err
	})
