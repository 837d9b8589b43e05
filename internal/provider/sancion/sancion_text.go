package sancion

import "github.com/parking-provider/terraform-provider-parking/internal/framework"

// Descriptions.
const (
	sancionDoc = "Manages the closure and payment of a sanction (a parking fine) that already exists on the service. Creating the resource closes the sanction, then records the payment if `pago` is set. Closing a closed sanction changes nothing, and a sanction that already has the declared payment is not paid again.\n\n" +
		"The service documents no way to read a sanction. If `endpoints.sanciones` of the provider is set, the list of sanctions is read, and a sanction that was reopened is planned to be closed. Without it, the state shows what this resource did.\n\n" +
		"If the answer to the payment is lost, creating the resource ends in a warning, and `pagada` is `false`. The next plan shows `pagada = false -> true`. Applying it sends the same payment again, which the service accepts once. Another `pago_codigo` is an error until then.\n\n" +
		"The service can neither reopen a sanction nor change or undo a payment. So a change of `observaciones` or `pago` is an error at plan time. Destroying the resource only removes it from the state, with a warning."
	sancionIDDoc           = "Identifier of the sanction, for example `7`. Forces replacement: the new sanction is closed, and the former one stays closed."
	observacionesDoc       = "Remarks, stored when the sanction is closed. If omitted, the service's value is kept. After the closure, a change is an error at plan time; a different spelling, in case or blanks, updates only the state."
	pagoDoc                = "Payment of the sanction, recorded once, after the closure. It can be added later; changing or removing it afterwards is an error at plan time."
	pagoClienteIDDoc       = "Identifier of the client who pays. Defaults to the client in the service's record of the sanction, if it has one."
	cerradaDoc             = "Whether the sanction is closed. A sanction that was reopened is planned to be closed."
	pagadaDoc              = "Whether the sanction is paid; null if the service never returned it. `false` after the creation of a block with `pago`: the outcome of the payment is unknown."
	datosDoc               = "All other fields of the sanction in one object, as the service returns them; null if it never returned any. Read a field that may be missing with `try(….datos.field, null)`."
	sancionesDoc           = "Lists the sanctions. The service does not document the path of this list: set `endpoints.sanciones` of the provider."
	cerrarDoc              = "Closes a sanction. Closing a closed sanction changes nothing, and succeeds."
	cerrarObservacionesDoc = "Remarks, stored when the sanction is closed. A sanction that is already closed keeps its own, and a warning says so if the service returns them."
	iniciarDoc             = "Starts a sanction, one for each invocation. A sanction can be closed and paid, but not deleted. The service does not document the path: if `endpoints.iniciar_sancion` of the provider is not set, planning the action fails."
	iniciarLostDoc         = "The request reaches the service at most once. After a lost answer, the list of sanctions before and after shows whether one was started, if `endpoints.sanciones` is set. Otherwise the error says that the outcome is unknown, and where to check it."
	pagarDoc               = "Records the payment of a closed sanction, once. The service rejects a payment for an open sanction: close it first with `parking_sancion_cerrar`, before this action in the same list of `actions`."
	pagarReadDoc           = "If `endpoints.sanciones` of the provider is set, the sanction is read first. If it already has this `pago_codigo`, the action sends nothing and succeeds. If it is open, or paid with another or an unknown code, the action fails and sends nothing."
)

// Messages.
const (
	noSuchText               = "The service has no sanction %s. Nothing was changed. Check sancion_id, then run again. The data source parking_sanciones lists the sanctions.\n\n%s"
	otherSancionText         = "The service's record of sanction %s has another placa or tramo_id than datos in the state. %s The service may have been restored from a backup, or base_url may name another service. If base_url is right, remove the sanction from the state:\n\n  terraform state rm parking_sancion.NAME\n\nThen correct sancion_id, and apply. If the block is to go too, remove it first."
	otherUnchanged           = "Nothing was changed."
	otherClosed              = "Nothing was paid. If the sanction with this identifier was open, it is closed now."
	listNotReadReason        = "the list of sanctions could not be read"
	paidUnknownCodeText      = "Sanction %s is already paid, and the service does not show with which pago_codigo, so nothing was paid. If the list of sanctions shows the code, set endpoints.sanciones in the provider block. Otherwise remove pago from this block."
	alreadyRecordedText      = "Sanction %s is already paid with pago_codigo %s, as declared. An earlier run or somebody else recorded the payment. It was not paid again."
	alreadyClosedText        = "Sanction %s was already closed, with other observaciones than those of the action. Remarks are stored when a sanction is closed and cannot be changed, so the service keeps its own."
	startedWithoutIDText     = "The service accepted the sanction of plate %s in section %s, but its record could not be read. The sanction was started, so do not invoke the action again for it. To check by hand: %s.\n\n%s"
	paymentRemovedText       = "Sanction %s is paid, but the configuration has no pago. The service can neither change nor undo a payment. Restore it:\n\n%s%s"
	paymentChangedText       = "Sanction %s was paid %s, but the configuration says %s. The service can neither change nor undo a payment. %s%s"
	shownUnpaidText          = "\n\nThe service now shows the sanction as unpaid, but this payment is not repeated. If the payment really is lost, run terraform state rm parking_sancion.NAME, which changes nothing on the service. Then apply with another pago_codigo."
	observacionesChangedText = "Sanction %s was closed %s, but the configuration %s. Remarks are stored when a sanction is closed and cannot be changed. %s"
	ignoreChangesText        = ", or ignore the difference:\n\n  lifecycle {\n    ignore_changes = [observaciones]\n  }"
	codeReusedText           = "Sanction %s is paid with the code %s, or may be, and the service accepts each code once. Another sanction needs another pago_codigo."
	outcomeUnknownText       = "It is not known whether the service recorded payment %q of sanction %s, so another code could pay it a second time. Restore pago_codigo = %[1]q and apply: the service rejects that code if it was recorded. If the operator of the service says that it was not recorded, run terraform state rm parking_sancion.NAME, which changes nothing on the service. Then apply with another pago_codigo."
	keptUnpaidText           = "Sanction %s is closed, and is in the state with pagada = false, because it is not known whether its payment was recorded. The next plan shows pagada = false -> true. This is only a warning, because after an error the next run would not know what was sent. To make such a run fail, declare:\n\n  lifecycle {\n    postcondition {\n      condition     = self.pagada\n      error_message = \"The payment is not confirmed.\"\n    }\n  }\n\n%s"
	removedUnknownText       = "It is not known whether the service recorded payment %q of sanction %s, and removing pago does not undo it. Nothing is sent. The provider remembers the code, so another pago_codigo stays an error. If you do not know whether the sanction is paid, ask the operator of the service, or restore pago and apply."
	anotherBlockText         = "Another block or action of this run has just paid sanction %s with pago_codigo %q, or may have. So %q was not sent: the service could record both. Remove pago from one of the two blocks, then apply."
	noTurnText               = "Could not %s %s %s, because another block or action was still working on sanction %s. %s"
	pagarPaidText            = "Sanction %s is already paid with the code %q, so it is not paid again. Nothing was sent."
	pagarPaidUnknownCodeText = "Sanction %s is already paid, and the service does not show with which code. It is not paid again. Nothing was sent."
	pagarOpenText            = "Sanction %s is open, and the service accepts a payment only for a closed sanction. Nothing was sent. Close it first with the action parking_sancion_cerrar, before this one in the same list of actions."
	importText               = "Sanction %s cannot be read, because the service does not document the path that lists sanctions. If you know the path, set endpoints.sanciones in the provider block.\n\nOtherwise apply the resource without importing it. This is safe: closing a closed sanction changes nothing, and the same pago_codigo cannot pay twice."
	stayText                 = "The service can neither delete nor reopen a sanction. Those that this plan destroys or replaces stay closed, and paid if they are." + framework.Listed
)

// anotherSancion is the summary of a record that is not of the sanction in the state.
const anotherSancion = "Sanction is another one"

// outcomeUnknown is the summary of what is said of a payment that may have been recorded.
const outcomeUnknown = "Payment outcome unknown"

// What to do after a failed request.
const (
	closeNextText       = "The next run closes the sanction again, which changes nothing if it is closed."
	payCheckText        = "the list of sanctions (endpoints.sanciones), where sanction %s has pago_codigo %s if it is paid"
	payNextText         = "No cleanup is needed. The next run checks whether the sanction is paid with this code, if the service shows it. Otherwise it sends the same payment, and the service accepts each code once. Keep this pago_codigo: another one could pay a second time."
	listShowsUnpaidText = "The list of sanctions shows sanction %s %s, so this payment was not recorded. Check whether the sanction is open or already paid with another code, or the code was used for something else."
	noListText          = "An earlier run may have paid the sanction and lost the answer. Ask the operator of the service whether sanction %s is paid with pago_codigo %s. If it is, remove pago from this block. With endpoints.sanciones in the provider block, the next run checks this by itself. Another pago_codigo could pay a second time."
	notListedText       = "The list of sanctions does not show sanction %s, so it may already be paid. Ask the operator of the service whether it is paid with pago_codigo %s. If it is, remove pago from this block. Another pago_codigo could pay a second time."
	closeAgainText      = "Closing a closed sanction changes nothing, so the action can be invoked again."
	startCheckText      = "the list of sanctions (endpoints.sanciones), or the service's own application"
	startNextText       = "Invoked again, the action starts another sanction, which cannot be deleted."
	pagarNextText       = "The same pago_codigo cannot pay twice, because the service accepts each code once. Another code could."
	closeFirstText      = "If the sanction is open, close it first with parking_sancion_cerrar. If an earlier invocation lost its answer, the sanction may already be paid. Ask the operator of the service whether sanction %s is paid with pago_codigo %s. With endpoints.sanciones in the provider block, the action checks this."
)

// Progress of actions.
const (
	startedText      = "A sanction was started in section %s. The service returned no identifier."
	notCheckedText   = "Without endpoints.sanciones in the provider block, it cannot be checked whether sanction %s is already paid. Recording the payment; the service accepts each code once."
	notShownText     = "The service does not show whether sanction %s is paid. Recording the payment; the service accepts each code once."
	paidMeantimeText = "Sanction %s was paid with this code in the meantime, and the service rejected the second payment."
)
