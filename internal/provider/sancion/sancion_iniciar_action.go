package sancion

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var (
	_ action.ActionWithConfigure  = (*sancionIniciarAction)(nil)
	_ action.ActionWithModifyPlan = (*sancionIniciarAction)(nil)
)

type sancionIniciarAction struct{ framework.ActionBase }

func newSancionIniciarAction() action.Action { return &sancionIniciarAction{} }

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

func (a *sancionIniciarAction) Metadata(_ context.Context, req action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_sancion_iniciar"
}

func (a *sancionIniciarAction) Schema(ctx context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = schema.Schema{
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
			"timeouts": framework.ActionTimeouts(ctx),
		},
	}
}

// ModifyPlan rejects at plan time a start that cannot be sent.
func (a *sancionIniciarAction) ModifyPlan(ctx context.Context, req action.ModifyPlanRequest, resp *action.ModifyPlanResponse) {
	if a.Service == nil || a.Client == nil {
		return // the provider's configuration is not known yet
	}
	var config sancionIniciarModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if err := a.Client.SancionStartable(); err != nil {
		config.task().AddError(&resp.Diagnostics, err)
	}
}

func (a *sancionIniciarAction) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	var config sancionIniciarModel
	ctx, done, say, ok := a.Start(ctx, req, resp, &config, &config.Timeouts)
	defer done()
	if !ok {
		return
	}
	say("Starting a sanction in section %s.", config.TramoID)
	started, err := a.Client.StartSancion(ctx, config.request())
	var notSent *parking.NotSentError
	switch {
	case err == nil:
		say("Sanction %d was started in section %s.", started.ID, config.TramoID)
	case errors.Is(err, parking.ErrContract) && !errors.As(err, &notSent):
		say(startedText, config.TramoID)
		resp.Diagnostics.AddWarning("Sanction started, identifier unknown", fmt.Sprintf(startedWithoutIDText,
			config.Placa, config.TramoID, err, config.task().Check))
	default:
		config.task().AddError(&resp.Diagnostics, err)
	}
}
