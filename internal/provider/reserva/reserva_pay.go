package reserva

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

func (m reservaModel) check() string {
	return fmt.Sprintf("GET /external/reservas-activas?tramo_id=%s&vehiculo_id=%s", m.TramoID, m.VehiculoID)
}

// bookingTask is about making the reservation, when it has no identifier yet.
func (r *reservaResource) bookingTask(m reservaModel) framework.Task {
	next := lostNextText
	if r.Adopt == framework.AdoptNever {
		next = nextRunNeverAdoptsText
	}
	return framework.Task{Verb: "create", Noun: "reservation", Name: fmt.Sprintf("of vehicle %s in section %s", m.VehiculoID, m.TramoID),
		Check:      m.check(),
		Next:       fmt.Sprintf(lostCleanText, next),
		Attributes: []string{"tramo_id", "vehiculo_id", "celda_id", "conector_id", "minutos"}}
}

func reservaTask(verb string, m reservaModel) framework.Task {
	return framework.Task{Verb: verb, Noun: "reservation", Name: m.ID.String(), Check: m.check()}
}

func pagoTask(m reservaModel) framework.Task {
	return framework.Task{Verb: "record", Noun: "payment", Name: fmt.Sprintf("%s of reservation %s", m.pago().codigo, m.ID),
		Check:      m.check(),
		Next:       unpaidNextText,
		Attributes: []string{"pago_tipo", "pago_codigo", "enviar_recibo"}, Within: "pago"}
}

const extendDeed = "extend reservation"

// notExtended follows the refusal of an extension, which changes nothing.
func notExtended(id types.Int64) string {
	return fmt.Sprintf("Nothing was changed: reservation %s ends when it did before.", id)
}

func extensionTask(m reservaModel, minutos int64) framework.Task {
	return framework.Task{Verb: "book", Noun: "extension", Name: fmt.Sprintf(extendedByNumberText, m.ID, minutos), Check: m.check(),
		Deed: extendDeed, Done: fmt.Sprintf("%s by %d minutes", m.ID, minutos),
		Next: extendNextText, Attributes: []string{"minutos"}}
}

// pay records the declared payment, or adds errors.
func (r *reservaResource) pay(ctx context.Context, m reservaModel, private framework.PrivateWriter, diags *diag.Diagnostics) (paid bool) {
	if m.ID.IsNull() {
		diags.AddError("Unable to record payment", noReservaID)
		return false
	}
	pago := m.pago()
	refused, err := payReserva(ctx, r.Service, m.ID.ValueInt64(), pago.request(), m.filter())
	switch {
	case refused != nil:
		diags.AddWarning("Reservation was paid already", fmt.Sprintf(reservationWasPaidAlreadyText, pago.codigo, m.ID, refused))
	case framework.MayBeThere(err) && !m.Activa.ValueBool():
		err = fmt.Errorf(unpaidEndedText, err)
	}
	switch {
	case err == nil, framework.MayBeThere(err), parking.Judge(err) == parking.NotDone:
		framework.ClearMark(ctx, private, framework.UnsettledPagoKey, diags)
	case parking.Ambiguous(err):
		framework.SetMark(ctx, private, framework.UnsettledPagoKey, pago.codigo.ValueString(), diags)
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
		return r.pay(ctx, m, private, diags) // which says why it cannot
	}
	record, _, err := r.Client.LocateReserva(ctx, m.ID.ValueInt64(), m.filter())
	codigo := m.pago().codigo.ValueString()
	switch {
	case err != nil:
		pagoTask(m).AddError(diags, &parking.NotSentError{Reason: "nothing was paid: the reservation could not be read before", Err: err})
		return false
	case record.Pays(codigo):
		framework.ClearMark(ctx, private, framework.UnsettledPagoKey, diags)
		return true
	case record.PaysOtherwise(codigo):
		paidOnce(m.ID, record.Code(), diags)
		return false
	}
	return r.pay(ctx, m, private, diags)
}

// payReserva records a payment, once. refused is not nil where the service refuses it
// and the reservation carries this very payment.
func payReserva(ctx context.Context, s *framework.Service, id int64, pago parking.ReservaPago, filter url.Values) (refused, err error) {
	err = s.Client.PayReserva(ctx, id, pago, filter)
	if !framework.MayBeThere(err) {
		return nil, err
	}
	record, _, look := s.Client.LocateReserva(ctx, id, filter)
	switch {
	case look != nil:
	case record.ID == 0:
		look = fmt.Errorf("no list of reservations shows reservation %d", id)
	case !record.PagoCodigo.Sent:
		look = fmt.Errorf("the record of reservation %d does not tell the code of a payment", id)
	case record.Pays(pago.PagoCodigo):
		return err, nil
	default:
		return nil, err
	}
	return nil, &parking.UnsettledError{Write: err, Look: look}
}

// payNew pays a reservation that was just booked. That it fails is a warning: an
// error would taint the reservation, and the next apply would cancel it and book
// another.
func (r *reservaResource) payNew(ctx context.Context, m reservaModel, private framework.PrivateWriter,
	diags *diag.Diagnostics) (paid bool) {
	var failed diag.Diagnostics
	paid = r.pay(ctx, m, private, &failed)
	diags.Append(failed.Warnings()...)
	for _, d := range failed.Errors() {
		text := fmt.Sprintf(bookedUnpaidText, d.Detail(), m.ID)
		at := path.Root("pago")
		if placed, ok := d.(diag.DiagnosticWithPath); ok {
			at = placed.Path()
		}
		diags.AddAttributeWarning(at, "Reservation booked, and not paid", text)
	}
	return paid
}

// extend extends a reservation to a total, by minutes as last seen, or adds errors.
func (r *reservaResource) extend(ctx context.Context, m reservaModel, total, minutos int64, private framework.PrivateWriter,
	diags *diag.Diagnostics) (extended bool) {
	if m.ID.IsNull() {
		diags.AddError("Unable to "+extendDeed, noReservaID)
		return false
	}
	err := r.Client.ExtendReservaTo(ctx, m.ID.ValueInt64(), total, minutos, m.filter())
	if err == nil {
		return true
	}
	if parking.Ambiguous(err) {
		framework.SetMark(ctx, private, unsettledMinutosKey, true, diags)
	}
	task := extensionTask(m, minutos)
	if parking.Judge(err) == parking.Refused {
		task.Refused = notExtended(m.ID)
	}
	task.AddError(diags, err)
	return false
}

// readBack refreshes datos after a write, and reports whether it could. That it
// fails is a warning, since the write went well.
func (r *reservaResource) readBack(ctx context.Context, m *reservaModel, diags *diag.Diagnostics) (known bool) {
	record, _, err := r.Client.LocateReserva(ctx, m.ID.ValueInt64(), m.filter())
	switch {
	case err != nil:
		reservaTask("read", *m).WarnSaved(diags, err)
	case record.ID != 0:
		m.Datos = framework.Dynamic(ctx, record.Datos)
	}
	return record.ID != 0
}

// bookedBlindly fills what is known of a reservation that the service accepted
// without telling its identifier.
func (m *reservaModel) bookedBlindly(ctx context.Context, look *reservaLook, err error, diags *diag.Diagnostics) {
	m.lose(ctx, lostBooking{before: look.active, block: look.lost.block, sent: time.Now()})
	m.Activa = types.BoolValue(true)
	diags.AddWarning("Reservation booked, and its identifier not known",
		fmt.Sprintf(bookedWithoutIDText, m.VehiculoID, m.TramoID, err, noReservaID, m.check()))
}
