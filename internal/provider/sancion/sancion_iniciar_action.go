package sancion

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

type sancionIniciarModel struct {
	Placa         types.String   `tfsdk:"placa"`
	TramoID       types.Int64    `tfsdk:"tramo_id"`
	Observaciones types.String   `tfsdk:"observaciones"`
	Timeouts      timeouts.Value `tfsdk:"timeouts"`
}

func (m sancionIniciarModel) request() parking.SancionRequest {
	return parking.SancionRequest{Placa: m.Placa.ValueString(), TramoID: m.TramoID.ValueInt64(),
		Observaciones: m.Observaciones.ValueString()}
}

func (m sancionIniciarModel) task() framework.Task {
	return framework.Task{By: framework.ByAction, Verb: "start", Noun: "sanction",
		Name:       fmt.Sprintf("of plate %s in section %s", m.Placa, m.TramoID),
		Check:      startCheckText,
		Next:       startNextText,
		Attributes: []string{"placa", "tramo_id", "observaciones"}}
}

var sancionIniciar = framework.Act("sancion_iniciar", schema.Schema{
	MarkdownDescription: iniciarDoc + framework.OnlyTerraform + "\n\n" + iniciarLostDoc,
	Attributes: map[string]schema.Attribute{
		"placa": schema.StringAttribute{
			MarkdownDescription: "License plate of the vehicle.",
			Required:            true,
			Validators:          []validator.String{framework.PlacaValidator},
		},
		"tramo_id": framework.IdentifierAttribute("Identifier of the section where the vehicle is parked."),
		"observaciones": schema.StringAttribute{
			MarkdownDescription: "Remarks, stored with the sanction.",
			Optional:            true,
			Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
		},
	},
}, checkSancionIniciar, invokeSancionIniciar)

// checkSancionIniciar rejects at plan time a start that cannot be sent.
func checkSancionIniciar(s *framework.Service, config sancionIniciarModel, diags *diag.Diagnostics) {
	if err := s.Client.SancionStartable(); err != nil {
		config.task().AddError(diags, err)
	}
}

func invokeSancionIniciar(ctx context.Context, s *framework.Service, config sancionIniciarModel, say framework.Tell,
	diags *diag.Diagnostics) {
	say("Starting a sanction in section %s.", config.TramoID)
	started, err := s.Client.StartSancion(ctx, config.request())
	switch {
	case err == nil:
		say("Sanction %d was started in section %s.", started.ID, config.TramoID)
	case parking.OutcomeOf(err) == parking.Accepted:
		say(startedText, config.TramoID)
		diags.AddWarning("Sanction started, identifier unknown", fmt.Sprintf(startedWithoutIDText,
			config.Placa, config.TramoID, config.task().Check, framework.Sentence(err)))
	default:
		config.task().AddError(diags, err)
	}
}
