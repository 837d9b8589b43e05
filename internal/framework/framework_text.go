package framework

// Descriptions.
const (
	actionPagoTipoDoc   = "Type of payment, a number that the administrator of the service assigns."
	actionPagoCodigoDoc = "Code of the transaction. The service takes each code once, which is what keeps a payment from being made twice: keep the code when the action is invoked again."
	answerDataDoc       = " The service's documentation shows neither the path nor the answer: set `endpoints."
	answerDataPathDoc   = "` of the provider, and read what comes from `datos`."
	answerDataDatosDoc  = "What the service answers, as it comes: an object, or a tuple for a list. Read a field that may be missing with `try(….datos.field, null)`."
	recordsDataDoc      = " Every page of the service's listing is read. The service's documentation shows no more of a record than its identifier, so `datos` gives them as they come."
	recordsDataIdsDoc   = "Identifiers, in the service's order; empty when there is nothing to list."
	recordsDataDatosDoc = "Tuple of the records in the order of `ids`, each an object with its `id` and every other field that the service sends, as it comes. Walk it with a `for` expression, and read a field that may be missing with `try(….field, null)`."
)

// Messages.
const (
	noSuchText                           = "The service has no %s %s: %s. Nothing was changed. Correct %s, then invoke the action again."
	refusedAttributeText                 = "The service refuses %s of %s: %s. Its message (HTTP %d): %s.\n\n%s"
	notLookedForText                     = "Could not create %s: looking for it before it is created failed: %s.\n\nNothing was changed. %s"
	savedNotReadText                     = "The service accepted %s, and reading it afterwards failed: %s. It is in the state with what is known; the next refresh fills in the rest."
	stillNotListedText                   = "The service accepted %s and its listing still does not show it. It stays in the state, so that it is not made twice. If the service really lost it, remove it with terraform state rm and apply again."
	clientNotKnownYetText                = "cliente_id depends on something that is not known yet, so nothing can be listed. Write the identifier of the client."
	notEverythingIsListedText            = "Client %s has %d %s, and Terraform asks for %d, the limit of the list block (100 where it sets none). Set limit = %[2]d in it to list them all."
	lateReplacementText                  = "The change of %s forces replacement. %s"
	providerConfigurationNotKnownYetText = "%s of the provider block depends on something that is not applied yet, so the parking service cannot be asked. Apply that first, for example with -target."
)

// Parts of messages.
const (
	noCredentialText         = "Nothing was sent. Put an API key or access token into credential of the provider block (PARKING_CREDENTIAL); without one it can only log in."
	credentialRefusedText    = "The service refuses the credential. Check credential (PARKING_CREDENTIAL) and whether the service wants a word such as Bearer before it (credential_scheme). Nothing was changed by this request."
	addressUnknownText       = "The service does not know what was asked for at this address. Check base_url, and the path in endpoints where the operation has one, then run again. Nothing was changed by this request."
	outcomeUnknownText       = "It is not known whether the service carried this out before it failed. %s %s"
	outcomeUnknownAdoptsText = "It is not known whether the service carried this out before it failed. The next run looks at %s first and continues from what it finds. %s"
	neverSentTimeoutText     = "Nothing was changed by this request. Raise timeouts of the block, then run again."
	neverReachedText         = "The request never reached the service, so nothing was changed. Check base_url, the network and ca_cert_file, then run again."
	redirectedText           = "Set base_url to the address that the service redirects to, then run again."
	notTheServiceText        = "Something other than the service may have answered, such as a proxy. Check base_url, then run again."
	serviceFailsText         = "The service, or something in front of it, fails. Run again; if it stays, ask the operator of the service."
	noEndpointText           = "Nothing was sent. Ask the operator of the service for the path, and set endpoints.%s in the provider block."
	contractText             = "The service behaves differently from what is known of it. Please report this text to the provider's developers."
	nextRunAdoptsText        = "Nothing has to be cleaned up: the next run adopts what is there by then, as adopt_existing says."
	nextRunNeverAdoptsText   = "If it is there by then, the next run does not adopt it, because adopt_existing is never."
	lookNeedsEndpointText    = "To have the next run look for it, set endpoints.%s in the provider block. %s"
	rejectedMayExistText     = "Rejected; it may already exist, and %s could not be looked for. %s %s To check by hand: %s."
	stillRunningText         = "It is not known whether the service will still carry it out: %s was not there when it was looked for, but the service may need longer than request_timeout. Sending it again now could %s. Wait until the service is done, a minute at least, and %s. %s To check by hand: %s."
	notLookedForEitherText   = "It is not known whether the service carried it out, because %s could not be looked for either. %s %s To check by hand: %s."
	clienteImportText        = "the import identifier of a client is its e-mail address, for example flota@example.com"
	flotaImportText          = "%s is neither the identifier of the client that owns the fleet, for example 12, nor cliente_id/placa,placa, for example 12/AKX0359,UXH5184"
	vehiculoImportText       = "%s is neither cliente_id/placa, for example 12/AKX0359, nor the id of a vehicle, for example 3401"
	twiceInOneListText       = "record %d came twice in one list"
	parametrosDoc            = "Further query parameters, sent as they are: the service's documentation does not name those of this operation, its operator does. All values are texts; Terraform turns numbers into them."
	parametrosRuleText       = "must be query parameters with a name and a value that nothing else sets"
	timeoutsDoc              = "How long an operation on this resource may take, repeats included. Default `"
	placaRuleText            = "a license plate, with a letter or digit, without surrounding blanks or control characters"
	pagoCodigoBlankText      = "begins or ends with a blank; write the code without it, for example with trimspace()"
)

// OnlyTerraform ends the description of every action.
const OnlyTerraform = " Needs Terraform 1.14 or later; OpenTofu has no actions."

const slower = "Lower max_concurrency, or raise request_timeout or max_retries, whose product bounds the waiting, then apply again."

// RemoveBlock is for what destroying leaves alone.
const RemoveBlock = "Remove one of the two blocks from the configuration, with its import block if it has one, then apply. That changes nothing on the service: at most the plan shows the block as to be destroyed, which only takes it out of the state."

const RemoveImport = "If it comes from an import block, it is not in the state yet: remove that import block instead."

const FindBlocks = "terraform state list shows the blocks, and terraform state show what each of them holds."

const (
	lateReplacement = "Replacement needed, but an update was planned"
	lateRemedy      = "That was not known when the plan was made, so an update in place was planned. Nothing was changed here. Plan again: the next plan shows the replacement."
)
