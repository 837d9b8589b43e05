package flota

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// flotaValidator checks the known entries of a fleet.
type flotaValidator struct{}

func (flotaValidator) Description(context.Context) string {
	return fmt.Sprintf("must contain 1 to %d different license plates, each with a vehicle type", Max)
}

func (v flotaValidator) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (flotaValidator) ValidateMap(_ context.Context, req validator.MapRequest, resp *validator.MapResponse) {
	fleet := flotaModel{Vehiculos: req.ConfigValue}
	entries, known := fleet.entries()
	switch n := len(req.ConfigValue.Elements()); {
	case n > Max:
		resp.Diagnostics.AddAttributeError(req.Path, "Fleet too large", fmt.Sprintf(fleetTooLargeText, Max, n))
		return
	case n == 0 && known && !req.ConfigValue.IsNull():
		resp.Diagnostics.AddAttributeError(req.Path, "Empty fleet", emptyFleetText)
		return
	}
	spelled := make(map[string]string, len(entries))
	for _, placa := range plates(entries) {
		entry, at := entries[placa], req.Path.AtMapKey(placa)
		if err := parking.CheckPlaca(placa); err != nil {
			resp.Diagnostics.AddAttributeError(at, "Invalid license plate", fmt.Sprintf("Plate %q %s.", placa, err))
		}
		if other, twice := spelled[parking.BarePlaca(placa)]; twice {
			resp.Diagnostics.AddAttributeError(at, "Plate declared twice", fmt.Sprintf(samePlateText, other, placa))
		}
		spelled[parking.BarePlaca(placa)] = placa
		if tipo := entry.TipoVehiculoID; tipo.IsNull() || !tipo.IsUnknown() && tipo.ValueInt64() < 1 {
			resp.Diagnostics.AddAttributeError(at.AtName("tipo_vehiculo_id"), "Invalid vehicle type",
				fmt.Sprintf(invalidTypeText, placa))
		}
		if entry.Nombre.Equal(types.StringValue("")) {
			resp.Diagnostics.AddAttributeError(at.AtName("nombre"), "Invalid name", fmt.Sprintf(invalidNameText, placa))
		}
	}
}
