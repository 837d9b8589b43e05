package probe

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// mark is the name of the vehicles that the probe makes. A plate that is linked under it was registered by an earlier
// probe, and no other plate that exists is ever touched.
const mark = "terraform probe"

// ground is what there is of the plate before anything is written.
type ground struct {
	registered bool
	vehiculo   int64  // its vehicle, made by an earlier probe; 0 for none
	barred     string // why nothing is written
}

// prepare looks what there is of the plate, and says what will stay. Its error means that the plate is somebody's.
func (p *probe) prepare(ctx context.Context) error {
	x := p.ask(ctx, parking.Question{Operation: "placa", Element: p.placa})
	if x.err != nil && !errors.Is(x.err, parking.ErrNotFound) {
		p.ground.barred = fmt.Sprintf("whether plate %s is free is unknown: %v", p.placa, x.err)
	}
	p.ground.registered = x.err == nil
	query := p.ofClient()
	query.Set("placa", p.placa)
	listed := p.ask(ctx, parking.Question{Operation: "vehiculos", Query: query})
	if listed.err != nil && !errors.Is(listed.err, parking.ErrNotFound) {
		p.ground.barred = fmt.Sprintf("whether client %d has plate %s is unknown: %v", p.cliente, p.placa, listed.err)
	}
	vehicles, _ := listed.records()
	strange := p.ground.registered
	for _, v := range vehicles {
		owner, _ := whole(v["cliente_id"])
		switch {
		case owner != p.cliente || !parking.SamePlaca(textOf(v["placa"]), p.placa):
			continue
		case textOf(v["nombre"]) == mark && p.ground.registered:
			p.ground.vehiculo, _ = whole(v.first("id", "vehiculo_id"))
			strange = false
		default:
			strange = true
		}
	}
	switch {
	case p.ground.barred != "":
	case strange:
		return fmt.Errorf("plate %s is in use, and not by an earlier probe, so nothing was written; "+
			"-write needs a plate that nobody has", p.placa)
	case p.tipo == 0:
		p.ground.barred = "no vehicle type is known, so no plate can be registered"
	}
	if p.ground.barred == "" {
		p.announce()
	}
	return nil
}

// announce says what the writes will leave behind.
func (p *probe) announce() {
	if !p.ground.registered {
		p.willLeave = append(p.willLeave, p.plateLeft(), p.vehicleLeft())
	}
	if p.reservar {
		p.willLeave = append(p.willLeave, p.bookingLeft(20, "cancelled"))
	}
	p.say("writing begins after the reads; this will stay on the service:")
	for _, one := range p.willLeave {
		p.say("- %s", one)
	}
	if len(p.willLeave) == 0 {
		p.say("- nothing that an earlier probe did not make")
	}
	if p.tramo != 0 {
		p.say("saved and deleted again: a favourite of client %d, section %d", p.cliente, p.tramo)
	}
	p.say("where the service differs from its documentation more may stay; the result says what did")
}

func (p *probe) plateLeft() string { return "plate " + p.placa }

func (p *probe) vehicleLeft() string {
	return fmt.Sprintf("vehicle %q of client %d with plate %s", mark, p.cliente, p.placa)
}

func (p *probe) bookingLeft(minutes int, state string) string {
	return fmt.Sprintf("a reservation of %d minutes in section %d for that vehicle, %s", minutes, p.tramo, state)
}

// leaves notes what stays. Of a write whose answer was lost it is not known.
func (p *probe) leaves(x exchange, what string) {
	switch {
	case x.err == nil:
		p.left = append(p.left, what)
	case parking.Ambiguous(x.err):
		p.left = append(p.left, what+" (perhaps: its answer was lost)")
	}
}

// write makes, changes and removes what prepare announced.
func (p *probe) write(ctx context.Context) {
	if !p.writePlate(ctx) {
		return
	}
	p.writeTwice(ctx)
	p.writeChange(ctx)
	p.writeVehicle(ctx)
	p.writeFavourite(ctx)
	p.writeBooking(ctx)
}

func (p *probe) plateBody(electrico int64) map[string]any {
	return map[string]any{"placa": p.placa, "tipo_vehiculo_id": p.tipo, "electrico": electrico, "minusvalido": 0}
}

func (p *probe) vehicleBody() map[string]any {
	return map[string]any{"cliente_id": p.cliente, "placa": p.placa, "nombre": mark}
}

// writePlate registers the plate, after a vehicle was refused for the want of it (D17, D18). False means that nothing
// more can be written.
func (p *probe) writePlate(ctx context.Context) bool {
	switch {
	case p.ground.barred != "":
		p.writesNothing(p.ground.barred)
		return false
	case p.ground.registered:
		p.skip("an earlier probe registered the plate; take another", "D17", "D18")
		return true
	}
	x := p.ask(ctx, parking.Question{Operation: "registrar_vehiculo", Body: p.vehicleBody()})
	p.leaves(x, p.vehicleLeft())
	if why := p.withoutClient(x); why != "" {
		p.writesNothing(why)
		return false
	}
	switch {
	case !p.isConclusive("D17", x):
	case x.err == nil:
		p.differs("D17", "a vehicle was made for a plate that is not registered")
		r, _ := x.record()
		p.ground.vehiculo, _ = whole(r.first("id", "vehiculo_id"))
	default:
		p.holds("D17", "refused (HTTP %d)", x.status)
	}
	x = p.ask(ctx, parking.Question{Operation: "registrar_placa", Body: p.plateBody(0)})
	p.leaves(x, p.plateLeft())
	if !p.succeeds("D18", x) {
		return false
	}
	read := p.measure(ctx, parking.Question{Operation: "placa", Element: p.placa})
	if read.err != nil {
		p.differs("D18", "it was accepted, and reading the plate fails: %v", read.err)
		return false
	}
	p.holds("D18", "accepted, and read back")
	p.plateFound(read)
	return true
}

// writesNothing says why nothing more is written.
func (p *probe) writesNothing(why string) {
	p.say("no plate was registered: %s", why)
	for _, c := range claims {
		if slices.Contains(c.needs, needWrite) {
			p.unchecked(c.id, "%s", why)
		}
	}
}

// withoutClient says why the client may not exist, for which a plate would be registered for good: refused is the
// answer to a vehicle whose plate is not registered. Nothing reads a client by its identifier, so one that nothing has
// shown yet is only taken as there when the refusal names the plate and not the client.
func (p *probe) withoutClient(refused exchange) string {
	var names []string
	for _, f := range parking.Fields(refused.err) {
		names = append(names, f.Field)
	}
	switch {
	case slices.Contains(names, "cliente_id"):
		return fmt.Sprintf("the service refuses client %d: %v", p.cliente, refused.err)
	case p.clientSeen || refused.err == nil || slices.Contains(names, "placa"):
		return ""
	}
	return fmt.Sprintf("nothing shows that client %d exists; name one that has vehicles, or give its address with -email", p.cliente)
}

// electric reads the flag of the plate that the probe changes.
func (p *probe) electric(ctx context.Context) (flag int64, why string) {
	x := p.ask(ctx, parking.Question{Operation: "placa", Element: p.placa})
	if x.err != nil {
		return 0, x.err.Error()
	}
	r, _ := x.record()
	switch plain(r["electrico"]) {
	case "1", "true":
		return 1, ""
	case "0", "false", "null":
		return 0, ""
	}
	return 0, "the plate does not tell the flag electrico"
}

// writeTwice registers the plate again, with a flag that tells whether that overwrites it (A15).
func (p *probe) writeTwice(ctx context.Context) {
	before, why := p.electric(ctx)
	if why != "" {
		p.unchecked("A15", "%s", why)
		return
	}
	x := p.ask(ctx, parking.Question{Operation: "registrar_placa", Body: p.plateBody(1 - before)})
	switch {
	case !p.isConclusive("A15", x):
	case x.err != nil:
		p.holds("A15", "refused (HTTP %d)", x.status)
	default:
		effect := "whether it was overwritten does not show"
		if after, why := p.electric(ctx); why == "" && after != before {
			effect = "the plate was overwritten"
		} else if why == "" {
			effect = "the plate is as it was"
		}
		p.differs("A15", "accepted a second time, and %s: set adopt_existing = \"never\"", effect)
	}
}

// writeChange changes a flag of the plate and changes it back (A6).
func (p *probe) writeChange(ctx context.Context) {
	before, why := p.electric(ctx)
	if why != "" {
		p.unchecked("A6", "%s", why)
		return
	}
	x := p.ask(ctx, parking.Question{Operation: "actualizar_placa", Body: p.plateBody(1 - before)})
	if !p.succeeds("A6", x) {
		return
	}
	after, why := p.electric(ctx)
	switch {
	case why != "":
		p.unchecked("A6", "%s", why)
	case after == before:
		p.differs("A6", "accepted, and nothing changed")
	default:
		p.holds("A6", "accepted, and read back")
	}
	p.ask(ctx, parking.Question{Operation: "actualizar_placa", Body: p.plateBody(before)})
}

// writeVehicle links the plate to the client (D19).
func (p *probe) writeVehicle(ctx context.Context) {
	if p.ground.vehiculo != 0 {
		p.unchecked("D19", "the plate is linked already")
		return
	}
	x := p.ask(ctx, parking.Question{Operation: "registrar_vehiculo", Body: p.vehicleBody()})
	p.leaves(x, p.vehicleLeft())
	if !p.succeeds("D19", x) {
		return
	}
	r, _ := x.record()
	id, ok := whole(r.first("id", "vehiculo_id"))
	if !ok {
		p.differs("D19", "the answer does not hold the vehicle with its id")
		return
	}
	p.ground.vehiculo = id
	query := p.ofClient()
	query.Set("placa", p.placa)
	listed := p.ask(ctx, parking.Question{Operation: "vehiculos", Query: query})
	vehicles, _ := listed.records()
	switch {
	case !p.isConclusive("D19", listed):
	case !contains(vehicles, r):
		p.differs("D19", "accepted, and the listing does not show it")
	default:
		p.holds("D19", "accepted, and in the listing")
	}
	p.readVehicle(ctx, []object{r})
}

// bookings asks for the active reservations of the vehicle in the section, as the client does.
func (p *probe) bookings(ctx context.Context) exchange {
	return p.ask(ctx, parking.Question{Operation: "reservas_activas", Query: url.Values{
		"vehiculo_id": {strconv.FormatInt(p.ground.vehiculo, 10)}, "tramo_id": {strconv.FormatInt(p.tramo, 10)}}})
}
