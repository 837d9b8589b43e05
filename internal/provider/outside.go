package provider

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// What the subcommands of the program need of the provider, so that they decide
// nothing a second time.

// Settings are what a subcommand of the program sets of the provider block. What is
// left out comes from the environment, as it does for the provider.
type Settings struct {
	BaseURL, CredentialScheme string
	MaxRetries                *int64
	Endpoints                 map[string]string // path by operation
}

// Connection is a client for a subcommand.
type Connection struct {
	Client           *parking.Client
	CredentialScheme string
	Warnings         []string // what the provider would warn of
}

// Connect makes a client from settings and the environment by the provider's own rules.
// config holds what neither sets.
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
	config.Endpoints = s.Endpoints
	made := newService(ctx, model, getenv, config, &diags)
	out := Connection{CredentialScheme: settings{getenv: getenv}.text(model.CredentialScheme, "PARKING_CREDENTIAL_SCHEME")}
	for _, warning := range diags.Warnings() {
		out.Warnings = append(out.Warnings, warning.Detail())
	}
	if made == nil {
		return out, joined(diags)
	}
	out.Client = made.Client
	return out, nil
}

// EndpointNames are the attributes of endpoints.
func EndpointNames() []string { return slices.Sorted(maps.Keys(endpointTexts)) }

// ReadError says why something could not be read and what to do, as the provider
// does. name may be empty.
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

// CheckEmail refuses what no configuration may declare as an e-mail address.
func CheckEmail(text string) error { return framework.CheckEmail(text) }

// CheckPrefijo refuses what no configuration may declare as a country calling code.
func CheckPrefijo(text string) error { return framework.CheckPrefijo(text) }
