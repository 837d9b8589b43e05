package token

// Descriptions.
const (
	tokenEphemeralDoc = "A token of the service, for the `credential` of another provider configuration. It is in no state, no plan file and no log, and nor is the password that it was given for, if that comes from an `ephemeral` variable. Needs Terraform 1.10 or OpenTofu 1.11." +
		"\n\nThe service's documentation shows neither the paths of these operations nor what they take and answer. Set the path in `endpoints` of the provider block, and write into `cuerpo` what your service wants; its operator knows both. A provider block with `endpoints.login` needs no `credential` to log in." +
		"\n\nTerraform opens an ephemeral resource anew whenever it needs it: once for a plan, once more for the apply, also for one that has nothing to change (OpenTofu not for that), and a destroy plans twice. So `login`, `generar` and `renovar` are sent once by `terraform plan`, twice by `apply` and three times by `destroy`, and **each time the service may hand out another token**, which it has no operation to revoke. Prefer `login` or `obtener`; use `generar` only where the number of tokens does not matter. The token is not renewed during a run: one that lasts longer than its token ends in the service's refusal, and another run goes on from there." +
		"\n\nAfter a lost answer nothing is sent again, since that could hand out a second token: the error says what may be left on the service."
	tokenEphemeralOperacionDoc = "How the token is obtained: `login` logs a user in (path: `endpoints.login`), `generar` generates an API token (`endpoints.generar_token`), `obtener` reads the API token that there is (`endpoints.obtener_token`), `renovar` renews the session token that the provider block has as its `credential` (`endpoints.renovar_token`)."
	tokenEphemeralCuerpoDoc    = "What is sent, as an object, for example `{ email = var.email, password = var.password }`. It goes to the service as JSON as it is. May hold ephemeral values. Not with `obtener`, which has no body. In the embedded sandbox `login` takes the `email` of one of its clients and the `password` `sandbox`."
	tokenEphemeralCampoDoc     = "Where the token is in the answer: names of fields, and places in lists counted from 0, joined by dots, for example `sesion.access_token` or `tokens.0.valor`. Defaults to `token`; an answer that is itself a text is the token."
	tokenEphemeralDatosDoc     = "What the service answered, as it came, the token included. Read a field that may be missing with `try(….datos.field, null)`."
)

// Messages.
const (
	cuerpoNotObjectText   = "cuerpo is not an object. Write the fields that the operation takes, for example { email = var.email, password = var.password }."
	obtenerNoBodyText     = "obtener sends no body. Remove cuerpo, or put what the service wants into parametros."
	invalidParametersText = "%s sends a body and no query parameters. Put what the service wants into cuerpo."
	tokenNotKnownYetText  = "%s of the provider block depends on something that is not applied yet, so no token is obtained now. Terraform obtains it in the apply, after that. OpenTofu stops here, with an error that takes this for a bug: apply that first, for example with -target."
	noTokenText           = "The service carried out %s, but the token was not found in its answer: %s.\n\nSet campo to the place of the token, such as sesion.access_token, then run again.%s"
)

// Parts of messages.
const (
	loginUnknownText = "If it did, it holds a session whose token nobody has, which it has no operation to end. The next run logs in once more."
	userRefusedText  = "The service refuses the user. Check cuerpo, such as the password, and the credential of the provider block (PARKING_CREDENTIAL) if it has one. No token was given."
	loginStaysText   = " The session that was opened stays on the service, which has no operation to end it; the next run logs in once more."
	tokenUnknownText = "If it did, it holds a token that nobody has, and the next run generates another. The service has no operation to revoke one: ask its operator to, or set operacion to obtener, which reads the token that there is."
	tokenStaysText   = " The token that was generated stays on the service, which has no operation to revoke it, and the next run generates another: ask its operator to revoke it, or set operacion to obtener, which reads the token that there is."
	renewUnknownText = "If it did, a new token may have taken the place of the credential of the provider block, and nobody has it. Run again; if the service refuses the credential then, log in once more."
	renewRefusedText = " If the service refuses the credential of the provider block then, the new token has taken its place: log in once more."
)
