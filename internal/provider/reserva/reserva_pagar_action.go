package reserva

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

type reservaPagarModel struct {
	ReservaID types.Int64 `tfsdk:"reserva_id"`
	reservaPago
	Timeouts timeouts.Value `tfsdk:"timeouts"`
}

func (m reservaPagarModel) task() framework.Task {
	return framework.Task{By: framework.ByAction, Verb: "record", Noun: "payment",
		Name:       fmt.Sprintf("%s of reservation %s", m.PagoCodigo, m.ReservaID),
		Check:      fmt.Sprintf(pagarCheckText, m.ReservaID, m.PagoCodigo),
		Next:       pagarNextText,
		Attributes: []string{"reserva_id", "pago_tipo", "pago_codigo", "enviar_recibo"}}
}

var reservaPagar = framework.Act("reserva_pagar", schema.Schema{
	MarkdownDescription: pagarDoc + framework.OnlyTerraform + pagarResourceDoc,
	Attributes: map[string]schema.Attribute{
		"reserva_id":    framework.IdentifierAttribute("Identifier of the reservation, for example `parking_reserva.….id`."),
		"pago_tipo":     framework.PagoTipoAttribute(),
		"pago_codigo":   framework.PagoCodigoAttribute(),
		"enviar_recibo": schema.BoolAttribute{MarkdownDescription: enviarReciboDoc, Optional: true},
	},
}, nil, invokeReservaPagar)

func invokeReservaPagar(ctx context.Context, s *framework.Service, config reservaPagarModel, say framework.Tell,
	diags *diag.Diagnostics) {
	id := config.ReservaID.ValueInt64()
	say("Checking whether reservation %d is already paid.", id)
	record, _, err := s.Client.FindReserva(ctx, id, nil)
	if err != nil {
		config.task().AddError(diags, parking.Unread(notPaidReason, err))
		return
	}
	switch {
	case record.Pays(config.PagoCodigo.ValueString()):
		say("Reservation %d already has this payment. Nothing was sent.", id)
		return
	case record.Code() != "":
		diags.AddAttributeError(path.Root("pago_codigo"), "Reservation already paid",
			fmt.Sprintf(pagarPaidText, id, record.Code()))
		return
	case record.PagoCodigo.Sent:
		say("Recording the payment of reservation %d.", id)
	default:
		say(pagarNotShownText, id)
	}
	rejected, err := payReserva(ctx, s, id, config.request(), nil)
	switch {
	case rejected != nil:
		say(pagarMeantimeText, id)
	case err == nil:
		say("Reservation %d is paid.", id)
	case framework.NoSuch(diags, "reserva_id", "reservation", "parking_reservas", config.ReservaID, err):
	default:
		config.task().AddError(diags, err)
	}
}
