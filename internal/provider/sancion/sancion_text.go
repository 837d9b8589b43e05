package sancion

import "github.com/parking-provider/terraform-provider-parking/internal/framework"

// Descriptions.
const (
	sancionDoc = "Manages the closure and payment of an existing sanction (a parking fine). Creating the resource closes the sanction, then records the payment if `pago` is set. Closing a closed sanction changes nothing. A sanction that already has the declared payment is not paid again.\n\n" +
		"The service documents no way to read a sanction. If `endpoints.sanciones` of the provider is set, the list of sanctions is read before a plan and before anything is sent. A sanction that was reopened is planned to be closed. Closing or paying a sanction that the list does not show is an error; a refresh keeps it in the state. Without the list, the state shows what this resource did.\n\n" +
		"The payment is sent once. It is repeated only if the service certainly did not get it. If its answer is lost, the provider looks for up to a minute whether the list shows it. If that is still unknown, the apply ends in a warning. The state then holds `pago` as sent and `pagada` as null, so no later run sends it again, and each plan warns. To have it sent again, run `terraform state rm` and `terraform import`, which takes what the record shows. Without the list, create the block again after `terraform state rm`.\n\n" +
		"No operation reopens a sanction, or changes or undoes a payment. So a change of `observaciones` or `pago` is an error at plan time. Remarks that somebody else changes stay in the state as declared, with a warning. Destroying the resource only removes it from the state, with a warning."
	sancionIDDoc           = "Identifier of the sanction, for example `7`. Forces replacement: the new sanction is closed, and the former one stays closed."
	observacionesDoc       = "Remarks, stored when the sanction is closed. If omitted, the service's value is kept. After the closure, only another spelling or the remarks that the service shows may be declared, which updates only the state."
	pagoDoc                = "Payment of the sanction, recorded once, after the closure. It can be added later; changing or removing it afterwards is an error at plan time."
	payerDoc               = "Identifier of the client who pays. If omitted, none is sent, and it is that of the sanction's record."
	cerradaDoc             = "Whether the sanction is closed. A sanction that was reopened is planned to be closed."
	pagadaDoc              = "Whether the sanction is paid. Null if the service never returned it, or if the answer to the payment was lost."
	datosDoc               = "All other fields of the sanction in one object, as the service returns them; null if it never returned any. Read a field that may be missing with `try(….datos.field, null)`."
	sancionesDoc           = "Lists the sanctions. The service does not document the path of this list: set `endpoints.sanciones` of the provider."
	cerrarDoc              = "Closes a sanction. Closing a closed sanction changes nothing, and succeeds. So the request is repeated until the service answers."
	cerrarObservacionesDoc = "Remarks, stored when the sanction is closed. A sanction that is already closed keeps its own, and a warning says so if the service returns them."
	onceDoc                = "\n\nThe request is sent once. If its answer is lost and `endpoints.sanciones` is set, the provider looks it up in the list for a minute. If that is still unknown, the action ends in an error that says how to check. Invoke it again only if nothing was done."
	iniciarDoc             = "Starts a sanction, one for each invocation. Its identifier is shown as progress. A sanction can be closed and paid, but not deleted. The service does not document the path: if `endpoints.iniciar_sancion` of the provider is not set, planning the action fails." + onceDoc
	pagarDoc               = "Records the payment of a closed sanction. If `endpoints.sanciones` of the provider is set, the sanction is read first. If it already has this `pago_codigo`, the action sends nothing and succeeds. If it is open, not listed, or paid with another or an unknown code, the action fails and sends nothing." + onceDoc
)

// Messages.
const (
	stayText        = "The service can neither delete nor reopen a sanction. Those that this plan destroys or replaces stay closed, and paid if they are." + framework.Listed
	openText        = "Sanction %s is open, and the service accepts a payment only for a closed one. Nothing was sent. Close it first with the action parking_sancion_cerrar."
	remarksText     = "The remarks of closed sanction %s cannot be changed. Restore observaciones = %s."
	staysClosedText = "The sanction is closed, and stays so. If an earlier run may have recorded this payment, omit pago: another code may pay a second time."
	shownUnpaidText = "It was recorded, but the list does not show it. It is not sent again, since a list may lag. Check it again later. %s"
)

// listText is where a payment can be looked for.
const listText = "the list of sanctions (endpoints.sanciones)"
