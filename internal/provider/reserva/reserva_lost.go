package reserva

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// keepLost sets the state of a booking that may have been carried out: without an identifier, and with what a refresh needs to
// find it. That is only a warning: an error would taint the reservation, and the next apply would replace it.
func (r *reservaResource) keepLost(ctx context.Context, m *reservaModel, booking parking.Booking, err error,
	private framework.PrivateWriter, diags *diag.Diagnostics) {
	lost := lostBooking{Before: booking.Before, Ended: booking.Ended.UTC().Truncate(time.Millisecond),
		Accepted: parking.OutcomeOf(err) == parking.Accepted}
	framework.SetPrivate(ctx, private, lostKey, lost, diags)
	m.ID, m.Datos, m.Activa = types.Int64Null(), types.DynamicNull(), types.BoolNull()
	if lost.Accepted {
		m.Activa = types.BoolValue(true)
		diags.AddWarning("Reservation booked, identifier unknown",
			fmt.Sprintf(bookedWithoutIDText, m.VehiculoID, m.TramoID, m.check(), framework.Sentence(err)))
		return
	}
	task := r.bookingTask(*m)
	task.Next = lostNextText
	var failed diag.Diagnostics
	task.AddError(&failed, err)
	for _, d := range failed {
		diags.AddWarning("Booking outcome unknown", fmt.Sprintf(lostWarningText, framework.Detail(d)))
	}
}

// identify finds the reservation of a state without an identifier. If there is certainly none, it removes the state, so that the
// booking is planned again. found is false unless the state now has an identifier.
func (r *reservaResource) identify(ctx context.Context, state *reservaModel, lost lostBooking, resp *resource.ReadResponse) (found bool) {
	held, err := r.Client.FindBooked(ctx, lost.sent(*state))
	switch {
	case err == nil && held.ID != 0:
		state.ID, state.Activa = types.Int64Value(held.ID), types.BoolValue(true)
		resp.Diagnostics.AddWarning("Lost booking found", fmt.Sprintf(lostFoundText, state.lostText(), held.ID))
		return true
	case err == nil && !lost.Accepted:
		resp.State.RemoveResource(ctx)
		resp.Diagnostics.AddWarning("Lost booking was not carried out", fmt.Sprintf(lostAbsentText, state.lostText()))
	default:
		resp.Diagnostics.AddWarning("Reservation without an identifier",
			fmt.Sprintf(lostUnknownText, state.lostText(), lostWhy(err), state.check()))
	}
	return false
}

// lostWhy says why a lost booking was not found.
func lostWhy(err error) string {
	if err == nil {
		return noListShowsText
	}
	return framework.Sentence(err)
}

// lostText is the first sentence of every message about a lost booking.
func (m reservaModel) lostText() string {
	return fmt.Sprintf(lostBookingText, m.VehiculoID, m.TramoID, m.Minutos)
}

// findToCancel looks once more for the reservation of a state without an identifier, before it is destroyed. Without what was
// sent, which a tainted state has lost, any reservation of the vehicle could be another block's.
func (r *reservaResource) findToCancel(ctx context.Context, state *reservaModel, lost lostBooking, diags *diag.Diagnostics) (found bool) {
	if lost.Ended.IsZero() {
		diags.AddWarning("Lost booking no longer managed",
			fmt.Sprintf(lostNotManagedText, state.lostText(), lostTaintedText, state.check()))
		return false
	}
	held, err := r.Client.FindBooked(ctx, lost.sent(*state))
	switch {
	case held.ID != 0:
		state.ID = types.Int64Value(held.ID)
		diags.AddWarning("Lost booking found", fmt.Sprintf(lostCancelledText, state.lostText(), held.ID))
		return true
	case err != nil && !parking.Unreadable(err) && (!parking.Is(err, parking.Inconclusive) || parking.ErrorOf(err).Passing):
		task := cancellationTask(*state)
		task.Name, task.Done = "of the lost booking", fmt.Sprintf("of vehicle %s in section %s", state.VehiculoID, state.TramoID)
		task.AddError(diags, parking.Unread(notFoundReason, err))
	default:
		diags.AddWarning("Lost booking no longer managed",
			fmt.Sprintf(lostNotManagedText, state.lostText(), lostWhy(err), state.check()))
	}
	return false
}
