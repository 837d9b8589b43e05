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
	notSentText          = "The operation %s does not send %s. Remove it, or move its fields to %s."
	providerUnknownText  = "%s of the provider block depends on something that is not applied yet. Terraform obtains the token during the apply. OpenTofu stops with an error that blames the provider: apply that first, for example with -target."
	noTokenText          = "The operation %s succeeded, but no token was found in its answer: %s. Set campo to the path of the token, for example sesion.access_token, then run again. %s"
	loginRejectedText    = "The service rejected the user, and no token was issued. Check cuerpo, such as the password. If the provider block has a credential (PARKING_CREDENTIAL), check it as well."
	loginRemainsText     = "A session that was opened stays on the service, which has no operation to end it. The next run logs in again."
	generarRemainsText   = "A token that was generated stays on the service, where only its operator can revoke it. The next run generates another. To read the existing token instead, set operacion to obtener."
	renovarReplacingText = "A token that was issued may have replaced the credential of the provider block. If the service rejects that, log in again."
)
