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
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

type iniciarModel struct {
	Placa         types.String   `tfsdk:"placa"`
	TramoID       types.Int64    `tfsdk:"tramo_id"`
	Observaciones types.String   `tfsdk:"observaciones"`
	Timeouts      timeouts.Value `tfsdk:"timeouts"`
}

func (m iniciarModel) starts() framework.Once {
	of := fmt.Sprintf("of plate %s in section %s", m.Placa, m.TramoID)
	return framework.Once{Did: "started a sanction " + of, Shows: listText, Again: framework.InvokeAgain,
		Task: framework.Task{Verb: "start", Noun: "sanction", Name: of, Attributes: []string{"placa", "tramo_id", "observaciones"}}}
}

var sancionIniciar = framework.Act("sancion_iniciar", schema.Schema{
	MarkdownDescription: iniciarDoc + framework.OnlyTerraform,
	Attributes: map[string]schema.Attribute{
		"placa": schema.StringAttribute{MarkdownDescription: "License plate of the vehicle.", Required: true,
			Validators: []validator.String{framework.PlacaValidator}},
		"tramo_id":      framework.IdentifierAttribute("Identifier of the section where the vehicle is parked."),
		"observaciones": remarks("Remarks, stored with the sanction."),
	},
}, func(_ context.Context, s *framework.Service, config iniciarModel, diags *diag.Diagnostics) {
	if err := s.Client.Configured("iniciar_sancion"); err != nil {
		config.starts().AddError(diags, err)
		return
	}
	of := fmt.Sprintf("plate %s in section %s", framework.Planned(config.Placa), framework.Planned(config.TramoID))
	diags.AddWarning(fmt.Sprintf("A sanction of %s will be started", of), "A sanction cannot be deleted.")
}, func(ctx context.Context, s *framework.Service, config iniciarModel, say framework.Tell, diags *diag.Diagnostics) {
	say("Starting a sanction in section %s.", config.TramoID)
	started, err := s.Client.StartSancion(ctx, parking.SancionRequest{
		Placa: config.Placa.ValueString(), TramoID: config.TramoID.ValueInt64(),
		Observaciones: config.Observaciones.ValueString()})
	if err != nil {
		config.starts().Fail(err, diags)
		return
	}
	say("Sanction %d was started in section %s.", started.ID, config.TramoID)
})

type cerrarModel struct {
	SancionID     types.Int64    `tfsdk:"sancion_id"`
	Observaciones types.String   `tfsdk:"observaciones"`
	Timeouts      timeouts.Value `tfsdk:"timeouts"`
}

var sancionCerrar = framework.Act("sancion_cerrar", schema.Schema{
	MarkdownDescription: cerrarDoc + framework.OnlyTerraform,
	Attributes: map[string]schema.Attribute{
		"sancion_id":    framework.IdentifierAttribute("Identifier of the sanction."),
		"observaciones": remarks(cerrarObservacionesDoc),
	},
}, func(ctx context.Context, s *framework.Service, config cerrarModel, diags *diag.Diagnostics) {
	warnPlanned(ctx, s, config.SancionID, true, nil, diags)
}, func(ctx context.Context, s *framework.Service, config cerrarModel, say framework.Tell, diags *diag.Diagnostics) {
	say("Closing sanction %s.", config.SancionID)
	if closeSancion(ctx, s, config.SancionID, config.Observaciones, diags); !diags.HasError() {
		say("Sanction %s is closed.", config.SancionID)
	}
})

type pagarModel struct {
	SancionID types.Int64 `tfsdk:"sancion_id"`
	sancionPago
	Timeouts timeouts.Value `tfsdk:"timeouts"`
}

var sancionPagar = framework.Act("sancion_pagar", schema.Schema{
	MarkdownDescription: pagarDoc + framework.OnlyTerraform,
	Attributes: map[string]schema.Attribute{
		"sancion_id": framework.IdentifierAttribute("Identifier of the sanction."), "pago_tipo": framework.PagoTipoAttribute(),
		"pago_codigo": framework.PagoCodigoAttribute(),
		"cliente_id":  framework.OptionalIDAttribute("Identifier of the client who pays."),
	},
}, func(ctx context.Context, s *framework.Service, config pagarModel, diags *diag.Diagnostics) {
	warnPlanned(ctx, s, config.SancionID, false, &config.sancionPago, diags)
}, func(ctx context.Context, s *framework.Service, config pagarModel, say framework.Tell, diags *diag.Diagnostics) {
	id := config.SancionID
	listed, unlisted := s.Client.ListedSancion(ctx, id.ValueInt64())
	if closed := listed.Cerrada.Value; closed != nil && !*closed {
		diags.AddAttributeError(path.Root("sancion_id"), "Sanction is not closed", fmt.Sprintf(openText, id))
		return
	}
	paysOnce(id, config.sancionPago, "", framework.InvokeAgain).CarryOut("sanction "+id.String(), say, diags, func() (bool, error) {
		if unlisted != nil {
			return false, unlisted
		}
		_, sent, err := s.Client.PaySancion(ctx, id.ValueInt64(), config.request(), listed)
		return sent, err
	})
})

func remarks(description string) schema.StringAttribute {
	return schema.StringAttribute{MarkdownDescription: description, Optional: true,
		Validators: []validator.String{stringvalidator.LengthAtLeast(1)}}
}
