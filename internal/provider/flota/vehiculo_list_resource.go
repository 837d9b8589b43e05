package flota

import (
	"context"
	"fmt"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

type vehiculoList struct{ framework.ResourceBase }

func newVehiculoList() list.ListResource {
	return &vehiculoList{framework.ResourceBase{Name: "vehiculo"}}
}

func (*vehiculoList) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: vehiculoListDoc,
		Attributes: map[string]schema.Attribute{
			"cliente_id": framework.IdentifierAttribute("Identifier of the client."),
		},
	}
}

// List sends no request before Terraform takes the first result. What is said goes out with the next result, or after the last.
func (l *vehiculoList) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	stream.Results = func(push func(list.ListResult) bool) {
		var diags diag.Diagnostics
		for held := range l.find(ctx, req, &diags) {
			result := req.NewListResult(ctx)
			result.DisplayName = held.Placa.ValueString()
			if nombre := held.Nombre.ValueString(); nombre != "" {
				result.DisplayName += " " + parking.Quote(nombre) // Terraform prints it as it is, on one line
			}
			result.Diagnostics, diags = diags, nil
			result.Diagnostics.Append(result.Identity.Set(ctx, held.identity())...)
			if req.IncludeResource {
				result.Diagnostics.Append(result.Resource.Set(ctx, &held)...)
			}
			if !push(result) || result.Diagnostics.HasError() {
				return
			}
		}
		if len(diags) > 0 {
			push(list.ListResult{Diagnostics: diags})
		}
	}
}

// find gives vehicles as an import and a refresh would store them, each identity once. It reads only the listing of the service, which
// shows everything about a vehicle.
func (l *vehiculoList) find(ctx context.Context, req list.ListRequest, diags *diag.Diagnostics) iter.Seq[vehiculoModel] {
	return func(yield func(vehiculoModel) bool) {
		var none vehiculoModel // with its client alone
		diags.Append(req.Config.GetAttribute(ctx, path.Root("cliente_id"), &none.ClienteID)...)
		if none.ClienteID.IsUnknown() {
			diags.AddAttributeError(path.Root("cliente_id"), "Client not known yet", listUnknownText)
		}
		if diags.HasError() || !l.Ready(diags) {
			return
		}
		start := req.NewListResult(ctx).Resource
		diags.Append(start.SetAttribute(ctx, path.Root("cliente_id"), none.ClienteID)...)
		diags.Append(start.Get(ctx, &none)...)
		cliente, limit := none.ClienteID, req.Limit // 0 is all
		look := framework.Task{Verb: "read", Noun: "vehicles", Name: "of client " + cliente.String(), Attributes: []string{"cliente_id"}}
		first, given := true, make(map[vehiculoIdentity]bool)
		for page, err := range l.Client.EachVehiculosPage(ctx, cliente.ValueInt64()) {
			if first {
				err = look.UnlessNothing(diags, err)
			}
			if err != nil {
				look.AddError(diags, err)
			}
			if first && page.Total != nil && limit > 0 && *page.Total > limit { // which nothing else shows
				diags.AddWarning("Not everything is listed", fmt.Sprintf(listLimitText, cliente, *page.Total, limit))
			}
			first = false
			for _, v := range page.Items {
				held := none
				held.refresh(v)
				if why := unlistable(held, given); why != "" {
					diags.AddWarning(fmt.Sprintf("Vehicle not listed: %d of client %s", v.ID, held.ClienteID), why)
					continue
				}
				given[held.identity()] = true
				if !yield(held) || limit > 0 && int64(len(given)) >= limit {
					return
				}
			}
		}
	}
}

// unlistable says why Terraform cannot list a vehicle; empty if it can.
func unlistable(held vehiculoModel, given map[vehiculoIdentity]bool) string {
	placa := held.Placa.ValueString()
	switch {
	case held.Placa.IsNull():
		return "The service does not return its plate, by which Terraform identifies it."
	case parking.CheckPlaca(placa) != nil:
		return fmt.Sprintf(invalidPlateText, parking.Quote(placa))
	case given[held.identity()]:
		return fmt.Sprintf("Another vehicle of the client with its plate %s is already listed.", parking.Quote(placa))
	}
	return ""
}
