package cliente

import "github.com/parking-provider/terraform-provider-parking/internal/framework"

// Descriptions.
const (
	clienteDoc = "Manages a client of the service: a person or company with an account.\n\n" +
		"A client that already exists as declared is adopted. The plan looks the client up by its e-mail address, and shows the identifier of one that exists. A client with other data is an error that names the attributes and shows an import block. With `overwrite_existing` of the provider, a warning in the plan names the attributes that the apply overwrites. " +
		"A field that the service omits counts as identical only if the service returns the same identity number. " +
		"A client that does not exist is registered only if `endpoints.registrar_cliente` of the provider is set.\n\n" +
		"A client whose address was changed on the service is removed from the state, with a warning. To keep managing it, declare the new address. If a client with another identifier has the former address, nothing of it is overwritten, unless `overwrite_existing` is set.\n\n" +
		"The service may change the spelling of values. These differences are not drift, and cause no update:\n\n" +
		"- case, surrounding or repeated blanks, and the Unicode form of a value\n" +
		"- separators in a telephone or identity number\n" +
		"- the plus of a dialling code, and leading zeros of a telephone number\n\n" +
		"The declared spelling stays in the state. A new spelling in the configuration is sent to the service.\n\n" +
		"The service cannot delete clients: destroying the resource only removes it from the state, with a warning."
	idDoc        = "Identifier of the client, for `cliente_id` of vehicles and favourites. Null while the service does not show it."
	emailDoc     = "E-mail address that identifies the client; plans show it. Another address forces replacement: the client with the new address is managed instead, and the former one stays unchanged. Changing only its case changes nothing."
	nombreDoc    = "First name, or the name of a company."
	apellidosDoc = "Surnames."
	prefijosDoc  = "Dialling code of the country: `+` and one to three digits, for example `+593`."
	telefonoDoc  = "Telephone number, without the dialling code."
	cedulaDoc    = "National identity number."
	inPlaceDoc   = " Updated in place."

	clienteDataDoc = "Looks up a client by e-mail address, or the client of the credential if `email` is omitted.\n\n" +
		"All fields are kept in the state, including personal data. Fields that the service omits are null."
	emailDataDoc    = "E-mail address of the client; plans show it. If omitted, the client of the credential is read."
	prefijosDataDoc = "Dialling code of the country, for example `+593`."
)

// Messages.
const (
	notRegisteredText = "The service has no client with this e-mail address. Check email. If it is right, have the client register with the service, or set endpoints.registrar_cliente in the provider block; the service does not publish that path."
	noAccountText     = "Check email: there may be no client with this address."
	differsText       = "%s has this e-mail address, but %s %s. Nothing is overwritten, because overwrite_existing is false. " + checkEmailText + " If it is right, import the client, and the next plan shows what would be overwritten:\n\n  import {\n    to = parking_cliente.NAME\n    id = \"EMAIL\"\n  }"
	checkEmailText    = "Check email: a wrong address may belong to another person."
	notComparedText   = "It has this e-mail address and identity number, but the service does not show its %s. The apply overwrites nothing. The next update sends all six attributes, so check them."
	overwrittenText   = "It has this e-mail address. As overwrite_existing = true says, the apply overwrites these attributes. " + checkEmailText
	replacedByNewText = "The apply registers a new client, which the service cannot delete. Resources that refer to the old one fail in the apply and are replaced in the next: their vehicles then belong to both. To correct a person's address, ask the operator of the service instead."
	addressGoneText   = "No client has its e-mail address now, so it is removed from the state. If the address was changed, declare the new one in email, which adopts the client. Otherwise the next apply registers a new client, if endpoints.registrar_cliente is set. The service cannot delete it."
	addressTakenText  = "Its e-mail address belongs to client %d now, so it is removed from the state. If the address was changed, declare the new one in email, which adopts the client."
	notUpdatedText    = "Its e-mail address belongs to client %d now. Nothing was sent. Run again: the next plan says what to do."
	clientsStayText   = "The service cannot delete clients. Those that this plan destroys or replaces stay unchanged." + framework.Listed
)
