package provider

import (
	"cmp"
	"context"
	"fmt"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// sandboxBaseURL is never dialled: the embedded service is the transport.
const sandboxBaseURL = "http://sandbox.localhost"

// sandbox gives the sandbox to use, from the block or the environment, or nil for a real service. sandbox in the block
// wins over base_url in the environment, since it calls no real service. PARKING_SANDBOX together with a real service is an
// error: requests meant for the sandbox would change the real one for good.
func (m providerModel) sandbox(s settings) (box *sandboxModel) {
	database := s.getenv(variable("sandbox"))
	switch {
	case m.Sandbox != nil:
		if m.BaseURL.ValueString() != "" {
			s.diags.AddError("Invalid provider configuration", sandboxAndAddressText)
		}
		box = new(*m.Sandbox)
	case database == "":
		return nil
	case s.text(m.BaseURL, "base_url") != "":
		s.diags.AddError("Invalid provider configuration", twoServicesText)
		box = new(sandboxModel) // which is not opened
	default: // a block that says sandbox needs no warning
		s.diags.AddWarning("The embedded sandbox is in use", fmt.Sprintf(sandboxInUseText, database))
		box = new(sandboxModel)
	}
	if box.Database.IsNull() {
		box.Database = types.StringValue(cmp.Or(database, "parking-sandbox.db"))
	}
	return box
}

// sandboxEndpoints gives the paths that are declared, and the sandbox's own for the others.
func sandboxEndpoints(declared parking.Endpoints) parking.Endpoints {
	out := make(parking.Endpoints)
	for name := range endpointTexts {
		out[name] = cmp.Or(declared[name], sandbox.Path(name))
	}
	return out
}

// openSandbox opens the embedded service. It lives as long as this process and is never closed: the
// database file holds at any time all that it acknowledged.
func openSandbox(ctx context.Context, m *sandboxModel, diags *diag.Diagnostics) http.RoundTripper {
	options := sandbox.Options{Database: m.Database.ValueString(), Seed: uint64(max(m.Seed.ValueInt64(), 0))}
	wrong := func(attribute string, err error) {
		diags.AddAttributeError(path.Root("sandbox").AtName(attribute), "Invalid provider configuration",
			fmt.Sprintf("sandbox.%s: %s", attribute, framework.Sentence(err)))
	}
	var err error
	if options.Latency, err = sandbox.ParseLatency(m.Latency.ValueString()); err != nil {
		wrong("latency", err)
	}
	if options.Faults, err = sandbox.ParseFaults(m.Fault.ValueString()); err != nil {
		wrong("fault", err)
	}
	if diags.HasError() {
		return nil
	}
	// The database outlives this call, so it must not end with its context.
	box, err := sandbox.Open(context.WithoutCancel(ctx), options)
	if err != nil {
		diags.AddAttributeError(path.Root("sandbox").AtName("database"), "Unable to open the embedded sandbox",
			fmt.Sprintf(sandboxUnopenedText, framework.Sentence(err)))
		return nil
	}
	return box
}
