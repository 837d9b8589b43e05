package reserva

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var _ action.ActionWithConfigure = (*reservaCancelarAction)(nil)

type reservaCancelarAction struct{ framework.ActionBase }

func newReservaCancelarAction() action.Action { return &reservaCancelarAction{} }

type reservaCancelarModel struct {
	ReservaID types.Int64    `tfsdk:"reserva_id"`
	Timeouts  timeouts.Value `tfsdk:"timeouts"`
}

func (m reservaCancelarModel) task() framework.Task {
	return framework.Task{By: framework.ByAction, Verb: "carry out", Noun: "the cancellation",
		Name: fmt.Sprintf("of reservation %s", m.ReservaID),
		Deed: cancelDeed, Done: m.ReservaID.String(),
		Check:      fmt.Sprintf(cancelarCheckText, m.ReservaID),
		Next:       cancelarNextText,
		Attributes: []string{"reserva_id"}}
}

func (a *reservaCancelarAction) Metadata(_ context.Context, req action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_reserva_cancelar"
}

func (a *reservaCancelarAction) Schema(ctx context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: cancelarDoc + framework.OnlyTerraform + cancelarResourceDoc,
		Attributes: map[string]schema.Attribute{
			"reserva_id": framework.IdentifierAttribute("Identifier of the reservation, for example `parking_reserva.….id`."),
			"timeouts":   framework.ActionTimeouts(ctx),
		},
	}
}

func (a *reservaCancelarAction) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	var config reservaCancelarModel
	ctx, done, say, ok := a.Start(ctx, req, resp, &config, &config.Timeouts)
	defer done()
	if !ok {
		return
	}
	id, task := config.ReservaID.ValueInt64(), config.task()
	say("Checking whether reservation %d is active.", id)
	_, status, err := a.Client.FindReserva(ctx, id, nil)
	switch {
	case err != nil:
		task.AddError(&resp.Diagnostics, &parking.NotSentError{Reason: notCancelledReason, Err: err})
		return
	case status == parking.ReservaEnded:
		say(cancelarEndedText, id)
		return
	}
	say("Cancelling reservation %d.", id)
	_, err = cancelReserva(ctx, a.Service, id, nil, false)
	switch {
	case err == nil:
		say("Reservation %d is cancelled.", id)
	case framework.NoSuch(&resp.Diagnostics, "reserva_id", "reservation", "parking_reservas", config.ReservaID, err):
	default:
		if framework.MayBeThere(err) {
			task.Refused = fmt.Sprintf(cancelarRejectedText, id)
		}
		task.AddError(&resp.Diagnostics, err)
	}
}
