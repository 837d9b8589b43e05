package flota

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// ImportState takes the plate.
func (r *placaResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	resource.ImportStatePassthroughWithIdentity(ctx, path.Root("placa"), path.Root("placa"), req, resp)
	var placa framework.Text
	resp.Diagnostics.Append(resp.State.GetAttribute(ctx, path.Root("placa"), &placa)...)
	if _, err := framework.ParsePlacaID(placa.ValueString()); err != nil {
		resp.Diagnostics.AddError("Invalid import identifier", framework.UpperFirst(err.Error())+".")
	}
}
