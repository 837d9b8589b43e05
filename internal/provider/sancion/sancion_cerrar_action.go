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
	task := closing(config.SancionID, framework.ByAction, closeAgainText)
	end := turn(ctx, s, config.SancionID, task, diags)
	if end == nil {
		return
	}
	defer end()
	say("Closing sanction %s.", config.SancionID)
	_, otherRemarks := closeSancion(ctx, s, config.SancionID, config.Observaciones, task, diags)
	if diags.HasError() {
		return
	}
	say("Sanction %s is closed.", config.SancionID)
	if otherRemarks {
		diags.AddAttributeWarning(path.Root("observaciones"), "Sanction was already closed",
			fmt.Sprintf(alreadyClosedText, config.SancionID))
	}
}
