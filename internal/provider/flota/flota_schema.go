package flota

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/mapvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/mapplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// Max is the largest number of vehicles in a fleet: Terraform shows and stores it as one resource.
const Max = 10000

func (r *flotaResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: flotaDoc +
			framework.Asks("registrar_placa", "placa", "actualizar_placa", "registrar_vehiculo", "vehiculos", "vehiculo", "tipo_vehiculo"),
		Attributes: map[string]schema.Attribute{
			"cliente_id": framework.ReplacingIDAttribute(flotaClienteIDDoc),
			"vehiculos": schema.MapAttribute{
				MarkdownDescription: flotaVehiculosDoc,
				ElementType:         flotaEntryType,
				Required:            true,
				Validators: []validator.Map{
					mapvalidator.SizeBetween(1, Max), mapvalidator.KeysAre(framework.PlacaValidator), flotaValidator{},
				},
			},
			"vehiculo_ids": schema.MapAttribute{
				MarkdownDescription: flotaVehiculoIDsDoc,
				ElementType:         types.Int64Type,
				Computed:            true,
				PlanModifiers:       []planmodifier.Map{mapplanmodifier.UseStateForUnknown()},
			},
			"pendientes": schema.MapAttribute{
				MarkdownDescription: flotaPendientesDoc,
				ElementType:         types.StringType,
				Computed:            true,
				PlanModifiers:       []planmodifier.Map{mapplanmodifier.UseStateForUnknown()},
			},
			"max_pendientes": schema.Int64Attribute{
				MarkdownDescription: flotaMaxPendientesDoc,
				Optional:            true,
				Validators:          []validator.Int64{int64validator.AtLeast(0)},
			},
			"timeouts": framework.TimeoutsAttribute(ctx, defaultFlotaTimeout, timeouts.Opts{Create: true, Read: true, Update: true}),
		},
	}
}

// flotaValidator checks the known entries of a fleet.
type flotaValidator struct{}

func (flotaValidator) Description(context.Context) string {
	return "must contain different license plates, each with a vehicle type"
}

func (v flotaValidator) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (flotaValidator) ValidateMap(_ context.Context, req validator.MapRequest, resp *validator.MapResponse) {
	fleet := flotaModel{Vehiculos: req.ConfigValue}
	entries, _ := fleet.entries()
	spelled := make(map[string]string, len(entries))
	for _, placa := range plates(entries) {
		entry, at := entries[placa], req.Path.AtMapKey(placa)
		if other, twice := spelled[parking.BarePlaca(placa)]; twice {
			resp.Diagnostics.AddAttributeError(at, "Plate declared twice",
				fmt.Sprintf("%q and %q are the same plate. Remove one of them.", other, placa))
		}
		spelled[parking.BarePlaca(placa)] = placa
		if tipo := entry.TipoVehiculoID; tipo.IsNull() || !tipo.IsUnknown() && tipo.ValueInt64() < 1 {
			resp.Diagnostics.AddAttributeError(at.AtName("tipo_vehiculo_id"), "Invalid vehicle type",
				fmt.Sprintf(invalidTypeText, placa))
		}
		if entry.Nombre.Equal(types.StringValue("")) {
			resp.Diagnostics.AddAttributeError(at.AtName("nombre"), "Invalid name",
				fmt.Sprintf("nombre of plate %q is empty. Set a name, or null for none.", placa))
		}
	}
}
