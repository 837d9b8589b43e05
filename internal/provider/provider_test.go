package provider

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What reaches the service of the block, through the whole provider.
func TestProviderHeaders(t *testing.T) {
	t.Parallel()
	l := newListener(t, okTramo)
	p := newProtoWithEnv(t, nil)
	if diags := p.configure(values{"base_url": l.url, "credential": "key\n", "credential_scheme": "Bearer"}); len(diags) > 0 {
		t.Fatal(errorsOf(diags))
	}
	if read := p.data("parking_tramo", values{"id": 1}); len(read.diags) > 0 {
		t.Fatal(read.errors())
	}
	header := l.requests[0].Header
	if got := header.Get("Authorization"); got != "Bearer key" {
		t.Errorf("Authorization is %q", got)
	}
	if got := header.Get("User-Agent"); got != "terraform-provider-parking/test terraform/1.11.4" {
		t.Errorf("User-Agent is %q", got)
	}
}

func TestProviderValidation(t *testing.T) {
	t.Parallel()
	p := newProto(t)
	for _, c := range []struct {
		block values
		want  []string
	}{
		{values{"request_timeout": "0s"}, []string{`"request_timeout"`, "greater than zero"}},
		{values{"request_timeout": "60"}, []string{`"request_timeout"`, "a duration such as"}},
		{values{"refresh_max_age": "-1h"}, []string{`"refresh_max_age"`, "zero or more"}},
		{values{"max_retries": -1}, []string{`"max_retries"`, "between 0 and 100"}},
		{values{"max_retries": 101}, []string{`"max_retries"`, "between 0 and 100"}},
		{values{"max_concurrency": 0}, []string{`"max_concurrency"`, "between 1 and 1000"}},
		{values{"max_concurrency": 1001}, []string{`"max_concurrency"`, "between 1 and 1000"}},
		{values{"adopt_existing": "always"}, []string{`"adopt_existing"`, "identical", "update", "never"}},
		{values{"endpoints": values{"sanciones": "external"}}, []string{`"sanciones"`, "must begin with /"}},
		{values{"sandbox": values{}, "base_url": "https://parking.example.com"}, []string{`"sandbox"`, "base_url"}},
		{values{"sandbox": values{"database": ""}}, []string{`"database"`, "at least 1"}},
		{values{"sandbox": values{"seed": -1}}, []string{`"seed"`, "at least 0"}},
	} {
		expect(t, fmt.Sprint(c.block), p.validateProvider(c.block), c.want...)
	}
	for _, block := range []values{
		{}, {"sandbox": values{}},
		{"request_timeout": "2m", "refresh_max_age": "0s", "max_retries": 0, "max_concurrency": 1000, "adopt_existing": "update", "endpoints": values{"login": "/external/login"}},
	} {
		if errs := p.validateProvider(block); len(errs) > 0 {
			t.Errorf("%v: %q", block, errs)
		}
	}
}

// unknowns gives for each attribute of the block, and each within an object of
// it, a block in which that one is not known yet.
func unknowns(p *proto) map[string]values {
	out := map[string]values{}
	for _, attribute := range p.schema.Provider.Block.Attributes {
		out[attribute.Name] = values{attribute.Name: tftypes.NewValue(attribute.ValueType(), tftypes.UnknownValue)}
		if attribute.NestedType == nil {
			continue
		}
		for _, nested := range attribute.NestedType.Attributes {
			out[attribute.Name+"."+nested.Name] = values{attribute.Name: values{nested.Name: tftypes.NewValue(nested.ValueType(), tftypes.UnknownValue)}}
		}
	}
	return out
}

// While any part of the block is not known, nothing is asked, nothing fails and
// no file is made; what needs an answer says which attribute it waits for.
func TestProviderUnknownValues(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	cases := unknowns(newProto(t))
	if len(cases) < 20 {
		t.Fatalf("only %d attributes", len(cases))
	}
	for name, block := range cases {
		attribute, _, _ := strings.Cut(name, ".")
		rest := values{"base_url": w.baseURL, "credential": "key", "max_retries": 0}
		if attribute == "sandbox" {
			delete(rest, "base_url")
		}
		p := newProtoWithEnv(t, nil)
		if errs := p.validateProvider(rest.with(block)); len(errs) > 0 {
			t.Errorf("%s: validation: %q", name, errs)
		}
		if diags := p.configure(rest.with(block)); len(diags) > 0 {
			t.Errorf("%s: %v", name, errorsOf(diags))
		}
		expect(t, name, p.data("parking_tramo", values{"id": 1}).errors(), "Provider configuration not known yet", attribute+" of the provider block")
		state := result{state: norte.with(values{"id": 2, "timeouts": nil})}
		read := p.read("parking_cliente", state)
		if len(read.diags) > 0 {
			t.Errorf("%s: %v", name, read.errors())
		}
		expectSame(t, name, read.state, state.state)
	}
	w.expectRequests(map[string]int{})
}

// Where Terraform can defer, it is asked to.
func TestProviderDeferral(t *testing.T) {
	t.Parallel()
	for _, allowed := range []bool{true, false} {
		p := newProto(t)
		resp, err := p.server.ConfigureProvider(t.Context(), &tfprotov6.ConfigureProviderRequest{
			Config:             p.encode(p.schema.Provider.ValueType(), values{"base_url": tftypes.NewValue(tftypes.String, tftypes.UnknownValue)}),
			ClientCapabilities: &tfprotov6.ConfigureProviderClientCapabilities{DeferralAllowed: allowed},
		})
		if err != nil || len(resp.Diagnostics) > 0 {
			t.Fatal(err, errorsOf(resp.Diagnostics))
		}
		read, err := p.server.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{
			TypeName: "parking_tramo", Config: p.encode(p.schema.DataSourceSchemas["parking_tramo"].ValueType(), values{"id": 1}),
			ClientCapabilities: &tfprotov6.ReadDataSourceClientCapabilities{DeferralAllowed: allowed},
		})
		if err != nil {
			t.Fatal(err)
		}
		deferred := read.Deferred != nil && read.Deferred.Reason == tfprotov6.DeferredReasonProviderConfigUnknown
		if deferred != allowed || (len(errorsOf(read.Diagnostics)) > 0) == allowed {
			t.Errorf("deferral allowed %v: deferred %v, %v", allowed, read.Deferred, errorsOf(read.Diagnostics))
		}
	}
}

// A service whose address comes from the same apply.
func TestProviderAddressOfTheSameApply(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{{
			Config: fmt.Sprintf(`
resource "terraform_data" "service" {
  input = %q
}
provider "parking" {
  base_url   = terraform_data.service.output
  credential = "key"
}
`, w.baseURL) + minimalPlaca,
			Check: resource.TestCheckResourceAttr("parking_placa.test", "sancionable", "true"),
		}},
	})
}

// Whatever users read about in the documentation is described, and the framework
// finds no defect in any schema.
func TestSchemasAreValidAndDescribed(t *testing.T) {
	t.Parallel()
	p := newProto(t)
	identities, err := p.server.GetResourceIdentitySchemas(t.Context(), &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil || len(identities.Diagnostics) > 0 {
		t.Fatal(err, identities.Diagnostics)
	}
	var missing []string
	described := func(at, description string) {
		if strings.TrimSpace(description) == "" {
			missing = append(missing, at)
		}
	}
	var walk func(at string, attributes []*tfprotov6.SchemaAttribute)
	walk = func(at string, attributes []*tfprotov6.SchemaAttribute) {
		for _, attribute := range attributes {
			described(at+"."+attribute.Name, attribute.Description)
			if attribute.NestedType != nil {
				walk(at+"."+attribute.Name, attribute.NestedType.Attributes)
			}
		}
	}
	schema := func(at string, s *tfprotov6.Schema) {
		described(at, s.Block.Description)
		if s.Block.DescriptionKind != tfprotov6.StringKindMarkdown {
			missing = append(missing, at+" (in Markdown)")
		}
		walk(at, s.Block.Attributes)
	}
	schema("provider", p.schema.Provider)
	for name, s := range p.schema.ResourceSchemas {
		schema(name, s)
		if identities.IdentitySchemas[name] == nil {
			t.Errorf("%s has no identity", name)
			continue
		}
		for _, attribute := range identities.IdentitySchemas[name].IdentityAttributes {
			described(name+" identity "+attribute.Name, attribute.Description)
		}
	}
	for name, s := range p.schema.DataSourceSchemas {
		schema(name, s)
	}
	for name, f := range p.schema.Functions {
		described(name, f.Description)
		described(name+" summary", f.Summary)
		for _, parameter := range f.Parameters {
			described(name+"."+parameter.Name, parameter.Description)
		}
	}
	slices.Sort(missing)
	if len(missing) > 0 {
		t.Errorf("not described: %q", missing)
	}
	if n := len(p.schema.ResourceSchemas) + len(p.schema.DataSourceSchemas) + len(p.schema.Functions); n < 8 {
		t.Errorf("only %d things offered", n)
	}
}
