package acceptance

import (
	"fmt"
	"strings"
	"testing"

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

// unknowns gives for each attribute of the block, and each within an object of it, a block in which that one is not known yet.
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
