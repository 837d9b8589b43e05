package probe

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// What is written here is undone at once, even after an interrupt.

// undoTime is how long undoing may go on.
const undoTime = time.Minute

func undoing(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), undoTime)
}

// writeFavourite saves a favourite, saves it again under its id, and deletes it (D20, A9).
func (p *probe) writeFavourite(ctx context.Context) {
	if p.tramo == 0 || p.withoutSection("D20", "A9") {
		return
	}
	list := p.listFavourites(ctx)
	if x := p.do("zonas_favoritas", list); x.err != nil {
		p.skip("the favourites cannot be read, so none is saved", "D20", "A9")
		return
	}
	before := p.places
	added := func() []parking.ZonaFavorita {
		return slices.DeleteFunc(slices.Clone(p.places), func(f parking.ZonaFavorita) bool { return f.ID == nil || has(before, *f.ID) })
	}
	body := map[string]any{"cliente_id": p.cliente, "tramo_id": p.tramo, "celda_id": nil}
	x := p.ask(ctx, parking.Question{Operation: "guardar_zona_favorita", Body: body})
	if why := x.inconclusive(); why != "" {
		p.leaves(x, p.favouriteLeft())
		p.skip(why, "D20", "A9")
		return
	}
	if x.err != nil {
		p.differs("D20", "%v", x.err)
		p.unchecked("A9", "no favourite was saved")
		return
	}
	undo, cancel := undoing(ctx)
	defer cancel()
	list = p.listFavourites(undo)
	listed := p.do("zonas_favoritas", list)
	made := added()
	p.favourites(listed)
	if listed.err != nil || len(made) != 1 {
		p.left = append(p.left, p.favouriteLeft())
		p.differs("D20", "accepted, and %d new favourites are listed", len(made))
		p.unchecked("A9", "the favourite was not found")
		return
	}
	body["id"] = *made[0].ID
	x = p.ask(ctx, parking.Question{Operation: "guardar_zona_favorita", Body: body})
	listed = p.do("zonas_favoritas", list)
	switch {
	case !p.isConclusive("D20", x), !p.isConclusive("D20", listed):
	case x.err != nil:
		p.differs("D20", "saving it under its id fails: %v", x.err)
	case listed.err == nil && len(added()) != 1:
		p.differs("D20", "saving it under its id made another")
	default:
		p.holds("D20", "accepted, listed, and saved again")
	}
	if listed.err == nil {
		made = added()
	}
	p.deleteFavourites(undo, made)
}

// deleteFavourites deletes what was saved (A9).
func (p *probe) deleteFavourites(ctx context.Context, made []parking.ZonaFavorita) {
	for _, f := range made {
		x := p.ask(ctx, parking.Question{Operation: "borrar_zona_favorita", Body: map[string]any{"id": *f.ID, "cliente_id": p.cliente}})
		listed := p.do("zonas_favoritas", p.listFavourites(ctx))
		gone := listed.err == nil && !has(p.places, *f.ID)
		if !gone {
			p.left = append(p.left, p.favouriteLeft())
		}
		switch {
		case !p.succeeds("A9", x):
		case listed.err != nil:
			p.unchecked("A9", "accepted, and the favourites cannot be read")
		case !gone:
			p.differs("A9", "accepted, and the favourite is still listed")
		default:
			p.holds("A9", "accepted, and no longer listed")
		}
	}
}

func (p *probe) favouriteLeft() string {
	return fmt.Sprintf("a favourite of client %d, section %d", p.cliente, p.tramo)
}

func has(places []parking.ZonaFavorita, id int64) bool {
	return slices.ContainsFunc(places, func(f parking.ZonaFavorita) bool { return f.ID != nil && *f.ID == id })
}

// writeBooking books, extends and cancels a reservation (D21, A10).
func (p *probe) writeBooking(ctx context.Context) {
	if !p.reservar || p.withoutSection("D21", "A10.extender", "A10.cancelar") {
		return
	}
	if p.ground.vehiculo == 0 {
		p.skip("there is no vehicle to book for", "D21", "A10.extender", "A10.cancelar")
		return
	}
	uneven := p.book(ctx, 15)
	if uneven.err == nil {
		p.differs("D21", "15 minutes were booked")
		p.cancel(ctx, p.booked(ctx, uneven), 15)
	}
	x := p.book(ctx, 10)
	if x.inconclusive() != "" {
		p.leaves(x, p.bookingLeft(10, "active"))
	}
	switch {
	case !p.succeeds("D21", x):
		return
	case uneven.inconclusive() != "":
		p.unchecked("D21", "%s", uneven.inconclusive())
	default:
		p.holds("D21", "10 minutes were booked, 15 refused (HTTP %d)", uneven.status)
	}
	r := p.booked(ctx, x)
	p.cancel(ctx, r, p.extend(ctx, r))
}

// booked gives the reservation that a booking made, which its answer may not hold: the vehicle is the probe's own, so
// none but the probe's are active for it.
func (p *probe) booked(ctx context.Context, x exchange) object {
	if r, _ := x.record(); idOf(r) != "" {
		return r
	}
	ctx, cancel := undoing(ctx)
	defer cancel()
	p.differs("A10.id", "reserva_bloquear gives no id")
	active, _ := p.bookings(ctx).records()
	if len(active) == 0 {
		return nil
	}
	return active[0]
}

func (p *probe) book(ctx context.Context, minutes int) exchange {
	return p.ask(ctx, parking.Question{Operation: "reserva_bloquear",
		Body: map[string]any{"tramo_id": p.tramo, "vehiculo_id": p.ground.vehiculo, "minutos": minutes}})
}

// extend adds ten minutes (A10), and gives how many the reservation may have then.
func (p *probe) extend(ctx context.Context, r object) int {
	if idOf(r) == "" {
		p.unchecked("A10.extender", "the reservation was not found")
		return 10
	}
	x := p.ask(ctx, parking.Question{Operation: "reserva_extender", Element: idOf(r), Body: map[string]any{"minutos": 10}})
	if !p.succeeds("A10.extender", x) {
		return 10
	}
	active, _ := p.bookings(ctx).records()
	at := slices.IndexFunc(active, func(one object) bool { return idOf(one) == idOf(r) })
	if at < 0 || active[at]["minutos"] == nil {
		p.unchecked("A10.extender", "accepted, and the reservation does not tell its minutes")
		return 20
	}
	p.reservation("reservas_activas", active[at])
	minutes, _ := whole(active[at]["minutos"])
	if minutes != 20 {
		p.differs("A10.extender", "10 minutes and 10 more are %d", minutes)
	} else {
		p.holds("A10.extender", "10 minutes and 10 more are 20")
	}
	return int(minutes)
}

// cancel cancels a reservation (A10).
func (p *probe) cancel(ctx context.Context, r object, minutes int) {
	if idOf(r) == "" {
		p.left = append(p.left, p.bookingLeft(minutes, "active"))
		p.unchecked("A10.cancelar", "the reservation was not found")
		return
	}
	ctx, end := undoing(ctx)
	defer end()
	x := p.ask(ctx, parking.Question{Operation: "reserva_cancelar", Element: idOf(r)})
	listed := p.bookings(ctx)
	active, ok := listed.records()
	still := slices.ContainsFunc(active, func(one object) bool { return idOf(one) == idOf(r) })
	state := "cancelled"
	if x.err != nil || still {
		state = "active"
	}
	p.left = append(p.left, p.bookingLeft(minutes, state))
	switch {
	case !p.succeeds("A10.cancelar", x):
	case still:
		p.differs("A10.cancelar", "accepted, and the reservation is still active")
	case !ok:
		p.unchecked("A10.cancelar", "accepted, and the active reservations cannot be read")
	default:
		p.holds("A10.cancelar", "accepted, and no longer active")
	}
}

func idOf(r object) string { return plain(r.first("id", "reserva_id")) }
