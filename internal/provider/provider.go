// Package provider is the provider block: what users set there, the service that comes of it,
// and the server that Terraform speaks to. What it offers are nouns, which it is given.
package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/objectvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// Address is the provider's source address in the registry.
const Address = "registry.terraform.io/parking-provider/parking"

// OpenTofuAddress is where OpenTofu looks for it.
const OpenTofuAddress = "registry.opentofu.org/parking-provider/parking"

var (
	_ provider.Provider                       = (*Provider)(nil)
	_ provider.ProviderWithFunctions          = (*Provider)(nil)
	_ provider.ProviderWithEphemeralResources = (*Provider)(nil)
	_ provider.ProviderWithListResources      = (*Provider)(nil)
	_ provider.ProviderWithActions            = (*Provider)(nil)
)

// Provider is the provider block, and what the nouns offer behind it.
type Provider struct {
	Version string // shown to the service in the User-Agent
	Nouns   []framework.Noun
	Getenv  func(string) string
	// Client is what tests preset of the client, such as shorter waits and a transport.
	Client parking.Config
}

func (p *Provider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "parking"
	resp.Version = p.Version
}

// endpointTexts are the attributes of endpoints.
var endpointTexts = map[string]string{
	"login":             "Path of the user login (POST). With it, the block needs no `credential` to log in.",
	"generar_token":     "Path that generates an API token (POST).",
	"obtener_token":     "Path that gives the API token (GET).",
	"renovar_token":     "Path that renews the session token (POST).",
	"registrar_cliente": "Path that registers a client (PUT). With it, `parking_cliente` registers a client that does not exist yet.",
	"sanciones":         "Path that lists sanctions (GET). With it, `parking_sancion` is read, and can be imported, and the actions on sanctions look before they pay and after a lost answer.",
	"iniciar_sancion":   "Path that starts a sanction (POST). The action `parking_sancion_iniciar` needs it.",
	"informacion":       "Path of the application information (GET).",
	"faq_grupos":        "Path that lists the FAQ groups (GET).",
}

func (p *Provider) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	endpoints := make(map[string]schema.Attribute)
	for name, text := range endpointTexts {
		endpoints[name] = schema.StringAttribute{
			MarkdownDescription: text + " Begins with `/` and is appended to `base_url`.",
			Optional:            true,
			Validators:          []validator.String{pathValidator},
		}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Puts a vehicle fleet on a municipal on-street parking service: clients, plates, vehicles and favourite zones as declared state; sections, vehicle types and FAQs as look-ups.",
		Attributes: map[string]schema.Attribute{
			"base_url": schema.StringAttribute{
				MarkdownDescription: "Root of the service that `/external/...` is appended to, for example `https://parking.example.com/api`. Must be `https`; plain `http` is accepted on a loopback host, elsewhere only with `allow_http`. Environment: `PARKING_BASE_URL`.",
				Optional:            true,
			},
			"credential": schema.StringAttribute{
				MarkdownDescription: "API key or access token, sent in the `Authorization` header. Environment: `PARKING_CREDENTIAL`, which is the way to keep it out of plan files, as are an `ephemeral` variable and the token of a `parking_token`; Terraform writes any other variable, and a literal, into each of them. A block that only logs in, with `endpoints.login`, needs none.",
				Optional:            true,
				Sensitive:           true,
			},
			"credential_scheme": schema.StringAttribute{
				MarkdownDescription: "Word put before the credential in `Authorization`, for example `Bearer`. Unset sends the credential alone. Environment: `PARKING_CREDENTIAL_SCHEME`.",
				Optional:            true,
			},
			"allow_http": schema.BoolAttribute{
				MarkdownDescription: "Permits plain `http` to a host that is not loopback. The credential then travels unencrypted. Default `false`. Environment: `PARKING_ALLOW_HTTP`.",
				Optional:            true,
			},
			"ca_cert_file": schema.StringAttribute{
				MarkdownDescription: "Path of a PEM file of certificate authorities to trust in addition to the system's. Environment: `PARKING_CA_CERT_FILE`.",
				Optional:            true,
			},
			"request_timeout": schema.StringAttribute{
				MarkdownDescription: "How long one try of one request may take, as a duration such as `45s` or `2m`. Default `60s`. Environment: `PARKING_REQUEST_TIMEOUT`.",
				Optional:            true,
				Validators:          []validator.String{framework.DurationValidator(true)},
			},
			"max_retries": schema.Int64Attribute{
				MarkdownDescription: "How often a request that is safe to repeat is repeated after a failure. Being asked to slow down (429, or 503 with `Retry-After`) does not count; all repeats of one request end after `request_timeout` times `max_retries`. `0` turns repeats off. Default `5`. Environment: `PARKING_MAX_RETRIES`.",
				Optional:            true,
				Validators:          []validator.Int64{int64validator.Between(0, 100)},
			},
			"max_concurrency": schema.Int64Attribute{
				MarkdownDescription: "Ceiling of the requests in flight at once, whatever Terraform's `-parallelism`. Below it the provider adapts by itself: it sends fewer at once when the service answers 429 or 503 or not in time, and more again when it keeps up. Default `64`. Environment: `PARKING_MAX_CONCURRENCY`.",
				Optional:            true,
				Validators:          []validator.Int64{int64validator.Between(1, 1000)},
			},
			"refresh_max_age": schema.StringAttribute{
				MarkdownDescription: "A resource that was read or written more recently than this duration, such as `24h`, is not read again by a refresh (a `parking_flota`: read or created, since changing some of its vehicles says nothing of the others); up to a quarter of it is taken off at random, so that a fleet does not expire all at once. Changes made behind Terraform's back are seen that much later. It is meant for pipelines: `24h` in the runs of commits, so that they are cheap, and `0s` in a nightly `terraform apply`, which reads everything; see the guide \"Large fleets\". When a resource was read is kept in the state, which an apply saves and a plan alone does not. Default `0s`: always read. Environment: `PARKING_REFRESH_MAX_AGE`.",
				Optional:            true,
				Validators:          []validator.String{framework.DurationValidator(false)},
			},
			"adopt_existing": schema.StringAttribute{
				MarkdownDescription: "What creating a plate, vehicle or favourite does that the service holds already: `identical` adopts it when nothing would be overwritten, `update` also brings it to the declared state, `never` is an error that shows the import command. Each adoption is a warning. A reservation is adopted where an earlier run lost the answer to its booking, and never changed for that. A client is always an existing one that is brought to its declared state. Default `identical`. Environment: `PARKING_ADOPT_EXISTING`.",
				Optional:            true,
				Validators:          []validator.String{stringvalidator.OneOf(framework.AdoptIdentical, framework.AdoptUpdate, framework.AdoptNever)},
			},
			"endpoints": schema.SingleNestedAttribute{
				MarkdownDescription: "Paths of operations that exist but whose path the service's documentation does not publish. Without one, what needs it says so.",
				Optional:            true,
				Attributes:          endpoints,
			},
			"sandbox": schema.SingleNestedAttribute{
				MarkdownDescription: "Replaces the service by an embedded one that answers in-process, without network: for trying out and for `terraform test`. Conflicts with `base_url`. A warning says that it is in use. Environment: `PARKING_SANDBOX` (the database path), which must not be set together with `base_url` or `PARKING_BASE_URL`. It holds four clients: `reparto.centro@example.com`, `flota.norte@example.com`, `flota.sur@example.com` and `servicios@example.com`; with `endpoints = { registrar_cliente = \"/external/cliente-registrar\" }` it registers others.",
				Optional:            true,
				Validators:          []validator.Object{objectvalidator.ConflictsWith(path.MatchRoot("base_url"))},
				Attributes: map[string]schema.Attribute{
					"database": schema.StringAttribute{
						MarkdownDescription: "Path of the database file, made when it does not exist. `:memory:` keeps everything in memory, which lasts for one Terraform command at most. Default `parking-sandbox.db` in the current directory.",
						Optional:            true,
						Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
					},
					"latency": schema.StringAttribute{
						MarkdownDescription: "Artificial response times, for example `placa=2s,default=50ms`. The key is an operation, the first path element after `/external/`, or `default`.",
						Optional:            true,
					},
					"fault": schema.StringAttribute{
						MarkdownDescription: "Artificial failures, for example `registrar_placa=503-retry:5%,default=drop@after:1%`.",
						Optional:            true,
					},
					"seed": schema.Int64Attribute{
						MarkdownDescription: "Seed of the random choice of failures. Default `0`.",
						Optional:            true,
						Validators:          []validator.Int64{int64validator.AtLeast(0)},
					},
				},
			},
		},
	}
}

func (p *Provider) Configure(ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	if name := unknownAttribute(req.Config.Raw); name != "" {
		// The value comes from something that is not applied yet. No call can be
		// made; Terraform configures the provider again before it applies.
		if req.ClientCapabilities.DeferralAllowed {
			resp.Deferred = &provider.Deferred{Reason: provider.DeferredReasonProviderConfigUnknown}
		}
		s := &framework.Service{Unknown: name}
		resp.ResourceData, resp.DataSourceData, resp.EphemeralResourceData, resp.ListResourceData = s, s, s, s
		resp.ActionData = s
		return
	}
	var model providerModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() {
		return
	}
	config := p.Client
	config.UserAgent = fmt.Sprintf("terraform-provider-parking/%s terraform/%s", p.Version, req.TerraformVersion)
	if config.Observe == nil {
		config.Observe = logAttempt
	}
	s := newService(ctx, model, p.Getenv, config, &resp.Diagnostics)
	if s == nil {
		return
	}
	resp.ResourceData, resp.DataSourceData, resp.EphemeralResourceData, resp.ListResourceData = s, s, s, s
	resp.ActionData = s
}

// each gives what all nouns offer of one kind.
func each[T any](nouns []framework.Noun, of func(framework.Noun) []T) []T {
	var out []T
	for _, n := range nouns {
		out = append(out, of(n)...)
	}
	return out
}

func (p *Provider) Resources(context.Context) []func() resource.Resource {
	return each(p.Nouns, func(n framework.Noun) []func() resource.Resource { return n.Resources })
}

func (p *Provider) DataSources(context.Context) []func() datasource.DataSource {
	return each(p.Nouns, func(n framework.Noun) []func() datasource.DataSource { return n.DataSources })
}

func (p *Provider) EphemeralResources(context.Context) []func() ephemeral.EphemeralResource {
	return each(p.Nouns, func(n framework.Noun) []func() ephemeral.EphemeralResource { return n.Ephemerals })
}

func (p *Provider) Functions(context.Context) []func() function.Function {
	return each(p.Nouns, func(n framework.Noun) []func() function.Function { return n.Functions })
}

func (p *Provider) ListResources(context.Context) []func() list.ListResource {
	return each(p.Nouns, func(n framework.Noun) []func() list.ListResource { return n.Lists })
}

func (p *Provider) Actions(context.Context) []func() action.Action {
	return each(p.Nouns, func(n framework.Noun) []func() action.Action { return n.Actions })
}
