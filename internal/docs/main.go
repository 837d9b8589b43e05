// Command docs writes the provider's schema to standard output, in the form of `terraform providers schema -json`, for
// tfplugindocs. The schema is asked of the provider itself, because a Terraform leaves out what is newer than it: 1.11
// knows neither resource identity nor actions, so its output would lose that documentation.
//
// With -unpreventable it writes a template of the documentation instead, with the list of what cannot be prevented in
// it.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/areas"
	"github.com/parking-provider/terraform-provider-parking/internal/provider"
)

func main() {
	template := flag.String("unpreventable", "", "write this template with the list of what cannot be prevented")
	flag.Parse()
	write := func() error { return writeSchema(context.Background()) }
	if *template != "" {
		write = func() error { return writeTemplate(*template) }
	}
	if err := write(); err != nil {
		fmt.Fprintln(os.Stderr, "docs:", err)
		os.Exit(1)
	}
}

func writeTemplate(name string) error {
	template, err := os.ReadFile(name) //nolint:gosec // G304: the Makefile names it.
	if err != nil {
		return err
	}
	written, err := withUnpreventable(string(template))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	_, err = os.Stdout.WriteString(written)
	return err
}

func writeSchema(ctx context.Context) error {
	server := provider.NewServer(&provider.Provider{Version: "docs", Areas: areas.All, Getenv: os.Getenv})
	schemas, err := server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return err
	}
	if len(schemas.Diagnostics) > 0 {
		return fmt.Errorf("the provider's schema: %s", schemas.Diagnostics[0].Detail)
	}
	identities, err := server.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		return err
	}
	// tfplugindocs looks under the short name; it knows no other namespace than hashicorp.
	return json.NewEncoder(os.Stdout).Encode(object{"format_version": "1.0",
		"provider_schemas": object{"parking": providerSchema(schemas, identities)}})
}
