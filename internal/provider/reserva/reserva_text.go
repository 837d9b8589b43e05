package reserva

// Descriptions.
const (
	minutosFunctionDoc                = "Gives n rounded up to a multiple of 10, which minutos of parking_reserva has to be. A part of a minute counts as a whole one. Zero and negative numbers are errors."
	minutosFunctionDoc2               = "Gives `n` rounded up to a multiple of 10, which `minutos` of `parking_reserva` has to be. A part of a minute counts as a whole one. Zero and negative numbers are errors. Needs Terraform 1.8 or OpenTofu 1.7."
	reservaCancelarActionDoc          = "Cancels an active reservation. The reservation is read before: one that has ended or was cancelled is left alone, which is a success. The service may refuse to cancel one that is paid, which is an error. A reservation that this configuration books is cancelled by destroying its `parking_reserva`; cancelled by this action it stays in the state with `activa = false`."
	reservaExtenderActionDoc          = "Extends an active reservation, once for each invocation. Where an answer is lost, the minutes before and after tell whether it was extended. A reservation that this configuration books is extended by raising `minutos` of `parking_reserva`, which adds what is missing; minutes that this action added beyond that are not drift."
	reservaExtenderActionMinutosDoc   = "How many minutes to add: a positive multiple of 10, to which `provider::parking::minutos` rounds up. Each invocation adds them."
	reservaPagarActionDoc             = "Records the payment of a reservation, once. The reservation is read before: one that carries this `pago_codigo` already is not paid again, which is a success, and one that carries another is an error. For a reservation that this configuration books, `pago` of `parking_reserva` is simpler, and keeps what was paid in the state."
	reservaPagarActionEnviarReciboDoc = "Whether the service sends the official receipt to the client by e-mail."
	reservaDoc                        = " Changing it cancels the reservation and books another."
	reservaDoc2                       = "A reservation of a place for a vehicle, from the moment of the apply on. It is booked once: when it has ended it stays in the state with `activa = false`, and is never booked again by a refresh. One that vanishes from the service's lists stays in the state with `activa = true` and a warning, since absence does not prove that it has ended. Destroying the resource cancels the reservation. The service may refuse to cancel one that is paid, which then stays there, with a warning. Any other refusal is an error that keeps it in the state.\n\n" +
		"Where the answer to a booking is lost, the resource is in the state as tainted, without an identifier. Every refresh looks for it. The one active reservation that has come since, of the vehicle in the section and for as many minutes, is adopted by the next apply, which books one if there is none. Where several have come since, none is guessed: an error names them and the import commands. Until then no other reservation of that vehicle in that section is begun in the same run. Any other reservation is left alone, also one that is just as declared: a vehicle may have several at once, and this one is booked beside it, with a warning; two identical blocks in one configuration, or `count = 2`, book two. With `adopt_existing = \"never\"` of the provider one that is just as declared is an error that shows the import command.\n\n" +
		"Where booking works and paying fails, the apply ends with a warning and `pagada = false`, and the next apply pays in place; a postcondition on `self.pagada` makes such a run fail, as the example shows."
	reservaMinutosDoc          = "How long, in minutes: a positive multiple of 10, to which `provider::parking::minutos` rounds up. Raising it extends the reservation in place, as long as it is active. Lowering it is an error at plan time, since the service cannot shorten a reservation. More minutes than declared, because somebody else extended it, are not drift."
	reservaPagoDoc             = "Payment of the reservation. Without it the reservation is booked and not paid; added later, it pays. A payment is made once: changing or removing it afterwards is an error at plan time."
	reservaPagoPagoTipoDoc     = "Type of payment, a number that the administrator of the service assigns."
	reservaPagoEnviarReciboDoc = "Whether the service sends the official receipt to the client by e-mail, when it is paid."
	reservaActivaDoc           = "Whether the reservation is active. `false` once the service's lists prove that it has ended or was cancelled elsewhere; it is not read any more then. That no list shows it proves nothing."
	reservaDatosDoc            = "Object of every other field that the service sends for the reservation, as it comes. Which these are is not documented: read one with `try(….datos.field, null)`."
	reservasActivasDataDoc     = "The reservations that are active now. They end by themselves, so the list may differ from one plan to the next."
	reservasDataDoc            = "The reservations, past ones too; those that are running are the data source `parking_reservas_activas`."
)

// Messages.
const (
	minutosRuleText                     = "The value must be a positive multiple of 10, and is %d."
	minutosRoundText                    = "The value must be a positive multiple of 10, and is %d. Round it up with provider::parking::minutos(%[1]d)."
	reservationInTwoBlocksText          = "Reservation %d is in the state of two blocks, so both would extend, pay and cancel it. Nothing was changed. Remove it from the block that did not book it, which is the tainted one if one is tainted. Then apply, which books another for that block:\n\n  terraform state rm parking_reserva.NAME\n\n%s %s"
	reservationStaysOnTheServiceText    = "Reservation %s of vehicle %s in section %s was not cancelled: %s. It is no longer managed here and stays on the service."
	notCancelledReason                  = "nothing was cancelled: the reservation could not be read before"
	lostNotReadReason                   = "the active reservations could not be read, to find out what became of a booking whose answer was lost"
	lostBookingNotIdentifiedText        = "%s %s: reservation %s. None was adopted, nothing was booked, and nothing was cancelled. Look at them in the service's own application. If one of them is this block's, import it:\n\n  terraform state rm parking_reserva.NAME\n  terraform import parking_reserva.NAME %s\n\nOtherwise run only the first command. Then apply, which books another if the block is still declared."
	lostBookingNotActiveText            = " No such reservation is active: it was not booked, it has ended, or the service is still at work on it. An apply looks again, a minute after the booking was sent at the earliest, and books it if it is still not there."
	lostBookingFoundText                = "%s It booked reservation %d. Applying the block as it was declared then adopts that one: the plan shows a replacement, which cancels and books nothing. Destroying the block cancels the reservation.%s"
	lostBookingHandedOverText           = "%s It booked reservation %d, which the block that replaces this one adopts. If the run ends before that, cancel reservation %[2]d in the service's own application."
	runEndedReason                      = "nothing was booked: the run ended while it waited for a booking whose answer was lost"
	lostBookingNotLookedForText         = " No refresh has looked for it since, so nothing was booked. Run again without -refresh=false and without -target."
	lostBookingWasDeclaredOtherwiseText = "%s It booked reservation %d, with %s. The configuration now says %s, so nothing was booked. Restore the first and apply, which adopts reservation %[2]d. Then change the block; minutos can only be raised.\n\nIf that reservation belongs to another block, run terraform state rm parking_reserva.NAME for this one, then apply."
	earlierNotReadReason                = "nothing was booked: reservation %d, which an earlier run booked, could not be read before"
	notPaidReason                       = "nothing was paid: the reservation could not be read before"
	aReservationIsPaidOnceText          = "Reservation %d is paid already, with the code %q, and is not paid again. Nothing was sent."
	reservationWasPaidAlreadyText       = "The service refuses payment %s of reservation %s, because it carries this very payment already. It counts as paid; nothing was paid now. The service said: %s."
	bookedWithoutIDText                 = "The service accepted the reservation of vehicle %s in section %s, but its record could not be read: %s. It is in the state, so that it is not booked twice. %s To look by hand: %s."
	reservationMustBeReplacedText       = "Reservation %s was booked with %s = %s, and the configuration now says %s. This was not known when the change was planned, so nothing was booked, extended, paid or cancelled. Run again: the next plan shows the replacement."
	aReservationCannotBeShortenedText   = "Reservation %s is booked for %s minutes, and the configuration says %s. The service can extend a reservation and has no operation to shorten one. Restore minutos = %s. %s"
	endedNotExtendedText                = "Reservation %s is not active any more, and the configuration raises its minutes from %s to %s. Restore minutos = %s. %s"
	extensionUnknownText                = "The outcome of an earlier extension of reservation %s is not known, and extending it again could extend it twice. A refresh finds out where the service tells the minutes: run without -refresh=false. Where it does not tell them, look with the service's own application, and restore minutos = %s here."
	theOutcomeOfPaymentIsNotText        = "Whether the service recorded payment %q of reservation %s is not known, so another code could pay it a second time. Restore pago_codigo = %[1]q, which the service refuses where it was recorded, and apply."
	aPaymentCannotBeChangedText         = "Reservation %s is paid. The service has no operation to change a payment or to take it back, and a receipt is asked for with the payment alone. Restore pago = %s."
	paidOnceDeclareText                 = "Reservation %s is paid already, with the code %q, and is not paid again. Declare pago_codigo = %[2]q, or leave pago out."
	codeTakenOnceText                   = "Reservation %s is paid with the code %s. The configuration books another instead, for another section, vehicle, cell or connector, which cannot be paid with it again; and the service may refuse to cancel the paid one. Restore what it was booked with, or declare another pago_codigo."
	reservationNotListedAsActiveText    = "The service does not list reservation %s as active, and nothing proves that it has ended. It stays in the state with activa = true, and the next refresh looks again. Destroying it still sends the cancellation. If it no longer exists, run terraform state rm with the address of this block."
	adoptedByAnotherText                = "Another block of this run manages reservation %s, so nothing was changed for this one. Run again: the plan says what to do."
	reservationNotKnownToBeBookedText   = "%s No such reservation is active: it was not booked, it has ended, or the service is still at work on it. It is no longer managed here. Look for it a minute from now, and cancel it in the service's own application if it is there. To look by hand: %s."
	invalidImportIdentifierText         = "%s is not the id of a reservation, for example 3401."
	importNoReservationText             = "No list of the service shows reservation %s. Check the id."
	importIncompleteText                = "The service has reservation %s and does not tell its %s, without which it cannot be compared with a configuration. It cannot be imported; it must be managed in the service's own application."
	paymentStatusUnknownText            = "The service does not say whether reservation %s is paid, so it counts as not paid. If it is paid, do not declare pago."
	codeOfAnotherText                   = "pago_codigo = %s has already paid reservation %d, which another block manages or which is not as declared here. Nothing was booked, since it could not be paid. Where this block was renamed or replaced, run again: it adopts that one if it is as declared. Otherwise declare another pago_codigo."
	lostBookingCameLateText             = "%s The last refresh did not show it. Since then reservation %d has come, just as declared. Nothing was booked. Run again: the refresh finds out whether it is this block's."
	reservationNotBookedText            = "The booking of vehicle %s in section %s was not begun, because the outcome of another booking of this vehicle in this section is not known. What this one booked could be taken for that one. Nothing was sent, and nothing was changed. Run again: the next refresh finds out what became of the other, and the apply books this one."
	matchingExistedText                 = "Vehicle %s had an active reservation in section %s already, for %s minutes as declared: reservation %d. It may be that of another block, or somebody else's, so it was left alone, and reservation %s was booked beside it. Where no block manages it, a run that was killed may have booked it: cancel it with the service's own application if it is not wanted."
	reservationExistsAlreadyText        = "Vehicle %s already has an active reservation in section %s for %s minutes: reservation %d. adopt_existing is never, so it was not adopted, and nothing was booked. To manage it here, import it:\n\n%[5]s  terraform import parking_reserva.NAME %[4]d%[6]s"
	existingReservationAdoptedText      = "Vehicle %s had an active reservation in section %s already, for %s minutes as declared: reservation %s. It carries the declared payment, or came since an earlier run lost the answer to this booking. It is now managed here, and nothing was booked. It began when it was booked, so less than %[3]s minutes may be left of it: raise minutos where that is too little."
)

// Parts of messages.
const (
	notListedWhyText          = "No list of the service shows it, which does not prove that it has ended"
	notCancelledText          = "Reservation %s was not cancelled, and stays in the state. %s. If the service goes on refusing, cancel it in the service's own application; to stop managing it without cancelling it, run terraform state rm with the address of this block."
	cancelCheckText           = "GET /external/reservas-activas, which does not show reservation %s where it is cancelled"
	cancelNextText            = "Invoked again, it does nothing to a reservation that is not active any more."
	notActiveText             = "Reservation %d is not active any more: it has ended, or was cancelled before. Nothing was sent."
	cancelRefusedText         = "Reservation %d was not cancelled. The service may refuse it where the reservation is paid or has ended."
	extendedByText            = "of reservation %s by %s minutes"
	extendCheckText           = "GET /external/reservas-activas, which shows the minutes and the end of reservation %s"
	notShownWhetherBeforeText = "One that is just as declared is active, and the service does not show whether it was there before"
	neverAdoptsText           = " Since adopt_existing is never, the apply stops instead, and shows the import command."
	bookingLostText           = "The answer to the booking of vehicle %s in section %s for %s minutes was lost."
	pagoCheckText             = "GET /external/reservas-activas and GET /external/reservas, where reservation %s carries pago_codigo %s if it is paid"
	pagoNextText              = "With the same pago_codigo it cannot pay twice, since the service takes a code once; with another it could."
	pagoUntoldText            = "The service does not tell whether reservation %d is paid. Recording the payment, whose code it takes once."
	paidMeanwhileText         = "Reservation %d was paid with this very code meanwhile; the service refused it a second time."
	lostNextText              = "The next plan shows it as to be replaced: the reservation is adopted if it is there by then, and booked if it is not."
	nextRunNeverAdoptsText    = "If it is there by then, the next run stops, since adopt_existing is never, and shows the command that imports it."
	lostCleanText             = "Nothing has to be cleaned up. %s The next run knows it by vehiculo_id, tramo_id and minutos; where the service's records do not tell these, it books anew, so look before that."
	unpaidNextText            = "The next run looks, and tries this very code again where it is not recorded; the service takes a code once."
	extendedByNumberText      = "of reservation %s by %d minutes"
	extendNextText            = "The next run reads how many minutes it has, and extends it by what is missing."
	unpaidEndedText           = "%w; it is not active any more, and to leave it unpaid take pago out of the configuration"
	bookedUnpaidText          = "%s\n\nReservation %s is booked, and is in the state with pagada = false. The next apply pays it in place and books nothing. This is no error, since Terraform would then cancel the reservation and book another. To make such a run fail all the same, declare:\n\n  lifecycle {\n    postcondition {\n      condition     = self.pagada\n      error_message = \"The reservation is booked and not paid.\"\n    }\n  }"
	noIdentifierWhy           = "the service returned no identifier; cancel it with the service's own application"
	bookBesideText            = "\n\nTo book another beside it, set adopt_existing = \"identical\" in the provider block, and apply."
)

const noReservaID = "The service accepted this reservation and returned no identifier, so it cannot be paid, extended or cancelled. Find it in the service's own application, then run terraform state rm and terraform import parking_reserva.NAME ID."

// bookAnew names what gets past such an error: Terraform plans with the prior state
// first, so -replace meets it too.
const bookAnew = "To give this reservation up and book another instead, give the resource block another name, then apply: that books the new one and cancels this one where it is active. Where this one is paid, the new block needs another pago_codigo. -replace does not get past this error."

const replaceMovedText = "Replaces the reservation when it changes. A value that is not known yet replaces nothing, and leaving it out replaces none that was imported."
