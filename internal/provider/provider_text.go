package provider

// Descriptions.
const (
	providerDoc                 = "Puts a vehicle fleet on a municipal on-street parking service: clients, plates, vehicles and favourite zones as declared state; sections, vehicle types and FAQs as look-ups."
	providerBaseURLDoc          = "Root of the service that `/external/...` is appended to, for example `https://parking.example.com/api`. Must be `https`; plain `http` is accepted on a loopback host, elsewhere only with `allow_http`. Environment: `PARKING_BASE_URL`."
	providerCredentialDoc       = "API key or access token, sent in the `Authorization` header. Environment: `PARKING_CREDENTIAL`, which is the way to keep it out of plan files, as are an `ephemeral` variable and the token of a `parking_token`; Terraform writes any other variable, and a literal, into each of them. A block that only logs in, with `endpoints.login`, needs none."
	providerCredentialSchemeDoc = "Word put before the credential in `Authorization`, for example `Bearer`. Unset sends the credential alone. Environment: `PARKING_CREDENTIAL_SCHEME`."
	providerAllowHTTPDoc        = "Permits plain `http` to a host that is not loopback. The credential then travels unencrypted. Default `false`. Environment: `PARKING_ALLOW_HTTP`."
	providerCACertFileDoc       = "Path of a PEM file of certificate authorities to trust in addition to the system's. Environment: `PARKING_CA_CERT_FILE`."
	providerRequestTimeoutDoc   = "How long one try of one request may take, as a duration such as `45s` or `2m`. Default `60s`. Environment: `PARKING_REQUEST_TIMEOUT`."
	providerMaxRetriesDoc       = "How often a request that is safe to repeat is repeated after a failure. Being asked to slow down (429, or 503 with `Retry-After`) does not count; all repeats of one request end after `request_timeout` times `max_retries`. `0` turns repeats off. Default `5`. Environment: `PARKING_MAX_RETRIES`."
	providerMaxConcurrencyDoc   = "Ceiling of the requests in flight at once, whatever Terraform's `-parallelism`. Below it the provider adapts by itself: it sends fewer at once when the service answers 429 or 503 or not in time, and more again when it keeps up. Default `64`. Environment: `PARKING_MAX_CONCURRENCY`."
	providerRefreshMaxAgeDoc    = "A resource that was read or written more recently than this duration, such as `24h`, is not read again by a refresh (a `parking_flota`: read or created, since changing some of its vehicles says nothing of the others); up to a quarter of it is taken off at random, so that a fleet does not expire all at once. Changes made behind Terraform's back are seen that much later. It is meant for pipelines: `24h` in the runs of commits, so that they are cheap, and `0s` in a nightly `terraform apply`, which reads everything; see the guide \"Large fleets\". When a resource was read is kept in the state, which an apply saves and a plan alone does not. Default `0s`: always read. Environment: `PARKING_REFRESH_MAX_AGE`."
	providerAdoptExistingDoc    = "What creating a plate, vehicle or favourite does that the service holds already: `identical` adopts it when nothing would be overwritten, `update` also brings it to the declared state, `never` is an error that shows the import command. Each adoption is a warning. A reservation is adopted where an earlier run lost the answer to its booking, and never changed for that. A client is always an existing one that is brought to its declared state. Default `identical`. Environment: `PARKING_ADOPT_EXISTING`."
	providerEndpointsDoc        = "Paths of operations that exist but whose path the service's documentation does not publish. Without one, what needs it says so."
	providerSandboxDoc          = "Replaces the service by an embedded one that answers in-process, without network: for trying out and for `terraform test`. Conflicts with `base_url`. A warning says that it is in use. Environment: `PARKING_SANDBOX` (the database path), which must not be set together with `base_url` or `PARKING_BASE_URL`. It holds four clients: `reparto.centro@example.com`, `flota.norte@example.com`, `flota.sur@example.com` and `servicios@example.com`; with `endpoints = { registrar_cliente = \"/external/cliente-registrar\" }` it registers others."
	providerSandboxDatabaseDoc  = "Path of the database file, made when it does not exist. `:memory:` keeps everything in memory, which lasts for one Terraform command at most. Default `parking-sandbox.db` in the current directory."
	providerSandboxLatencyDoc   = "Artificial response times, for example `placa=2s,default=50ms`. The key is an operation, the first path element after `/external/`, or `default`."
	providerSandboxFaultDoc     = "Artificial failures, for example `registrar_placa=503-retry:5%,default=drop@after:1%`."
)

// Messages.
const (
	credentialMissingText     = "The credential is not set. Put an API key or access token of the parking service into the environment variable PARKING_CREDENTIAL, or into credential in the provider block. A block that only logs in, for a parking_token, needs none: set endpoints.login there."
	caCertUnreadableText      = "ca_cert_file (environment variable PARKING_CA_CERT_FILE) cannot be read: %s."
	caCertEmptyText           = "ca_cert_file (environment variable PARKING_CA_CERT_FILE) is %q, which holds no PEM certificate."
	blockAndSandboxText       = "The provider block has base_url and the environment variable PARKING_SANDBOX is set, "
	blockAndSandboxRemedyText = " For the real one unset PARKING_SANDBOX; for the sandbox take base_url out of the block, and set the real service by PARKING_BASE_URL where it is wanted."
	sandboxAndBaseURLText     = "The environment variables PARKING_SANDBOX and PARKING_BASE_URL are both set, "
	sandboxInUseText          = "No real parking service is asked or changed: the provider answers from its embedded sandbox; "
	sandboxRemedyText         = ". Remove sandbox from the provider block and unset PARKING_SANDBOX to use a real service."
)

// Parts of messages.
const (
	nullIDText                  = "%s is null. If it refers to the id of a %s, the %[2]s is %s and the service has not told its identifier yet. Apply again when the service answers: the refresh fills the identifier in. Otherwise declare a value."
	endpointLoginDoc            = "Path of the user login (POST). With it, the block needs no `credential` to log in."
	endpointRegistrarClienteDoc = "Path that registers a client (PUT). With it, `parking_cliente` registers a client that does not exist yet."
	endpointSancionesDoc        = "Path that lists sanctions (GET). With it, `parking_sancion` is read, and can be imported, and the actions on sanctions look before they pay and after a lost answer."
	endpointIniciarSancionDoc   = "Path that starts a sanction (POST). The action `parking_sancion_iniciar` needs it."
	baseURLMissingText          = "The address of the parking service is not set. Set base_url in the provider block or the environment variable PARKING_BASE_URL, for example \"https://parking.example.com/api\". To try the provider without a service, set sandbox = {} instead."
	baseURLInvalidText          = "base_url (environment variable PARKING_BASE_URL) %s. The credential goes into credential or PARKING_CREDENTIAL."
	baseURLPlainText            = "base_url is plain http to %s, so the credential and personal data would travel unencrypted. Use https, or set allow_http = true (PARKING_ALLOW_HTTP) if the network is trusted."
)
