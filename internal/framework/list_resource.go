package framework

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// ListOf makes a list resource for the things of one client from the name of the resource without "parking_", a description,
// and a function that adds what it finds. none is a model with cliente_id alone. No request is sent before Terraform takes
// the first result.
func ListOf[M any](name, description string, find func(ctx context.Context, s *Service, none M, out *Found)) func() list.ListResource {
	return func() list.ListResource { return &listOf[M]{name: name, description: description, find: find} }
}

type listOf[M any] struct {
	ResourceBase
	name, description string
	find              func(ctx context.Context, s *Service, none M, out *Found)
}

func (l *listOf[M]) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + l.name
}

func (l *listOf[M]) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: l.description,
		Attributes: map[string]schema.Attribute{
			"cliente_id": IdentifierAttribute("Identifier of the client."),
		},
	}
}

func (l *listOf[M]) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	stream.Results = func(push func(list.ListResult) bool) {
		out := &Found{Limit: req.Limit, req: req, push: push, identities: make(map[any]bool)}
		defer out.end()
		ctx, notes := parking.WithNotes(ctx)
		defer func() { AddNotes(notes, &out.Diags) }()
		var cliente types.Int64
		out.Diags.Append(req.Config.GetAttribute(ctx, path.Root("cliente_id"), &cliente)...)
		if cliente.IsUnknown() {
			out.Diags.AddAttributeError(path.Root("cliente_id"), "Client not known yet", listUnknownText)
		}
		if out.Diags.HasError() || !l.Ready(&out.Diags) {
			return
		}
		var none M
		start := req.NewListResult(ctx).Resource
		out.Diags.Append(start.SetAttribute(ctx, path.Root("cliente_id"), cliente)...)
		out.Diags.Append(start.Get(ctx, &none)...)
		l.find(ctx, l.Service, none, out)
	}
}

// Found gives Terraform what a list block finds.
type Found struct {
	// Limit is how many results Terraform wants at most; 0 is all.
	Limit      int64
	req        list.ListRequest
	push       func(list.ListResult) bool
	identities map[any]bool // of the results so far
	// Diags go out with the next result, or after the last.
	Diags diag.Diagnostics
	over  bool // Terraform wants no more
}

// Limited warns when Terraform takes fewer results than there are, which nothing else shows.
func (f *Found) Limited(noun string, cliente types.Int64, total int64) {
	if f.Limit > 0 && total > f.Limit {
		f.Diags.AddWarning("Not everything is listed", fmt.Sprintf(listLimitText, cliente, total, noun, f.Limit))
	}
}

// Twice reports whether a result with this identity was already given.
func (f *Found) Twice(identity any) bool { return f.identities[identity] }

// Add gives a result, with held as the state of the resource, and reports whether Terraform
// wants another.
func (f *Found) Add(ctx context.Context, name string, identity, held any) bool {
	f.identities[identity] = true
	result := f.req.NewListResult(ctx)
	result.DisplayName = name
	result.Diagnostics, f.Diags = f.Diags, nil
	result.Diagnostics.Append(result.Identity.Set(ctx, identity)...)
	if f.req.IncludeResource {
		result.Diagnostics.Append(result.Resource.Set(ctx, held)...)
	}
	enough := f.Limit > 0 && int64(len(f.identities)) >= f.Limit
	f.over = !f.push(result) || enough || result.Diagnostics.HasError()
	return !f.over
}

func (f *Found) end() {
	if !f.over && len(f.Diags) > 0 {
		f.push(list.ListResult{Diagnostics: f.Diags})
	}
}
