package provider

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// newService makes a service from the provider block, or adds errors and returns nil. config holds
// what the block does not set.
func newService(ctx context.Context, m providerModel, getenv func(string) string, config parking.Config,
	diags *diag.Diagnostics) *framework.Service {
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
	out := &framework.Service{
		Adopt:          s.text(m.AdoptExisting, "PARKING_ADOPT_EXISTING"),
		RefreshMaxAge:  s.duration(m.RefreshMaxAge, "refresh_max_age", "PARKING_REFRESH_MAX_AGE", 0, false),
		ListsSanciones: config.Endpoints["sanciones"] != "",
	}
	switch out.Adopt {
	case "":
		out.Adopt = framework.AdoptIdentical
	case framework.AdoptIdentical, framework.AdoptUpdate, framework.AdoptNever:
	default:
		s.wrong("adopt_existing", "PARKING_ADOPT_EXISTING", out.Adopt, "identical, update or never")
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
		// A block that logs in has no credential yet; every other operation then ends in an error.
		if config.Credential == "" && config.Endpoints["login"] == "" {
			s.diags.AddError("Invalid provider configuration", credentialMissingText)
		}
	}
	if !diags.HasError() {
		config.Audit = s.auditLog(s.text(m.AuditLog, "PARKING_AUDIT_LOG"))
	}
	if diags.HasError() {
		return nil
	}
	client, err := parking.New(config)
	if err != nil {
		diags.AddError("Invalid provider configuration", framework.UpperFirst(framework.Sentence(err)))
		return nil
	}
	out.Client = client
	return out
}
