package sancion

// Descriptions.
const (
	sancionCerrarActionDoc              = "Closes a sanction. Closing one that is closed changes nothing, and is a success."
	sancionCerrarActionObservacionesDoc = "Remarks, stored with the closure. A sanction that is closed already keeps its own; a warning says so where the service tells."
	sancionIniciarActionDoc             = "Starts a sanction, one for each invocation. A sanction can be closed and paid, and never taken back. The service's documentation does not publish the path, so `endpoints.iniciar_sancion` of the provider has to be set; without it this is an error at plan time."
	sancionIniciarActionDoc2            = "It is sent once and never again. Where an answer is lost and `endpoints.sanciones` is set, the list of sanctions before and after tells whether a sanction was started; without it the error says that this is not known, and where to look."
	sancionPagarActionDoc               = "Records the payment of a closed sanction, once. It does not close one: the service refuses a payment for an open sanction, and `parking_sancion_cerrar` closes it first, before this action in the same list of `actions`."
	sancionPagarActionDoc2              = "Where `endpoints.sanciones` of the provider is set, the sanction is read before: one that carries this `pago_codigo` already is not paid again, which is a success, and one that is paid otherwise, or open, is an error before anything is sent."
	sancionPagarActionClienteIdDoc      = "Identifier of the paying client."
	sancionDoc                          = "A sanction that is to be closed, and paid where `pago` is declared. The sanction exists already; creating the resource closes it, which does no harm to a closed one, and then records the payment. A sanction that carries the declared payment already is not paid again.\n\n" +
		"The service publishes no way to read a sanction. Where `endpoints.sanciones` of the provider is set, the list of sanctions is read: a sanction that was opened again is then planned to be closed. Without it the state is what this resource did.\n\n" +
		"The service can neither open a sanction again nor change or take back a payment: a change of `observaciones` or `pago` is an error at plan time, and destroying the resource removes it from the state only, with a warning."
	sancionSancionIdDoc      = "Identifier of the sanction. Another sanction forces replacement: that one is closed, and this one stays as it is."
	sancionObservacionesDoc  = "Remarks, stored with the closure. They are fixed once the sanction is closed, so a change is an error at plan time; another spelling, in case or blanks, changes only the state. If omitted, the service's value is kept."
	sancionPagoDoc           = "Payment of the sanction. It is recorded once, after the closure; it can be added later, and then neither changed nor removed."
	sancionPagoPagoTipoDoc   = "Payment type, assigned by the administrator of the service."
	sancionPagoPagoCodigoDoc = "Transaction code of the payment, unique among all payments."
	sancionPagoClienteIdDoc  = "Identifier of the paying client. Not declared, it is the one that the service tells, if any."
	sancionCerradaDoc        = "Whether the sanction is closed. One that was opened again is planned to be closed."
	sancionPagadaDoc         = "Whether the sanction is paid. Null where the service never told."
	sancionDatosDoc          = "Object of every field that the service sends for the sanction and no other attribute shows, as it comes; null where it never sent any. Read a field that may be missing with `try(….datos.field, null)`."
	sancionesDataDoc         = "The sanctions. The service's documentation does not publish the path of this list: set `endpoints.sanciones` of the provider."
)

// Messages.
const (
	sanctionInTwoBlocksText       = "Another block of this configuration declares sanction %s too, so both would close and pay it. Nothing was changed here. %s Keep the one that paid it, if one did. %s"
	noSuchSanctionText            = "The service has no sanction %s: %s. Nothing was changed. Correct sancion_id, then run again."
	listNotReadReason             = "nothing was paid: the list of sanctions could not be read before"
	sanctionIsPaidAlreadyText     = "The service shows sanction %s as paid and does not tell with which pago_codigo, so nothing was paid. Set endpoints.sanciones in the provider block if the list of sanctions tells; otherwise take pago out of the block."
	paymentWasThereAlreadyText    = "The service shows sanction %s as paid with pago_codigo %s, as declared: an earlier run recorded the payment, or somebody else did. It was not paid again."
	sanctionWasClosedAlreadyText  = "Sanction %d is closed, and the service holds other observaciones than those of the action: somebody closed it before. They are fixed with the closure and stay as they are."
	startedWithoutIDText          = "The service accepted the sanction of plate %s in section %s, but its record could not be read: %s. It is started: do not invoke the action again for it. To look by hand: %s."
	aPaymentCannotBeTakenBackText = "Sanction %s was paid, and the configuration has no pago. %s Restore it:\n\n%s"
	observacionesFixedText        = "Sanction %s was closed %s, and the configuration %s. The service takes them once, with the closure. %s"
	theOutcomeOfPaymentIsNotText  = "Whether the service recorded payment %q of sanction %s is not known, so another code could pay it a second time. Restore pago_codigo = %[1]q, which the service refuses where it was recorded, and apply. If the operator of the service says that it was not recorded, run terraform state rm parking_sancion.NAME, which changes nothing on the service. Then apply with another pago_codigo."
	aPaymentCannotBeChangedText   = "Sanction %s was paid %s, and the configuration says %s. %s %s"
	sanctionsNotReadReason        = "nothing was paid: the sanctions could not be read before"
	aSanctionIsPaidOnceText       = "Sanction %s is paid already, with the code %q, and is not paid again. Nothing was sent."
	paidWithUnknownCodeText       = "Sanction %s is paid already, and the service does not tell with which code. It is not paid again, and nothing was sent."
	sanctionIsNotClosedText       = "Sanction %s is open, and the service takes a payment for a closed one only. Nothing was sent. Close it with the action parking_sancion_cerrar first, before this one in the same list of actions."
	unableToImportSanctionText    = "Sanction %s cannot be read: the service's documentation does not publish the path that lists sanctions. Set endpoints.sanciones in the provider block if you know it.\n\nOr apply the resource without importing it: closing a closed sanction changes nothing, and a payment whose pago_codigo the service has already is not taken a second time."
	sanctionStaysOnTheServiceText = "The service can neither delete a sanction nor open it again. Sanction %s is no longer managed here and stays %s."
)

// Parts of messages.
const (
	closeNextText           = "The next run closes it again, which changes nothing where it is closed."
	pagoCheckText           = "the list of sanctions (endpoints.sanciones), where sanction %s carries pago_codigo %s if it is paid"
	pagoCleanText           = "Nothing has to be cleaned up. The next run looks whether the sanction is paid with this code, as far as the service tells, and otherwise sends the same payment, whose code the service takes once. Keep this pago_codigo: with another one it could pay a second time."
	listShowsUnpaidText     = "The list of sanctions shows sanction %s %s, so this payment was not recorded. Check whether the sanction is paid already with another code, or the code was used for something else."
	codeUsedText            = "If an earlier run lost an answer, the sanction may be paid already. Ask the service whether sanction %s is paid with pago_codigo %s. With endpoints.sanciones in the provider block the next run sees it by itself; without it, take pago out of the block where it is paid. With another pago_codigo it could be paid a second time."
	listShowsNothingText    = "The list of sanctions does not show sanction %s, so it may be paid already. Ask the service whether it is paid with pago_codigo %s, and take pago out of the block where it is. With another pago_codigo it could be paid a second time."
	closeAgainText          = "Closing a closed sanction changes nothing, so the action can be invoked again."
	startCheckText          = "the list of sanctions (endpoints.sanciones), or the service's own application"
	startNextText           = "Invoked again, it starts another sanction, and none can be taken back."
	startedText             = "A sanction was started in section %s. The service did not tell its identifier."
	ignoreObservacionesText = ", or leave the difference alone with:\n\n  lifecycle {\n    ignore_changes = [observaciones]\n  }"
	declareAsPaidText       = "Declare %s = %s, as it was paid."
	shownUnpaidText         = " It shows the sanction as unpaid now; this payment is not repeated all the same. If it really is lost, remove the resource with terraform state rm, which changes nothing on the service, and apply with another pago_codigo. Otherwise:"
	pagoNextText            = "With the same pago_codigo it cannot pay twice, since the service takes a code once; with another it could."
	notLookedUpText         = "Whether sanction %d is paid already cannot be looked up, since endpoints.sanciones is not set in the provider block. Recording the payment, whose code the service takes once."
	pagoUntoldText          = "The service does not tell whether sanction %d is paid. Recording the payment, whose code it takes once."
	paidMeanwhileText       = "Sanction %s was paid with this very code meanwhile; the service refused it a second time."
	listShowsNoPaymentText  = "The list of sanctions does not show this payment on sanction %s. Check whether the sanction is closed, and whether the code was used for something else."
	closeFirstText          = "An open sanction is closed with parking_sancion_cerrar first. If an earlier invocation lost its answer, the sanction may be paid already: ask the service whether sanction %s is paid with pago_codigo %s. With endpoints.sanciones in the provider block the action looks by itself."
)
