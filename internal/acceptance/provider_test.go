package acceptance

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What reaches the service of the block, through the whole provider.
func TestProviderHeaders(t *testing.T) {
	t.Parallel()
	l := answers.NewListener(t, answers.OkTramo)
	p := acctest.NewProtoWithEnv(t, nil).Configured(acctest.Values{"base_url": l.URL, "credential": "key\n", "credential_scheme": "Bearer"})
	acctest.NoMessages(t, "read", p.Data("parking_tramo", acctest.Values{"id": 1}))
	header := l.Requests[0].Header
	if got := header.Get("Authorization"); got != "Bearer key" {
		t.Errorf("Authorization is %q", got)
	}
	if got := header.Get("User-Agent"); got != "terraform-provider-parking/test terraform/1.11.4" {
		t.Errorf("User-Agent is %q", got)
	}
}

func TestProviderValidation(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	for _, c := range []struct {
		block acctest.Values
		want  string
	}{
		{acctest.Values{"request_timeout": "0s"}, "request_timeout: Invalid value"},
		{acctest.Values{"request_timeout": "60"}, "request_timeout: Invalid value"},
		{acctest.Values{"max_retries": -1}, "max_retries: Invalid Attribute Value"},
		{acctest.Values{"max_retries": 101}, "max_retries: Invalid Attribute Value"},
		{acctest.Values{"max_concurrency": 0}, "max_concurrency: Invalid Attribute Value"},
		{acctest.Values{"max_concurrency": 1001}, "max_concurrency: Invalid Attribute Value"},
		{acctest.Values{"endpoints": acctest.Values{"sanciones": "external"}}, "endpoints: Invalid value"},
		{acctest.Values{"sandbox": acctest.Values{"database": ""}}, "sandbox: Invalid Attribute Value Length"},
		{acctest.Values{"sandbox": acctest.Values{"seed": -1}}, "sandbox: Invalid Attribute Value"},
	} {
		acctest.Expect(t, fmt.Sprint(c.block), p.ValidateProvider(c.block), c.want)
	}
	for _, block := range []acctest.Values{
		{}, {"sandbox": acctest.Values{}},
		{"request_timeout": "2m", "max_retries": 0, "max_concurrency": 1000, "overwrite_existing": true, "endpoints": acctest.Values{"login": "/external/login"}},
	} {
		acctest.Expect(t, fmt.Sprint(block), p.ValidateProvider(block))
	}
}

// unknowns gives for each attribute of the block, and each within an object of
// it, a block in which that one is not known yet.
func unknowns(p *acctest.Proto) map[string]acctest.Values {
	out := map[string]acctest.Values{}
	for _, attribute := range p.Schema.Provider.Block.Attributes {
		out[attribute.Name] = acctest.Values{attribute.Name: tftypes.NewValue(attribute.ValueType(), tftypes.UnknownValue)}
		if attribute.NestedType == nil {
			continue
		}
		for _, nested := range attribute.NestedType.Attributes {
			out[attribute.Name+"."+nested.Name] = acctest.Values{attribute.Name: acctest.Values{nested.Name: tftypes.NewValue(nested.ValueType(), tftypes.UnknownValue)}}
		}
	}
	return out
}

// While any part of the block is not known, nothing is asked, nothing fails and
// no file is made; what needs an answer says which attribute it waits for.
func TestProviderUnknownValues(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	cases := unknowns(acctest.NewProto(t))
	if len(cases) < 20 {
		t.Fatalf("only %d attributes", len(cases))
	}
	for name, block := range cases {
		attribute, _, _ := strings.Cut(name, ".")
		rest := acctest.Values{"base_url": w.BaseURL, "credential": "key", "max_retries": 0}
		if attribute == "sandbox" {
			delete(rest, "base_url")
		}
		p := acctest.NewProtoWithEnv(t, nil)
		acctest.Expect(t, name, p.ValidateProvider(rest.With(block)))
		p.Configured(rest.With(block))
		acctest.Expect(t, name, p.Data("parking_tramo", acctest.Values{"id": 1}).Errors(), "Provider configuration not known yet")
		state := acctest.Result{State: acctest.Norte.With(acctest.Values{"id": 2, "timeouts": nil})}
		acctest.ExpectWhole(t, name, p.Read("parking_cliente", state), state.State)
		for _, c := range creations {
			acctest.ExpectPlanned(t, name+": "+c.name, p.Plan(c.typeName, acctest.Result{}, c.declared))
		}
	}
	w.ExpectRequests(map[string]int{})
}

// Whatever users read about in the documentation is described, and the framework
// finds no defect in any schema.
func TestSchemasAreValidAndDescribed(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	identities, err := p.Server.GetResourceIdentitySchemas(t.Context(), &tfprotov6.GetResourceIdentitySchemasRequest{})
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
	schema("provider", p.Schema.Provider)
	for name, s := range p.Schema.ResourceSchemas {
		schema(name, s)
		if identities.IdentitySchemas[name] == nil {
			t.Errorf("%s has no identity", name)
			continue
		}
		for _, attribute := range identities.IdentitySchemas[name].IdentityAttributes {
			described(name+" identity "+attribute.Name, attribute.Description)
		}
	}
	for name, s := range p.Schema.DataSourceSchemas {
		schema(name, s)
	}
	for name, f := range p.Schema.Functions {
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
	if n := len(p.Schema.ResourceSchemas) + len(p.Schema.DataSourceSchemas) + len(p.Schema.Functions); n < 8 {
		t.Errorf("only %d things offered", n)
	}
}
