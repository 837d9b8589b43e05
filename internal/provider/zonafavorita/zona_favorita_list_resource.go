package zonafavorita

import (
	"context"
	"fmt"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var zonaFavoritaList = framework.ListOf("zona_favorita", favoritaListDoc, listZonasFavoritas)

// listZonasFavoritas reads all favourites of the client at once: the service does not page them.
func listZonasFavoritas(ctx context.Context, s *framework.Service, none zonaFavoritaModel, out *framework.Found) {
	cliente := none.ClienteID
	task := framework.Task{Verb: "read", Noun: "favourites", Name: "of client " + cliente.String(), Attributes: []string{"cliente_id"}}
	favoritas, err := s.Client.ZonasFavoritas(ctx, cliente.ValueInt64(), parking.Zona{})
	if err != nil && !task.Nothing(&out.Diags, err) {
		task.AddError(&out.Diags, err)
		return
	}
	out.Limited("favourites", cliente, int64(len(favoritas)))
	for _, f := range favoritas {
		favorita := none
		favorita.refresh(f)
		switch place := favorita.place(); {
		case favorita.ID.IsNull():
			out.Diags.AddWarning("Favourite not listed", fmt.Sprintf(listWithoutIDText, place, cliente))
		case place == "":
			out.Diags.AddWarning("Favourite not listed", fmt.Sprintf(listEmptyText, favorita.ID, cliente))
		case !out.Add(ctx, place, favorita.identity(), &favorita):
			return
		}
	}
}
