package reserva

// Descriptions.
const (
	minutosFunctionDoc = "Rounds `n` up to a multiple of 10, which `minutos` of `parking_reserva` must be. A fraction of a minute counts as a whole minute. Zero and negative numbers are errors. Requires Terraform 1.8 or OpenTofu 1.7."

	onceDoc            = "\n\nThe request is sent once. If its answer is lost, the provider looks for up to a minute whether it was carried out. If that is still unknown, the action ends in an error that says how to check. Invoke it again only if nothing was done."
	bloquearDoc        = "Books a reservation of a parking space, and pays it if `pago` is set. The identifier of the reservation is shown as progress." + onceDoc + "\n\nIf the payment fails, the error names the reservation: pay it with `parking_reserva_pagar`."
	bloquearMinutosDoc = "Duration in minutes, a positive multiple of 10. `provider::parking::minutos` rounds any number up to one of these."
	cancelarDoc        = "Cancels an active reservation. If it has ended or was cancelled, the action succeeds. The service may reject the cancellation of a paid reservation, which is an error." + onceDoc + "\n\nA `parking_reserva` that this action cancels stays in the state with `activa = false`."
	extenderDoc        = "Extends an active reservation. Each invocation adds the minutes." + onceDoc + "\n\nTo extend a reservation of this configuration, raise `minutos` of its `parking_reserva` instead. A plan fails while the service shows more minutes than the block declares."
	extenderMinutosDoc = "Minutes to add: a positive multiple of 10. `provider::parking::minutos` rounds any number up to one of these."
	pagarDoc           = "Records the payment of a reservation. If it already has this `pago_codigo`, the action sends nothing and succeeds. If it has another code or is no longer active, the action fails and sends nothing." + onceDoc + "\n\nTo pay a reservation of this configuration, set `pago` of its `parking_reserva` instead, which keeps the payment in the state."

	reservaDoc = "Manages a reservation of a parking space for a vehicle. It starts when it is applied, and is booked once. Destroying the resource cancels the reservation.\n\n" +
		"### Whether this is the right tool\n\n" +
		"A reservation ends by itself. Its block then stays in the state with `activa = false`, and every plan says \"No changes\". To book again and again, invoke the action `parking_reserva_bloquear` (Terraform 1.14). Use this resource for a reservation that should be extended, paid or cancelled by changing a configuration.\n\n" +
		"### Money\n\n" +
		"The provider charges nothing and refunds nothing: it records payments that you collected elsewhere. The service documents little about money, so ask its operator where this table says so. The plan warns of each of the first three.\n\n" +
		"| step | what happens | who pays what |\n" +
		"|---|---|---|\n" +
		"| book | blocks the section, space or connector for `minutos` | nobody yet; what an unpaid reservation costs, and when it lapses, is undocumented |\n" +
		"| pay: `pago` | records `pago_tipo` and `pago_codigo` | whoever the code of the transaction belongs to; the service does not show the amount |\n" +
		"| extend: a larger `minutos` | adds the missing minutes, which cannot be taken back | undocumented, for paid and for unpaid reservations |\n" +
		"| cancel: destroy | ends the reservation | no documented refund. If the service rejects the cancellation of a paid one, it stays there and leaves the state, with a warning |\n\n" +
		"- **Prices**: the data source `parking_tramo_precios_estacionar` returns what the service publishes of a section.\n" +
		"- **One code, one payment.** The service accepts each `pago_codigo` once. If booking succeeds and paying is rejected, the apply warns, and the next apply pays in place.\n" +
		"- **Two blocks are two reservations**, and so is `count = 2`. Nothing existing is adopted: import it.\n" +
		"- **A replacement needs another `pago_codigo`.** The service may also reject the cancellation of the paid one. If an attribute forces replacement, the same code is an error of the plan. With `-replace` or after `taint`, the provider cannot tell the plan from a new block: the booking succeeds, and its payment is rejected.\n" +
		"- **Somebody else's minutes.** If somebody extends the reservation elsewhere, the refresh raises `minutos`, and the plan fails until the block declares them. To allow that, set `lifecycle { ignore_changes = [minutos] }`.\n\n" +
		"### After a lost answer\n\n" +
		"Each booking, extension, payment and cancellation is sent once. It is repeated only if the service certainly did not get it. If an answer is lost, the provider looks for up to a minute whether the request was carried out. If that is still unknown, the apply ends in a warning that says how to check. The state holds what was sent, so no later run sends it again:\n\n" +
		"| sent | in the state | to have it sent again |\n" +
		"|---|---|---|\n" +
		"| booking | `id` is null; each plan warns | `terraform state rm`, then apply. If it was booked after all, `terraform state rm` and `terraform import` |\n" +
		"| extension | `minutos` as sent; each refresh warns while the record shows fewer | `terraform state rm` and `terraform import`, which takes what the record shows, then apply |\n" +
		"| payment | `pagada` is null; each plan warns | the same |\n" +
		"| cancellation | nothing | the action `parking_reserva_cancelar` |\n\n" +
		"To make such a run fail, add a postcondition `self.id != null`, or `self.pagada == true` for a payment. Destroying a block without an identifier cancels nothing, and warns.\n\n" +
		"**A reservation that no list shows** stays in the state, with a warning, since absence does not prove that it has ended."
	replacesDoc     = " Forces replacement: the reservation is cancelled, and another one is booked."
	movesDoc        = "Another value forces replacement."
	minutosDoc      = "Duration in minutes, a positive multiple of 10. `provider::parking::minutos` rounds any number up to one of these. Raising it extends an active reservation in place; lowering it is an error at plan time."
	pagoDoc         = "Payment of the reservation. If omitted, the reservation is not paid; if added later, it is paid in place. Changing or removing it after the payment is an error at plan time."
	enviarReciboDoc = "Whether the service sends the official receipt to the client by e-mail when it records the payment. If omitted, the service decides."
	idDoc           = "Identifier of the reservation, assigned by the service. Null if the answer to the booking was lost."
	activaDoc       = "Whether the reservation is active. `false` once the service's lists show that it has ended or was cancelled."
	pagadaDoc       = "Whether the service recorded the payment that `pago` declares. Null if the answer to it was lost."
	datosDoc        = "All other fields of the reservation in one object, as the service returns them. Read a field that may be missing with `try(….datos.field, null)`."
	activasDoc      = "Lists the active reservations. They end by themselves, so the list may change from one plan to the next."
	reservasDoc     = "Lists all reservations, including past ones. To list only the active ones, use the data source `parking_reservas_activas`."
)

// What a plan does that costs money or cannot be undone.
const (
	plannedText        = "The apply %s. What it costs is not documented."
	plannedMinutosText = "adds %s minutes to reservation %s, which the service cannot take back"
	plannedPagoText    = "Payment %s of type %s is recorded, which cannot be undone."
	codeUsedText       = "pago_codigo = %s has paid reservation %s, and the service accepts each code once. This plan books another reservation, which needs another pago_codigo. The service may reject the cancellation of the paid one."
	mayStayText        = "Destroying or replacing a reservation cancels it. The service may reject that for a paid one. One without an identifier or that has ended is not cancelled. Such reservations are only removed from the state. The plan lists each of them."
)

// How to have something sent again.
const (
	bookAgainText      = "If it was booked, run terraform state rm with the address of this block, then terraform import parking_reserva.NAME ID. If it was not, run only the first command, then apply, which books it."
	sendAgainText      = "The state holds what was sent. To have it sent again, run terraform state rm with the address of this block, then terraform import parking_reserva.NAME %s. The import takes what the record shows. Then apply."
	cancelByActionText = "It is no longer in the state. If it is still active, cancel it with the action parking_reserva_cancelar, or in the service's own application."
	invokeAgainText    = "If nothing was done, invoke the action again."
	payWithActionText  = "pay it with the action parking_reserva_pagar and reserva_id = %d."
	payNextText        = "The next apply pays it. So does the action parking_reserva_pagar with reserva_id = %s."
)

// Messages.
const (
	minutosRuleText      = "minutos must be a positive multiple of 10, but is %d."
	minutosRoundText     = "minutos must be a positive multiple of 10, but is %d. Round it up with provider::parking::minutos(%[1]d)."
	unpaidText           = "Reservation %s is booked, and its payment was not recorded. %s\n\n%s"
	unidentifiedText     = "The answer to the booking of %s was lost, so its identifier is not known. It cannot be extended, paid or cancelled here. To find out whether it was booked, check %s. %s"
	unpaidUnknownText    = "The answer to payment %s of reservation %s was lost, and it is not sent again. To find out whether it was recorded, check pago_codigo in %[3]s. %[4]s"
	noIdentifierText     = "minutos cannot be changed, because the identifier of this reservation is not known. Restore minutos = %s. %s"
	shortenedText        = "Reservation %s has %s minutes, but the configuration says %s. The service cannot shorten a reservation. Set minutos = %[2]s. If somebody else may extend it, ignore the difference:\n\n  lifecycle {\n    ignore_changes = [minutos]\n  }"
	endedText            = "Reservation %s is no longer active, but the configuration raises its minutes from %s to %s. Restore minutos = %[2]s. To book another reservation, give the block another name and apply."
	fewerMinutosText     = "The record of reservation %s shows %d minutes, but %s were sent and may have been booked. They are not added again, since records may lag or show the minutes that are left. To check, see %s. %s"
	pagoChangedText      = "The service can neither change nor undo payment %[2]s of reservation %[1]s. Restore pago = %[2]s."
	otherReservaText     = "The service's record of reservation %s is not of %s. Nothing was changed. The service may have been restored from a backup, or base_url may name another service. If base_url is right, run terraform state rm with the address of this block, then apply, which books another one."
	notListedText        = "No list of the service shows reservation %s, but that does not prove that it has ended. It stays in the state unchanged. If it no longer exists, run terraform state rm with the address of this block."
	notCancelledText     = "The answer to the booking of %s was lost, so its identifier is not known, and nothing was cancelled. It is no longer in the state. To find out whether it is active, check %s. If it is, cancel it with the action parking_reserva_cancelar, or in the service's own application."
	staysText            = "The reservation of %s (identifier %s) was not cancelled, because the service rejected that. It may be paid, or have ended. It is no longer in the state.\n\n%s"
	statusUnknownText    = "The service does not show whether reservation %s is paid, so it counts as not paid. If it is paid, omit pago."
	importNotListedText  = "No list of the service shows reservation %s. Check the identifier."
	importIncompleteText = "The service returns reservation %s without %s, so it cannot be imported. It must be managed in the service's own application."
)
