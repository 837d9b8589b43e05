package token

// Descriptions.
const (
	tokenDoc = "Obtains a token of the service, for example as the `credential` of another provider configuration. The token is not stored in the state, a plan file or a log. Neither is the password that it was obtained with, if the password comes from an `ephemeral` variable. Requires Terraform 1.10 or OpenTofu 1.11." +
		"\n\nThe service documents neither the paths nor the fields of these operations; its operator knows both. Set the path in `endpoints` of the provider block, and the fields in `cuerpo`. A provider block with `endpoints.login` can log in without a `credential`. In the embedded sandbox, `login` takes the `email` of one of its clients and the `password` `sandbox`." +
		"\n\nTerraform opens an ephemeral resource for each plan, and once more for the apply. If nothing changes, only OpenTofu skips the second time. A destroy plans twice. So `terraform plan` sends `login`, `generar` or `renovar` once, `apply` twice and `destroy` three times. **Each time the service may issue another token**, and it has no operation to revoke one. Prefer `login` or `obtener`. Use `generar` only if the number of tokens does not matter." +
		"\n\nThe token is not renewed during a run. If it expires, the service rejects it and the run fails; the next run continues from there." +
		"\n\nAfter a lost answer nothing is sent again, because that could create a second token. The error says what may remain on the service."
	operacionDoc = "How to obtain the token: `login` logs a user in, `generar` generates an API token, `obtener` reads the existing API token. `renovar` renews the session token that is the `credential` of the provider block. Each needs its path in `endpoints`: `login`, `generar_token`, `obtener_token` or `renovar_token`."
	cuerpoDoc    = "Fields of the request as an object, for example `{ email = var.email, password = var.password }`. They are sent as JSON, unchanged, and may be ephemeral. Must be omitted with `obtener`."
	campoDoc     = "Path of the token in the answer: field names, and positions in lists counted from 0, joined by dots. Examples: `sesion.access_token`, `tokens.0.valor`. Defaults to `token`, or to the whole answer if that is a string."
	datosDoc     = "The whole answer of the service, including the token. Read a field that may be missing with `try(….datos.field, null)`."
)

// Messages.
const (
	cuerpoNotObjectText     = "cuerpo must be an object. Write the fields of the operation, for example { email = var.email, password = var.password }."
	cuerpoNotSentText       = "The operation obtener sends no body. Remove cuerpo, or move its fields to parametros."
	parametrosNotSentText   = "The operation %s sends a body and no query parameters. Move parametros to cuerpo."
	providerNotKnownYetText = "%s of the provider block depends on something that is not applied yet, so no token was obtained. Terraform obtains it during the apply. OpenTofu stops with an error that blames the provider: apply that first, for example with -target."
	noTokenText             = "The operation %s succeeded, but the token was not found in its answer: %s.\n\nSet campo to the path of the token, for example sesion.access_token, then run again.%s"
)

// Parts of messages.
const (
	loginUnknownText    = "If it did, a session stays on the service, which has no operation to end it; its token is lost. The next run logs in again."
	loginRejectedText   = "The service rejected the user, and no token was issued. Check cuerpo, such as the password. If the provider block has a credential (PARKING_CREDENTIAL), check it as well."
	loginStaysText      = " The session that was opened stays on the service, which has no operation to end it. The next run logs in again."
	generarUnknownText  = "If it did, a generated token stays on the service, unknown to this run, and the next run generates another. " + revokeText
	generarStaysText    = " The generated token stays on the service, and the next run generates another. " + revokeText
	revokeText          = "Only the operator of the service can revoke a token. To read the existing token instead, set operacion to obtener."
	renovarUnknownText  = "If it did, a new token may have replaced the credential of the provider block, and is lost. If the service rejects the credential in the next run, log in again."
	renovarReplacedText = " If the service rejects the credential of the provider block then, the new token has replaced it: log in again."
)
