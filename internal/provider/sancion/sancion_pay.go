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

// payment is a payment of a sanction, by the resource or by the action.
type payment struct {
	*framework.Service
	id   types.Int64
	pago sancionPago
	say  framework.Tell
	task framework.Task
	// stored is the sanction as the state has it, if it is in one.
	stored parking.Sancion
	// listed is what the list has shown of it, if it was read in this turn.
	listed parking.Sancion
	// sentBefore: an earlier run sent it, and the outcome is unknown.
	sentBefore bool
	// What a rejection may mean if there is no list of sanctions, and if the list does not show the sanction.
	noList, notListed string
}

// paymentOutcome is what became of a payment.
type paymentOutcome int

const (
	// notPaid: nothing was paid.
	notPaid paymentOutcome = iota
	// unpaid: the list of sanctions shows that no earlier request with this code paid either.
	unpaid
	// unknown: it may be paid with this code.
	unknown
	// paid: the service recorded the payment.
	paid
	// paidBefore: the sanction was already paid, and the record may show with which code.
	paidBefore
)

func (p payment) subject() string { return fmt.Sprintf("payment of sanction %s", p.id) }

// isFirst adds an error if another block or action has just paid with another code: the service may not show that yet,
// and may accept both. It comes first in a turn, since what follows may take longer than the client remembers a payment.
func (p payment) isFirst(diags *diag.Diagnostics) bool {
	sent, codigo := p.Client.HeldBy(p.subject()), p.pago.PagoCodigo.ValueString()
	if sent == "" || sent == codigo {
		return true
	}
	at := path.Root("pago_codigo")
	if p.task.Within != "" {
		at = path.Root(p.task.Within).AtName("pago_codigo")
	}
	diags.AddAttributeError(at, "Sanction paid by another block", fmt.Sprintf(anotherBlockText, p.id, sent, codigo))
	return false
}

// pay records the payment of a closed sanction, unless it is paid: with another code the service may accept it again
// (A14). known is what an answer has just shown of the sanction. If that or the list shows another sanction than the
// stored one, nothing is paid. Errors say why the outcome is notPaid, unpaid or unknown. The record is the last one
// that the service returned, if any.
func (p payment) pay(ctx context.Context, known parking.Sancion, diags *diag.Diagnostics) (parking.Sancion, paymentOutcome) {
	held, isPaid, err := p.read(ctx, known)
	codigo, open := p.pago.PagoCodigo.ValueString(), held.Cerrada.Value != nil && !*held.Cerrada.Value
	switch {
	case err != nil:
		p.task.AddError(diags, parking.Unread(listNotReadReason, err))
		return known, notPaid
	case p.stored.Another(known) || p.stored.Another(held):
		diags.AddError(anotherSancion, fmt.Sprintf(otherSancionText, p.id, otherClosed))
		return known, notPaid
	case isPaid && held.Pays(codigo):
		p.say("Sanction %s already has this payment. Nothing was sent.", p.id)
		return held, paidBefore
	case isPaid:
		return held, paidBefore
	case open && p.task.By == framework.ByAction: // the resource has just closed it, and the list may lag
		diags.AddAttributeError(path.Root("sancion_id"), "Sanction is not closed", fmt.Sprintf(pagarOpenText, p.id))
		return known, notPaid
	case held.ID != 0:
		p.say("Recording the payment of sanction %s.", p.id)
	case !p.ListsSanciones:
		p.say(notCheckedText, p.id)
	default:
		p.say(notShownText, p.id)
	}
	record, outcome := p.send(ctx, known, diags)
	if outcome == notPaid && p.sentBefore {
		outcome = unknown
	}
	if outcome == paid || outcome == unknown {
		p.Client.Hold(p.subject(), codigo)
	}
	return record, outcome
}

// send sends the payment, and finds out what a failure means.
func (p payment) send(ctx context.Context, known parking.Sancion, diags *diag.Diagnostics) (parking.Sancion, paymentOutcome) {
	made, err := p.Client.PaySancion(ctx, p.id.ValueInt64(), p.pago.request())
	switch {
	case err == nil:
		p.say("Sanction %s is paid.", p.id)
		if made.ID == 0 { // the answer has no record
			made = known
		}
		return made, paid
	case noSuch(p.id, err, diags):
		return known, notPaid
	case framework.MayBeThere(err):
		return p.rejected(ctx, known, err, diags)
	}
	p.task.AddError(diags, err)
	switch {
	case parking.OutcomeOf(err) > parking.ProbablyNotDone:
		return known, unknown
	case parking.Is(err, parking.Unsettled):
		return known, unpaid
	}
	return known, notPaid
}

// read finds out whether the sanction is paid, and with which code: what an answer did not show, the list of sanctions may.
func (p payment) read(ctx context.Context, known parking.Sancion) (record parking.Sancion, isPaid bool, err error) {
	isPaid, shown := showsPaid(known)
	if shown && (!isPaid || known.PagoCodigo.Value != nil) {
		return known, isPaid, nil
	}
	listed := p.listed
	if listed.ID == 0 {
		if p.ListsSanciones {
			p.say("Checking whether sanction %s is already paid.", p.id)
		}
		listed, err = findSancion(ctx, p.Service, p.id)
	}
	switch {
	case err == nil:
		listedPaid, _ := showsPaid(listed)
		return listed, isPaid || listedPaid, nil
	case isPaid, parking.Is(err, parking.NoEndpoint), parking.Is(err, parking.NotFound):
		return known, isPaid, nil
	}
	return known, false, err
}

// showsPaid reports whether a sanction is paid; shown is false if its record does not say.
func showsPaid(record parking.Sancion) (isPaid, shown bool) {
	if paid := record.Pagada.Value; paid != nil {
		return *paid, true
	}
	hasCode := record.PagoCodigo.Value != nil
	return hasCode, hasCode
}

// rejected finds out whether the service rejected the payment because it already has it, and otherwise adds an error
// that says what to check.
func (p payment) rejected(ctx context.Context, known parking.Sancion, rejection error,
	diags *diag.Diagnostics) (parking.Sancion, paymentOutcome) {
	task, outcome := p.task, notPaid
	if parking.OutcomeOf(rejection) == parking.ProbablyNotDone { // the service may have failed after the work was done (A18)
		outcome = unknown
	}
	record, err := findSancion(ctx, p.Service, p.id)
	switch {
	case err == nil && record.Pays(p.pago.PagoCodigo.ValueString()):
		p.say(paidMeantimeText, p.id)
		return record, paidBefore
	case err == nil:
		shown := "without a pago_codigo"
		if record.PagoCodigo.Value != nil {
			shown = fmt.Sprintf("with pago_codigo %q", *record.PagoCodigo.Value)
		}
		task.Refused, outcome = fmt.Sprintf(listShowsUnpaidText, p.id, shown), unpaid
	case parking.Is(err, parking.NoEndpoint):
		task.Refused = fmt.Sprintf(p.noList, p.id, p.pago.PagoCodigo)
	case parking.Is(err, parking.NotFound):
		task.Refused = fmt.Sprintf(p.notListed, p.id, p.pago.PagoCodigo)
	default:
		rejection = framework.WithLookError(rejection, err)
	}
	task.AddError(diags, rejection)
	return known, outcome
}
