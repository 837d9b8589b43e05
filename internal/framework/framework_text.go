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
	noSuchText            = "The service does not show %[1]s %[2]s. Nothing was changed. Check %[3]s, then run again. The data source %[4]s lists the %[1]ss.\n\n%[5]s"
	attributeRejectedText = "%s: the service rejected %s."
	attributeAnswerText   = "The service answered %q (HTTP %d), and for %s: %q."
	notCheckedText        = "Could not check whether %s already exists"
	notCreatedText        = ", so it was not created"
	uncheckedText         = "The plan could not check which new %ss already exist on the service, for example %s. The apply checks that.\n\n%s"
	rejectedTooText       = "%s not checked: see the first error about %s"
	savedNotReadText      = "The service accepted %s, but it could not be read back. The state holds what is known, and the next refresh adds the rest.\n\n%s"
	stillNotListedText    = "The service accepted %s, but its listing does not show it yet. It stays in the state, so that it is not created twice. If the service lost it, run terraform state rm with the address of this block, then apply."
	nothingToListText     = "The list of %s is empty, because the service denied it as it denies what cannot exist. If you expected entries, check the identifiers in the block, or run again later.\n\n%s"
	lateReplacementText   = "Changing %s forces replacement. This was not known at plan time, so an update in place was planned. Nothing was changed here. Run again: the next plan shows the replacement."
	onceUnknownText       = "It is not known whether the service %s, and it is not sent again. To find out, check %s. %s\n\n%s"
	onceAcceptedText      = "The service %s, but its answer does not show the record. It is not sent again. To find it, check %s. %s\n\n%s"
	providerUnknownText   = "%s in the provider block depends on a value that is not known until apply, so the service cannot be called. Apply the resource behind that value first, for example with -target."
)

// Parts of messages.
const (
	noCredentialText         = "Nothing was sent, because there is no credential; without one, the provider can only log in. Set credential in the provider block, or PARKING_CREDENTIAL, to an API key or access token, then run again."
	credentialRejectedText   = "The service rejected the credential. {unchanged}Check credential (PARKING_CREDENTIAL). If the service expects a word such as Bearer before it, set credential_scheme."
	accessDeniedText         = "Access was denied with HTTP {status}, and the answer is not in the service's format: a proxy or firewall may have sent it. {unchanged}Check base_url, the network and credential (PARKING_CREDENTIAL), then run again."
	unprovenText             = "The service answers in the same way about something that cannot exist, so this proves nothing. Run again later. If it persists, check that GET /external/cliente shows the client of the credential."
	deniesAllText            = "The service denies GET /external/cliente in the same way, so it may reject the credential, or base_url is wrong. {unchanged}Check credential (PARKING_CREDENTIAL) and base_url, then run again."
	notRefreshedText         = "%s was not read: the service answered about it as about something that cannot exist, and showed no other %[2]s. It stays in the state. If it is gone from the service, remove it from the configuration, apply, and declare it again if it is needed.\n\n%[3]s"
	rateLimitedText          = "The service rate-limited every try. {unchanged}" + slowerText
	slowerText               = "Lower max_concurrency in the provider block, or let fewer runs use the service at once. Then run again. To wait longer instead, set max_retries above 0 and raise request_timeout there, and timeouts if this block has them."
	unchangedText            = "Nothing was changed by this request. "
	outcomeUnknownText       = "It is not known whether the service completed this request. %s %s"
	outcomeUnknownAdoptsText = "It is not known whether the service completed this request. The next run checks %s first and continues from what it finds. %s"
	neverReachedText         = "The request never reached the service, so it changed nothing. Check base_url, the network and ca_cert_file, then run again."
	raiseRequestTimeoutText  = "Check base_url, and any proxy or firewall between: they may drop requests. If the service is only slow, raise request_timeout (PARKING_REQUEST_TIMEOUT) above {within}. Then run again."
	raiseTimeoutsText        = "Raise timeouts in this block%s, then run again."
	raiseStateTimeoutsText   = "Raise timeouts in this block%s. Then run terraform apply -refresh=false once: a %s takes its timeout from the state, and only an apply saves the new value."
	redirectedText           = "Set base_url to the address that the service redirects to, then run again."
	notTheServiceText        = "The answer was cut off, or something other than the service sent it, such as a proxy. Run again. If the error persists, check base_url and, if the operation has one, its path in endpoints."
	serviceFailsText         = "The service, or a proxy in front of it, failed. " + RunAgainOrAsk
	notSentText              = "Nothing was sent."
	goneText                 = "The service knows no such object. If it was deleted outside Terraform, run again: the next plan shows that it is created again. Otherwise, check the identifiers."
	noSuchObjectText         = "The service knows no such object. Check the identifier, then run again."
	changingText             = "Something else may be changing the list at the same time. Run again, and report this text to the provider's developers if it comes back."
	noEndpointText           = "Nothing was sent. Ask the operator of the service for the path, and set endpoints.{operation} in the provider block."
	tooLongText              = "The list is longer than the provider reads. If the block has parametros, list less with a filter there. Otherwise ask the operator of the service how to list less."
	contractText             = "The service does not behave as the provider expects. " + ReportIt
	otherRecordText          = "The object in the answer is left alone. If it is the one that you want to manage here, import it. If it is not, report this text to the service's operator."
	auditUnwritableText      = "No write is sent while it cannot be recorded. Make the file writable, or set audit_log (environment variable PARKING_AUDIT_LOG) to another one, then apply again."
	auditIncompleteText      = "The audit log cannot be written: %s No further write is sent. What was already sent is saved in the state as usual. Make the file writable, append these lines to it, and apply again:\n\n%s"
	correctText              = "If the service's message names a value of your configuration, correct it. If not, run again later."
	rejectedMayBeDoneText    = "The service rejected the request. It is unknown whether the service already has what was requested, because the lookup afterwards failed. %s %s To check by hand: %s."
	stillRunningText         = "The request had not taken effect when the provider last looked, but the service may still be processing it. Sending it again now could create it twice. Wait at least a minute, then run again. %s To check by hand: %s."
	notLookedUpEitherText    = "It is not known whether the request took effect, because the lookup afterwards failed. %s %s To check by hand: %s."
	importIDText             = "%s is not the import identifier of a %s: %w. It must be %s"
	importPartText           = "its %s %s must be a whole number of at least 1, without leading zeros"
	clienteImportText        = "the import identifier of a client must be its e-mail address, for example flota@example.com"
	flotaImportText          = "cliente_id, for example 12, or cliente_id/placa,placa, for example 12/AKX0359,UXH5184"
	vehiculoImportText       = "cliente_id/placa, for example 12/AKX0359, or the id of the vehicle, for example 3401"
	parametrosRuleText       = "must be query parameters that have a name and a value and are not set elsewhere"
	placaRuleText            = "a license plate with at least one letter or digit, without surrounding blanks or control characters"
	pagoCodigoBlankText      = "begins or ends with a blank; remove the blank, for example with trimspace()"
)

// OnlyTerraform ends the description of every action.
const OnlyTerraform = " Requires Terraform 1.14 or later; OpenTofu has no actions."

const replacesIfOther = "A different value forces replacement. Another spelling of the same value, or a value that is not known yet, does not."
