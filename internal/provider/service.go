package provider

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// Values of adopt_existing.
const (
	adoptIdentical = "identical"
	adoptUpdate    = "update"
	adoptNever     = "never"
)

// service is what a configured provider gives its resources, data sources and actions.
type service struct {
	client         *parking.Client
	adopt          string
	refreshMaxAge  time.Duration
	listsSanciones bool // endpoints.sanciones is set
	claims         claims
	released       claims // plates and links that this run took out of fleets
	lost           lostBookings
	// unknown names the provider attribute that is not known yet; client is nil then.
	unknown string
}

// newService turns the provider block into a service, or adds errors and gives
// nil. config holds what is not set there.
func newService(ctx context.Context, m providerModel, getenv func(string) string, config parking.Config, diags *diag.Diagnostics) *service {
	s := settings{getenv: getenv, diags: diags}
	config.Credential = strings.TrimSpace(s.text(m.Credential, "PARKING_CREDENTIAL"))
	config.Scheme = s.text(m.CredentialScheme, "PARKING_CREDENTIAL_SCHEME")
	config.RequestTimeout = s.duration(m.RequestTimeout, "request_timeout", "PARKING_REQUEST_TIMEOUT", parking.DefaultRequestTimeout, true)
	config.MaxRetries = s.number(m.MaxRetries, "max_retries", "PARKING_MAX_RETRIES", parking.DefaultMaxRetries, 0, 100)
	config.MaxConcurrency = s.number(m.MaxConcurrency, "max_concurrency", "PARKING_MAX_CONCURRENCY", parking.DefaultMaxConcurrency, 1, 1000)
	config.RootCAs = s.certificates(s.text(m.CACertFile, "PARKING_CA_CERT_FILE"))
	if !m.Endpoints.IsNull() {
		config.Endpoints = endpoints(m.Endpoints)
	}
	out := &service{
		adopt:          s.text(m.AdoptExisting, "PARKING_ADOPT_EXISTING"),
		refreshMaxAge:  s.duration(m.RefreshMaxAge, "refresh_max_age", "PARKING_REFRESH_MAX_AGE", 0, false),
		listsSanciones: config.Endpoints["sanciones"] != "",
	}
	switch out.adopt {
	case "":
		out.adopt = adoptIdentical
	case adoptIdentical, adoptUpdate, adoptNever:
	default:
		s.wrong("adopt_existing", "PARKING_ADOPT_EXISTING", out.adopt, "identical, update or never")
	}
	allowHTTP := s.flag(m.AllowHTTP, "allow_http", "PARKING_ALLOW_HTTP")
	if m.refuseTwoServices(getenv, diags) {
		return nil
	}
	if box := m.sandbox(getenv); box != nil {
		if diags.HasError() {
			return nil
		}
		config.Transport = openSandbox(ctx, box, diags)
		config.BaseURL = sandboxBaseURL
		if config.Credential == "" {
			config.Credential = "sandbox-credential"
		}
	} else {
		config.BaseURL = s.baseURL(s.text(m.BaseURL, "PARKING_BASE_URL"), allowHTTP)
		// A block that logs in has no credential yet; whatever else it is used for says so.
		if config.Credential == "" && config.Endpoints["login"] == "" {
			s.diags.AddError("Invalid provider configuration", "The credential is not set. Put an API key or access token of the parking service into the environment variable PARKING_CREDENTIAL, or into credential in the provider block. A block that only logs in, for a parking_token, needs none: set endpoints.login there.")
		}
	}
	if diags.HasError() {
		return nil
	}
	client, err := parking.New(config)
	if err != nil {
		diags.AddError("Invalid provider configuration", err.Error())
		return nil
	}
	out.client = client
	return out
}

// resourceBase configures a resource.
type resourceBase struct{ *service }

// Configure takes what the provider's Configure made.
func (b *resourceBase) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	b.service = serviceFrom(req.ProviderData, &resp.Diagnostics)
}

// dataSourceBase configures a data source.
type dataSourceBase struct{ *service }

// Configure takes what the provider's Configure made.
func (b *dataSourceBase) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	b.service = serviceFrom(req.ProviderData, &resp.Diagnostics)
}

// ephemeralBase configures an ephemeral resource.
type ephemeralBase struct{ *service }

// Configure takes what the provider's Configure made.
func (b *ephemeralBase) Configure(_ context.Context, req ephemeral.ConfigureRequest, resp *ephemeral.ConfigureResponse) {
	b.service = serviceFrom(req.ProviderData, &resp.Diagnostics)
}

// actionBase configures an action.
type actionBase struct{ *service }

// Configure takes what the provider's Configure made.
func (b *actionBase) Configure(_ context.Context, req action.ConfigureRequest, resp *action.ConfigureResponse) {
	b.service = serviceFrom(req.ProviderData, &resp.Diagnostics)
}

func serviceFrom(data any, diags *diag.Diagnostics) *service {
	if data == nil {
		return nil // validation runs before the provider is configured
	}
	s, ok := data.(*service)
	if !ok {
		diags.AddError("Provider defect", fmt.Sprintf("The provider handed %T to a resource. Please report this.", data))
	}
	return s
}

// ready adds an error where the provider's configuration is not known yet, for
// operations that cannot do without the service.
func (s *service) ready(diags *diag.Diagnostics) bool {
	if s.client != nil {
		return true
	}
	diags.AddError("Provider configuration not known yet", fmt.Sprintf("%s of the provider block depends on something that is not applied yet, so the parking service cannot be asked. Apply that first, for example with -target.", s.unknown))
	return false
}

// claims notes which things this run has begun to create, so that two resource
// blocks that declare the same thing do not both create it.
type claims struct{ taken sync.Map }

// has reports whether a thing is taken.
func (c *claims) has(key string) bool {
	_, taken := c.taken.Load(key)
	return taken
}

func (c *claims) release(key string) { c.taken.Delete(key) }

// take claims a thing for the caller; false when it is taken.
func (c *claims) take(key string) bool {
	_, taken := c.taken.LoadOrStore(key, "")
	return !taken
}

// placaClaim and vehiculoClaim are what a plate and its link to a client are claimed
// under, however the plate is spelled.
func placaClaim(placa string) string { return "placa " + parking.BarePlaca(placa) }

func vehiculoClaim(clienteID int64, placa string) string {
	return fmt.Sprintf("vehiculo %d %s", clienteID, parking.BarePlaca(placa))
}
