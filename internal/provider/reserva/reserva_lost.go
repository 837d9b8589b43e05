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

// lostBooking is a booking of which it is not known whether it was carried out.
type lostBooking struct {
	before []int64   // the reservations of the vehicle in the section that were active before it
	looked bool      // a refresh has looked for it since
	found  int64     // the reservation that it made, or 0
	block  string    // name of the block that lost it, which the one in its place takes on
	sent   time.Time // when it was sent last
}

// none: it was looked for, and was not there.
func (l lostBooking) none() bool { return l.looked && l.found == 0 }

// Fields of datos that hold it. It is no mark in the private state, which the
// destruction that is part of a replacement is not given.
const (
	lostField  = "activas_antes"
	foundField = "reserva_hallada"
	foundNone  = "ninguna"
	blockField = "bloque"
	sentField  = "enviada"
)

// lost gives what the state holds of a lost booking; ok is false where it is of none.
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
	lost.looked = isID || found == foundNone
	lost.block, _ = datos[blockField].(string)
	sent, _ := datos[sentField].(string)
	lost.sent, _ = time.Parse(time.RFC3339, sent)
	if isID {
		lost.found = id
	}
	return lost, m.ID.IsNull() && m.Activa.IsNull()
}

// lose makes m the state of one.
func (m *reservaModel) lose(ctx context.Context, lost lostBooking) {
	datos := map[string]any{lostField: strings.Trim(fmt.Sprint(lost.before), "[]"), blockField: lost.block,
		sentField: lost.sent.UTC().Format(time.RFC3339)}
	switch {
	case lost.none():
		datos[foundField] = foundNone
	case lost.looked:
		datos[foundField] = strconv.FormatInt(lost.found, 10)
	}
	m.ID, m.Activa, m.Pagada, m.Datos = types.Int64Null(), types.BoolNull(), types.BoolValue(false), framework.Dynamic(ctx, datos)
}

// lostBookings are those that blocks of this run gave up, for what books in their place.
type lostBookings struct {
	mu   sync.Mutex
	held map[int64][]givenUp // by vehicle
}

// givenUp is a lost booking, and the block as it was declared then.
type givenUp struct {
	lost  lostBooking
	block reservaModel
}

func (l *lostBookings) add(m reservaModel, lost lostBooking) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held == nil {
		l.held = map[int64][]givenUp{}
	}
	vehicle := m.VehiculoID.ValueInt64()
	l.held[vehicle] = append(l.held[vehicle], givenUp{lost, m})
}

// take gives one of those that m would book again. Where there is only one that was declared otherwise, it is given and
// stays: it may be that of another block.
func (l *lostBookings) take(m reservaModel) (of givenUp, again bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	vehicle := m.VehiculoID.ValueInt64()
	held := l.held[vehicle]
	if at := slices.IndexFunc(held, func(of givenUp) bool { return of.block.wanted() == m.wanted() }); at >= 0 {
		l.held[vehicle] = slices.Concat(held[:at], held[at+1:])
		return held[at], true
	}
	if at := slices.IndexFunc(held, func(of givenUp) bool { return !of.lost.none() }); at >= 0 {
		return held[at], true
	}
	return givenUp{block: m}, false
}

// wanted is what was asked for, for the vehicle. The payment is not: it comes after the booking.
func (m reservaModel) wanted() string {
	text := fmt.Sprintf("minutos = %s, tramo_id = %s", m.Minutos, m.TramoID)
	if !m.CeldaID.IsNull() {
		text += ", celda_id = " + m.CeldaID.String()
	}
	if !m.ConectorID.IsNull() {
		text += ", conector_id = " + m.ConectorID.String()
	}
	return text
}

// settle looks what became of a lost booking. One reservation as declared that was not
// there before is it; of several none is guessed. Only a refresh does so, in which every
// block claims what it has, and the destruction of the block.
func (r *reservaResource) settle(ctx context.Context, m reservaModel, lost *lostBooking, diags *diag.Diagnostics) (settled bool) {
	fresh, err := r.Client.ReservasSince(ctx, m.request(), lost.before)
	if err != nil && len(fresh) == 0 {
		r.bookingTask(m).AddError(diags, &parking.NotSentError{Reason: lostNotReadReason, Err: err})
		return false
	}
	lost.looked, lost.found = true, 0
	var like []int64
	for _, held := range fresh {
		told := held.VehiculoID.Value != nil && held.TramoID.Value != nil
		if owner, taken := r.Claims.Taken.Load(reservaReadClaim(held.ID)); told && m.repeats(held) && (!taken || owner == lost.block) {
			like = append(like, held.ID)
		}
	}
	slices.Sort(like)
	switch {
	case len(like) > 1, len(like) == 1 && err != nil:
		why, which := "More than one that is just as declared has come since", "ID"
		if len(like) == 1 {
			which = strconv.FormatInt(like[0], 10)
			why = notShownWhetherBeforeText
		}
		diags.AddError("Lost booking not identified", fmt.Sprintf(lostBookingNotIdentifiedText,
			m.lostText(), why, strings.ReplaceAll(strings.Trim(fmt.Sprint(like), "[]"), " ", ", "), which))
		return false
	case len(like) == 1 && r.Claims.ClaimFor(reservaReadClaim(like[0]), lost.block): // else another block was faster
		lost.found = like[0]
	}
	return true
}

// readLost refreshes the state of a lost booking.
func (r *reservaResource) readLost(ctx context.Context, state reservaModel, lost lostBooking, resp *resource.ReadResponse) {
	if lost.block == "" { // lost by an earlier release
		lost.block = framework.BlockName(ctx, resp.Private, &resp.Diagnostics)
	}
	if !r.settle(ctx, state, &lost, &resp.Diagnostics) {
		return
	}
	state.lose(ctx, lost)
	resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	switch {
	case lost.none():
		resp.Diagnostics.AddWarning("Lost booking not active", state.lostText()+lostBookingNotActiveText)
	case r.soleBlock(lost.found, lost.block, &resp.Diagnostics):
		resp.Diagnostics.AddWarning("Lost booking found", fmt.Sprintf(lostBookingFoundText, state.lostText(), lost.found, r.neverAdopts()))
	}
}

// identify finds the reservation that the service accepted without telling its identifier: the one as declared that was
// not there before.
func (r *reservaResource) identify(ctx context.Context, state *reservaModel, diags *diag.Diagnostics) bool {
	lost, _ := state.lost()
	var failed diag.Diagnostics // that it is not found is said below, whatever the cause
	if lost.block != "" && r.settle(ctx, *state, &lost, &failed) && lost.found != 0 {
		state.ID = types.Int64Value(lost.found)
		return true
	}
	diags.AddWarning("Reservation without an identifier", noReservaID+" To look by hand: "+state.check()+".")
	return false
}

// neverAdopts says what becomes of an adoption under adopt_existing = "never".
func (r *reservaResource) neverAdopts() string {
	if r.Adopt != framework.AdoptNever {
		return ""
	}
	return neverAdoptsText
}

// lostText is how a lost booking begins its warnings.
func (m reservaModel) lostText() string {
	return fmt.Sprintf(bookingLostText, m.VehiculoID, m.TramoID, m.Minutos)
}

// handOver gives a lost booking to what books in its place.
func (r *reservaResource) handOver(m reservaModel, lost lostBooking, diags *diag.Diagnostics) {
	framework.OfRun[lostBookings](r.Service).add(m, lost)
	if lost.found != 0 {
		diags.AddWarning("Lost booking handed over", fmt.Sprintf(lostBookingHandedOverText, m.lostText(), lost.found))
	}
}

// resume takes the reservation that an earlier run booked and never knew. ok is false
// where that is not known, and an error was added.
func (l *reservaLook) resume(ctx context.Context, diags *diag.Diagnostics) (held parking.Reserva, taken, ok bool) {
	switch {
	case !l.again:
		return held, false, true
	case l.lost.none():
		err := l.r.Client.AwaitLate(ctx, l.lost.sent)
		if err != nil {
			l.r.bookingTask(l.plan).AddError(diags, &parking.NotSentError{Reason: runEndedReason, Err: err})
		}
		return held, false, err == nil
	case !l.lost.looked: // what other blocks have booked since does not show in an apply
		diags.AddError("Lost booking not looked for", l.before.lostText()+lostBookingNotLookedForText)
		return held, false, false
	case l.otherwise():
		diags.AddError("Lost booking was declared otherwise", fmt.Sprintf(lostBookingWasDeclaredOtherwiseText,
			l.before.lostText(), l.lost.found, l.before.wanted(), l.plan.wanted()))
		return held, false, false
	}
	held, standing, err := l.r.Client.LocateReserva(ctx, l.lost.found, l.plan.filter())
	if err == nil && standing == parking.ReservaUnproven {
		err = fmt.Errorf("no list shows it as active, and none proves that it has ended")
	}
	if err != nil {
		l.r.bookingTask(l.plan).AddError(diags, &parking.NotSentError{Reason: fmt.Sprintf(earlierNotReadReason, l.lost.found), Err: err})
		return held, false, false
	}
	taken = standing == parking.ReservaActive && l.plan.repeats(held) && (l.r.Adopt == framework.AdoptNever ||
		l.r.Claims.ClaimFor(reservaClaim(held.ID), l.lost.block))
	return held, taken, true
}
