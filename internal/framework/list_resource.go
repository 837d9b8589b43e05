package framework

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// ClienteListSchema is the schema of a list block for the things of one client.
func ClienteListSchema(description string) schema.Schema {
	return schema.Schema{
		MarkdownDescription: description,
		Attributes: map[string]schema.Attribute{
			"cliente_id": schema.Int64Attribute{
				MarkdownDescription: "Identifier of the client.",
				Required:            true,
				Validators:          []validator.Int64{int64validator.AtLeast(1)},
			},
		},
	}
}

// ListOf lists the things of one client: find adds them to out. It sends no request before
// Terraform takes the first result. start is a state with cliente_id alone.
func (b *ResourceBase) ListOf(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream,
	find func(cliente types.Int64, start *tfsdk.Resource, out *Found)) {
	stream.Results = func(push func(list.ListResult) bool) {
		out := &Found{req: req, push: push, identities: make(map[any]bool)}
		defer out.end()
		var cliente types.Int64
		out.Diags.Append(req.Config.GetAttribute(ctx, path.Root("cliente_id"), &cliente)...)
		if cliente.IsUnknown() {
			out.Diags.AddAttributeError(path.Root("cliente_id"), "Client not known yet", listUnknownText)
		}
		if out.Diags.HasError() || !b.Ready(&out.Diags) {
			return
		}
		start := req.NewListResult(ctx).Resource
		out.Diags.Append(start.SetAttribute(ctx, path.Root("cliente_id"), cliente)...)
		find(cliente, start, out)
	}
}

// Found gives Terraform what a list block finds.
type Found struct {
	req        list.ListRequest
	push       func(list.ListResult) bool
	identities map[any]bool // of the results so far
	// Diags go out with the next result, or after the last.
	Diags diag.Diagnostics
	over  bool // Terraform wants no more
}

// Limited warns when Terraform takes fewer results than there are, which nothing else shows.
func (f *Found) Limited(noun string, cliente types.Int64, total int64) {
	if f.req.Limit > 0 && total > f.req.Limit {
		f.Diags.AddWarning("Not everything is listed", fmt.Sprintf(listLimitText, cliente, total, noun, f.req.Limit))
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
	enough := f.req.Limit > 0 && int64(len(f.identities)) >= f.req.Limit
	f.over = !f.push(result) || enough || result.Diagnostics.HasError()
	return !f.over
}

func (f *Found) end() {
	if !f.over && len(f.Diags) > 0 {
		f.push(list.ListResult{Diagnostics: f.Diags})
	}
}
