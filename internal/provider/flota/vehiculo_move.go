package flota

import (
	"context"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// MoveState takes a vehicle from a generic REST provider. The next refresh reads the rest.
func (r *vehiculoResource) MoveState(context.Context) []resource.StateMover {
	return framework.Move{Noun: "vehicle", Method: http.MethodPost, Segment: "vehiculo", Keys: []string{"cliente_id", "placa"},
		Address: "parking_vehiculo.NAME", ImportID: "CLIENTE_ID/PLACA",
		Set: func(ctx context.Context, told framework.Told, resp *resource.MoveStateResponse) (missing []string) {
			identity := vehiculoIdentity{told.ID("cliente_id"), told.Text("placa")}
			if identity.ClienteID.IsNull() || parking.CheckPlaca(identity.Placa.ValueString()) != nil {
				return []string{"cliente_id", "placa"}
			}
			framework.MoveTo(ctx, resp, "cliente_id", identity.ClienteID)
			framework.MoveTo(ctx, resp, "placa", identity.Placa)
			framework.MoveTo(ctx, resp, "id", told.ID("id"))
			framework.MoveTo(ctx, resp, "nombre", told.Text("nombre"))
			resp.Diagnostics.Append(resp.TargetIdentity.Set(ctx, identity)...)
			framework.SetMark(ctx, resp.TargetPrivate, framework.JustImportedKey, true, &resp.Diagnostics)
			return nil
		}}.Movers()
}
