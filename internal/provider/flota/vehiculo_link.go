package flota

import (
	"context"
	"fmt"
	"net/url"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
)

func vehiculoTask(s *framework.Service, verb string, m vehiculoModel) framework.Task {
	return framework.Task{Verb: verb, Noun: "vehicle", Never: s.Adopt == framework.AdoptNever,
		Name:       fmt.Sprintf("%s of client %s", m.Placa, m.ClienteID),
		Check:      fmt.Sprintf("GET /external/vehiculos?cliente_id=%s&placa=%s", m.ClienteID, url.QueryEscape(m.Placa.ValueString())),
		Attributes: []string{"cliente_id", "placa", "nombre"}}
}

// readLink reads a vehicle from the listing. If the listing does not show it, or shows only another link of its plate, a
// direct read decides (A5): a new id replaces the reservations that refer to it. A record without a plate counts as this
// vehicle: if it counted as gone, the plate would be linked twice. Without an id (0), or imported by client and plate, a
// vehicle has no direct read, so the client's whole listing decides.
func readLink(ctx context.Context, s *framework.Service, clienteID int64, placa string, id int64) (parking.Vehiculo, error) {
	shown, found, err := s.Client.ReadVehiculo(ctx, clienteID, placa, id)
	switch {
	case err != nil && !parking.Is(err, parking.NotFound), found && (id == 0 || shown.ID == id):
		return shown, err
	case id == 0:
		all, err := s.Client.Vehiculos(ctx, parking.VehiculosFilter{ClienteID: clienteID})
		if shown, found = parking.PickVehiculo(all, placa, 0); err == nil && !found {
			err = &parking.Error{Kind: parking.NotFound, Outcome: parking.Refused}
		}
		return shown, err
	}
	held, err := s.Client.Vehiculo(ctx, id)
	if plate := held.Placa.Value; err == nil && plate != nil && !parking.HasLetterOrDigit(*plate) {
		err = parking.UnexpectedAnswer("vehiculo", "A5", emptyPlateText, id, parking.Quote(*plate))
	}
	if found && (parking.Is(err, parking.NotFound) || err == nil && isOther(held, clienteID, placa)) {
		return shown, nil
	}
	return held, err
}

// isOther reports whether a vehicle has another client or plate.
func isOther(v parking.Vehiculo, clienteID int64, placa string) bool {
	owner, plate := v.ClienteID.Value, v.Placa.Value
	return owner != nil && *owner != clienteID || plate != nil && !parking.SamePlaca(*plate, placa)
}

// linkVehiculo creates the vehicle, or adopts an existing one, and fills in plan. It reads the
// listing first: the service may accept a second link of a plate, which could never be deleted.
// known is false if the vehicle exists but its record could not be read.
func linkVehiculo(ctx context.Context, s *framework.Service, plan *vehiculoModel, diags *diag.Diagnostics) (known bool) {
	existing, found, err := s.Client.LookForVehiculo(ctx, plan.ClienteID.ValueInt64(), plan.Placa.ValueString())
	switch {
	case err != nil && !parking.Is(err, parking.NotFound): // NotFound: there is nothing to list
		vehiculoTask(s, "create", *plan).AddLookError(diags, err)
		return false
	case found:
		adoptVehiculo(s, plan, existing, diags)
		return true
	}
	created, err := s.Client.RegisterVehiculo(ctx, plan.request())
	switch {
	case err == nil:
		plan.fill(created)
		if held := keepNombre(created.Nombre, plan.Nombre); !held.Equal(plan.Nombre) {
			diags.AddWarning("Vehicle created under another name", fmt.Sprintf(createdUnderOtherText,
				created.ID, plan.Placa, plan.ClienteID, orNull(held), orNull(plan.Nombre), plan.keepNombreOf(held)))
		}
		return true
	case parking.Is(err, parking.Unexpected):
		vehiculoTask(s, "read", *plan).WarnSaved(diags, err)
		plan.fill(parking.Vehiculo{}) // nothing is known of it
		plan.ID = types.Int64Null()
	case parking.OutcomeOf(err) >= parking.Unknown:
		vehiculoTask(s, "create", *plan).AddError(diags, err)
	default:
		return refusedVehiculo(ctx, s, plan, err, diags)
	}
	return false
}

// refusedVehiculo explains a rejected vehicle: the plate is not registered, another run was faster,
// or the reason that the service gives.
func refusedVehiculo(ctx context.Context, s *framework.Service, plan *vehiculoModel, refused error, diags *diag.Diagnostics) (known bool) {
	if framework.MayBeThere(refused) {
		_, err := s.Client.Placa(ctx, plan.Placa.ValueString())
		if parking.Is(err, parking.NotFound) {
			diags.AddAttributeError(path.Root("placa"), "Plate not registered", fmt.Sprintf(plateNotRegisteredText,
				plan.Placa, framework.Sentence(refused)))
			return false
		}
		existing, found, err := s.Client.FindVehiculo(ctx, plan.ClienteID.ValueInt64(), plan.Placa.ValueString(), 0)
		if err == nil && found {
			adoptVehiculo(s, plan, existing, diags)
			return true
		}
		refused = framework.WithLookError(refused, err)
	}
	vehiculoTask(s, "create", *plan).AddError(diags, refused)
	return false
}

// adoptVehiculo adopts an existing vehicle. It writes nothing, since the service cannot change a
// vehicle.
func adoptVehiculo(s *framework.Service, plan *vehiculoModel, existing parking.Vehiculo, diags *diag.Diagnostics) {
	held := *plan
	held.refresh(existing)
	own := s.Released.Has(vehiculoClaim(plan.ClienteID.ValueInt64(), plan.Placa.ValueString()))
	switch {
	case s.Adopt == framework.AdoptNever && !own:
		diags.AddAttributeError(path.Root("placa"), "Vehicle already exists",
			fmt.Sprintf(vehicleExistsText, plan.Placa, plan.ClienteID, existing.ID,
				howToAdopt("parking_vehiculo", fmt.Sprintf("%d/%s", plan.ClienteID.ValueInt64(), plan.Placa.ValueString()), plan.inFleet)))
	case !plan.Nombre.IsUnknown() && !plan.Nombre.Equal(held.Nombre):
		diags.AddAttributeError(path.Root("nombre"), "Vehicle already exists under another name",
			fmt.Sprintf(existsUnderOtherText,
				plan.Placa, plan.ClienteID, existing.ID, orNull(held.Nombre), orNull(plan.Nombre)))
	default:
		plan.fill(existing)
		if !own {
			s.Client.RecordAdoption("registrar_vehiculo", audit.Subject{
				Placa: plan.Placa.ValueString(), ClienteID: plan.ClienteID.ValueInt64(), VehiculoID: existing.ID})
			detail := fmt.Sprintf(vehicleAdoptedText, plan.Placa, plan.ClienteID, existing.ID)
			if placa := existing.Placa.Value; placa != nil && *placa != plan.Placa.ValueString() {
				detail += fmt.Sprintf(spelledOnServiceText, *placa)
			}
			diags.AddWarning(vehiculoAdopted, detail)
		}
	}
}

// keepNombreOf says what to do about a name that differs from the service's, which cannot change.
func (m vehiculoModel) keepNombreOf(held types.String) string {
	switch {
	case held.IsNull():
		return "Set nombre = null."
	case m.inFleet:
		return fmt.Sprintf(keepNombreText, held)
	}
	return fmt.Sprintf(keepNombreText, held) + ignoreNombreText
}

// orNull writes a text as a configuration does.
func orNull(text types.String) string {
	if text.IsNull() {
		return "null"
	}
	return text.String()
}
