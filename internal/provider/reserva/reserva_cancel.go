package reserva

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

func cancellationTask(m reservaModel) framework.Task {
	return framework.Task{Verb: "carry out", Noun: "cancellation", Name: fmt.Sprintf("of reservation %s", m.ID), Check: m.check(),
		Next: "The next run cancels it where it is active."}
}

// cancelReserva cancels a reservation. A refusal is looked into, unless it is known to be
// paid, which explains it: one that is proven to have ended needs no cancellation.
// Otherwise held is what the lists show of it.
func cancelReserva(ctx context.Context, s *framework.Service, id int64, among url.Values, paid bool) (held parking.Reserva, err error) {
	err = s.Client.CancelReserva(ctx, id, among)
	if paid || !framework.MayBeThere(err) || errors.Is(err, parking.ErrNotFound) {
		return parking.Reserva{}, err
	}
	held, standing, look := s.Client.LocateReserva(ctx, id, among)
	switch {
	case look != nil:
		err = &parking.UnsettledError{Write: err, Look: look}
	case standing == parking.ReservaEnded:
		err = nil
	}
	return held, err
}

// notCancelled follows a refusal that nothing explains: only a payment would.
func (m reservaModel) notCancelled(held parking.Reserva) string {
	why := "It is listed, and is not paid"
	if held.ID == 0 {
		why = notListedWhyText
	}
	return fmt.Sprintf(notCancelledText, m.ID, why)
}

// stays warns of a reservation that leaves the state without being cancelled.
func (m reservaModel) stays(diags *diag.Diagnostics, why string) {
	diags.AddWarning("Reservation stays on the service", fmt.Sprintf(reservationStaysOnTheServiceText, m.ID, m.VehiculoID, m.TramoID, why))
}
