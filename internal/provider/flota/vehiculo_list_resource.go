package flota

import (
	"context"
	"fmt"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var vehiculoList = framework.ListOf("vehiculo", vehiculoListDoc, listVehiculos)

// listVehiculos reads only the listing of the service, which shows everything about a vehicle.
func listVehiculos(ctx context.Context, s *framework.Service, none vehiculoModel, out *framework.Found) {
	cliente := none.ClienteID
	look := framework.Task{Verb: "read", Noun: "vehicles", Name: "of client " + cliente.String(), Attributes: []string{"cliente_id"}}
	first := true
	for page, err := range s.Client.EachVehiculosPage(ctx, cliente.ValueInt64(), out.Limit) {
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
