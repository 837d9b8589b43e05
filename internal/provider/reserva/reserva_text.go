package reserva

import "github.com/parking-provider/terraform-provider-parking/internal/framework"

// Descriptions.
const (
	minutosFunctionDoc = "Rounds `n` up to a multiple of 10, which `minutos` of `parking_reserva` must be. A fraction of a minute counts as a whole minute. Zero and negative numbers are errors. Requires Terraform 1.8 or OpenTofu 1.7."

	onceDoc            = "\n\nThe request is sent once. If its answer is lost, the provider looks for up to a minute whether it was carried out. If that is still unknown, the action ends in an error that says how to check. Invoke it again only if nothing was done."
	bloquearDoc        = "Books a reservation of a parking space, and pays it if `pago` is set. The identifier of the reservation is shown as progress." + onceDoc + "\n\nIf the payment fails, the error names the reservation: pay it with `parking_reserva_pagar`."
	bloquearMinutosDoc = "Duration in minutes, a positive multiple of 10. `provider::parking::minutos` rounds any number up to one of these."
	cancelarDoc        = "Cancels an active reservation. If it has ended or was cancelled, the action succeeds. The service may reject the cancellation of a paid reservation, which is an error." + onceDoc + "\n\nA `parking_reserva` that this action cancels stays in the state with `activa = false`."
	extenderDoc        = "Extends an active reservation. Each invocation adds the minutes." + onceDoc + "\n\nTo extend a reservation of this configuration, raise `minutos` of its `parking_reserva` instead. Otherwise each refresh warns that the service shows more minutes than the block declares."
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
		"- **Somebody else's minutes.** If somebody extends the reservation elsewhere, `minutos` stays as declared, and each refresh warns. If you raise it later, only the minutes that are still missing are added.\n\n" +
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

// Messages.
const (
	minutosRuleText    = "minutos must be a positive multiple of 10, but is %d. provider::parking::minutos rounds a number up to one."
	minutosChangedText = "The configuration changes minutos of the reservation of %s from %s to %s. Declare minutos = %[2]s."
	moreMinutosText    = "The state keeps minutos = %s, as declared, and no plan changes that. To have the service's minutes in the state, declare minutos = %d."
	fewerMinutosText   = "It shows %d minutes, but %s were sent. They are not sent again, since a record may lag or show what is left. To find out whether they were added, check %s. %s"

	plannedText        = "The apply books %s for %s for %s minutes. What it costs is not documented."
	plannedMinutosText = "The service cannot take back minutes, and what they cost is not documented."
	codeUsedText       = "pago_codigo = %s has paid reservation %s, and the service accepts each code once. The plan books another reservation, which needs another pago_codigo."
	mayStayText        = "The service may reject the cancellation of a paid reservation. One that has ended or has no identifier is not cancelled." + framework.Listed

	bookAgainText      = "If not, run terraform state rm with the address of this block, then apply, which books it. If it was, run the same command, then terraform import parking_reserva.NAME ID. Until then, it cannot be extended, paid or cancelled here."
	twiceText          = "Reservation %d is booked, and this one may be active too. If a run was killed that booked it, cancel it: with the action parking_reserva_cancelar and reserva_id = %d, or in the service's own application."
	payWithActionText  = "If it is not paid, use the action parking_reserva_pagar with reserva_id = %d."
	cancelByActionText = "It is no longer in the state. If it is active, cancel it with the action parking_reserva_cancelar, or in the service's own application."

	otherReservaText = "The service's record of reservation %s is not of %s. Nothing was changed. The service may have been restored from a backup, or base_url may name another one. If base_url is right, run terraform state rm with the address of this block, then apply, which books another one."
	notListedText    = "That does not prove that it has ended, so it stays in the state. If it no longer exists, run terraform state rm with the address of this block."
	staysText        = "The service rejected the cancellation of the reservation of %s. It may be paid, or have ended. It is no longer in the state.\n\n%s"
	importText       = "No list of the service shows reservation %s with its vehicle, section and minutes. Check the identifier. If it is right, use the service's own application."
)
