package provider

import (
	"context"
	"fmt"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

const (
	// sandboxBaseURL is never dialled: the embedded service is the transport.
	sandboxBaseURL         = "http://sandbox.localhost"
	sandboxDefaultDatabase = "parking-sandbox.db"
	sandboxInMemory        = ":memory:"
)

// sandbox gives the sandbox to use, from the block or the environment, or nil.
// What is in the block wins over the environment; two services in the
// environment are an error of newService.
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

// openSandbox opens the embedded service. It lives as long as this process; all
// that it acknowledged is in the database file at any time, so it needs no end.
func openSandbox(ctx context.Context, m *sandboxModel, diags *diag.Diagnostics) http.RoundTripper {
	options := sandbox.Options{Database: m.Database.ValueString(), Seed: uint64(max(m.Seed.ValueInt64(), 0))}
	kept := fmt.Sprintf("its data is kept in %q", options.Database)
	if options.Database == sandboxInMemory {
		options.Database, kept = "", "its data is kept in memory and gone after this command"
	}
	var err error
	if options.Latency, err = sandbox.ParseLatency(m.Latency.ValueString()); err != nil {
		diags.AddAttributeError(path.Root("sandbox").AtName("latency"), "Invalid provider configuration", err.Error())
	}
	if options.Faults, err = sandbox.ParseFaults(m.Fault.ValueString()); err != nil {
		diags.AddAttributeError(path.Root("sandbox").AtName("fault"), "Invalid provider configuration", err.Error())
	}
	if diags.HasError() {
		return nil
	}
	// The database outlives this call, so it must not end with its context.
	box, err := sandbox.Open(context.WithoutCancel(ctx), options)
	if err != nil {
		diags.AddAttributeError(path.Root("sandbox").AtName("database"), "Unable to open the embedded sandbox", err.Error())
		return nil
	}
	diags.AddWarning("The embedded sandbox is in use", "No real parking service is asked or changed: the provider answers from its embedded sandbox; "+kept+". Remove sandbox from the provider block and unset PARKING_SANDBOX to use a real service.")
	return box
}
