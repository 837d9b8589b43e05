package flota

import (
	"context"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// ImportState takes the plate.
func (r *placaResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	resource.ImportStatePassthroughWithIdentity(ctx, path.Root("placa"), path.Root("placa"), req, resp)
	var placa types.String
	resp.Diagnostics.Append(resp.State.GetAttribute(ctx, path.Root("placa"), &placa)...)
	if _, err := framework.ParsePlacaID(placa.ValueString()); err != nil {
		resp.Diagnostics.AddError("Invalid import identifier", framework.UpperFirst(err.Error())+".")
		return
	}
	framework.SetPrivate(ctx, resp.Private, framework.JustImportedKey, true, &resp.Diagnostics)
}

// MoveState takes a plate from a generic REST provider. The next refresh reads the rest.
func (r *placaResource) MoveState(context.Context) []resource.StateMover {
	return framework.Move{Noun: "plate", Method: http.MethodPost, Segment: "placa", Keys: []string{"placa"}, Identity: []string{"placa"},
		Private: []string{framework.JustImportedKey}, Address: "parking_placa.NAME", ImportID: "PLACA",
		Attributes: func(told framework.Told) map[string]attr.Value {
			return map[string]attr.Value{"placa": told.Text("placa", parking.CheckPlaca), "tipo_vehiculo_id": told.ID("tipo_vehiculo_id"),
				"electrico": told.Flag("electrico"), "minusvalido": told.Flag("minusvalido")}
		}}.Movers()
}
