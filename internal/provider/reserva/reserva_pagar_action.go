package reserva

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var _ action.ActionWithConfigure = (*reservaPagarAction)(nil)

type reservaPagarAction struct{ framework.ActionBase }

func newReservaPagarAction() action.Action { return &reservaPagarAction{} }

type reservaPagarModel struct {
	ReservaID    types.Int64    `tfsdk:"reserva_id"`
	PagoTipo     types.Int64    `tfsdk:"pago_tipo"`
	PagoCodigo   types.String   `tfsdk:"pago_codigo"`
	EnviarRecibo types.Bool     `tfsdk:"enviar_recibo"`
	Timeouts     timeouts.Value `tfsdk:"timeouts"`
}

func (m reservaPagarModel) request() parking.ReservaPago {
	return parking.ReservaPago{PagoTipo: m.PagoTipo.ValueInt64(), PagoCodigo: m.PagoCodigo.ValueString(), EnviarRecibo: m.EnviarRecibo.ValueBoolPointer()}
}

func (m reservaPagarModel) task() framework.Task {
	return framework.Task{By: framework.ByAction, Verb: "record", Noun: "payment", Name: fmt.Sprintf("%s of reservation %s", m.PagoCodigo, m.ReservaID),
		Check:      fmt.Sprintf("GET /external/reservas-activas and GET /external/reservas, where reservation %s carries pago_codigo %s if it is paid", m.ReservaID, m.PagoCodigo),
		Next:       "With the same pago_codigo it cannot pay twice, since the service takes a code once; with another it could.",
		Attributes: []string{"reserva_id", "pago_tipo", "pago_codigo", "enviar_recibo"}}
}

func (a *reservaPagarAction) Metadata(_ context.Context, req action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_reserva_pagar"
}

func (a *reservaPagarAction) Schema(ctx context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Records the payment of a reservation, once. The reservation is read before: one that carries this `pago_codigo` already is not paid again, which is a success, and one that carries another is an error. For a reservation that this configuration books, `pago` of `parking_reserva` is simpler, and keeps what was paid in the state." + framework.OnlyTerraform,
		Attributes: map[string]schema.Attribute{
			"reserva_id":  framework.IdentifierAttribute("Identifier of the reservation, for example `parking_reserva.….id`."),
			"pago_tipo":   framework.PagoTipoAttribute(),
			"pago_codigo": framework.PagoCodigoAttribute(),
			"enviar_recibo": schema.BoolAttribute{
				MarkdownDescription: "Whether the service sends the official receipt to the client by e-mail.",
				Optional:            true,
			},
			"timeouts": framework.ActionTimeouts(ctx),
		},
	}
}

func (a *reservaPagarAction) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	var config reservaPagarModel
	ctx, done, say, ok := a.Start(ctx, req, resp, &config, &config.Timeouts)
	defer done()
	if !ok {
		return
	}
	id := config.ReservaID.ValueInt64()
	say("Looking whether reservation %d is paid already.", id)
	record, _, err := a.Client.LocateReserva(ctx, id, nil)
	if err != nil {
		config.task().AddError(&resp.Diagnostics, &parking.NotSentError{Reason: "nothing was paid: the reservation could not be read before", Err: err})
		return
	}
	switch {
	case record.Pays(config.PagoCodigo.ValueString()):
		say("Reservation %d carries this payment already. Nothing was sent.", id)
		return
	case record.Code() != "":
		resp.Diagnostics.AddAttributeError(path.Root("pago_codigo"), "A reservation is paid once", fmt.Sprintf("Reservation %d is paid already, with the code %q, and is not paid again. Nothing was sent.", id, record.Code()))
		return
	case record.PagoCodigo.Sent:
		say("Recording the payment of reservation %d.", id)
	default:
		say("The service does not tell whether reservation %d is paid. Recording the payment, whose code it takes once.", id)
	}
	refused, err := payReserva(ctx, a.Service, id, config.request(), nil)
	switch {
	case refused != nil:
		say("Reservation %d was paid with this very code meanwhile; the service refused it a second time.", id)
	case err == nil:
		say("Reservation %d is paid.", id)
	case framework.NoSuch(&resp.Diagnostics, "reserva_id", "reservation", config.ReservaID, err):
	default:
		config.task().AddError(&resp.Diagnostics, err)
	}
}
