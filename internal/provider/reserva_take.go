package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// takenOver is the purpose of the claim on a reservation that a block of this run took
// over. Another block that gives it up in the same run then leaves it alone.
const takenOver = "taken over"

func reservaClaim(id int64) string { return fmt.Sprintf("reserva %d", id) }

// taking tells for a booking which of the reservations that are there it would
// only repeat. Whose answer was lost in an earlier run is among them, and so is one
// that was booked by a run that never came to write its state.
func (r *reservaResource) taking(plan reservaModel) func(parking.Reserva) bool {
	return func(held parking.Reserva) bool {
		return plan.repeats(held) && (r.adopt == adoptNever || r.claims.takeFor(reservaClaim(held.ID), takenOver) == nil)
	}
}

// repeats reports whether m, booked beside an active reservation of its vehicle in
// its section, would be the same once more. One that is paid with another code, or
// where no payment is declared, is somebody else's.
func (m reservaModel) repeats(held parking.Reserva) bool {
	minutos, told := bookedMinutos(held)
	codigo, _ := recordedPago(held)
	at := func(field string, wanted types.Int64) bool {
		n, _ := held.Number(field)
		return wanted.IsNull() || n == wanted.ValueInt64()
	}
	return told && minutos == m.Minutos.ValueInt64() && at("celda_id", m.CeldaID) && at("conector_id", m.ConectorID) &&
		(codigo == "" || codigo == m.pago().codigo.ValueString())
}

// takeOver takes a reservation that repeats found, or adds an error where adopt_existing
// is never.
func (r *reservaResource) takeOver(ctx context.Context, plan *reservaModel, held parking.Reserva, diags *diag.Diagnostics) (taken bool) {
	if r.adopt == adoptNever {
		diags.AddAttributeError(path.Root("vehiculo_id"), "Reservation exists already", fmt.Sprintf("Vehicle %s has an active reservation in section %s already, for %s minutes as declared: reservation %d. adopt_existing is never, so it was not taken over, and nothing was booked. To manage it here, import it:\n\n  terraform import parking_reserva.NAME %[4]d",
			plan.VehiculoID, plan.TramoID, plan.Minutos, held.ID))
		return false
	}
	plan.ID = types.Int64Value(held.ID)
	plan.describe(ctx, held, "")
	diags.AddWarning("Existing reservation taken over", fmt.Sprintf("Vehicle %s had an active reservation in section %s already, for %s minutes as declared: reservation %s. An earlier run booked it and never knew, or somebody else did. It is now managed here, and nothing was booked. It began when it was booked, so less than %[3]s minutes may be left of it: raise minutos where that is too little. Where another block manages it already, declare other minutos to have a reservation beside it.",
		plan.VehiculoID, plan.TramoID, plan.Minutos, plan.ID))
	return true
}
