package flota

import (
	"context"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// MoveState takes a plate from a generic REST provider. The next refresh reads the rest.
func (r *placaResource) MoveState(context.Context) []resource.StateMover {
	return framework.Move{Noun: "plate", Method: http.MethodPost, Segment: "placa", Keys: []string{"placa"},
		Address: "parking_placa.NAME", ImportID: "PLACA",
		Set: func(ctx context.Context, told framework.Told, resp *resource.MoveStateResponse) (missing []string) {
			placa := told.Text("placa")
			if parking.CheckPlaca(placa.ValueString()) != nil {
				return []string{"placa"}
			}
			framework.MoveTo(ctx, resp, "placa", placa)
			framework.MoveTo(ctx, resp, "tipo_vehiculo_id", told.ID("tipo_vehiculo_id"))
			framework.MoveTo(ctx, resp, "electrico", told.Flag("electrico"))
			framework.MoveTo(ctx, resp, "minusvalido", told.Flag("minusvalido"))
			resp.Diagnostics.Append(resp.TargetIdentity.Set(ctx, placaIdentity{placa})...)
			framework.SetMark(ctx, resp.TargetPrivate, framework.JustImportedKey, true, &resp.Diagnostics)
			return nil
		}}.Movers()
}
