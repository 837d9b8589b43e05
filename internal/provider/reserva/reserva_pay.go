package reserva

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

func (m reservaModel) check() string {
	return fmt.Sprintf("GET /external/reservas-activas?tramo_id=%s&vehiculo_id=%s", m.TramoID, m.VehiculoID)
}

// bookingTask is the booking of a reservation, which has no identifier yet.
func (r *reservaResource) bookingTask(m reservaModel) framework.Task {
	return framework.Task{Verb: "create", Noun: "reservation", Name: fmt.Sprintf("of vehicle %s in section %s", m.VehiculoID, m.TramoID),
		Check:      m.check(),
		Next:       bookNextText,
		Attributes: []string{"tramo_id", "vehiculo_id", "celda_id", "conector_id", "minutos"}}
}

func readTask(m reservaModel) framework.Task {
	return framework.Task{Verb: "read", Noun: "reservation", Name: m.ID.String(), Check: m.check()}
}

func pagoTask(m reservaModel) framework.Task {
	return framework.Task{Verb: "record", Noun: "payment", Name: fmt.Sprintf("%s of reservation %s", m.pago().PagoCodigo, m.ID),
		Check:      m.check(),
		Next:       payNextText,
		Attributes: []string{"pago_tipo", "pago_codigo", "enviar_recibo"}, Within: "pago"}
}

// pay records the declared payment, or adds errors.
func (r *reservaResource) pay(ctx context.Context, m reservaModel, private framework.PrivateWriter, diags *diag.Diagnostics) (paid bool) {
	if m.ID.IsNull() {
		diags.AddError("Unable to record payment", noIdentifierText)
		return false
	}
	pago := m.pago()
	rejected, err := payReserva(ctx, r.Service, m.ID.ValueInt64(), pago.request(), m.request().Among())
	switch {
	case rejected != nil:
		diags.AddWarning("Payment already recorded", fmt.Sprintf(alreadyRecordedText, pago.PagoCodigo, m.ID, rejected))
	case framework.MayBeThere(err) && !m.Activa.ValueBool():
		err = fmt.Errorf(endedUnpaidText, err)
	}
	switch {
	case err == nil, framework.MayBeThere(err), parking.Is(err, parking.Unsettled) && parking.OutcomeOf(err) == parking.ProbablyNotDone:
		framework.ClearPrivate(ctx, private, framework.UnsettledPagoKey, diags)
	case parking.OutcomeOf(err) >= parking.Unknown && !rejectedItself(err):
		framework.SetPrivate(ctx, private, framework.UnsettledPagoKey, pago.PagoCodigo.ValueString(), diags)
	}
	if err != nil {
		pagoTask(m).AddError(diags, err)
	}
	return err == nil
}

// payLater pays a reservation that was booked before this apply. It is read first: somebody
// may have paid it, and nothing may have refreshed it since.
func (r *reservaResource) payLater(ctx context.Context, m reservaModel, private framework.PrivateWriter,
	diags *diag.Diagnostics) (paid bool) {
	if m.ID.IsNull() {
		return r.pay(ctx, m, private, diags) // which adds the error
	}
	record, _, err := r.Client.FindReserva(ctx, m.ID.ValueInt64(), m.request().Among())
	codigo := m.pago().PagoCodigo.ValueString()
	switch {
	case err != nil:
		pagoTask(m).AddError(diags, parking.Unread(notPaidReason, err))
		return false
	case m.contradiction(record) != "":
		m.addOther(m.contradiction(record), diags)
		return false
	case record.Pays(codigo):
		framework.ClearPrivate(ctx, private, framework.UnsettledPagoKey, diags)
		return true
	case record.PaysOtherwise(codigo):
		addAlreadyPaid(m.ID, record.Code(), diags)
		return false
	}
	return r.pay(ctx, m, private, diags)
}

// payReserva records a payment, once. rejected is not nil if the service rejects it because
// the reservation already has this payment.
func payReserva(ctx context.Context, s *framework.Service, id int64, pago parking.ReservaPago, filter url.Values) (rejected, err error) {
	err = s.Client.PayReserva(ctx, id, pago, filter)
	if !framework.MayBeThere(err) {
		return nil, err
	}
	record, _, readErr := s.Client.FindReserva(ctx, id, filter)
	switch {
	case readErr != nil:
	case record.ID == 0:
		readErr = fmt.Errorf("no list of reservations shows reservation %d", id)
	case !record.PagoCodigo.Sent:
		readErr = fmt.Errorf("the record of reservation %d omits pago_codigo", id)
	case record.Pays(pago.PagoCodigo):
		return err, nil
	default:
		return nil, err
	}
	return nil, framework.LookFailed(err, readErr)
}

// rejectedItself reports whether the service rejected this payment itself (A18), so that another code may follow. That
// it could not be looked up afterwards matters only to an earlier one with the same code.
func rejectedItself(err error) bool {
	return parking.Is(err, parking.Unsettled) && parking.OutcomeOf(errors.Unwrap(err)) == parking.Refused
}

// payNew pays a reservation that was just booked. A failure is only a warning: an error
// would taint the reservation, and the next apply would cancel it and book another.
func (r *reservaResource) payNew(ctx context.Context, m reservaModel, private framework.PrivateWriter,
	diags *diag.Diagnostics) (paid bool) {
	var failed diag.Diagnostics
	paid = r.pay(ctx, m, private, &failed)
	diags.Append(failed.Warnings()...)
	for _, d := range failed.Errors() {
		text := fmt.Sprintf(bookedUnpaidText, framework.Detail(d), m.ID)
		at := path.Root("pago")
		if placed, ok := d.(diag.DiagnosticWithPath); ok {
			at = placed.Path()
		}
		diags.AddAttributeWarning(at, "Reservation booked but not paid", text)
	}
	return paid
}

// readBack refreshes datos after a write, and reports whether it could. A failure is only
// a warning, since the write succeeded.
func (r *reservaResource) readBack(ctx context.Context, m *reservaModel, diags *diag.Diagnostics) (read bool) {
	record, _, err := r.Client.FindReserva(parking.Unshown(ctx), m.ID.ValueInt64(), m.request().Among())
	return m.readBackAs(ctx, record, err, diags)
}

// readBooked is readBack for a reservation that was just booked. It warns if others were booked with it.
func (r *reservaResource) readBooked(ctx context.Context, m *reservaModel, booking parking.Booking, diags *diag.Diagnostics) (read bool) {
	record, alike, err := r.Client.ReadBooked(parking.Unshown(ctx), m.request(), booking)
	if len(alike) > 0 {
		diags.AddWarning("More reservations than requested", fmt.Sprintf(bookedMoreText, m.ID, m.VehiculoID, m.TramoID, joinIDs(alike)))
	}
	return m.readBackAs(ctx, record, err, diags)
}

func (m *reservaModel) readBackAs(ctx context.Context, record parking.Reserva, err error, diags *diag.Diagnostics) (read bool) {
	switch {
	case err != nil:
		readTask(*m).WarnSaved(diags, err)
	case record.ID != 0:
		m.Datos = framework.Dynamic(ctx, record.Datos)
	}
	return record.ID != 0
}
