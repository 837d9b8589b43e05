package framework

// Descriptions.
const (
	pagoTipoDoc   = "Type of payment: a number that the administrator of the service assigns."
	pagoCodigoDoc = "Transaction code of the payment. The service accepts each code once."

	answerDoc       = " The service documents neither the path nor the answer. Set `endpoints.%s` in the provider block; the answer is in `datos`."
	answerDatosDoc  = "Answer of the service, with its own field names: an object, or a tuple for a list. Read a field that may be missing with `try(….datos.field, null)`."
	recordsDoc      = " Every page of the listing is read. The service documents only the identifier of a record, so `datos` holds the other fields under the service's own names."
	recordsIDsDoc   = "Identifiers of the records, in the service's order. Empty if there are none."
	recordsDatosDoc = "Tuple of the records, in the order of `ids`: objects with `id` and every other field that the service sends. Iterate over it with a `for` expression, and read a field that may be missing with `try(….field, null)`."
	parametrosDoc   = "Query parameters, sent unchanged. The service does not document them, so ask its operator. Terraform converts numbers to text%s."
	timeoutsDoc     = "How long each operation on this resource may take, retries included. Each defaults to `%s`."
)

// Messages.
const (
	noSuchText            = "The service shows no %[1]s %[2]s. Check %[3]s: the data source %[4]s lists the %[1]ss.\n\n%[5]s"
	attributeRejectedText = "%s: the service answered %q (HTTP %d), and for %s: %q.\n\n" + CorrectIt + " %s"
	uncheckedText         = "New %ss could not be looked up, for example %s. The apply adopts those that exist as declared.\n\n%s"
	savedNotReadText      = "The service accepted %s. The state holds what is known, and the next refresh adds the rest.\n\n%s"
	stillNotListedText    = "The service accepted %s, but does not list it yet. It stays in the state, so that it is not created twice. If it never does, the service lost it. " + RemoveFromState
	nothingToListText     = "The service rejected the list of %s as it rejects what cannot exist, so it counts as empty. If you expected entries, check the identifiers.\n\n%s"
	notShownYetText       = "%s was written less than a minute ago, and the service does not show it. It stays in the state, as may others. Wait a minute, then plan again."
	notRefreshedText      = "The service rejected %s as it rejects what cannot exist, and showed no other %s. It stays in the state. If it is gone, remove its block and apply.\n\n%s"
	lateText              = "It is known only after the apply, so an update in place is planned. If it names another thing, the apply ends in \"Provider produced inconsistent final plan\" before this block is changed. Then run again: the next plan shows the replacement."
	lateReplacementText   = "Changing %s forces replacement, which was not known at plan time. Nothing was changed. Run again: the next plan shows it."
	onceText              = "It is not sent again. To find out whether it was done, check %s. %s\n\n%s"
	providerUnknownText   = "%s in the provider block is not known until apply, so the service cannot be called. Apply the resource behind it first, for example with -target."
	auditIncompleteText   = "The audit log cannot be written: %s No further write is sent. Make the file writable, append these lines to it, and apply again:\n\n%s"
)

// What an error means, and what to do: remedies, or more where a remedy alone does not say it.
const (
	outcomeUnknownText      = "It is not known whether the service completed this request. %s %s"
	unsettledText           = "It may have taken effect, or may do so later. Sending it again now could do it twice. " + WaitAMinute + " %s "
	credentialRejectedText  = "The service rejected the credential. Check credential (PARKING_CREDENTIAL), and credential_scheme if a word such as Bearer must come before it."
	accessDeniedText        = "A proxy or firewall may have sent this. " + CheckAccess
	unprovenText            = "The service answers so about what cannot exist, too. Run again later. If this persists, check that GET /external/cliente shows the client of the credential."
	deniesAllText           = "The service answers so to GET /external/cliente, too. " + CheckAccess
	rateLimitedText         = "The service asks for fewer requests at once. Lower max_concurrency in the provider block, or raise max_retries and request_timeout, then run again."
	raiseRequestTimeoutText = "If the service is only slow, raise request_timeout (PARKING_REQUEST_TIMEOUT) above {within}. Otherwise, something between may drop requests. " + CheckAddress
	raiseTimeoutsText       = "Raise timeouts in this block, then run again. For a read or a deletion, first run terraform apply -refresh=false once, which saves the new value."
	notTheServiceText       = "The answer was cut off, or a proxy sent it. Run again. If the error persists, check base_url ({base_url}) and the path in endpoints."
	contractText            = "The service does not behave as the provider expects. " + ReportIt
	otherRecordText         = "The object in the answer is left alone. To manage it here, import it. Otherwise, ask the operator of the service about it."
	correctText             = "If the service's message names a value of your configuration, correct it. If not, run again later."
)

// OnlyTerraform ends the description of every action.
const OnlyTerraform = " Requires Terraform 1.14 or later; OpenTofu has no actions."

const replacesIfOtherDoc = "A different value forces replacement. Another spelling of the same value, or a value that is not known yet, does not."
