package reserva

// Descriptions.
const (
	minutosFunctionDoc = "Rounds `n` up to a multiple of 10, which `minutos` of `parking_reserva` must be. A fraction of a minute counts as a whole minute. Zero and negative numbers are errors. Requires Terraform 1.8 or OpenTofu 1.7."

	cancelarDoc         = "Cancels an active reservation. The reservation is read first: if it has ended or was cancelled, the action sends nothing and succeeds. The service may reject the cancellation of a paid reservation, which is an error."
	cancelarResourceDoc = "\n\nTo cancel a reservation that this configuration books, destroy its `parking_reserva`. A reservation that this action cancels stays in the state with `activa = false`."
	extenderDoc         = "Extends an active reservation, once for each invocation. If the answer is lost, the provider compares the minutes before and after."
	extenderResourceDoc = "\n\nTo extend a reservation that this configuration books, raise `minutos` of its `parking_reserva`, which adds only the missing minutes. Minutes that this action adds are not drift."
	extenderMinutosDoc  = "Minutes to add: a positive multiple of 10. `provider::parking::minutos` rounds any number up to one of these. Each invocation adds them."
	pagarDoc            = "Records the payment of a reservation, once. The reservation is read first: if it already has this `pago_codigo`, the action sends nothing and succeeds. If it has another code, the action fails."
	pagarResourceDoc    = "\n\nTo pay a reservation that this configuration books, set `pago` of its `parking_reserva`, which also keeps the payment in the state."

	reservaDoc = "Manages a reservation of a parking space for a vehicle. It starts when it is applied, and is booked once. After it has ended, it stays in the state with `activa = false`, and no refresh books it again. Destroying the resource cancels the reservation.\n\n" +
		"If a reservation disappears from the service's lists, it stays in the state unchanged, and a warning says so. The same applies if the lists are too long to be read. Its absence does not prove that it has ended.\n\n" +
		"The service may reject the cancellation of a paid reservation. It then stays on the service and leaves the state, with a warning. Any other rejection is an error, and the reservation stays in the state.\n\n" +
		"If booking succeeds and paying fails, the apply ends with a warning and `pagada = false`. The next apply pays in place. To make such a run fail, add a postcondition on `self.pagada`, as the example shows.\n\n" +
		"A vehicle may have several reservations at once: two identical blocks, or `count = 2`, book two. If the vehicle already has an active reservation as declared, another one is booked, and a warning names the existing one. The existing one is adopted instead if it has the declared `pago_codigo`. With `adopt_existing = \"never\"` of the provider, nothing is booked, and an error shows the import command.\n\n" +
		"If the answer to a booking is lost, the resource is saved as tainted and without an identifier. The next refresh looks for a new active reservation as declared. The next apply adopts it, or books one if the refresh found none. If there are several, an error names them and shows the import commands. Other blocks that book the same vehicle in the same section wait for the next run. See [A booking whose answer was lost](../guides/when-the-service-fails#a-booking-whose-answer-was-lost)."
	replacesDoc     = " Forces replacement: the reservation is cancelled, and another one is booked."
	minutosDoc      = "Duration in minutes, a positive multiple of 10. `provider::parking::minutos` rounds any number up to one of these. Raising it extends an active reservation in place; lowering it is an error at plan time. An extension by somebody else is not drift."
	pagoDoc         = "Payment of the reservation. If omitted, the reservation is not paid; if added later, it is paid in place. Changing or removing it after the payment is an error at plan time."
	enviarReciboDoc = "Whether the service sends the official receipt to the client by e-mail when it records the payment. If omitted, the service decides."
	activaDoc       = "Whether the reservation is active. `false` once the service's lists show that it has ended or was cancelled. After a second refresh confirms this, it is no longer read."
	datosDoc        = "All other fields of the reservation in one object, as the service returns them. Read a field that may be missing with `try(….datos.field, null)`."
	activasDoc      = "Lists the active reservations. They end by themselves, so the list may change from one plan to the next."
	reservasDoc     = "Lists all reservations, including past ones. To list only the active ones, use the data source `parking_reservas_activas`."
	movesDoc        = "Changing it forces replacement. If the new value is unknown at plan time, the apply may stop, and the next plan shows the replacement. Omitting the attribute of an imported reservation changes nothing."
)

// Messages about booking.
const (
	alreadyExistsText    = "Vehicle %s already has an active reservation in section %s for %s minutes: reservation %d. It was not adopted, because adopt_existing is never, and nothing was booked. To manage it here, import it:\n\n%[5]s  terraform import parking_reserva.NAME %[4]d%[6]s"
	bookAnotherText      = "\n\nTo book another one as well, set adopt_existing = \"identical\" in the provider block, and apply."
	adoptedText          = "Vehicle %s already had an active reservation in section %s for %s minutes, as declared: reservation %s. It has the declared payment, or appeared after an earlier run lost the answer to this booking. It is now managed here, and nothing was booked. It started when it was booked, so fewer than %[3]s minutes may be left. Raise minutos if that is too little."
	matchingText         = "Vehicle %s already had an active reservation in section %s for %s minutes, as declared: reservation %d. It may belong to another block or to somebody else, so it was left alone. Reservation %s was booked as well. If no block manages reservation %[4]d, a killed run may have booked it: cancel it in the service's own application if nobody needs it."
	notBegunText         = "Vehicle %s in section %s was not booked, because the outcome of another booking of this vehicle in this section is unknown. The two reservations could be mistaken for each other. Nothing was sent, and nothing was changed. Run again: the refresh finds out what became of the other booking, and the apply books this one."
	codeUsedText         = "pago_codigo = %s has already paid reservation %d, which another block manages or which differs from this block. Nothing was booked, because the new reservation could not be paid. If this block was renamed or replaced, run again: it adopts that reservation if it is as declared. Otherwise set another pago_codigo."
	bookedWithoutIDText  = "The service accepted the reservation of vehicle %s in section %s, but its record could not be read. The reservation is in the state, so that it is not booked twice. %s To check by hand: %s.\n\n%s"
	noIdentifierText     = "The service returned no identifier for this reservation, so it cannot be paid, extended or cancelled. Find the identifier in the service's own application, then run terraform state rm and terraform import parking_reserva.NAME ID."
	bookNextText         = "The next plan shows a replacement, which adopts the reservation if it exists by then, and books one if it does not."
	bookNextNeverText    = "If the reservation exists by then, the next run stops and shows the import command, because adopt_existing is never."
	bookCleanText        = "No cleanup is needed. %s The next run recognises the reservation by vehiculo_id, tramo_id and minutos. If the service's records omit these, it books again. In that case, check first whether the reservation exists."
	lostBookingText      = "The answer to the booking of vehicle %s in section %s for %s minutes was lost."
	lostFoundText        = "%s The service booked reservation %d. To adopt it, apply the unchanged block. The plan shows a replacement, but nothing is cancelled and nothing is booked. Destroying the block cancels the reservation.%s"
	lostFoundNeverText   = " Because adopt_existing is never, the apply stops and shows the import command instead."
	lostHandedOverText   = "%s The service booked reservation %d. The block that replaces this one adopts it. If the run ends before that, cancel reservation %[2]d in the service's own application."
	lostNotActiveText    = "%s No matching reservation is active: it was not booked, it has ended, or the service is still processing it. The next apply waits until a minute after the booking was sent, looks again, and books if it still finds nothing."
	lostNotManagedText   = "%s No matching reservation is active: it was not booked, it has ended, or the service is still processing it. It is no longer managed here. Look for it in a minute, and cancel it in the service's own application if it exists. To check by hand: %s."
	lostNotRefreshedText = "%s No refresh has found out since whether the service booked it, so nothing was booked. Run again without -refresh=false and without -target."
	lostLateText         = "%s The last refresh found no matching reservation, but one has appeared since: reservation %d. Nothing was booked. Run again: the refresh finds out whether it belongs to this block."
	lostChangedText      = "%s The service booked reservation %d, with %s. The configuration now says %s, so nothing was booked. Restore %[3]s and apply, which adopts reservation %[2]d. Then change the block; minutos can only be raised.\n\nIf that reservation belongs to another block, run terraform state rm parking_reserva.NAME for this one, then apply."
	lostSeveralText      = "%s Several matching reservations have appeared since: %s. None was adopted, and nothing was booked or cancelled. Check them in the service's own application. If one of them belongs to this block, import it:\n\n  terraform state rm parking_reserva.NAME\n  terraform import parking_reserva.NAME ID\n\n" + lostNoneText
	lostUnsureText       = "%s Reservation %s matches and is active, but the service does not show whether this booking made it or an earlier one did. It was not adopted, and nothing was booked or cancelled. Check it in the service's own application. If it belongs to this block, import it:\n\n  terraform state rm parking_reserva.NAME\n  terraform import parking_reserva.NAME %[2]s\n\n" + lostNoneText
	lostNoneText         = "If not, run only the first command, then apply, which books a new reservation if the block is still declared."
	lostNotLookedUpText  = "%s The service's list of active reservations is too long, or kept changing while it was read, so it is unknown whether the service booked it. The booking stays in the state as lost, and an apply books nothing until a refresh has looked it up. To check by hand: %s.\n\nThe same applies to every other lost booking. This warning appears once for each run."
	lostNotReadReason    = "the active reservations could not be read to look for a booking whose answer was lost"
	runEndedReason       = "the run ended while it waited for a booking whose answer was lost"
	earlierNotReadReason = "reservation %d, which an earlier run booked, could not be read"
)

// Messages about changes of a reservation.
const (
	minutosRuleText      = "minutos must be a positive multiple of 10, but is %d."
	minutosRoundText     = "minutos must be a positive multiple of 10, but is %d. Round it up with provider::parking::minutos(%[1]d)."
	twoBlocksText        = "Reservation %d is in the state of two blocks, so both would extend, pay and cancel it. Nothing was changed. Remove it from the state of the block that did not book it. If one block is tainted, remove it from that block:\n\n  terraform state rm parking_reserva.NAME\n\n%s Then apply, which books another reservation for that block. %s"
	otherBlockText       = "Another block of this run manages reservation %s, so nothing was changed for this block. Run again: the next plan says what to do."
	mustBeReplacedText   = "Reservation %s was booked with %s = %s, but the configuration now says %s. The new value was unknown in the plan, so nothing was booked, extended, paid or cancelled. Run again: the next plan shows the replacement."
	shortenedText        = "Reservation %s is booked for %s minutes, but the configuration says %s. The service cannot shorten a reservation. Restore minutos = %s. %s"
	endedText            = "Reservation %s is no longer active, but the configuration raises its minutes from %s to %s. Restore minutos = %s. %s"
	bookAnewText         = "To book another reservation instead, give the resource block another name and apply. That books the new one, and cancels this one if it is active. If this one is paid, the new block needs another pago_codigo. Using -replace ends in the same error."
	extensionUnknownText = "It is not known whether an earlier run extended reservation %s, so another extension could extend it twice. Run again without -refresh=false: the refresh reads the minutes, if the service shows them. If it does not, check the reservation in the service's own application, and restore minutos = %s."
	extensionNameText    = "of reservation %s by %s minutes"
	extenderCheckText    = "GET /external/reservas-activas, which shows the minutes and the end of reservation %s"
	extenderNextText     = "Invoked again, the action adds another %s minutes."
	extendNextText       = "The next run reads how many minutes the reservation has, and adds what is missing."
	notExtendedText      = "Nothing was changed: reservation %s ends when it did before."
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
	alreadyRecordedText = "Reservation %[2]s already has payment %[1]s, so the service rejected a second one. The reservation counts as paid, and was not paid again. The rejection: %[3]s."
	bookedUnpaidText    = "%s\n\nReservation %s is booked, and is in the state with pagada = false. The next apply pays it in place and books nothing. This is only a warning, because after an error Terraform would cancel the reservation and book another. To make such a run fail, declare:\n\n  lifecycle {\n    postcondition {\n      condition     = self.pagada\n      error_message = \"The reservation is booked and not paid.\"\n    }\n  }"
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
	noIdentifierThen     = " Cancel it in the service's own application."
	noIdentifierWhy      = "its identifier is unknown"
	otherBlockWhy        = "another block of this run manages it"
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
