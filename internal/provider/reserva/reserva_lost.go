package reserva

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// lostBooking is a booking whose answer was lost, so that its outcome is unknown.
type lostBooking struct {
	before    []int64   // active reservations of the vehicle in the section before it was sent
	refreshed bool      // a refresh has looked for it since
	found     int64     // the reservation that it booked, or 0
	block     string    // name of the block that sent it, which the block that replaces it keeps
	sent      time.Time // when it was last sent
}

// absent: a refresh looked for it and did not find it.
func (l lostBooking) absent() bool { return l.refreshed && l.found == 0 }

// Fields of datos that hold a lost booking. The private state cannot: Terraform does not pass
// it to the destruction that is part of a replacement.
const (
	lostField  = "activas_antes"
	foundField = "reserva_hallada"
	foundNone  = "ninguna"
	blockField = "bloque"
	sentField  = "enviada"
)

// lost reads the lost booking of a state; ok is false if the state has none.
func (m reservaModel) lost() (lost lostBooking, ok bool) {
	datos := m.record().Datos
	before, _ := datos[lostField].(string)
	for text := range strings.SplitSeq(before, " ") {
		if id, isID := framework.ParseID(text); isID {
			lost.before = append(lost.before, id)
		}
	}
	found, _ := datos[foundField].(string)
	id, isID := framework.ParseID(found)
	lost.refreshed = isID || found == foundNone
	lost.block, _ = datos[blockField].(string)
	sent, _ := datos[sentField].(string)
	lost.sent, _ = time.Parse(time.RFC3339, sent)
	if isID {
		lost.found = id
	}
	return lost, m.ID.IsNull() && m.Activa.IsNull()
}

// setLost makes m the state of a lost booking.
func (m *reservaModel) setLost(ctx context.Context, lost lostBooking) {
	datos := map[string]any{lostField: strings.Trim(fmt.Sprint(lost.before), "[]"), blockField: lost.block,
		sentField: lost.sent.UTC().Format(time.RFC3339)}
	switch {
	case lost.absent():
		datos[foundField] = foundNone
	case lost.refreshed:
		datos[foundField] = strconv.FormatInt(lost.found, 10)
	}
	m.ID, m.Activa, m.Pagada, m.Datos = types.Int64Null(), types.BoolNull(), types.BoolValue(false), framework.Dynamic(ctx, datos)
}

// lostBookings passes lost bookings of this run from a destroyed block to the block that replaces it.
type lostBookings struct {
	mu   sync.Mutex
	held map[int64][]handedOver // by vehicle
}

// handedOver is a lost booking, and the block as it was declared then.
type handedOver struct {
	lost  lostBooking
	block reservaModel
}

func (l *lostBookings) add(m reservaModel, lost lostBooking) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held == nil {
		l.held = map[int64][]handedOver{}
	}
	vehicle := m.VehiculoID.ValueInt64()
	l.held[vehicle] = append(l.held[vehicle], handedOver{lost, m})
}

// take removes and returns a lost booking that was declared as m is. If all were declared differently, it returns one
// without removing it, since that may belong to another block.
func (l *lostBookings) take(m reservaModel) (of handedOver, found bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	vehicle := m.VehiculoID.ValueInt64()
	held := l.held[vehicle]
	if at := slices.IndexFunc(held, func(of handedOver) bool { return of.block.wanted() == m.wanted() }); at >= 0 {
		l.held[vehicle] = slices.Concat(held[:at], held[at+1:])
		return held[at], true
	}
	if at := slices.IndexFunc(held, func(of handedOver) bool { return !of.lost.absent() }); at >= 0 {
		return held[at], true
	}
	return handedOver{block: m}, false
}

// wanted is what to book for the vehicle. The payment is not part of it: it follows the booking.
func (m reservaModel) wanted() [4]types.Int64 {
	return [...]types.Int64{m.Minutos, m.TramoID, m.CeldaID, m.ConectorID}
}

// wantedUnlike lists what to book for the vehicle, as in a configuration, where it differs from other.
func (m reservaModel) wantedUnlike(other reservaModel) string {
	var differ []string
	for i, value := range m.wanted() {
		switch name := [...]string{"minutos", "tramo_id", "celda_id", "conector_id"}[i]; {
		case value == other.wanted()[i]:
		case value.IsNull():
			differ = append(differ, name+" = null")
		default:
			differ = append(differ, fmt.Sprintf("%s = %s", name, value))
		}
	}
	return strings.Join(differ, ", ")
}

// findLost finds out what a lost booking booked: the one new reservation that matches the
// block. Several are an error, since the provider does not guess. Only a refresh, in which
// every block claims its reservation, and the destruction of the block call it.
func (r *reservaResource) findLost(ctx context.Context, m reservaModel, lost *lostBooking, diags *diag.Diagnostics) (ok bool) {
	fresh, err := r.Client.ReservasSince(ctx, m.request(), lost.before)
	return r.pickLost(m, lost, fresh, err, diags)
}

// pickLost is findLost in what was read.
func (r *reservaResource) pickLost(m reservaModel, lost *lostBooking, fresh []parking.Reserva, err error,
	diags *diag.Diagnostics) (ok bool) {
	if err != nil && len(fresh) == 0 {
		r.bookingTask(m).AddError(diags, parking.Unread(lostNotReadReason, err))
		return false
	}
	lost.refreshed, lost.found = true, 0
	var matching []int64
	for _, held := range fresh {
		shown := held.VehiculoID.Value != nil && held.TramoID.Value != nil
		if owner, taken := r.Claims.Owner(reservaReadClaim(held.ID)); shown && m.matches(held) && (!taken || owner == lost.block) {
			matching = append(matching, held.ID)
		}
	}
	slices.Sort(matching)
	switch {
	case len(matching) > 1, len(matching) == 1 && err != nil:
		text := lostUnsureText
		if len(matching) > 1 {
			text = lostSeveralText
		}
		ids := strings.ReplaceAll(strings.Trim(fmt.Sprint(matching), "[]"), " ", ", ")
		diags.AddError("Lost booking not identified", fmt.Sprintf(text, m.lostText(), ids))
		return false
	case len(matching) == 1 && r.Claims.ClaimFor(reservaReadClaim(matching[0]), lost.block): // else another block was faster
		lost.found = matching[0]
	}
	return true
}

// readLost refreshes the state of a lost booking.
func (r *reservaResource) readLost(ctx context.Context, state reservaModel, lost lostBooking, resp *resource.ReadResponse) {
	if lost.block == "" { // lost by an earlier release
		lost.block = framework.BlockName(ctx, resp.Private, &resp.Diagnostics)
	}
	fresh, err := r.Client.ReservasSince(ctx, state.request(), lost.before)
	switch {
	case len(fresh) == 0 && parking.Unreadable(err):
		lost.refreshed = lost.found != 0 // that an earlier refresh found nothing does not tell what was booked since
		if !lost.refreshed {
			r.WarnOnce("Lost booking not looked up", fmt.Sprintf(lostNotLookedUpText, state.lostText(), state.check()), &resp.Diagnostics)
		}
	case !r.pickLost(state, &lost, fresh, err, &resp.Diagnostics):
		return
	}
	state.setLost(ctx, lost)
	resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	switch {
	case !lost.refreshed:
	case lost.absent():
		resp.Diagnostics.AddWarning("Lost booking not active", fmt.Sprintf(lostNotActiveText, state.lostText()))
	case r.soleBlock(lost.found, lost.block, &resp.Diagnostics):
		resp.Diagnostics.AddWarning("Lost booking found", fmt.Sprintf(lostFoundText, state.lostText(), lost.found, r.neverAdopts()))
	}
}

// identify finds a reservation that the service accepted without returning its identifier: the one new reservation that
// matches the block.
func (r *reservaResource) identify(ctx context.Context, state *reservaModel, diags *diag.Diagnostics) bool {
	lost, _ := state.lost()
	var failed diag.Diagnostics // the warning below covers every cause
	if lost.block != "" && r.findLost(ctx, *state, &lost, &failed) && lost.found != 0 {
		state.ID = types.Int64Value(lost.found)
		return true
	}
	diags.AddWarning("Reservation without an identifier", noIdentifierText+" To check by hand: "+state.check()+".")
	return false
}

// neverAdopts says what the next apply does if adopt_existing is never.
func (r *reservaResource) neverAdopts() string {
	if r.Adopt != framework.AdoptNever {
		return ""
	}
	return lostFoundNeverText
}

// lostText is the first sentence of every message about a lost booking.
func (m reservaModel) lostText() string {
	return fmt.Sprintf(lostBookingText, m.VehiculoID, m.TramoID, m.Minutos)
}

// handOver passes a lost booking to the block that replaces this one.
func (r *reservaResource) handOver(m reservaModel, lost lostBooking, diags *diag.Diagnostics) {
	framework.OfRun[lostBookings](r.Service).add(m, lost)
	if lost.found != 0 {
		diags.AddWarning("Lost booking handed over", fmt.Sprintf(lostHandedOverText, m.lostText(), lost.found))
	}
}

// resume finds the reservation of a booking whose answer an earlier run lost. ok is false if it
// added an error.
func (c *bookingCheck) resume(ctx context.Context, diags *diag.Diagnostics) (held parking.Reserva, exists, ok bool) {
	switch {
	case !c.lostBefore:
		return held, false, true
	case c.lost.absent():
		err := c.r.Client.AwaitLate(ctx, c.lost.sent)
		if err != nil {
			c.r.bookingTask(c.plan).AddError(diags, parking.Unread(runEndedReason, err))
		}
		return held, false, err == nil
	case !c.lost.refreshed: // an apply cannot see what other blocks have booked since
		diags.AddError("Lost booking not refreshed", fmt.Sprintf(lostNotRefreshedText, c.earlier.lostText()))
		return held, false, false
	case c.changed():
		diags.AddError("Lost booking was declared differently", fmt.Sprintf(lostChangedText,
			c.earlier.lostText(), c.lost.found, c.earlier.wantedUnlike(c.plan), c.plan.wantedUnlike(c.earlier)))
		return held, false, false
	}
	held, status, err := c.r.Client.FindReserva(ctx, c.lost.found, c.plan.request().Among())
	if err == nil && status == parking.ReservaUnproven {
		err = fmt.Errorf("no list shows it as active, and no list proves that it has ended")
	}
	if err != nil {
		c.r.bookingTask(c.plan).AddError(diags, parking.Unread(fmt.Sprintf(earlierNotReadReason, c.lost.found), err))
		return held, false, false
	}
	exists = status == parking.ReservaActive && c.plan.matches(held) && (c.r.Adopt == framework.AdoptNever ||
		c.r.Claims.ClaimFor(reservaClaim(held.ID), c.lost.block))
	return held, exists, true
}
