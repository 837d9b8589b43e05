package provider

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// What the subcommands need of the provider, so that each decision is made in one place.

// Settings are what a subcommand sets of the provider block. What it leaves out comes from the environment, as for the provider.
type Settings struct {
	BaseURL, CredentialScheme string
	MaxRetries                *int64
}

// Connection is what Connect made: a client, and how it was configured.
type Connection struct {
	Client           *parking.Client
	CredentialScheme string
	Warnings         []string // that the provider would show
}

// Connect makes a client from settings and the environment by the provider's rules. config holds what neither of them sets.
func Connect(ctx context.Context, s Settings, getenv func(string) string, config parking.Config) (Connection, error) {
	var (
		diags diag.Diagnostics
		model providerModel
	)
	if s.BaseURL != "" {
		model.BaseURL = types.StringValue(s.BaseURL)
	}
	if s.CredentialScheme != "" {
		model.CredentialScheme = types.StringValue(s.CredentialScheme)
	}
	model.MaxRetries = types.Int64PointerValue(s.MaxRetries)
	made := newService(ctx, model, getenv, config, &diags)
	out := Connection{CredentialScheme: settings{getenv: getenv}.text(model.CredentialScheme, "credential_scheme")}
	for _, warning := range diags.Warnings() {
		out.Warnings = append(out.Warnings, warning.Detail())
	}
	if made == nil {
		return out, joined(diags)
	}
	out.Client = made.Client
	return out, nil
}

// ReadError words a failed read as the provider does. name may be empty.
func ReadError(noun, name string, err error) error {
	var diags diag.Diagnostics
	framework.Task{Verb: "read", Noun: noun, Name: name}.AddError(&diags, err)
	return joined(diags)
}

func joined(diags diag.Diagnostics) error {
	var all []error
	for _, d := range diags.Errors() {
		all = append(all, errors.New(d.Detail()))
	}
	return errors.Join(all...)
}
