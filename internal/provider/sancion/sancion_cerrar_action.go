package sancion

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

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

var sancionCerrar = framework.Act("sancion_cerrar", schema.Schema{
	MarkdownDescription: cerrarDoc + framework.OnlyTerraform,
	Attributes: map[string]schema.Attribute{
		"sancion_id": framework.IdentifierAttribute("Identifier of the sanction."),
		"observaciones": schema.StringAttribute{
			MarkdownDescription: cerrarObservacionesDoc,
			Optional:            true,
			Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
		},
	},
}, nil, invokeSancionCerrar)

func invokeSancionCerrar(ctx context.Context, s *framework.Service, config sancionCerrarModel, say framework.Tell,
	diags *diag.Diagnostics) {
	id := config.SancionID.ValueInt64()
	say("Closing sanction %d.", id)
	closed, err := s.Client.CloseSancion(ctx, id, config.Observaciones.ValueString())
	switch {
	case framework.NoSuch(diags, "sancion_id", "sanction", "parking_sanciones", config.SancionID, err):
		return
	case err != nil:
		config.task().AddError(diags, err)
		return
	}
	say("Sanction %d is closed.", id)
	stored := types.StringPointerValue(closed.Observaciones.Value).ValueString()
	if closed.Observaciones.Sent && !config.Observaciones.IsNull() && !framework.SameText(stored, config.Observaciones.ValueString()) {
		diags.AddAttributeWarning(path.Root("observaciones"), "Sanction was already closed",
			fmt.Sprintf(alreadyClosedText, id))
	}
}
