package sancion

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

var _ action.ActionWithConfigure = (*sancionCerrarAction)(nil)

type sancionCerrarAction struct{ framework.ActionBase }

func newSancionCerrarAction() action.Action { return &sancionCerrarAction{} }

type sancionCerrarModel struct {
	SancionID     types.Int64    `tfsdk:"sancion_id"`
	Observaciones types.String   `tfsdk:"observaciones"`
	Timeouts      timeouts.Value `tfsdk:"timeouts"`
}

func (m sancionCerrarModel) task() framework.Task {
	return framework.Task{By: framework.ByAction, Verb: "close", Noun: "sanction", Name: m.SancionID.String(),
		Attributes: []string{"sancion_id", "observaciones"},
		Next:       closeAgainText}
}

func (a *sancionCerrarAction) Metadata(_ context.Context, req action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_sancion_cerrar"
}

func (a *sancionCerrarAction) Schema(ctx context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: cerrarDoc + framework.OnlyTerraform,
		Attributes: map[string]schema.Attribute{
			"sancion_id": framework.IdentifierAttribute("Identifier of the sanction."),
			"observaciones": schema.StringAttribute{
				MarkdownDescription: cerrarObservacionesDoc,
				Optional:            true,
				Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
			},
			"timeouts": framework.ActionTimeouts(ctx),
		},
	}
}

func (a *sancionCerrarAction) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	var config sancionCerrarModel
	ctx, done, say, ok := a.Start(ctx, req, resp, &config, &config.Timeouts)
	defer done()
	if !ok {
		return
	}
	id := config.SancionID.ValueInt64()
	say("Closing sanction %d.", id)
	closed, err := a.Client.CloseSancion(ctx, id, config.Observaciones.ValueString())
	switch {
	case framework.NoSuch(&resp.Diagnostics, "sancion_id", "sanction", "parking_sanciones", config.SancionID, err):
		return
	case err != nil:
		config.task().AddError(&resp.Diagnostics, err)
		return
	}
	say("Sanction %d is closed.", id)
	stored := types.StringPointerValue(closed.Observaciones.Value).ValueString()
	if closed.Observaciones.Sent && !config.Observaciones.IsNull() && !framework.SameText(stored, config.Observaciones.ValueString()) {
		resp.Diagnostics.AddAttributeWarning(path.Root("observaciones"), "Sanction was already closed",
			fmt.Sprintf(alreadyClosedText, id))
	}
}
