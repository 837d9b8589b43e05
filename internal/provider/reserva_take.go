package provider

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// takenOver is the purpose of the claim on a reservation that a block of this run took
// over. Another block that gives it up in the same run then leaves it alone.
const takenOver = "taken over"

func reservaClaim(id int64) string { return fmt.Sprintf("reserva %d", id) }

// lostBooking is a booking of which it is not known whether it was carried out: the
// reservations of the vehicle in the section that were active before it.
type lostBooking []int64

// lostField is where datos holds it. It is no mark in the private state, which the
// destruction that is part of a replacement is not given.
const lostField = "activas_antes"

// lost gives what the state holds of a lost booking; ok is false where it is of none.
func (m reservaModel) lost() (before lostBooking, ok bool) {
	held, _ := m.record().Datos[lostField].(string)
	for text := range strings.SplitSeq(held, " ") {
		if id, isID := parseID(text); isID {
			before = append(before, id)
		}
	}
	return before, m.ID.IsNull() && m.Activa.IsNull()
}

// lose makes m the state of one.
func (m *reservaModel) lose(ctx context.Context, before lostBooking) {
	m.ID, m.Activa, m.Pagada = types.Int64Null(), types.BoolNull(), types.BoolValue(false)
	m.Datos = dynamic(ctx, map[string]any{lostField: strings.Trim(fmt.Sprint([]int64(before)), "[]")})
}

// lostBookings are those that blocks of this run gave up, for what books in their place.
type lostBookings struct {
	mu   sync.Mutex
	held map[string][]lostBooking
}

func lostKey(m reservaModel) string {
	return fmt.Sprintf("%s %s %s", m.VehiculoID, m.TramoID, m.Minutos)
}

func (l *lostBookings) add(m reservaModel, lost lostBooking) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held == nil {
		l.held = map[string][]lostBooking{}
	}
	l.held[lostKey(m)] = append(l.held[lostKey(m)], lost)
}

// take gives one of those that m would book again.
func (l *lostBookings) take(m reservaModel) (lost lostBooking, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	held := l.held[lostKey(m)]
	if len(held) == 0 {
		return nil, false
	}
	l.held[lostKey(m)] = held[1:]
	return held[0], true
}

// reservaLook looks at the reservations that are there before a booking.
type reservaLook struct {
	r      *reservaResource
	plan   reservaModel
	again  bool        // an earlier run lost the answer to it
	lost   lostBooking // what was there before that
	before lostBooking // what is there
	beside []int64     // those of it that are as declared and were not taken
}

func (r *reservaResource) looking(plan reservaModel) *reservaLook {
	lost, again := r.lost.take(plan)
	return &reservaLook{r: r, plan: plan, again: again, lost: lost}
}

// at takes the reservation that an earlier run booked and never knew: one that has come
// since, or one that is paid as declared. Any other may be that of another block, whose destruction would cancel it, or
// somebody else's. adopt_existing = "never" takes whatever is as declared, to refuse it.
func (l *reservaLook) at(held parking.Reserva, free bool) bool {
	l.before = append(l.before, held.ID)
	switch {
	case !free || !l.plan.repeats(held):
		return false
	case l.r.adopt == adoptNever:
		return true
	case l.paid(held):
	case !l.again || slices.Contains(l.lost, held.ID):
		if !l.r.claims.has(reservaClaim(held.ID)) {
			l.beside = append(l.beside, held.ID)
		}
		return false
	}
	return l.r.claims.takeFor(reservaClaim(held.ID), takenOver) == nil
}

// paid: it carries the very payment that is declared, whose code the service takes once.
func (l *reservaLook) paid(held parking.Reserva) bool {
	return held.Pays(l.plan.pago().codigo.ValueString())
}

// keepLost keeps a booking that failed in the state where it may have been carried out,
// now or in an earlier run. The error taints it, so that the next run replaces it.
func (r *reservaResource) keepLost(ctx context.Context, plan reservaModel, look *reservaLook, err error, resp *resource.CreateResponse) {
	if r.adopt == adoptNever {
		return // what is there is an error then, and importing it needs the address free
	}
	var unsettled *parking.UnsettledError
	// Not being there when it was looked for is no proof for ever: it may be done late.
	if parking.Ambiguous(err) || errors.As(err, &unsettled) {
		look.again, look.lost = true, look.before
	}
	if look.again {
		plan.lose(ctx, look.lost)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
		resp.Diagnostics.Append(resp.Identity.Set(ctx, plan.identity())...)
	}
}

func (m reservaModel) lostText() string {
	return fmt.Sprintf("Whether the reservation of vehicle %s in section %s for %s minutes was booked is not known, since the answer was lost. To look by hand: %s.", m.VehiculoID, m.TramoID, m.Minutos, m.check())
}

// bookedBeside warns of others that are just as the one that was booked.
func (m reservaModel) bookedBeside(others []int64, diags *diag.Diagnostics) {
	for _, id := range others {
		diags.AddWarning("Reservation booked beside a like one", fmt.Sprintf("Vehicle %s had an active reservation in section %s already, for %s minutes as declared: reservation %d. It may be that of another block, or somebody else's, so it was left alone, and reservation %s was booked beside it. Where no block manages it, a run that was killed may have booked it: cancel it with the service's own application if it is not wanted.",
			m.VehiculoID, m.TramoID, m.Minutos, id, m.ID))
	}
}

// repeats reports whether m, booked beside an active reservation of its vehicle in
// its section, would be the same once more. One that is paid with another code, or
// where no payment is declared, is somebody else's.
func (m reservaModel) repeats(held parking.Reserva) bool {
	minutos, told := bookedMinutos(held)
	at := func(field parking.Field[int64], wanted types.Int64) bool {
		return wanted.IsNull() || field.Value != nil && *field.Value == wanted.ValueInt64()
	}
	return told && minutos == m.Minutos.ValueInt64() && at(held.CeldaID, m.CeldaID) && at(held.ConectorID, m.ConectorID) &&
		(held.Code() == "" || held.Pays(m.pago().codigo.ValueString()))
}

// takeOver takes a reservation that repeats found, or adds an error where adopt_existing
// is never.
func (r *reservaResource) takeOver(ctx context.Context, plan *reservaModel, held parking.Reserva, diags *diag.Diagnostics) (taken bool) {
	if r.adopt == adoptNever {
		diags.AddAttributeError(path.Root("vehiculo_id"), "Reservation exists already", fmt.Sprintf("Vehicle %s has an active reservation in section %s already, for %s minutes as declared: reservation %d. adopt_existing is never, so it was not taken over, and nothing was booked. To manage it here, import it:\n\n  terraform import parking_reserva.NAME %[4]d\n\nTo book another beside it, set adopt_existing = \"identical\" in the provider block.",
			plan.VehiculoID, plan.TramoID, plan.Minutos, held.ID))
		return false
	}
	plan.ID = types.Int64Value(held.ID)
	plan.describe(ctx, held, "")
	diags.AddWarning("Existing reservation taken over", fmt.Sprintf("Vehicle %s had an active reservation in section %s already, for %s minutes as declared: reservation %s. It carries the declared payment, or came since an earlier run lost the answer to this booking. It is now managed here, and nothing was booked. It began when it was booked, so less than %[3]s minutes may be left of it: raise minutos where that is too little.",
		plan.VehiculoID, plan.TramoID, plan.Minutos, plan.ID))
	return true
}
