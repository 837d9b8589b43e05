package flota

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var _ list.ListResourceWithConfigure = (*vehiculoListResource)(nil)

type vehiculoListResource struct{ framework.ResourceBase }

func newVehiculoListResource() list.ListResource { return &vehiculoListResource{} }

func (l *vehiculoListResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_vehiculo"
}

func (l *vehiculoListResource) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest,
	resp *list.ListResourceSchemaResponse) {
	resp.Schema = framework.ClienteListSchema(vehiculoListDoc)
}

// List reads only the listing of the service, which shows everything about a vehicle.
func (l *vehiculoListResource) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	l.ListOf(ctx, req, stream, func(cliente types.Int64, start *tfsdk.Resource, out *framework.Found) {
		var none vehiculoModel
		out.Diags.Append(start.Get(ctx, &none)...)
		look := framework.Task{Verb: "read", Noun: "vehicles", Name: "of client " + cliente.String(), Attributes: []string{"cliente_id"}}
		first := true
		for page, err := range l.Client.EachVehiculosPage(ctx, cliente.ValueInt64(), req.Limit) {
			if err != nil && (!first || !look.Nothing(&out.Diags, err)) {
				look.AddError(&out.Diags, err)
			}
			if page.Total != nil && first {
				out.Limited("vehicles", cliente, *page.Total)
			}
			first = false
			for _, v := range page.Vehiculos {
				if !addVehiculo(ctx, out, none, v) {
					return
				}
			}
		}
	})
}

// addVehiculo gives a vehicle as an import and a refresh would store it, unless another result has
// its identity. It reports whether Terraform wants another.
func addVehiculo(ctx context.Context, out *framework.Found, held vehiculoModel, v parking.Vehiculo) bool {
	held.refresh(v)
	placa := held.Placa.ValueString()
	why := ""
	switch {
	case held.Placa.IsNull():
		why = noPlateText
	case parking.CheckPlaca(placa) != nil:
		why = fmt.Sprintf(plateInvalidText, parking.Quote(placa))
	case out.Twice(held.identity()):
		why = fmt.Sprintf(plateListedText, parking.Quote(placa))
	}
	if why != "" {
		out.Diags.AddWarning("Vehicle not listed", fmt.Sprintf(notListedText, v.ID, held.ClienteID, why))
		return true
	}
	name := placa
	if nombre := held.Nombre.ValueString(); nombre != "" {
		name = placa + " " + parking.Quote(nombre) // Terraform prints it as it is, on one line
	}
	return out.Add(ctx, name, held.identity(), &held)
}
