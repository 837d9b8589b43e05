package reserva

import (
	"context"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// MoveState takes a reservation from a generic REST provider. The next refresh reads the rest, as after an import.
func (r *reservaResource) MoveState(context.Context) []resource.StateMover {
	return framework.Move{Noun: "reservation", Method: http.MethodPost, Segment: "reserva-bloquear",
		Keys: []string{"tramo_id", "vehiculo_id"}, Address: "parking_reserva.NAME", ImportID: "ID",
		Set: func(ctx context.Context, told framework.Told, resp *resource.MoveStateResponse) (missing []string) {
			identity := reservaIdentity{told.ID("id", "reserva_id")}
			framework.MoveTo(ctx, resp, "id", identity.ID)
			for _, name := range []string{"tramo_id", "vehiculo_id", "minutos"} {
				framework.MoveTo(ctx, resp, name, told.ID(name))
				if told.ID(name).IsNull() {
					missing = append(missing, name)
				}
			}
			if identity.ID.IsNull() {
				missing = append(missing, "id")
			}
			for _, name := range []string{"celda_id", "conector_id"} {
				framework.MoveTo(ctx, resp, name, told.ID(name))
			}
			framework.MoveTo(ctx, resp, "activa", true)
			framework.MoveTo(ctx, resp, "pagada", false)
			resp.Diagnostics.Append(resp.TargetIdentity.Set(ctx, identity)...)
			framework.SetMark(ctx, resp.TargetPrivate, importedKey, true, &resp.Diagnostics)
			framework.SetMark(ctx, resp.TargetPrivate, framework.JustImportedKey, true, &resp.Diagnostics)
			return missing
		}}.Movers()
}
