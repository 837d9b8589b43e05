package acctest

import (
	"context"
	"iter"
	"maps"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// Listed is one result of a list block; Resource is nil unless the query includes it.
type Listed struct {
	Name               string
	Identity, Resource Values
	Diags              []*tfprotov6.Diagnostic
}

// Query is a list block as Terraform sends it.
type Query struct {
	TypeName string
	Config   Values
	Limit    int64
	Include  bool
}

// List gives the results of a list block as they come.
func (p *Proto) List(ctx context.Context, q Query) iter.Seq[Listed] {
	stream, err := serverOf[tfprotov6.ListResourceServer](p).ListResource(ctx,
		&tfprotov6.ListResourceRequest{TypeName: q.TypeName, Limit: q.Limit, IncludeResource: q.Include,
			Config: p.Encode(p.Schema.ListResourceSchemas[q.TypeName].ValueType(), q.Config)})
	Must(p.T, err)
	return func(yield func(Listed) bool) {
		for r := range stream.Results {
			if !yield(Listed{r.DisplayName, p.decodeIdentity(q.TypeName, r.Identity),
				p.Decode(p.resource(q.TypeName), r.Resource), p.Saw(r.Diagnostics)}) {
				return
			}
		}
	}
}

// ListAll gives all results of a list block, and apart from them the diagnostics of
// all, since some come with a result.
func (p *Proto) ListAll(q Query) (found []Listed, diags []*tfprotov6.Diagnostic) {
	for r := range p.List(p.T.Context(), q) {
		diags = append(diags, r.Diags...)
		if r.Identity != nil {
			r.Diags = nil
			found = append(found, r)
		}
	}
	return found, diags
}

// ImportsAsListed fails the test unless the configuration that Terraform writes for a
// result is valid, and its import and the plan after it give the listed state and
// change nothing.
func (p *Proto) ImportsAsListed(t *testing.T, typeName string, r Listed) {
	t.Helper()
	kind := p.resource(typeName)
	written := ask(p, p.Server.GenerateResourceConfig,
		&tfprotov6.GenerateResourceConfigRequest{TypeName: typeName, State: p.Encode(kind, r.Resource)})
	NoMessages(t, "the configuration", Result{Diags: written.Diagnostics})
	config := p.Decode(kind, written.Config)
	maps.DeleteFunc(config, func(_ string, value any) bool { return value == nil }) // as Terraform leaves out what is null
	if refused := p.ValidateResource(typeName, config); len(refused) > 0 {
		t.Errorf("%s: the written configuration %v is not valid: %q", r.Name, config, refused)
	}
	imported := p.ImportIdentity(typeName, r.Identity)
	NoErrors(t, r.Name+" imported", imported)
	read := p.Read(typeName, imported)
	NoErrors(t, r.Name+" read", read)
	planned := p.Plan(typeName, read, config)
	NoErrors(t, r.Name+" planned", Result{Diags: planned.Diagnostics})
	ExpectSame(t, r.Name+" imported", read.State, r.Resource)
	ExpectSame(t, r.Name+" planned", p.Decode(kind, planned.PlannedState), read.State)
	ExpectSame(t, r.Name+" identity", read.Identity, r.Identity)
}
