package sancion

import (
	"context"
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

func (r *sancionResource) payment(m sancionModel) framework.Task {
	codigo := m.pago().PagoCodigo
	return framework.Task{Verb: "record", Noun: "payment", Name: fmt.Sprintf("%s of sanction %s", codigo, m.SancionID),
		Check:      fmt.Sprintf(payCheckText, m.SancionID, codigo),
		Attributes: []string{"pago_tipo", "pago_codigo", "cliente_id"}, Within: "pago",
		Next: payNextText}
}

// closeAndPay closes the sanction, and pays it if the plan adds a payment. It closes before
// every payment: that does not change a closed sanction, an open one cannot be paid, and the
// answer may show that it is already paid. If the answer does not, the list of sanctions
// may: another code would pay a second time (A14). The record is the last one that the
// service returned, if any.
func (r *sancionResource) closeAndPay(ctx context.Context, plan, before sancionModel, private framework.PrivateWriter,
	diags *diag.Diagnostics) parking.Sancion {
	closed, err := r.Client.CloseSancion(ctx, plan.SancionID.ValueInt64(), plan.Observaciones.ValueString())
	if err != nil {
		task := r.task("close", plan)
		task.Missing = fmt.Sprintf(noSuchText, plan.SancionID, framework.Sentence(err))
		task.AddError(diags, err)
		return closed
	}
	if stored := closed.Observaciones; stored.Sent && !plan.Observaciones.IsNull() && !before.Cerrada.ValueBool() {
		state := sancionModel{SancionID: plan.SancionID, Observaciones: types.StringPointerValue(stored.Value)}
		state.checkObservaciones(plan, !before.SancionID.IsNull(), diags) // somebody else may have closed it
	}
	if diags.HasError() || !plan.addsPayment(before) {
		return closed
	}
	record := closed
	isPaid, shown := showsPaid(closed)
	switch {
	case shown:
	case before.Pagada.ValueBool():
		isPaid = true
	default:
		record, err = findSancion(ctx, r.Service, plan.SancionID.ValueInt64())
		if err != nil && !parking.Is(err, parking.NoEndpoint) && !parking.Is(err, parking.NotFound) {
			r.payment(plan).AddError(diags, parking.Unread(listNotReadReason, err))
			return closed
		}
		isPaid, _ = showsPaid(record)
	}
	if isPaid {
		return r.alreadyPaid(ctx, plan, record, diags)
	}
	paid, err := r.Client.PaySancion(ctx, plan.SancionID.ValueInt64(), plan.pago().request())
	switch outcome := parking.OutcomeOf(err); {
	case outcome == parking.ProbablyNotDone && parking.Is(err, parking.Unsettled):
		framework.ClearMark(ctx, private, framework.UnsettledPagoKey, diags)
	case outcome >= parking.ProbablyNotDone:
		framework.SetMark(ctx, private, framework.UnsettledPagoKey, plan.pago().PagoCodigo.ValueString(), diags)
	}
	switch {
	case err == nil && paid.ID != 0:
		return paid
	case framework.MayBeThere(err):
		return r.rejectedPayment(ctx, plan, err, private, diags)
	case err != nil:
		r.payment(plan).AddError(diags, err)
	}
	return closed
}

// showsPaid reports whether a sanction is paid; shown is false if its record does not say.
func showsPaid(record parking.Sancion) (isPaid, shown bool) {
	if paid := record.Pagada.Value; paid != nil {
		return *paid, true
	}
	hasCode := record.PagoCodigo.Value != nil
	return hasCode, hasCode
}

// alreadyPaid adopts the payment of a sanction that is already paid, or adds an error if it
// is not the declared payment.
func (r *sancionResource) alreadyPaid(ctx context.Context, plan sancionModel, record parking.Sancion,
	diags *diag.Diagnostics) parking.Sancion {
	if record.PagoCodigo.Value == nil {
		if listed, err := findSancion(ctx, r.Service, plan.SancionID.ValueInt64()); err == nil {
			record = listed
		}
	}
	if record.PagoCodigo.Value == nil {
		diags.AddAttributeError(path.Root("pago"), "Sanction already paid", fmt.Sprintf(paidUnknownCodeText, plan.SancionID))
		return record
	}
	r.adoptPayment(plan, record, diags)
	return record
}

// adoptPayment warns that a record already has the declared payment, or adds an error if
// its payment is another one.
func (r *sancionResource) adoptPayment(plan sancionModel, record parking.Sancion, diags *diag.Diagnostics) {
	pago := plan.pago()
	state := sancionModel{SancionID: plan.SancionID, Pago: recordPago(record, pago).object()}
	state.checkPago(pago, diags)
	if !diags.HasError() {
		diags.AddWarning("Payment already recorded", fmt.Sprintf(alreadyRecordedText, plan.SancionID, pago.PagoCodigo))
	}
}

// rejectedPayment checks whether the service rejected a payment because it already has it,
// and otherwise adds an error that says what to check.
func (r *sancionResource) rejectedPayment(ctx context.Context, plan sancionModel, rejection error, private framework.PrivateWriter,
	diags *diag.Diagnostics) parking.Sancion {
	task, codigo := r.payment(plan), plan.pago().PagoCodigo
	record, err := findSancion(ctx, r.Service, plan.SancionID.ValueInt64())
	switch {
	case err == nil && record.Pays(codigo.ValueString()):
		r.adoptPayment(plan, record, diags)
		return record
	case err == nil:
		framework.ClearMark(ctx, private, framework.UnsettledPagoKey, diags)
		shown := "without a pago_codigo"
		if record.PagoCodigo.Value != nil {
			shown = fmt.Sprintf("with pago_codigo %q", *record.PagoCodigo.Value)
		}
		task.Refused = fmt.Sprintf(listShowsUnpaidText, plan.SancionID, shown)
	case parking.Is(err, parking.NoEndpoint):
		task.Refused = fmt.Sprintf(noListText, plan.SancionID, codigo)
	case parking.Is(err, parking.NotFound):
		task.Refused = fmt.Sprintf(notListedText, plan.SancionID, codigo)
	default:
		rejection = framework.WithLookError(rejection, err)
	}
	task.AddError(diags, rejection)
	return record
}

// findSancion reads a sanction from the list of sanctions. NoEndpoint: the path of the
// list is not configured; NotFound: the list does not show the sanction.
func findSancion(ctx context.Context, s *framework.Service, id int64) (parking.Sancion, error) {
	list, err := s.Client.Sanciones(ctx, nil)
	for _, record := range list {
		if record.ID == id {
			return record, nil
		}
	}
	if err == nil {
		err = &parking.Error{Kind: parking.NotFound, Outcome: parking.Refused}
	}
	return parking.Sancion{}, err
}

func sancionClaim(id types.Int64) string { return fmt.Sprintf("sancion %s", id) }

// addInTwoBlocks adds the error that another block of this run declares the sanction as well. A block that
// is removed from the configuration changes nothing on the service, so it does not count.
func addInTwoBlocks(id types.Int64, diags *diag.Diagnostics) {
	diags.AddAttributeError(path.Root("sancion_id"), "Sanction in two blocks",
		fmt.Sprintf(twoBlocksText, id, framework.RemoveBlock, framework.FindBlocks))
}
