// Package provider is the provider block: what users set there, the service made from it, and the
// server that Terraform calls. main.go gives it the areas.
package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/list"
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

// Provider is the provider block, and what the areas offer behind it.
type Provider struct {
	Version string // shown to the service in the User-Agent
	Areas   []framework.Area
	Getenv  func(string) string
	// Client holds what tests preset, such as shorter waits and a transport.
	Client parking.Config
}

func (p *Provider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "parking"
	resp.Version = p.Version
}

var endpointTexts = map[string]string{
	"login":             endpointLoginDoc,
	"generar_token":     "Path that generates an API token (`POST`).",
	"obtener_token":     "Path that returns the API token (`GET`).",
	"renovar_token":     "Path that renews the session token (`POST`).",
	"registrar_cliente": endpointRegistrarClienteDoc,
	"sanciones":         endpointSancionesDoc,
	"iniciar_sancion":   endpointIniciarSancionDoc,
	"informacion":       "Path of the application information (`GET`).",
	"faq_grupos":        "Path that lists the FAQ groups (`GET`).",
}

func (p *Provider) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	text := func(doc string, validators ...validator.String) schema.StringAttribute {
		return schema.StringAttribute{MarkdownDescription: doc, Optional: true, Validators: validators}
	}
	number := func(doc string, validators ...validator.Int64) schema.Int64Attribute {
		return schema.Int64Attribute{MarkdownDescription: doc, Optional: true, Validators: validators}
	}
	endpoints := make(map[string]schema.Attribute)
	for name, doc := range endpointTexts {
		endpoints[name] = text(fmt.Sprintf(endpointDoc, doc), framework.TextValidator(parking.CheckPath))
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: providerDoc,
		Attributes: map[string]schema.Attribute{
			"base_url":           text(baseURLDoc),
			"credential":         schema.StringAttribute{MarkdownDescription: credentialDoc, Optional: true, Sensitive: true},
			"credential_scheme":  text(credentialSchemeDoc),
			"allow_http":         schema.BoolAttribute{MarkdownDescription: allowHTTPDoc, Optional: true},
			"ca_cert_file":       text(caCertFileDoc),
			"request_timeout":    text(requestTimeoutDoc, framework.TextValidator(framework.CheckDuration)),
			"max_retries":        number(maxRetriesDoc, int64validator.Between(0, 100)),
			"max_concurrency":    number(maxConcurrencyDoc, int64validator.Between(1, 1000)),
			"overwrite_existing": schema.BoolAttribute{MarkdownDescription: overwriteDoc, Optional: true},
			"plan_lookups":       schema.BoolAttribute{MarkdownDescription: planLookupsDoc, Optional: true},
			"audit_log":          text(auditLogDoc, stringvalidator.LengthAtLeast(1)),
			"endpoints":          schema.SingleNestedAttribute{MarkdownDescription: endpointsDoc, Optional: true, Attributes: endpoints},
			"sandbox": schema.SingleNestedAttribute{
				MarkdownDescription: sandboxDoc,
				Optional:            true,
				Attributes: map[string]schema.Attribute{
					"database": text(sandboxDatabaseDoc, stringvalidator.LengthAtLeast(1)),
					"latency":  text(sandboxLatencyDoc),
					"fault":    text(sandboxFaultDoc),
					"seed":     number(sandboxSeedDoc, int64validator.AtLeast(0)),
				},
			},
		},
	}
}

func (p *Provider) Configure(ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	if name := unknownAttribute(req.Config.Raw); name != "" {
		// The value comes from something that is not applied yet, so no call can be made. Terraform
		// configures the provider again before the apply.
		give(&framework.Service{Unknown: name}, resp)
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
	if s := newService(ctx, model, p.Getenv, config, &resp.Diagnostics); s != nil {
		give(s, resp)
	}
}

// give passes the service to whatever an area offers.
func give(s *framework.Service, resp *provider.ConfigureResponse) {
	resp.ResourceData, resp.DataSourceData, resp.EphemeralResourceData, resp.ListResourceData, resp.ActionData = s, s, s, s, s
}

// offers is what all areas offer.
func (p *Provider) offers() (all framework.Area) {
	for _, n := range p.Areas {
		all.Resources = append(all.Resources, n.Resources...)
		all.DataSources = append(all.DataSources, n.DataSources...)
		all.Ephemerals = append(all.Ephemerals, n.Ephemerals...)
		all.Functions = append(all.Functions, n.Functions...)
		all.Lists = append(all.Lists, n.Lists...)
		all.Actions = append(all.Actions, n.Actions...)
	}
	return all
}

func (p *Provider) Resources(context.Context) []func() resource.Resource { return p.offers().Resources }

func (p *Provider) DataSources(context.Context) []func() datasource.DataSource {
	return p.offers().DataSources
}

func (p *Provider) EphemeralResources(context.Context) []func() ephemeral.EphemeralResource {
	return p.offers().Ephemerals
}

func (p *Provider) Functions(context.Context) []func() function.Function { return p.offers().Functions }

func (p *Provider) ListResources(context.Context) []func() list.ListResource { return p.offers().Lists }

func (p *Provider) Actions(context.Context) []func() action.Action { return p.offers().Actions }
