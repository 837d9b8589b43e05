package provider

import (
	"context"
	"iter"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// listed is one result of a list block; resource is nil where it was not asked for.
type listed struct {
	name               string
	identity, resource values
	diags              []*tfprotov6.Diagnostic
}

// query is a list block as Terraform sends it.
type query struct {
	typeName string
	config   values
	limit    int64
	include  bool
}

func (p *proto) lists() tfprotov6.ListResourceServer {
	p.t.Helper()
	server, ok := p.server.(tfprotov6.ListResourceServer)
	if !ok {
		p.t.Fatal("the provider lists nothing")
	}
	return server
}

// list gives the results of a list block as they come.
func (p *proto) list(ctx context.Context, q query) iter.Seq[listed] {
	p.t.Helper()
	stream, err := p.lists().ListResource(ctx, &tfprotov6.ListResourceRequest{TypeName: q.typeName, Limit: q.limit, IncludeResource: q.include,
		Config: p.encode(p.schema.ListResourceSchemas[q.typeName].ValueType(), q.config)})
	if err != nil {
		p.t.Fatal(err)
	}
	return func(yield func(listed) bool) {
		for r := range stream.Results {
			if !yield(listed{r.DisplayName, p.decodeIdentity(q.typeName, r.Identity), p.decode(p.schema.ResourceSchemas[q.typeName].ValueType(), r.Resource), r.Diagnostics}) {
				return
			}
		}
	}
}

// listAll gives all results of a list block, and apart from them the diagnostics of
// all, since some come with a result.
func (p *proto) listAll(q query) (found []listed, diags []*tfprotov6.Diagnostic) {
	p.t.Helper()
	for r := range p.list(p.t.Context(), q) {
		diags = append(diags, r.diags...)
		if r.identity != nil {
			r.diags = nil
			found = append(found, r)
		}
	}
	return found, diags
}

func (p *proto) validateList(typeName string, config values) []string {
	p.t.Helper()
	resp, err := p.lists().ValidateListResourceConfig(context.Background(), &tfprotov6.ValidateListResourceConfigRequest{
		TypeName: typeName, Config: p.encode(p.schema.ListResourceSchemas[typeName].ValueType(), config)})
	if err != nil {
		p.t.Fatal(err)
	}
	return errorsOf(resp.Diagnostics)
}

// importsAsListed fails the test unless the configuration that Terraform writes for a
// result is valid, and its import and the plan after it give the listed state and
// change nothing.
func (p *proto) importsAsListed(t *testing.T, typeName string, r listed) {
	t.Helper()
	kind := p.schema.ResourceSchemas[typeName].ValueType()
	written, err := p.server.GenerateResourceConfig(context.Background(), &tfprotov6.GenerateResourceConfigRequest{TypeName: typeName, State: p.encode(kind, r.resource)})
	if err != nil || len(written.Diagnostics) > 0 {
		t.Fatal(err, written.Diagnostics)
	}
	config := p.decode(kind, written.Config)
	for name, value := range config {
		if value == nil {
			delete(config, name) // as Terraform leaves out what is null
		}
	}
	if refused := p.validateResource(typeName, config); len(refused) > 0 {
		t.Errorf("%s: the written configuration %v is not valid: %q", r.name, config, refused)
	}
	imported := p.importIdentity(typeName, r.identity)
	read := p.read(typeName, imported)
	planned := p.plan(typeName, read, config)
	if errs := append(imported.errors(), append(read.errors(), errorsOf(planned.Diagnostics)...)...); len(errs) > 0 {
		t.Errorf("%s: %q", r.name, errs)
		return
	}
	expectSame(t, r.name+" imported", read.state, r.resource)
	expectSame(t, r.name+" planned", p.decode(kind, planned.PlannedState), read.state)
	expectSame(t, r.name+" identity", read.identity, r.identity)
}
