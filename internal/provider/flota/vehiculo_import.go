package flota

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// ImportState takes cliente_id/placa, or the vehicle's id.
func (r *vehiculoResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	var identity vehiculoIdentity
	text := req.ID
	if text == "" {
		resp.Diagnostics.Append(req.Identity.Get(ctx, &identity)...)
		text = fmt.Sprintf("%d/%s", identity.ClienteID.ValueInt64(), identity.Placa.ValueString())
	}
	clienteID, placa, id, err := framework.ParseVehiculoID(text)
	if err != nil {
		resp.Diagnostics.AddError("Invalid import identifier", framework.UpperFirst(err.Error())+".")
		return
	}
	identity = vehiculoIdentity{types.Int64Value(clienteID), types.StringValue(placa)}
	if id != 0 {
		if !r.Ready(&resp.Diagnostics) {
			return
		}
		var held vehiculoModel
		record, err := r.Client.Vehiculo(ctx, id)
		if err != nil {
			framework.Task{Verb: "import", Noun: "vehicle", Name: text}.AddError(&resp.Diagnostics, err)
			return
		}
		held.refresh(record)
		identity = held.identity()
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), held.ID)...)
		if identity.ClienteID.IsNull() || parking.CheckPlaca(identity.Placa.ValueString()) != nil {
			resp.Diagnostics.AddError("Unable to import vehicle", fmt.Sprintf(unknownOwnerText, text))
			return
		}
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("cliente_id"), identity.ClienteID)...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("placa"), identity.Placa)...)
}
