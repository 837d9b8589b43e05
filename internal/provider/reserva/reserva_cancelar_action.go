package reserva

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

type reservaCancelarModel struct {
	ReservaID types.Int64    `tfsdk:"reserva_id"`
	Timeouts  timeouts.Value `tfsdk:"timeouts"`
}

func (m reservaCancelarModel) task() framework.Task {
	return framework.Task{By: framework.ByAction, Verb: "carry out", Noun: "cancellation",
		Name: fmt.Sprintf("of reservation %s", m.ReservaID),
		Deed: cancelDeed, Done: m.ReservaID.String(),
		Check:      fmt.Sprintf(cancelarCheckText, m.ReservaID),
		Next:       cancelarNextText,
		Attributes: []string{"reserva_id"}}
}

var reservaCancelar = framework.Act("reserva_cancelar", schema.Schema{
	MarkdownDescription: cancelarDoc + framework.OnlyTerraform + cancelarResourceDoc,
	Attributes: map[string]schema.Attribute{
		"reserva_id": framework.IdentifierAttribute("Identifier of the reservation, for example `parking_reserva.….id`."),
	},
}, nil, invokeReservaCancelar)

func invokeReservaCancelar(ctx context.Context, s *framework.Service, config reservaCancelarModel, say framework.Tell,
	diags *diag.Diagnostics) {
	id, task := config.ReservaID.ValueInt64(), config.task()
	say("Checking whether reservation %d is active.", id)
	_, status, err := s.Client.FindReserva(ctx, id, nil)
	switch {
	case err != nil:
		task.AddError(diags, parking.Unread(notCancelledReason, err))
		return
	case status == parking.ReservaEnded:
		say(cancelarEndedText, id)
		return
	}
	say("Cancelling reservation %d.", id)
	held, err := cancelReserva(ctx, s, id, nil, false)
	switch {
	case err == nil:
		say("Reservation %d is cancelled.", id)
	case missing(held, err) && framework.NoSuch(diags, "reserva_id", "reservation", "parking_reservas", config.ReservaID, err):
	default:
		if rejected(held, err) {
			task.Refused = cancelarRejectedText
		}
		task.AddError(diags, err)
	}
}
