package reserva

import (
	"context"
	"fmt"
	"net/url"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

const cancelDeed = "cancel reservation"

func cancellationTask(m reservaModel) framework.Task {
	return framework.Task{Verb: "carry out", Noun: "cancellation", Name: fmt.Sprintf("of reservation %s", m.ID),
		Deed: cancelDeed, Done: m.ID.String(), Check: m.check(), Next: cancelNextText}
}

// cancelReserva cancels a reservation. If the service rejects that, the reservation is read,
// unless it is paid, which explains the rejection. A reservation that is proven to have
// ended needs no cancellation. Otherwise held is its record, if a list shows it. An answer
// that the reservation does not exist is believed only if no list shows it.
func cancelReserva(ctx context.Context, s *framework.Service, id int64, among url.Values, paid bool) (held parking.Reserva, err error) {
	err = s.Client.CancelReserva(ctx, id, among)
	if !parking.Is(err, parking.NotFound) && (paid || !framework.MayBeThere(err)) {
		return parking.Reserva{}, err
	}
	held, status, readErr := s.Client.FindReserva(ctx, id, among)
	switch {
	case readErr != nil:
		err = framework.LookFailed(err, readErr)
	case status == parking.ReservaEnded:
		err = nil
	}
	return held, err
}

// rejected reports whether the service rejected a cancellation. missing reports whether that
// is because there is no such reservation.
func rejected(held parking.Reserva, err error) bool {
	return framework.MayBeThere(err) || parking.Is(err, parking.NotFound) && held.ID != 0
}

func missing(held parking.Reserva, err error) bool {
	return parking.Is(err, parking.NotFound) && held.ID == 0
}

// notCancelled says what to do after a rejection that no payment explains.
func (m reservaModel) notCancelled(held parking.Reserva) string {
	why := unpaidWhy
	if held.ID == 0 {
		why = notListedWhy
	}
	return fmt.Sprintf(notCancelledText, why, m.ID)
}

// ended reports whether the lists proved that a reservation has ended.
func (m reservaModel) ended(private reservaPrivate) bool {
	return private.ended && !m.Activa.ValueBool()
}

// warnMayStay warns in the plan about reservations that may not be cancelled.
func (r *reservaResource) warnMayStay(state reservaModel, private reservaPrivate, diags *diag.Diagnostics) {
	if state.Pagada.ValueBool() || state.ended(private) {
		r.WarnOnce("Reservations may stay on the service", mayStayText, diags)
	}
}

// warnStays warns that a reservation leaves the state without being cancelled; then ends the text.
func (m reservaModel) warnStays(diags *diag.Diagnostics, why, then string) {
	diags.AddWarning("Reservation stays on the service", fmt.Sprintf(staysText, m.VehiculoID, m.TramoID, m.ID, why, then))
}
