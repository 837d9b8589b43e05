package provider

// Descriptions.
const (
	providerDoc         = "Manages a vehicle fleet on a municipal on-street parking service: clients, plates, vehicles, favourite zones, reservations and sanctions. Data sources look up sections, prices, vehicle types and FAQs."
	baseURLDoc          = "Address of the service, for example `https://parking.example.com/api`, to which `/external/...` is appended. Must be `https`, except on a loopback host or with `allow_http`. Defaults to `PARKING_BASE_URL` in the environment."
	credentialDoc       = "API key or access token, sent in the `Authorization` header; not needed in a block that only logs in with `endpoints.login`. Defaults to `PARKING_CREDENTIAL` in the environment. That variable, an `ephemeral` variable and `parking_token` keep it out of plan files; Terraform writes other values into them."
	credentialSchemeDoc = "Word to send before the credential in the `Authorization` header, for example `Bearer`. If omitted, only the credential is sent. Defaults to `PARKING_CREDENTIAL_SCHEME` in the environment."
	allowHTTPDoc        = "Whether to allow plain `http` to a host other than loopback, which sends the credential unencrypted. Defaults to `PARKING_ALLOW_HTTP` in the environment, or `false`."
	caCertFileDoc       = "Path of a PEM file with certificate authorities to trust in addition to the system's. Defaults to `PARKING_CA_CERT_FILE` in the environment."
	requestTimeoutDoc   = "How long one try of a request may take, as a duration such as `45s` or `2m`. Must be greater than zero and at most `24h`. Defaults to `PARKING_REQUEST_TIMEOUT` in the environment, or `60s`."
	maxRetriesDoc       = "How often to retry a failed request that is safe to repeat, not counting tries that were rate-limited (429, or 503 with `Retry-After`). Must be between 0 (no retries) and 100; defaults to `PARKING_MAX_RETRIES` in the environment, or `5`."
	maxConcurrencyDoc   = "Upper limit of concurrent requests, independent of Terraform's `-parallelism`. The provider sends fewer while the service rejects most of them (429, 503 or no answer in time), and more when it recovers. Must be between 1 and 1000; defaults to `PARKING_MAX_CONCURRENCY` in the environment, or `64`."
	overwriteDoc        = "Whether to overwrite a plate or client that already exists with other values than declared. `false` makes this an error that shows the values; with `true`, the plan warns and shows them. What exists as declared is adopted either way, and the plan says so. Defaults to `PARKING_OVERWRITE_EXISTING` in the environment, or `false`."
	planLookupsDoc      = "Whether a plan looks up the plates that it will register, and so shows which ones already exist. `false` saves up to two requests per new plate, for a first load of thousands; the plan then warns that it did not check. Defaults to `PARKING_PLAN_LOOKUPS` in the environment, or `true`."
	auditLogDoc         = "Path of a file to which the provider appends one line of JSON for each write and each adoption, without personal data; see [Audit log](#audit-log). Created with mode `0600` if it does not exist. While it cannot be written, no write is sent. Defaults to `PARKING_AUDIT_LOG` in the environment; if omitted, nothing is recorded."
	endpointsDoc        = "Paths of API operations that the service does not publish. A resource, data source or action fails if it needs a path that is omitted. The embedded sandbox knows its own."
	sandboxDoc          = "Replaces the service with an embedded one, without network access, for trials and for `terraform test`; see [Testing your modules offline](guides/testing-offline). Conflicts with `base_url`. The environment variable `PARKING_SANDBOX`, a database path, turns it on as well, with a warning."
	sandboxDatabaseDoc  = "Path of the database file, created if it does not exist. `:memory:` keeps the data for one Terraform command at most. Defaults to `PARKING_SANDBOX` in the environment, or `parking-sandbox.db` in the current directory."
	sandboxLatencyDoc   = "Artificial response times, for example `placa=2s,default=50ms`. Each key is an operation such as `registrar_placa`, the first path element after `/external/` such as `zona-favorita`, or `default`."
	sandboxFaultDoc     = "Artificial failures, for example `registrar_placa=429:5%,default=drop@after:1%`. Defaults to none."
	sandboxSeedDoc      = "Seed of the random choice of failures. Must be 0 or more; defaults to `0`."

	endpointDoc                 = "%s Must begin with `/`; it is appended to `base_url`."
	endpointLoginDoc            = "Path of the user login (`POST`). A block with this path needs no `credential` to log in."
	endpointRegistrarClienteDoc = "Path that registers a client (`PUT`), so that `parking_cliente` can register one that does not exist yet."
	endpointSancionesDoc        = "Path that lists sanctions (`GET`). Required to refresh and import `parking_sancion`, and for its actions to check a sanction before a payment or after a lost answer."
	endpointIniciarSancionDoc   = "Path that starts a sanction (`POST`), required by the action `parking_sancion_iniciar`."
)

// Messages.
const (
	credentialMissingText = "The credential is not set. Set the environment variable PARKING_CREDENTIAL, or credential in the provider block, to an API key or access token. A block that only logs in needs endpoints.login instead."
	baseURLMissingText    = "The address of the service is not set. Set base_url in the provider block, or the environment variable PARKING_BASE_URL, for example to \"https://parking.example.com/api\". To try the provider without a service, set sandbox = {} instead."
	baseURLPlainText      = "is plain http to %s, which would send the credential and personal data unencrypted. Use https, or set allow_http = true (PARKING_ALLOW_HTTP) if the network is trusted"
	twoServicesText       = "The address of a service (base_url, or PARKING_BASE_URL in the environment) and PARKING_SANDBOX are both set. Unset PARKING_SANDBOX to use the service, or the address to use the sandbox."
	sandboxAndAddressText = "sandbox and base_url are both set in the provider block. Remove one of them."
	sandboxInUseText      = "PARKING_SANDBOX is %q, so no real parking service is called or changed."
	sandboxUnopenedText   = "The database of the sandbox cannot be opened: %s Set sandbox.database, or PARKING_SANDBOX, to a path where a sandbox is, or can be created."
)
