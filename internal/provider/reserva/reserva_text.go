package reserva

// Descriptions.
const (
	minutosFunctionDoc = "Rounds `n` up to a multiple of 10, which `minutos` of `parking_reserva` must be. A fraction of a minute counts as a whole minute. Zero and negative numbers are errors. Requires Terraform 1.8 or OpenTofu 1.7."

	cancelarDoc         = "Cancels an active reservation. The reservation is read first: if it has ended or was cancelled, the action sends nothing and succeeds. The service may reject the cancellation of a paid reservation, which is an error."
	cancelarResourceDoc = "\n\nTo cancel a reservation that this configuration books, destroy its `parking_reserva`. A reservation that this action cancels stays in the state with `activa = false`."
	extenderDoc         = "Extends an active reservation, once for each invocation. If the answer is lost, the provider compares the minutes before and after.\n\nThe action remembers nothing: invoking it again adds the minutes again, even if the reservation does not show the first extension yet. Check the reservation before you invoke it again."
	extenderResourceDoc = "\n\nTo extend a reservation that this configuration books, raise `minutos` of its `parking_reserva`, which adds only the missing minutes. Minutes that this action adds are not drift."
	extenderMinutosDoc  = "Minutes to add: a positive multiple of 10. `provider::parking::minutos` rounds any number up to one of these. Each invocation adds them."
	pagarDoc            = "Records the payment of a reservation, once. The reservation is read first: if it already has this `pago_codigo`, the action sends nothing and succeeds. If it has another code, the action fails."
	pagarResourceDoc    = "\n\nTo pay a reservation that this configuration books, set `pago` of its `parking_reserva`, which also keeps the payment in the state."

	reservaDoc = "Manages a reservation of a parking space for a vehicle. It starts when it is applied, and is booked once. After it has ended, it stays in the state with `activa = false`, and no refresh books it again. Destroying the resource cancels the reservation.\n\n" +
		"### Money\n\n" +
		"The provider charges nothing and refunds nothing: it records payments that you collected elsewhere. The service documents little about money, so ask its operator where this table says so.\n\n" +
		"| step | what happens | who pays what |\n" +
		"|---|---|---|\n" +
		"| book | blocks the section, space or connector for `minutos` | nobody yet; what an unpaid reservation costs, and when it lapses, is undocumented |\n" +
		"| pay: `pago` | records `pago_tipo` and `pago_codigo` | whoever the code of the transaction belongs to; the service does not show the amount |\n" +
		"| extend: a larger `minutos` | adds the missing minutes | undocumented, for paid and for unpaid reservations |\n" +
		"| cancel: destroy | ends the reservation | no documented refund. If the service rejects the cancellation of a paid one, it stays there and leaves the state, with a warning |\n\n" +
		"- **Prices**: the data source `parking_tramo_precios_estacionar` returns what the service publishes of a section.\n" +
		"- **One code, one payment.** The service accepts each `pago_codigo` once. Keep it until the payment is recorded: a second code could pay twice. If booking succeeds and paying fails, the apply warns, and the next apply pays in place.\n" +
		"- **An extension cannot be taken back.** The plan warns how many minutes it adds, and whether the reservation is paid.\n" +
		"- **Two blocks are two reservations**, and so is `count = 2`. Nothing existing is adopted, whatever `adopt_existing` says: import it.\n" +
		"- **A replacement needs another `pago_codigo`.** It books first or cancels first, as `create_before_destroy` says. A code that has already paid another reservation of the vehicle in the section is an error.\n\n" +
		"### After a lost answer\n\n" +
		"**A booking** is never repeated blindly, since a vehicle may have several equal reservations. The provider looks for a new one for a minute. If no list shows it, and the service cannot be at work on it any more, it books again. If the outcome is still unknown, the apply ends with a warning, and the state holds the block without an identifier. Each refresh looks again. The plan then adds the identifier, or creates the block again if no list shows a new reservation. To make such a run fail, add a postcondition on `self.id`, or on `self.pagada` for a payment.\n\n" +
		"**An extension** is looked up for a minute, and sent a second time if the record does not show it. It is never sent a third time: the plan ends in `Extension outcome unknown` until the record shows the minutes. A record that shows fewer minutes than the state is not drift, since records may lag or omit extensions.\n\n" +
		"**A payment** is looked up by its code. Apply again with the same code.\n\n" +
		"**Somebody else's reservation** is left alone. If a booking is answered with one that existed before, or with another vehicle or section, the provider looks for the new one. If the record of `id` contradicts the state, for example after a restore, nothing is extended, paid or cancelled: `Reservation is another one`.\n\n" +
		"**A reservation that no list shows** stays in the state, with a warning, since absence does not prove that it has ended."
	replacesDoc     = " Forces replacement: the reservation is cancelled, and another one is booked."
	minutosDoc      = "Duration in minutes, a positive multiple of 10. `provider::parking::minutos` rounds any number up to one of these. Raising it extends an active reservation in place; lowering it is an error at plan time. Other minutes on the service are not drift: somebody else may add some, and a record may show those that are left."
	pagoDoc         = "Payment of the reservation. If omitted, the reservation is not paid; if added later, it is paid in place. Changing or removing it after the payment is an error at plan time."
	enviarReciboDoc = "Whether the service sends the official receipt to the client by e-mail when it records the payment. If omitted, the service decides."
	idDoc           = "Identifier of the reservation, assigned by the service. Null while it is unknown whether the service booked it."
	activaDoc       = "Whether the reservation is active. `false` once the service's lists show that it has ended or was cancelled. After a second refresh confirms this, it is no longer read."
	datosDoc        = "All other fields of the reservation in one object, as the service returns them. Read a field that may be missing with `try(….datos.field, null)`."
	activasDoc      = "Lists the active reservations. They end by themselves, so the list may change from one plan to the next."
	reservasDoc     = "Lists all reservations, including past ones. To list only the active ones, use the data source `parking_reservas_activas`."
	movesDoc        = "Changing it forces replacement. If the new value is unknown at plan time, the apply may stop, and the next plan shows the replacement. Omitting the attribute of an imported reservation changes nothing."
)

// Messages about booking.
const (
	codeUsedText        = "pago_codigo = %s has already paid reservation %d. Nothing was booked, because the new reservation could not be paid. To book another one, set another pago_codigo. If no block manages that reservation, import it:\n\n  terraform import parking_reserva.NAME %[2]d\n\nIf it is the tainted reservation of this block, run terraform untaint parking_reserva.NAME instead."
	bookedMoreText      = "Reservation %s of vehicle %s in section %s was booked once. The service now shows more reservations like it that did not exist before: %s. Something between may have sent the booking twice, or another run booked at the same moment. They are not managed here, paid or cancelled. If nobody wants them, cancel them with the action parking_reserva_cancelar, or in the service's own application."
	bookNextText        = "The next apply books it."
	bookedWithoutIDText = "The service accepted the reservation of vehicle %s in section %s, but its record could not be read. The reservation is in the state without an identifier (id is null), so that it is not booked twice. The next refresh looks for it; if it stays unknown, its warning shows the commands that import the reservation. To check by hand: %s.\n\n%s"
	lostNextText        = "The reservation is in the state without an identifier (id is null), so that it is not booked twice. The next plan looks for it. If the service booked it, the plan adds its identifier. If the service's lists do not show it, the plan books again. If it stays unknown, a warning shows the commands that import it."
	lostWarningText     = "%s\n\nThis is only a warning, because after an error Terraform would replace the reservation. To make such a run fail, declare:\n\n  lifecycle {\n    postcondition {\n      condition     = self.id != null\n      error_message = \"It is not known whether the reservation is booked.\"\n    }\n  }"
	noIdentifierText    = "The identifier of this reservation is not known yet, so it cannot be paid, extended or cancelled. Run again: each refresh looks for it. If it stays unknown, find the identifier in the service's own application. Then run terraform state rm and terraform import parking_reserva.NAME ID."
	lostBookingText     = "The answer to the booking of vehicle %s in section %s for %s minutes was lost."
	lostFoundText       = "%s The service booked reservation %d, which is now in the state."
	lostAbsentText      = "%s The service did not book it: no list shows it, a minute or more after it was sent. It leaves the state, and the plan books again."
	lostUnknownText     = "%s It is still unknown which reservation the service booked, if any. It stays in the state without an identifier, and nothing is booked. The next refresh looks again. %s\n\nTo check by hand: %s. If the reservation exists, import it:\n\n  terraform state rm parking_reserva.NAME\n  terraform import parking_reserva.NAME ID\n\nIf it does not, run only the first command, then apply, which books a new one."
	lostNotManagedText  = "%s It was not cancelled, because it was not found. It is no longer managed here. %s Look for it in a minute, and cancel it in the service's own application if it exists. To check by hand: %s."
	lostCancelledText   = "%s The service booked reservation %d, which this run cancels."
	lostTaintedText     = "The state was tainted, so it no longer says when it was sent."
	notFoundReason      = "it is not known yet which reservation the lost booking made"
	noListShowsText     = "No list shows a new reservation."
)

// Messages about changes of a reservation.
const (
	minutosRuleText      = "minutos must be a positive multiple of 10, but is %d."
	minutosRoundText     = "minutos must be a positive multiple of 10, but is %d. Round it up with provider::parking::minutos(%[1]d)."
	twoBlocksText        = "Reservation %s is in the state of two blocks, so both would extend, pay and cancel it. Nothing was changed. The answer to one of the two bookings was lost, and a refresh took this reservation for it. Remove it from the state of the block that did not book it:\n\n  terraform state rm parking_reserva.NAME\n\n%s Then apply, which books another reservation for that block. %s"
	mustBeReplacedText   = "Reservation %s was booked with %s = %s, but the configuration now says %s. The new value was unknown in the plan, so nothing was booked, extended, paid or cancelled. Run again: the next plan shows the replacement."
	notIdentifiedText    = "minutos cannot be changed while the identifier of this reservation is not known. Restore minutos = %s and run again: each refresh looks for the reservation. If it stays unknown, the warning of the refresh shows the commands that import it."
	shortenedText        = "Reservation %s is booked for %s minutes, but the configuration says %s. The service cannot shorten a reservation. Restore minutos = %d. %s"
	endedText            = "Reservation %s is no longer active, but the configuration raises its minutes from %s to %s. Restore minutos = %d. %s"
	extendedByText       = "The apply adds %d minutes to reservation %s, so that minutos is %s. The service cannot take them back. What they cost is not documented."
	extendedPaidText     = " The reservation is paid, and nothing documents whether that covers them."
	extendedWhoText      = " Its record shows %s = %q."
	bookAnewText         = "To book another reservation instead, give the resource block another name and apply. That books the new one, and cancels this one if it is active. If this one is paid, the new block needs another pago_codigo. Using -replace ends in the same error."
	extensionUnknownText = "It is not known whether an earlier run extended reservation %s, so another extension could extend it twice. Wait a minute, since the service's lists may lag, then run again: the refresh reads the minutes. If this error stays, check the reservation in the service's own application. Add missing minutes there, or with the action parking_reserva_extender (Terraform 1.14), then run again. If the record still does not show them, or to destroy the reservation, restore minutos = %d."
	extensionNameText    = "of reservation %s by %s minutes"
	extenderCheckText    = "GET /external/reservas-activas, which shows the minutes and the end of reservation %s"
	extenderNextText     = "Invoked again, the action adds another %s minutes."
	notExtendedAgainText = "The next run does not send it again, since its answer was lost as often as it may be sent. Its plan says how to check, and what to do if nothing was extended."
	extendNextText       = "The next run reads how many minutes the reservation has. It adds what is missing. If the record does not show that, it says what to do."
	notExtendedText      = "Nothing was changed: reservation %s ends when it did before."
	extendedAsOtherText  = "The service accepted the extension of reservation %s by %s minutes, but its answer shows reservation %d instead. The extension may be a reservation of its own, and is not sent again. Check both reservations in the service's own application. Destroying the block cancels only the first one: to cancel the other one, use the action parking_reserva_cancelar."
	extendedMoreText     = "Reservation %s was extended by %d minutes, and now has %d minutes instead of %d. Somebody else may have extended it at the same moment, or something between sent the request twice. The service cannot shorten a reservation: if it was charged twice, ask the service's operator."
	fewerMinutosText     = "Reservation %s has %s minutes in the state, but the service has shown %d for more than a minute. The service accepted the missing minutes, so they are not added again: its record may omit extensions. To check by hand: %s, or look in the service's own application. If minutes are missing, add them there or with the action parking_reserva_extender, which extends once for each invocation."
	othersStayText       = "Extensions of reservation %s were answered with other reservations: %s. They are not cancelled. If they are active, cancel them with the action parking_reserva_cancelar, or in the service's own application."
	otherReservaText     = "The service's record of reservation %s contradicts the state: %s. Nothing was changed, and nothing is extended, paid or cancelled. The service may have been restored from a backup, or base_url may name another service. If base_url is right, remove the reservation from the state:\n\n  terraform state rm parking_reserva.NAME\n\nThen apply, which books another one. If the block is to go too, remove it first."
	notListedText        = "The service does not list reservation %s as active, but nothing proves that it has ended. It stays in the state unchanged, and the next refresh checks again. Destroying it still sends the cancellation. If it no longer exists, run terraform state rm with the address of this block.\n\nThe same applies to every other reservation that the service does not list. This warning appears once for each run."
	movedOtherText       = "Reservation %s is of another vehicle or section: the state of the old provider says vehicle %s in section %s. Nothing was changed. Check base_url, which may be another service. If it is right, remove the object from the state with terraform state rm."
	importNotListedText  = "No list of the service shows reservation %s. Check the identifier."
	importIncompleteText = "The service returns reservation %s without %s, so it cannot be compared with a configuration or imported. It must be managed in the service's own application."
)

// Messages about payments.
const (
	pagoChangedText     = "Reservation %s is paid. The service can neither change nor undo a payment, and sends a receipt only with the payment. Restore pago = %s."
	pagoUnknownText     = "It is not known whether the service recorded payment %q of reservation %s, so another code could pay it a second time. Restore pago_codigo = %[1]q and apply: the service rejects that code if it was recorded."
	alreadyPaidText     = "Reservation %s is already paid with the code %q, so it is not paid again. Set pago_codigo = %[2]q, or remove pago."
	pagarPaidText       = "Reservation %d is already paid with the code %q, so it is not paid again. Nothing was sent."
	replacedPaidText    = "Reservation %s is paid with the code %s. The configuration books another one instead, with another section, vehicle, space or connector, which cannot be paid with that code. The service may also reject the cancellation of the paid one. Restore the former values, or set another pago_codigo."
	replacedCodeText    = "Reservation %d is paid with the code %s, or may be. This plan replaces it by another one, which cannot be paid with that code. The service may also reject the cancellation of the paid one. To keep the reservation, plan without -replace. To book another one, set another pago_codigo."
	alreadyRecordedText = "Reservation %[2]s already has payment %[1]s, so the service rejected a second one. The reservation counts as paid, and was not paid again. The rejection: %[3]s."
	bookedUnpaidText    = "%s\n\nReservation %s is booked, and is in the state with pagada = false. The next apply pays it in place and books nothing. If the code has paid something else, it is rejected again: set another pago_codigo. This is only a warning, because after an error Terraform would cancel the reservation and book another. To make such a run fail, declare:\n\n  lifecycle {\n    postcondition {\n      condition     = self.pagada\n      error_message = \"The reservation is booked and not paid.\"\n    }\n  }"
	endedUnpaidText     = "%w; the reservation is no longer active, so remove pago to leave it unpaid"
	statusUnknownText   = "The service does not show whether reservation %s is paid, so it counts as not paid. If it is paid, omit pago."
	notPaidReason       = "the reservation could not be read"
	payNextText         = "The next run checks whether the payment was recorded, and sends the same code again if it was not. The service accepts each code once."
	pagarCheckText      = "GET /external/reservas-activas and GET /external/reservas, where reservation %s has pago_codigo %s if it is paid"
	pagarNextText       = "Invoke the action again with the same pago_codigo, which cannot pay twice: the service accepts each code once. Do not use another code, which could."
	pagarNotShownText   = "The service does not show whether reservation %d is paid. Recording the payment; the service accepts each code once."
	pagarMeantimeText   = "Reservation %d was paid with this code in the meantime, and the service rejected the second payment."
)

// Messages about cancelling.
const (
	mayStayText          = "Destroying or replacing a reservation cancels it. The service may reject that for a paid one, and there is nothing to cancel if it has ended. Such reservations are only removed from the state. The plan lists each of them."
	staysText            = "The reservation of vehicle %s in section %s (identifier %s) was not cancelled, because %s. It is no longer managed here and stays on the service.%s"
	paidWhy              = "the service rejected that, as it may if the reservation is paid"
	notCancelledText     = "The reservation stays in the state. %s. If the service continues to reject the cancellation, cancel reservation %s in the service's own application. To stop managing it without cancelling it, run terraform state rm with the address of this block."
	unpaidWhy            = "It is listed as active and not paid"
	notListedWhy         = "The service's lists do not show it, but it may still be active"
	cancelNextText       = "The next run cancels the reservation if it is active."
	notCancelledReason   = "the reservation could not be read"
	cancelarCheckText    = "GET /external/reservas-activas, which does not show reservation %s if it is cancelled"
	cancelarNextText     = "Invoked again, the action sends nothing if the reservation is no longer active."
	cancelarEndedText    = "Reservation %d is no longer active: it has ended, or was cancelled before. Nothing was sent."
	cancelarRejectedText = "The service may reject this if the reservation is paid or has ended."
)
