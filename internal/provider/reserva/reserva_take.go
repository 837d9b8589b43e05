package reserva

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
)

// bookingCheck checks which reservations exist before a booking.
type bookingCheck struct {
	r          *reservaResource
	plan       reservaModel
	lostBefore bool         // an earlier run lost the answer to this booking
	earlier    reservaModel // the block as that run declared it
	lost       lostBooking  // that booking; its block is set even if there is none
	active     []int64      // active reservations of the vehicle in the section
	matching   []int64      // those that match the plan and were not adopted
	codeUsed   bool         // the declared code has paid one that cannot be adopted
	late       bool         // one has appeared since the last refresh, and may be the lost one
}

func (r *reservaResource) newBookingCheck(ctx context.Context, plan reservaModel, private framework.PrivateState,
	diags *diag.Diagnostics) *bookingCheck {
	of, found := framework.OfRun[lostBookings](r.Service).take(plan)
	check := &bookingCheck{r: r, plan: plan, lostBefore: found, earlier: of.block, lost: of.lost}
	if check.lost.block == "" || check.changed() { // two blocks with one name would both adopt the reservation
		check.lost.block = framework.BlockName(ctx, private, diags)
	}
	framework.SetMark(ctx, private, framework.BlockKey, check.lost.block, diags)
	return check
}

// changed: the lost booking was declared differently.
func (c *bookingCheck) changed() bool { return c.earlier.wanted() != c.plan.wanted() }

// stops reports whether an active reservation replaces the booking. That is the one that is
// paid as declared, since the service accepts a code once: if it is another block's, or not
// as declared, a new reservation could not be paid. Any other matching one may belong to
// another block, whose destruction would cancel it, or to somebody else. With
// adopt_existing = "never" every matching one stops the booking.
func (c *bookingCheck) stops(held parking.Reserva, free bool) bool {
	c.active = append(c.active, held.ID)
	matches := free && c.plan.matches(held)
	switch {
	case matches && c.lostBefore && !slices.Contains(c.lost.before, held.ID):
		c.late = true
		return true
	case matches && c.r.Adopt == framework.AdoptNever:
		return true
	case held.Pays(c.plan.pago().PagoCodigo.ValueString()):
		c.codeUsed = !matches || !c.r.Claims.ClaimFor(reservaClaim(held.ID), c.lost.block)
		return true
	case !matches:
		return false
	}
	if !c.r.Claims.Has(reservaClaim(held.ID)) {
		c.matching = append(c.matching, held.ID)
	}
	return false
}

// rejectUsedCode adds an error if the declared code has paid a reservation that cannot be adopted.
func (c *bookingCheck) rejectUsedCode(held parking.Reserva, diags *diag.Diagnostics) bool {
	if c.codeUsed {
		diags.AddAttributeError(path.Root("pago").AtName("pago_codigo"), "Payment code already used",
			fmt.Sprintf(codeUsedText, c.plan.pago().PagoCodigo, held.ID))
	}
	return c.codeUsed
}

// rejectLate adds an error if a reservation that may be the lost one has appeared since the last refresh.
func (c *bookingCheck) rejectLate(held parking.Reserva, diags *diag.Diagnostics) bool {
	if c.late {
		diags.AddError("Lost booking appeared late", fmt.Sprintf(lostLateText, c.earlier.lostText(), held.ID))
	}
	return c.late
}

// keepLost saves a failed booking in the state if the service may have booked it, now or in
// an earlier run. The error taints it, so that the next run replaces it.
func (r *reservaResource) keepLost(ctx context.Context, plan reservaModel, check *bookingCheck, err error, resp *resource.CreateResponse) {
	if parking.OutcomeOf(err) >= parking.ProbablyNotDone {
		check.lostBefore, check.earlier = true, plan
		check.lost = lostBooking{before: check.active, block: check.lost.block, sent: time.Now()}
	}
	if check.lostBefore {
		state := check.earlier
		state.setLost(ctx, check.lost)
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
		resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity())...)
	}
}

// rejectNotBegun adds an error if a booking was not sent because of another one.
func (m reservaModel) rejectNotBegun(err error, diags *diag.Diagnostics) bool {
	if !parking.Is(err, parking.NotBegun) {
		return false
	}
	diags.AddError("Reservation not booked", fmt.Sprintf(notBegunText, m.VehiculoID, m.TramoID))
	return true
}

// warnMatching warns of other reservations that match the one that was booked.
func (m reservaModel) warnMatching(others []int64, diags *diag.Diagnostics) {
	for _, id := range others {
		diags.AddWarning("A matching reservation already existed", fmt.Sprintf(matchingText,
			m.VehiculoID, m.TramoID, m.Minutos, id, m.ID))
	}
}

// matches reports whether an active reservation of the vehicle in the section is as m
// declares it. One that is paid with another code, or paid if m declares no payment, is
// somebody else's.
func (m reservaModel) matches(held parking.Reserva) bool {
	minutos, shown := held.Booked()
	at := func(field parking.Field[int64], wanted types.Int64) bool {
		return wanted.IsNull() || field.Value != nil && *field.Value == wanted.ValueInt64()
	}
	return shown && minutos == m.Minutos.ValueInt64() && at(held.CeldaID, m.CeldaID) && at(held.ConectorID, m.ConectorID) &&
		(held.Code() == "" || held.Pays(m.pago().PagoCodigo.ValueString()))
}

// adopt adopts a matching reservation, or adds an error if adopt_existing is never.
func (c *bookingCheck) adopt(ctx context.Context, plan *reservaModel, held parking.Reserva, diags *diag.Diagnostics) (adopted bool) {
	if c.r.Adopt == framework.AdoptNever {
		first, last := "", bookAnotherText
		if c.lostBefore { // the state has a tainted resource at this address
			first, last = "  terraform state rm parking_reserva.NAME\n", ""
		}
		diags.AddAttributeError(path.Root("vehiculo_id"), "Reservation already exists", fmt.Sprintf(alreadyExistsText,
			plan.VehiculoID, plan.TramoID, plan.Minutos, held.ID, first, last))
		return false
	}
	plan.ID = types.Int64Value(held.ID)
	plan.describe(ctx, held, "")
	c.r.Client.RecordAdoption("reserva_bloquear", audit.Subject{
		ReservaID: held.ID, VehiculoID: plan.VehiculoID.ValueInt64(), TramoID: plan.TramoID.ValueInt64()})
	diags.AddWarning("Existing reservation adopted", fmt.Sprintf(adoptedText,
		plan.VehiculoID, plan.TramoID, plan.Minutos, plan.ID))
	return true
}

func reservaClaim(id int64) string { return fmt.Sprintf("reserva %d", id) }

func reservaReadClaim(id int64) string { return fmt.Sprintf("reserva read %d", id) }

// soleBlock adds an error if another block of this run has the reservation in its state.
func (r *reservaResource) soleBlock(id int64, block string, diags *diag.Diagnostics) bool {
	if id == 0 || r.Claims.ClaimFor(reservaReadClaim(id), block) {
		return true
	}
	diags.AddError("Reservation in two blocks", fmt.Sprintf(twoBlocksText, id, framework.RemoveImport, framework.FindBlocks))
	return false
}
