package zonafavorita

import (
	"context"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// MoveState takes a favourite from a generic REST provider. Without its id, the next refresh finds it by its place (A8).
func (r *zonaFavoritaResource) MoveState(context.Context) []resource.StateMover {
	return framework.Move{Noun: "favourite", Method: http.MethodPut, Segment: "zona-favorita", Keys: []string{"cliente_id"},
		Any: []string{"zona_id", "tramo_id", "celda_id"}, Identity: []string{"cliente_id", "id"},
		Address: "parking_zona_favorita.NAME", ImportID: "CLIENTE_ID/ID",
		Attributes: func(told framework.Told) map[string]attr.Value {
			return map[string]attr.Value{"cliente_id": told.ID("cliente_id"), "id": told.ID("id"), "zona_id": told.ID("zona_id"),
				"tramo_id": told.ID("tramo_id"), "celda_id": told.ID("celda_id")}
		}}.Movers()
}
