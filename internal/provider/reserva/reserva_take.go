package reserva

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// reservaLook looks at the reservations that are there before a booking.
type reservaLook struct {
	r      *reservaResource
	plan   reservaModel
	again  bool         // an earlier run lost the answer to it
	before reservaModel // as it was declared then
	lost   lostBooking  // what is known of that, and the name of the block
	active []int64      // what is there
	beside []int64      // those of it that are as declared and were not taken
	spent  bool         // the declared code has paid one of it that is not to be taken
	late   bool         // one of it has come since the last refresh, and may be the lost one
}

func (r *reservaResource) looking(ctx context.Context, plan reservaModel, private framework.PrivateState,
	diags *diag.Diagnostics) *reservaLook {
	of, again := framework.OfRun[lostBookings](r.Service).take(plan)
	look := &reservaLook{r: r, plan: plan, again: again, before: of.block, lost: of.lost}
	if look.lost.block == "" || look.otherwise() { // of two blocks with one name neither would notice the other
		look.lost.block = framework.BlockName(ctx, private, diags)
	}
	framework.SetMark(ctx, private, framework.BlockKey, look.lost.block, diags)
	return look
}

// otherwise: the lost booking was declared otherwise.
func (l *reservaLook) otherwise() bool { return l.before.wanted() != l.plan.wanted() }

// at takes the reservation that is paid as declared, since the service takes a code once:
// where it is another block's, or not as declared, nothing is booked that could not be paid.
// Any other may be that of another block, whose destruction would cancel it, or
// somebody else's. adopt_existing = "never" takes whatever is as declared, to refuse it.
func (l *reservaLook) at(held parking.Reserva, free bool) bool {
	l.active = append(l.active, held.ID)
	same := free && l.plan.repeats(held)
	switch {
	case same && l.again && !slices.Contains(l.lost.before, held.ID):
		l.late = true
		return true
	case same && l.r.Adopt == framework.AdoptNever:
		return true
	case held.Pays(l.plan.pago().codigo.ValueString()):
		l.spent = !same || !l.r.Claims.ClaimFor(reservaClaim(held.ID), l.lost.block)
		return true
	case !same:
		return false
	}
	if !l.r.Claims.Has(reservaClaim(held.ID)) {
		l.beside = append(l.beside, held.ID)
	}
	return false
}

// spends adds an error where the declared code has paid a reservation that is not to be taken.
func (l *reservaLook) spends(held parking.Reserva, diags *diag.Diagnostics) bool {
	if l.spent {
		diags.AddAttributeError(path.Root("pago").AtName("pago_codigo"), "A payment code is taken once",
			fmt.Sprintf(codeOfAnotherText, l.plan.pago().codigo, held.ID))
	}
	return l.spent
}

// cameLate adds an error where what may be the lost booking has come since the last refresh.
func (l *reservaLook) cameLate(held parking.Reserva, diags *diag.Diagnostics) bool {
	if l.late {
		diags.AddError("Lost booking came late", fmt.Sprintf(lostBookingCameLateText, l.before.lostText(), held.ID))
	}
	return l.late
}

// keepLost keeps a booking that failed in the state where it may have been carried out,
// now or in an earlier run. The error taints it, so that the next run replaces it.
func (r *reservaResource) keepLost(ctx context.Context, plan reservaModel, look *reservaLook, err error, resp *resource.CreateResponse) {
	if parking.Unproven(err) {
		look.again, look.before, look.lost = true, plan, lostBooking{before: look.active, block: look.lost.block, sent: time.Now()}
	}
	if look.again {
		state := look.before
		state.lose(ctx, look.lost)
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
		resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity())...)
	}
}

// notBegun adds the error of a booking that was not sent because of another one.
func (m reservaModel) notBegun(err error, diags *diag.Diagnostics) bool {
	var notBegun *parking.NotBegunError
	if !errors.As(err, &notBegun) {
		return false
	}
	diags.AddError("Reservation not booked", fmt.Sprintf(reservationNotBookedText, m.VehiculoID, m.TramoID))
	return true
}

// bookedBeside warns of others that are just as the one that was booked.
func (m reservaModel) bookedBeside(others []int64, diags *diag.Diagnostics) {
	for _, id := range others {
		diags.AddWarning("A matching reservation already existed", fmt.Sprintf(matchingExistedText,
			m.VehiculoID, m.TramoID, m.Minutos, id, m.ID))
	}
}

// repeats reports whether m, booked beside an active reservation of its vehicle in
// its section, would be the same once more. One that is paid with another code, or
// where no payment is declared, is somebody else's.
func (m reservaModel) repeats(held parking.Reserva) bool {
	minutos, told := held.Booked()
	at := func(field parking.Field[int64], wanted types.Int64) bool {
		return wanted.IsNull() || field.Value != nil && *field.Value == wanted.ValueInt64()
	}
	return told && minutos == m.Minutos.ValueInt64() && at(held.CeldaID, m.CeldaID) && at(held.ConectorID, m.ConectorID) &&
		(held.Code() == "" || held.Pays(m.pago().codigo.ValueString()))
}

// takeOver takes a reservation that repeats found, or adds an error where adopt_existing
// is never.
func (l *reservaLook) takeOver(ctx context.Context, plan *reservaModel, held parking.Reserva, diags *diag.Diagnostics) (taken bool) {
	if l.r.Adopt == framework.AdoptNever {
		first, beside := "", bookBesideText
		if l.again { // a tainted block is at the address
			first, beside = "  terraform state rm parking_reserva.NAME\n", ""
		}
		diags.AddAttributeError(path.Root("vehiculo_id"), "Reservation exists already", fmt.Sprintf(reservationExistsAlreadyText,
			plan.VehiculoID, plan.TramoID, plan.Minutos, held.ID, first, beside))
		return false
	}
	plan.ID = types.Int64Value(held.ID)
	plan.describe(ctx, held, "")
	diags.AddWarning("Existing reservation adopted", fmt.Sprintf(existingReservationAdoptedText,
		plan.VehiculoID, plan.TramoID, plan.Minutos, plan.ID))
	return true
}
