package flota

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

type vehiculoList struct{ framework.ResourceBase }

func newVehiculoList() list.ListResource { return &vehiculoList{} }

func (*vehiculoList) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_vehiculo"
}

func (*vehiculoList) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: vehiculoListDoc,
		Attributes: map[string]schema.Attribute{
			"cliente_id": framework.IdentifierAttribute("Identifier of the client."),
		},
	}
}

// List sends no request before Terraform takes the first result.
func (l *vehiculoList) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	stream.Results = func(push func(list.ListResult) bool) {
		out := &listed{req: req, push: push, identities: make(map[vehiculoIdentity]bool)}
		defer out.end()
		var none vehiculoModel // with its client alone
		out.diags.Append(req.Config.GetAttribute(ctx, path.Root("cliente_id"), &none.ClienteID)...)
		if none.ClienteID.IsUnknown() {
			out.diags.AddAttributeError(path.Root("cliente_id"), "Client not known yet", listUnknownText)
		}
		if out.diags.HasError() || !l.Ready(&out.diags) {
			return
		}
		start := req.NewListResult(ctx).Resource
		out.diags.Append(start.SetAttribute(ctx, path.Root("cliente_id"), none.ClienteID)...)
		out.diags.Append(start.Get(ctx, &none)...)
		l.find(ctx, none, out)
	}
}

// find reads only the listing of the service, which shows everything about a vehicle.
func (l *vehiculoList) find(ctx context.Context, none vehiculoModel, out *listed) {
	cliente, limit := none.ClienteID, out.req.Limit // 0 is all
	look := framework.Task{Verb: "read", Noun: "vehicles", Name: "of client " + cliente.String(), Attributes: []string{"cliente_id"}}
	first := true
	for page, err := range l.Client.EachVehiculosPage(ctx, cliente.ValueInt64()) {
		if err != nil && (!first || !look.Nothing(&out.diags, err)) {
			look.AddError(&out.diags, err)
		}
		if first && page.Total != nil && limit > 0 && *page.Total > limit { // which nothing else shows
			out.diags.AddWarning("Not everything is listed", fmt.Sprintf(listLimitText, cliente, *page.Total, limit))
		}
		first = false
		for _, v := range page.Items {
			if !out.add(ctx, none, v) {
				return
			}
		}
	}
}

// listed gives Terraform what a list block finds.
type listed struct {
	req        list.ListRequest
	push       func(list.ListResult) bool
	identities map[vehiculoIdentity]bool // of the results so far
	diags      diag.Diagnostics          // go out with the next result, or after the last
	over       bool                      // Terraform wants no more
}

// add gives a vehicle as an import and a refresh would store it, unless another result has its identity. It reports whether
// Terraform wants another.
func (o *listed) add(ctx context.Context, held vehiculoModel, v parking.Vehiculo) bool {
	held.refresh(v)
	placa, identity := held.Placa.ValueString(), held.identity()
	why := ""
	switch {
	case held.Placa.IsNull():
		why = noPlateText
	case parking.CheckPlaca(placa) != nil:
		why = fmt.Sprintf(invalidPlateText, parking.Quote(placa))
	case o.identities[identity]:
		why = fmt.Sprintf(plateListedText, parking.Quote(placa))
	}
	if why != "" {
		o.diags.AddWarning(fmt.Sprintf("Vehicle not listed: %d of client %s", v.ID, held.ClienteID), why)
		return true
	}
	o.identities[identity] = true
	result := o.req.NewListResult(ctx)
	result.DisplayName = placa
	if nombre := held.Nombre.ValueString(); nombre != "" {
		result.DisplayName += " " + parking.Quote(nombre) // Terraform prints it as it is, on one line
	}
	result.Diagnostics, o.diags = o.diags, nil
	result.Diagnostics.Append(result.Identity.Set(ctx, identity)...)
	if o.req.IncludeResource {
		result.Diagnostics.Append(result.Resource.Set(ctx, &held)...)
	}
	enough := o.req.Limit > 0 && int64(len(o.identities)) >= o.req.Limit
	o.over = !o.push(result) || enough || result.Diagnostics.HasError()
	return !o.over
}

func (o *listed) end() {
	if !o.over && len(o.diags) > 0 {
		o.push(list.ListResult{Diagnostics: o.diags})
	}
}
