package probe

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// mark is the name of the vehicles that the probe makes. A plate that is linked under it was registered by an earlier
// probe, and no other plate that exists is ever touched.
const mark = "terraform probe"

// prepare looks what there is of the plate, and says what will stay. Its error means that the plate is somebody's, or
// may be.
func (p *probe) prepare(ctx context.Context) error {
	x, listed := p.lookFor(ctx, p.placa), p.vehicles(ctx, "placa", p.placa)
	for _, read := range []exchange{x, listed} {
		if read.err != nil && !parking.Is(read.err, parking.NotFound) && (read.op == "placa" || !parking.Denied(read.err)) {
			return fmt.Errorf("whether plate %s is free is unknown, so nothing was written: %w", p.placa, read.err)
		}
	}
	p.registered = x.err == nil
	vehicles, _ := listed.records()
	strange := p.registered
	for _, v := range vehicles {
		owner, _ := whole(v["cliente_id"])
		switch {
		case owner != p.cliente || !parking.SamePlaca(textOf(v["placa"]), p.placa):
			continue
		case textOf(v["nombre"]) == mark && p.registered:
			p.linked, strange = true, false
		default:
			strange = true
		}
	}
	switch {
	case strange:
		return fmt.Errorf("plate %s is in use, and not by an earlier probe, so nothing was written; "+
			"-write needs a plate that nobody has", p.placa)
	case p.tipo == 0:
		return errors.New("no vehicle type is known, so no plate can be registered")
	}
	p.announce()
	return nil
}

func (p *probe) announce() {
	if !p.registered {
		p.willLeave = append(p.willLeave, p.plateLeft(), p.vehicleLeft())
	}
	p.say("writing begins after the reads; this will stay on the service:")
	for _, one := range p.willLeave {
		p.say("- %s", one)
	}
	if len(p.willLeave) == 0 {
		p.say("- nothing that an earlier probe did not make")
	}
	if p.tramo != 0 {
		p.say("saved and deleted again: %s", p.favouriteLeft())
	}
	p.say("where the service differs from its documentation more may stay; the result says what did")
}

func (p *probe) plateLeft() string { return "plate " + p.placa }

func (p *probe) vehicleLeft() string {
	return fmt.Sprintf("vehicle %q of client %d with plate %s", mark, p.cliente, p.placa)
}

func (p *probe) favouriteLeft() string {
	return fmt.Sprintf("a favourite of client %d, section %d", p.cliente, p.tramo)
}

// leaves notes what stays. Of a write whose answer was lost it is not known.
func (p *probe) leaves(x exchange, what string) {
	switch {
	case x.err == nil:
		p.left = append(p.left, what)
	case parking.OutcomeOf(x.err) >= parking.Unknown:
		p.left = append(p.left, what+" (perhaps: its answer was lost)")
	}
}

// write makes, changes and removes what prepare announced. A plate stays for good, so none is registered for a client
// that may not exist, and nothing reads a client by its identifier.
func (p *probe) write(ctx context.Context) {
	if !p.registered && !p.clientSeen {
		why := fmt.Sprintf("nothing shows that client %d exists; name one that has vehicles, or give its address with -email", p.cliente)
		p.say("no plate was registered: %s", why)
		p.skipNeeding(why, writing)
		return
	}
	if !p.writePlate(ctx) {
		return
	}
	p.writeTwice(ctx)
	p.writeChange(ctx)
	p.writeVehicle(ctx)
	if p.tramo == 0 {
		return
	}
	section := p.ask(ctx, parking.Question{Operation: "tramo", Element: strconv.FormatInt(p.tramo, 10)})
	if parking.Denied(section.err) {
		p.skipNeeding(fmt.Sprintf("section %d is denied: %v", p.tramo, section.err), placing)
		return
	}
	p.writeFavourite(ctx)
}

func (p *probe) plateBody(electrico bool) map[string]any {
	flag := map[bool]int{true: 1}[electrico]
	return map[string]any{"placa": p.placa, "tipo_vehiculo_id": p.tipo, "electrico": flag, "minusvalido": 0}
}

// writePlate registers the plate, unless an earlier probe did (D18). False means that nothing more can be written.
func (p *probe) writePlate(ctx context.Context) bool {
	if p.registered {
		p.skip("an earlier probe registered the plate; take another", "D18")
		return true
	}
	x := p.ask(ctx, parking.Question{Operation: "registrar_placa", Body: p.plateBody(false)})
	p.leaves(x, p.plateLeft())
	if !p.succeeds("D18", x) {
		return false
	}
	read := p.ask(ctx, parking.Question{Operation: "placa", Element: p.placa})
	if read.err != nil {
		p.differs("D18", "it was accepted, and reading the plate fails: %v", read.err)
		return false
	}
	p.holds("D18", "accepted, and read back")
	return true
}

// electric reads the flag of the plate that the probe changes. Without it the row stays unchecked.
func (p *probe) electric(ctx context.Context, id string) (on, ok bool) {
	x := p.ask(ctx, parking.Question{Operation: "placa", Element: p.placa})
	r, _ := x.record()
	if on, ok = flagOf(r["electrico"]); x.err != nil || !ok {
		p.unchecked(id, "the flag electrico of the plate cannot be read")
		return false, false
	}
	return on, true
}

// writeTwice registers the plate again, with a flag that tells whether that overwrites it (A15).
func (p *probe) writeTwice(ctx context.Context) {
	before, ok := p.electric(ctx, "A15")
	if !ok {
		return
	}
	x := p.ask(ctx, parking.Question{Operation: "registrar_placa", Body: p.plateBody(!before)})
	switch {
	case !p.isConclusive("A15", x):
	case x.err != nil:
		p.holds("A15", "refused (HTTP %d)", x.status)
	default:
		effect := "whether it was overwritten does not show"
		if after, ok := p.electric(ctx, "A15"); ok {
			effect = map[bool]string{true: "the plate is as it was", false: "the plate was overwritten"}[after == before]
		}
		p.differs("A15", "accepted a second time, and %s: leave plan_lookups at true, which looks first", effect)
	}
}

// writeChange changes a flag of the plate and changes it back (A6).
func (p *probe) writeChange(ctx context.Context) {
	before, ok := p.electric(ctx, "A6")
	if !ok || !p.succeeds("A6", p.ask(ctx, parking.Question{Operation: "actualizar_placa", Body: p.plateBody(!before)})) {
		return
	}
	if after, ok := p.electric(ctx, "A6"); ok && after == before {
		p.differs("A6", "accepted, and nothing changed")
	} else if ok {
		p.holds("A6", "accepted, and read back")
	}
	p.ask(ctx, parking.Question{Operation: "actualizar_placa", Body: p.plateBody(before)})
}

// writeVehicle links the plate to the client (D19).
func (p *probe) writeVehicle(ctx context.Context) {
	if p.linked {
		p.unchecked("D19", "the plate is linked already")
		return
	}
	x := p.ask(ctx, parking.Question{Operation: "registrar_vehiculo",
		Body: map[string]any{"cliente_id": p.cliente, "placa": p.placa, "nombre": mark}})
	p.leaves(x, p.vehicleLeft())
	p.one("D19", x, "id or vehiculo_id")
}

// undoTime is how long undoing may go on.
const undoTime = time.Minute

// writeFavourite saves a favourite and deletes it, even after an interrupt (A9).
func (p *probe) writeFavourite(ctx context.Context) {
	if x := p.listFavourites(ctx); x.err != nil {
		p.unchecked("A9", "the favourites cannot be read, so none is saved")
		return
	}
	before := p.places
	x := p.ask(ctx, parking.Question{Operation: "guardar_zona_favorita",
		Body: map[string]any{"cliente_id": p.cliente, "tramo_id": p.tramo, "celda_id": nil}})
	if x.err != nil {
		p.unchecked("A9", "no favourite was saved: %v", x.err)
		p.leaves(x, p.favouriteLeft())
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), undoTime)
	defer cancel()
	p.listFavourites(ctx)
	at := slices.IndexFunc(p.places, func(f parking.ZonaFavorita) bool { return f.ID != nil && !has(before, *f.ID) })
	if at < 0 {
		p.leaves(x, p.favouriteLeft())
		p.unchecked("A9", "the favourite was not found")
		return
	}
	id := *p.places[at].ID
	x = p.ask(ctx, parking.Question{Operation: "borrar_zona_favorita", Body: map[string]any{"id": id, "cliente_id": p.cliente}})
	listed := p.listFavourites(ctx)
	gone := listed.err == nil && !has(p.places, id)
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

func has(places []parking.ZonaFavorita, id int64) bool {
	return slices.ContainsFunc(places, func(f parking.ZonaFavorita) bool { return f.ID != nil && *f.ID == id })
}
