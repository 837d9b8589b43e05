// Command docs writes the provider's schema to standard output, in the form of `terraform providers schema -json`, for
// tfplugindocs. The schema is asked of the provider itself, because a Terraform leaves out what is newer than it: 1.11
// knows neither resource identity nor actions, so its output would lose that documentation.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/areas"
	"github.com/parking-provider/terraform-provider-parking/internal/provider"
)

func main() {
	schema, err := providerSchema(context.Background())
	if err == nil {
		// tfplugindocs looks under the short name; it knows no other namespace than hashicorp.
		err = json.NewEncoder(os.Stdout).Encode(object{"format_version": "1.0", "provider_schemas": object{"parking": schema}})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "docs:", err)
		os.Exit(1)
	}
}

// providerSchema translates what the provider says of itself, which has no blocks within a schema.
func providerSchema(ctx context.Context) (object, error) {
	server := provider.NewServer(&provider.Provider{Version: "docs", Areas: areas.All, Getenv: func(string) string { return "" }})
	schemas, err := server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return nil, err
	}
	if len(schemas.Diagnostics) > 0 {
		return nil, fmt.Errorf("the provider's schema: %s", schemas.Diagnostics[0].Detail)
	}
	identities, err := server.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		return nil, err
	}
	return object{
		"provider":                   schema(schemas.Provider),
		"resource_schemas":           each(schemas.ResourceSchemas, schema),
		"data_source_schemas":        each(schemas.DataSourceSchemas, schema),
		"ephemeral_resource_schemas": each(schemas.EphemeralResourceSchemas, schema),
		"list_resource_schemas":      each(schemas.ListResourceSchemas, schema),
		"functions":                  each(schemas.Functions, function),
		"action_schemas":             each(schemas.ActionSchemas, func(a *tfprotov6.ActionSchema) object { return schema(a.Schema) }),
		"resource_identity_schemas":  each(identities.IdentitySchemas, identity),
	}, nil
}
