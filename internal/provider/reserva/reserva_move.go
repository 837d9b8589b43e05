package reserva

import (
	"context"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// MoveState takes a reservation from a generic REST provider. The next refresh reads the rest, as after an import.
func (r *reservaResource) MoveState(context.Context) []resource.StateMover {
	return framework.Move{Noun: "reservation", Method: http.MethodPost, Segment: "reserva-bloquear",
		Keys: []string{"tramo_id", "vehiculo_id"}, Required: []string{"minutos", "id"}, Identity: []string{"id"},
		Private: []string{importedKey, framework.JustImportedKey}, Address: "parking_reserva.NAME", ImportID: "ID",
		Attributes: func(told framework.Told) map[string]attr.Value {
			return map[string]attr.Value{"id": told.ID("id", "reserva_id"), "tramo_id": told.ID("tramo_id"),
				"vehiculo_id": told.ID("vehiculo_id"), "minutos": told.ID("minutos"), "celda_id": told.ID("celda_id"),
				"conector_id": told.ID("conector_id"), "activa": types.BoolValue(true), "pagada": types.BoolValue(false)}
		}}.Movers()
}
