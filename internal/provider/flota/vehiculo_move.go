package flota

import (
	"context"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// MoveState takes a vehicle from a generic REST provider. The next refresh reads the rest.
func (r *vehiculoResource) MoveState(context.Context) []resource.StateMover {
	keys := []string{"cliente_id", "placa"}
	return framework.Move{Noun: "vehicle", Method: http.MethodPost, Segment: "vehiculo", Keys: keys, Identity: keys,
		Marks: []string{framework.JustImportedKey}, Address: "parking_vehiculo.NAME", ImportID: "CLIENTE_ID/PLACA",
		Attributes: func(told framework.Told) map[string]attr.Value {
			return map[string]attr.Value{"cliente_id": told.ID("cliente_id"), "placa": told.Text("placa", parking.CheckPlaca),
				"id": told.ID("id"), "nombre": told.Text("nombre")}
		}}.Movers()
}
