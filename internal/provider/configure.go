package provider

import (
	"cmp"
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
	config.Credential = strings.TrimSpace(s.text(m.Credential, "credential"))
	config.Scheme = s.text(m.CredentialScheme, "credential_scheme")
	config.RequestTimeout = s.duration(m.RequestTimeout, "request_timeout", parking.DefaultRequestTimeout)
	config.MaxRetries = s.number(m.MaxRetries, "max_retries", parking.DefaultMaxRetries, 0, 100)
	config.MaxConcurrency = s.number(m.MaxConcurrency, "max_concurrency", parking.DefaultMaxConcurrency, 1, 1000)
	config.RootCAs = s.certificates(s.text(m.CACertFile, "ca_cert_file"))
	if !m.Endpoints.IsNull() {
		config.Endpoints = endpoints(m.Endpoints)
	}
	out := &framework.Service{
		Overwrite:   s.flag(m.Overwrite, "overwrite_existing", false),
		PlanLookups: s.flag(m.PlanLookups, "plan_lookups", true),
	}
	allowHTTP := s.flag(m.AllowHTTP, "allow_http", false)
	box := m.sandbox(s)
	if box == nil {
		config.BaseURL = s.baseURL(s.text(m.BaseURL, "base_url"), allowHTTP)
		// A block that logs in has no credential yet; every other operation then ends in an error.
		if config.Credential == "" && config.Endpoints["login"] == "" {
			s.diags.AddError("Invalid provider configuration", credentialMissingText)
		}
	} else if !diags.HasError() {
		config.Transport, config.BaseURL = openSandbox(ctx, box, diags), sandboxBaseURL
		config.Endpoints = sandboxEndpoints(config.Endpoints)
		config.Credential = cmp.Or(config.Credential, "sandbox-credential")
	}
	if !diags.HasError() {
		config.Audit = s.auditLog(s.text(m.AuditLog, "audit_log"))
	}
	if diags.HasError() {
		return nil
	}
	var err error
	if out.Client, err = parking.New(config); err != nil {
		diags.AddError("Invalid provider configuration", framework.UpperFirst(framework.Sentence(err)))
		return nil
	}
	return out
}
