package main

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/areas"
	"github.com/parking-provider/terraform-provider-parking/internal/provider"
)

// Whatever users read about is described where it stands: the provider, each type, function and identity, and every part of them.
func TestEverythingIsDescribed(t *testing.T) {
	t.Parallel()
	server := provider.NewServer(&provider.Provider{Version: "docs", Areas: areas.All, Getenv: func(string) string { return "" }})
	schemas, err := server.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil || len(schemas.Diagnostics) > 0 {
		t.Fatal(err, schemas.Diagnostics)
	}
	identities, err := server.GetResourceIdentitySchemas(t.Context(), &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil || len(identities.Diagnostics) > 0 {
		t.Fatal(err, identities.Diagnostics)
	}
	for name := range schemas.ResourceSchemas {
		if identities.IdentitySchemas[name] == nil {
			t.Errorf("%s has no identity", name)
		}
	}
	described := 0
	var check func(path string, part any)
	check = func(path string, part any) {
		switch part := part.(type) {
		case object:
			for name, inner := range part {
				check(path+"."+name, inner)
			}
			for _, text := range []string{"description", "summary"} {
				if said, has := part[text]; has && said == "" {
					t.Errorf("%s has no %s", path, text)
				}
			}
			if _, block := part["attributes"]; block && part["description_kind"] == "plain" {
				t.Errorf("%s is not described in Markdown", path)
			}
			described++
		case []object:
			for _, inner := range part {
				check(path, inner)
			}
		}
	}
	check("", providerSchema(schemas, identities))
	if described < 100 {
		t.Errorf("%d parts only: are they still found?", described)
	}
}
