package sancion

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

type sancionPagarModel struct {
	SancionID types.Int64 `tfsdk:"sancion_id"`
	sancionPago
	Timeouts timeouts.Value `tfsdk:"timeouts"`
}

func (m sancionPagarModel) task() framework.Task {
	return framework.Task{By: framework.ByAction, Verb: "record", Noun: "payment",
		Name:       fmt.Sprintf("%s of sanction %s", m.PagoCodigo, m.SancionID),
		Check:      fmt.Sprintf(payCheckText, m.SancionID, m.PagoCodigo),
		Next:       pagarNextText,
		Attributes: []string{"sancion_id", "pago_tipo", "pago_codigo", "cliente_id"}}
}

var sancionPagar = framework.Act("sancion_pagar", schema.Schema{
	MarkdownDescription: pagarDoc + framework.OnlyTerraform + "\n\n" + pagarReadDoc,
	Attributes: map[string]schema.Attribute{
		"sancion_id":  framework.IdentifierAttribute("Identifier of the sanction."),
		"pago_tipo":   framework.PagoTipoAttribute(),
		"pago_codigo": framework.PagoCodigoAttribute(),
		"cliente_id": schema.Int64Attribute{MarkdownDescription: "Identifier of the client who pays.", Optional: true,
			Validators: []validator.Int64{int64validator.AtLeast(1)}},
	},
}, nil, invokeSancionPagar)

func invokeSancionPagar(ctx context.Context, s *framework.Service, config sancionPagarModel, say framework.Tell,
	diags *diag.Diagnostics) {
	id, codigo := config.SancionID.ValueInt64(), config.PagoCodigo.ValueString()
	if s.ListsSanciones {
		say("Checking whether sanction %d is already paid.", id)
	}
	record, err := findSancion(ctx, s, id)
	switch {
	case err == nil && record.Pays(codigo):
		say("Sanction %d already has this payment. Nothing was sent.", id)
		return
	case err == nil && config.checkRecord(record, diags):
		return
	case err != nil && !parking.Is(err, parking.NoEndpoint) && !parking.Is(err, parking.NotFound):
		config.task().AddError(diags, parking.Unread(listNotReadReason, err))
		return
	}
	switch {
	case err == nil:
		say("Recording the payment of sanction %d.", id)
	case !s.ListsSanciones:
		say(notCheckedText, id)
	default:
		say(notShownText, id)
	}
	_, err = s.Client.PaySancion(ctx, id, config.request())
	switch {
	case err == nil:
		say("Sanction %d is paid.", id)
	case framework.NoSuch(diags, "sancion_id", "sanction", "parking_sanciones", config.SancionID, err):
	case framework.MayBeThere(err):
		config.rejected(ctx, s, err, say, diags)
	default:
		config.task().AddError(diags, err)
	}
}

// checkRecord adds an error if a record shows that the sanction cannot be paid.
func (m sancionPagarModel) checkRecord(record parking.Sancion, diags *diag.Diagnostics) bool {
	codigo, pagada, cerrada := record.PagoCodigo.Value, record.Pagada.Value, record.Cerrada.Value
	switch {
	case codigo != nil:
		diags.AddAttributeError(path.Root("pago_codigo"), "Sanction already paid", fmt.Sprintf(pagarPaidText, m.SancionID, *codigo))
	case pagada != nil && *pagada:
		diags.AddAttributeError(path.Root("pago_codigo"), "Sanction already paid", fmt.Sprintf(pagarPaidUnknownCodeText, m.SancionID))
	case cerrada != nil && !*cerrada:
		diags.AddAttributeError(path.Root("sancion_id"), "Sanction is not closed", fmt.Sprintf(pagarOpenText, m.SancionID))
	default:
		return false
	}
	return true
}

// rejected says what the rejection of a payment may mean. If the list of sanctions shows
// this payment, somebody recorded it in the meantime.
func (m sancionPagarModel) rejected(ctx context.Context, s *framework.Service, rejection error, say framework.Tell,
	diags *diag.Diagnostics) {
	task := m.task()
	record, err := findSancion(ctx, s, m.SancionID.ValueInt64())
	switch {
	case err == nil && record.Pays(m.PagoCodigo.ValueString()):
		say(paidMeantimeText, m.SancionID)
		return
	case err == nil:
		task.Refused = fmt.Sprintf(listShowsNoPagoText, m.SancionID)
	case parking.Is(err, parking.NoEndpoint), parking.Is(err, parking.NotFound):
		task.Refused = fmt.Sprintf(closeFirstText, m.SancionID, m.PagoCodigo)
	default:
		rejection = framework.WithLookError(rejection, err)
	}
	task.AddError(diags, rejection)
}
