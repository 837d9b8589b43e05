package sancion

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

func (r *sancionResource) task(verb string, m sancionModel) framework.Task {
	return framework.Task{Verb: verb, Noun: "sanction", Name: m.SancionID.String(),
		Check:      fmt.Sprintf("the list of sanctions (endpoints.sanciones), which shows sanction %s", m.SancionID),
		Attributes: []string{"sancion_id", "observaciones"},
		Next:       closeNextText}
}

// payment is the task of recording a payment.
func (r *sancionResource) payment(m sancionModel) framework.Task {
	codigo := m.pago().PagoCodigo
	return framework.Task{Verb: "record", Noun: "payment", Name: fmt.Sprintf("%s of sanction %s", codigo, m.SancionID),
		Check:      fmt.Sprintf(pagoCheckText, m.SancionID, codigo),
		Attributes: []string{"pago_tipo", "pago_codigo", "cliente_id"}, Within: "pago",
		Next: pagoCleanText}
}

// bring closes the sanction, and pays it where the plan has a payment that was not
// there before. It closes before every payment: that does a closed sanction no harm,
// an open one cannot be paid, and the answer may tell that it is paid already. Where
// it does not, the list of sanctions may: another code would pay a second time (A14).
// The record is the last that the service answered with, if any.
func (r *sancionResource) bring(ctx context.Context, plan, before sancionModel, private framework.PrivateWriter,
	diags *diag.Diagnostics) parking.Sancion {
	closed, err := r.Client.CloseSancion(ctx, plan.SancionID.ValueInt64(), plan.Observaciones.ValueString())
	switch {
	case errors.Is(err, parking.ErrNotFound):
		diags.AddAttributeError(path.Root("sancion_id"), "No such sanction", fmt.Sprintf(noSuchSanctionText, plan.SancionID, err))
		return closed
	case err != nil:
		r.task("close", plan).AddError(diags, err)
		return closed
	}
	if told := closed.Observaciones; told.Sent && !plan.Observaciones.IsNull() && !before.Cerrada.ValueBool() {
		held := sancionModel{SancionID: plan.SancionID, Observaciones: types.StringPointerValue(told.Value)}
		held.refuseObservaciones(plan, !before.SancionID.IsNull(), diags) // somebody closed it before
	}
	if diags.HasError() || !plan.paysAnew(before) {
		return closed
	}
	record := closed
	isPaid, told := showsPaid(closed)
	switch {
	case told:
	case before.Pagada.ValueBool():
		isPaid = true
	default:
		record, err = findSancion(ctx, r.Service, plan.SancionID.ValueInt64())
		if err != nil && !errors.Is(err, parking.ErrNoEndpoint) && !errors.Is(err, parking.ErrNotFound) {
			r.payment(plan).AddError(diags, &parking.NotSentError{Reason: listNotReadReason, Err: err})
			return closed
		}
		isPaid, _ = showsPaid(record)
	}
	if isPaid {
		return r.paidBefore(ctx, plan, record, diags)
	}
	paid, err := r.Client.PaySancion(ctx, plan.SancionID.ValueInt64(), plan.pago().request())
	switch {
	case parking.Judge(err) == parking.NotDone:
		framework.ClearMark(ctx, private, framework.UnsettledPagoKey, diags)
	case parking.Ambiguous(err), parking.Judge(err) == parking.Doubtful:
		framework.SetMark(ctx, private, framework.UnsettledPagoKey, plan.pago().PagoCodigo.ValueString(), diags)
	}
	switch {
	case err == nil && paid.ID != 0:
		return paid
	case framework.MayBeThere(err):
		return r.refusedPayment(ctx, plan, err, private, diags)
	case err != nil:
		r.payment(plan).AddError(diags, err)
	}
	return closed
}

// showsPaid reports whether a record shows a payment; told is false where it does not
// say.
func showsPaid(record parking.Sancion) (isPaid, told bool) {
	if paid := record.Pagada.Value; paid != nil {
		return *paid, true
	}
	coded := record.PagoCodigo.Value != nil
	return coded, coded
}

// paidBefore takes a sanction that is paid already, where that is with the declared
// payment. It never pays again.
func (r *sancionResource) paidBefore(ctx context.Context, plan sancionModel, record parking.Sancion,
	diags *diag.Diagnostics) parking.Sancion {
	if record.PagoCodigo.Value == nil {
		if listed, err := findSancion(ctx, r.Service, plan.SancionID.ValueInt64()); err == nil {
			record = listed
		}
	}
	if record.PagoCodigo.Value == nil {
		diags.AddAttributeError(path.Root("pago"), "Sanction is paid already", fmt.Sprintf(sanctionIsPaidAlreadyText, plan.SancionID))
		return record
	}
	r.adopt(plan, record, diags)
	return record
}

// adopt takes the payment that a record carries over, where it is the declared one.
func (r *sancionResource) adopt(plan sancionModel, record parking.Sancion, diags *diag.Diagnostics) {
	pago := plan.pago()
	held := sancionModel{SancionID: plan.SancionID, Pago: recordPago(record, pago).object()}
	held.refusePago(pago, diags)
	if !diags.HasError() {
		diags.AddWarning("Payment was there already", fmt.Sprintf(paymentWasThereAlreadyText, plan.SancionID, pago.PagoCodigo))
	}
}

// refusedPayment looks whether the service refuses a payment because it has it
// already, and otherwise says what to check.
func (r *sancionResource) refusedPayment(ctx context.Context, plan sancionModel, refusal error, private framework.PrivateWriter,
	diags *diag.Diagnostics) parking.Sancion {
	task, codigo := r.payment(plan), plan.pago().PagoCodigo
	record, err := findSancion(ctx, r.Service, plan.SancionID.ValueInt64())
	switch {
	case err == nil && record.Pays(codigo.ValueString()):
		r.adopt(plan, record, diags)
		return record
	case err == nil:
		framework.ClearMark(ctx, private, framework.UnsettledPagoKey, diags)
		held := "without a pago_codigo"
		if record.PagoCodigo.Value != nil {
			held = fmt.Sprintf("with pago_codigo %q", *record.PagoCodigo.Value)
		}
		task.Refused = fmt.Sprintf(listShowsUnpaidText, plan.SancionID, held)
	case errors.Is(err, parking.ErrNoEndpoint):
		task.Refused = fmt.Sprintf(codeUsedText, plan.SancionID, codigo)
	case errors.Is(err, parking.ErrNotFound):
		task.Refused = fmt.Sprintf(listShowsNothingText, plan.SancionID, codigo)
	default:
		refusal = framework.Unseen(refusal, err)
	}
	task.AddError(diags, refusal)
	return record
}

// findSancion reads a sanction from the list of sanctions. ErrNoEndpoint: there is no
// list to read; ErrNotFound: the list does not show it.
func findSancion(ctx context.Context, s *framework.Service, id int64) (parking.Sancion, error) {
	list, err := s.Client.Sanciones(ctx, nil)
	for _, record := range list {
		if record.ID == id {
			return record, nil
		}
	}
	if err == nil {
		err = parking.ErrNotFound
	}
	return parking.Sancion{}, err
}
