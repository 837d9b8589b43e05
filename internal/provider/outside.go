package provider

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// What the subcommands of the program need of the provider, so that they decide
// nothing a second time.

// MaxFlota is how many vehicles a parking_flota holds at most.
const MaxFlota = maxFlota

// Client gives the client that the environment configures, as it does for a provider
// block without attributes, and what such a block would warn of. caller is shown to
// the service in the User-Agent.
func Client(ctx context.Context, caller string, getenv func(string) string) (client *parking.Client, warnings []string, err error) {
	var diags diag.Diagnostics
	s := newService(ctx, providerModel{}, getenv, parking.Config{UserAgent: caller}, &diags)
	for _, warning := range diags.Warnings() {
		warnings = append(warnings, warning.Detail())
	}
	if s == nil {
		return nil, warnings, joined(diags)
	}
	return s.client, warnings, nil
}

// ReadError says why something could not be read and what to do, as the provider
// does. name may be empty.
func ReadError(noun, name string, err error) error {
	var diags diag.Diagnostics
	task{verb: "read", noun: noun, name: name}.addError(&diags, err)
	return joined(diags)
}

func joined(diags diag.Diagnostics) error {
	var all []error
	for _, d := range diags.Errors() {
		all = append(all, errors.New(d.Detail()))
	}
	return errors.Join(all...)
}

// CheckPlaca refuses what no configuration may declare as a plate.
func CheckPlaca(text string) error { return checkPlaca(text) }

// CheckEmail refuses what no configuration may declare as an e-mail address.
func CheckEmail(text string) error { return checkEmail(text) }

// CheckPrefijo refuses what no configuration may declare as a country calling code.
func CheckPrefijo(text string) error { return checkPrefijo(text) }
