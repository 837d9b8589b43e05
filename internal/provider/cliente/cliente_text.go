package cliente

// Descriptions.
const (
	clienteDataDoc         = "A client: the one with an e-mail address, or, without one, the client that the credential in use belongs to. Everything read here is kept in the state, personal data included. What the service leaves out is null."
	clienteDataIdDoc       = "Identifier of the client, for `cliente_id` of vehicles and favourites."
	clienteDataEmailDoc    = "E-mail address of the client. Not given: the credential's own client. It is shown in plans; the telephone and document numbers are not."
	clienteDataTelefonoDoc = "Contact number, without the country calling code."
	clienteDoc             = "A client of the service. Creating the resource takes the existing client with that e-mail address and brings it to the declared state, whatever `adopt_existing` of the provider says, with a warning that names the fields it overwrote; a client that does not exist is registered only when `endpoints.registrar_cliente` of the provider is set.\n\n" +
		"The service may write values in its own way. A value that differs only in case, in surrounding or repeated blanks or in its Unicode form counts as the same. So does a telephone or document number that differs only in separators, and a telephone number without its leading zeros. The declared spelling stays in the state, and nothing is overwritten. A new spelling in the configuration is still sent.\n\n" +
		"The service cannot delete clients: destroying the resource removes it from the state only, with a warning."
	clienteEmailDoc = "E-mail address, which identifies the client. Another address forces replacement: the other client is managed, and this one stays as it is. Another spelling of the same address, in case, changes only the state. It is shown in plans; the telephone and document numbers are not."
)

// Messages.
const (
	clientInTwoBlocksText           = "Another block of this configuration declares this client too, so the two would overwrite each other in every run. Nothing was changed here. "
	noSuchClientText                = "The service has no client with this e-mail address, and the path of its registration is not published. Have the client register with the service and apply again, or set endpoints.registrar_cliente in the provider block if you know the path."
	clientOverwrittenText           = "Client %s existed with other values of %s, which were overwritten with the declared ones."
	clientSavedButNotAsDeclaredText = "The service accepted client %s and holds other values of %s. The next plan shows the difference. Declare the values that the service holds."
	clientStaysOnTheServiceText     = "The service cannot delete clients. Client "
	clientStaysEndText              = " is no longer managed here and stays as it is."
)

// Parts of messages.
const (
	prefijosDoc      = "Country calling code: `+` and one to three digits, for example `+593`."
	clienteCheckText = "GET /external/cliente-email with its address as the query parameter email"
	otherClientText  = "client %s was asked for, and client %d came, without an e-mail address"
)
