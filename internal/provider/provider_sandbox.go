package provider

import (
	"context"
	"fmt"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

const (
	// sandboxBaseURL is never dialled: the embedded service is the transport.
	sandboxBaseURL         = "http://sandbox.localhost"
	sandboxDefaultDatabase = "parking-sandbox.db"
	sandboxInMemory        = ":memory:"
)

// sandbox gives the sandbox to use, from the block or the environment, or nil. If both name a
// service, sandbox in the block wins, since it calls no real service; refuseTwoServices rejects the
// other cases.
func (m providerModel) sandbox(getenv func(string) string) *sandboxModel {
	database := getenv("PARKING_SANDBOX")
	if m.Sandbox == nil && (database == "" || !m.BaseURL.IsNull()) {
		return nil
	}
	box := sandboxModel{}
	if m.Sandbox != nil {
		box = *m.Sandbox
	}
	if box.Database.IsNull() {
		if database == "" {
			database = sandboxDefaultDatabase
		}
		box.Database = types.StringValue(database)
	}
	return &box
}

// refuseTwoServices adds an error if PARKING_SANDBOX is set together with a real service: requests
// meant for the sandbox would change the real one for good.
func (m providerModel) refuseTwoServices(getenv func(string) string, diags *diag.Diagnostics) bool {
	switch {
	case m.Sandbox != nil || getenv("PARKING_SANDBOX") == "":
		return false
	case !m.BaseURL.IsNull():
		diags.AddAttributeError(path.Root("base_url"), "Invalid provider configuration", blockAndSandboxText)
	case getenv("PARKING_BASE_URL") != "":
		diags.AddError("Invalid provider configuration", twoVariablesText)
	default:
		return false
	}
	return true
}

// openSandbox opens the embedded service. It lives as long as this process and is never closed: the
// database file holds at any time all that it acknowledged.
func openSandbox(ctx context.Context, m *sandboxModel, diags *diag.Diagnostics) http.RoundTripper {
	options := sandbox.Options{Database: m.Database.ValueString(), Seed: uint64(max(m.Seed.ValueInt64(), 0))}
	kept := fmt.Sprintf(sandboxFileText, options.Database)
	if options.Database == sandboxInMemory {
		kept = sandboxMemoryText
	}
	wrong := func(attribute string, err error) {
		diags.AddAttributeError(path.Root("sandbox").AtName(attribute), "Invalid provider configuration",
			framework.UpperFirst(framework.Sentence(err)))
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
	diags.AddWarning("The embedded sandbox is in use", fmt.Sprintf(sandboxInUseText, kept))
	return box
}
