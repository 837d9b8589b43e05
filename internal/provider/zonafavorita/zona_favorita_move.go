package zonafavorita

import (
	"context"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// MoveState takes a favourite from a generic REST provider. Without its id, the next refresh finds it by its place (A8).
func (r *zonaFavoritaResource) MoveState(context.Context) []resource.StateMover {
	places := []string{"zona_id", "tramo_id", "celda_id"}
	return framework.Move{Noun: "favourite", Method: http.MethodPut, Segment: "zona-favorita", Keys: []string{"cliente_id"}, Any: places,
		Address: "parking_zona_favorita.NAME", ImportID: "CLIENTE_ID/ID",
		Set: func(ctx context.Context, told framework.Told, resp *resource.MoveStateResponse) (missing []string) {
			identity := zonaFavoritaIdentity{told.ID("cliente_id"), told.ID("id")}
			if identity.ClienteID.IsNull() || told.ID(places...).IsNull() {
				return append([]string{"cliente_id"}, places...)
			}
			framework.MoveTo(ctx, resp, "cliente_id", identity.ClienteID)
			framework.MoveTo(ctx, resp, "id", identity.ID)
			for _, name := range places {
				framework.MoveTo(ctx, resp, name, told.ID(name))
			}
			resp.Diagnostics.Append(resp.TargetIdentity.Set(ctx, identity)...)
			return nil
		}}.Movers()
}
