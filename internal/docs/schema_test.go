package main

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/areas"
	"github.com/parking-provider/terraform-provider-parking/internal/provider"
)

// Every attribute is described where it stands, nested ones too.
func TestEveryAttributeIsDescribed(t *testing.T) {
	t.Parallel()
	server := provider.NewServer(&provider.Provider{Version: "docs", Areas: areas.All, Getenv: func(string) string { return "" }})
	schemas, err := server.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	described := 0
	var check func(path string, attributes object)
	check = func(path string, attributes object) {
		for name, a := range attributes {
			attribute, path := a.(object), path+"."+name //nolint:forcetypeassert // attributes made it.
			if attribute["description"] == "" {
				t.Errorf("%s has no description", path)
			}
			described++
			if nested, ok := attribute["nested_type"].(object); ok {
				check(path, nested["attributes"].(object)) //nolint:forcetypeassert // attributes made it.
			}
		}
	}
	for _, kind := range []map[string]*tfprotov6.Schema{{"provider": schemas.Provider}, schemas.ResourceSchemas, schemas.DataSourceSchemas,
		schemas.EphemeralResourceSchemas, schemas.ListResourceSchemas} {
		for name, s := range kind {
			check(name, attributes(s.Block.Attributes))
		}
	}
	if described < 100 {
		t.Errorf("%d attributes only: are they still found?", described)
	}
}
