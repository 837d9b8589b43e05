package probe

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/decode"
)

// check asks all that needs an accepted credential.
func (p *probe) check(ctx context.Context) {
	p.readClient(ctx)
	if p.cliente != 0 {
		p.readPages(ctx)
	}
	for _, op := range []string{"reservas_activas", "reservas"} { // the second one where none is active
		p.seeRecords("reservations", p.ask(ctx, parking.Question{Operation: op}))
	}
	p.seeDenial(p.ask(ctx, parking.Question{Operation: "placa", Element: nowhere()}))
	// A request that is surely wrong shows how the service fails (A2).
	p.ask(ctx, parking.Question{Operation: "tramo_consulta", Query: url.Values{"id": {"x"}}})
	if p.write {
		p.registerAgain(ctx)
	}
}

// nowhere makes a plate of a usual form that hardly anybody has.
func nowhere() string {
	return fmt.Sprintf("ZZ%c%04d", 'A'+rand.N[rune](26), rand.N(10000)) //nolint:gosec // G404: guards nothing.
}

// readClient reads a client by its e-mail address (A4), which is the credential's own unless another was given.
func (p *probe) readClient(ctx context.Context) {
	own := p.seeRecords("client record", p.ask(ctx, parking.Question{Operation: "cliente"}))
	email := p.email
	if email == "" {
		email = textOf(own["email"])
	}
	if email == "" {
		p.unchecked("A4", "the client of the credential has no e-mail address to ask with; -email gives one")
		return
	}
	x := p.ask(ctx, parking.Question{Operation: "cliente_email", Query: url.Values{"email": {email}}, Sensitive: []string{email}})
	shown := textOf(p.seeRecords("client record", x)["email"])
	switch why := x.inconclusive(); {
	case why != "":
		p.unchecked("A4", "%s", why)
	case x.err != nil && p.email != "":
		p.unchecked("A4", "perhaps there is no client with the address of -email: %v", x.err)
	case x.err != nil:
		p.differs("A4", "%v", x.err)
	case shown != "" && !strings.EqualFold(shown, email):
		p.differs("A4", "another e-mail address came than was asked for")
	default:
		p.holds("A4", "a client came")
	}
}

// perPage is what the provider takes for the size of a page (A3).
const perPage = 15

// readPages reads two pages of the vehicles of a client. The second one says its number even where it is empty (A3).
func (p *probe) readPages(ctx context.Context) {
	query := url.Values{"cliente_id": {strconv.FormatInt(p.cliente, 10)}}
	x := p.ask(ctx, parking.Question{Operation: "vehiculos", Query: query})
	vehicles := idsOf(x)
	last, _ := whole(x.top["last_page"])
	size, sized := whole(x.top["per_page"])
	current, numbered := whole(x.top["current_page"])
	if sized {
		p.is("page size", strconv.FormatInt(size, 10))
	}
	switch {
	case x.err != nil:
		p.unchecked("A3", "%v", x.err)
		return
	case len(vehicles) == 0:
		p.unchecked("A3", "client %d has no vehicles", p.cliente)
		return
	case sized && size != perPage:
		p.differs("A3", "a page has %d records", size)
		return
	case numbered && current != 1:
		p.differs("A3", "without page, page %d came", current)
		return
	case last > 1 && len(vehicles) != perPage:
		p.differs("A3", "page 1 of %d has %d records", last, len(vehicles))
		return
	}
	query.Set("page", "2")
	x = p.ask(ctx, parking.Question{Operation: "vehiculos", Query: query})
	more := idsOf(x)
	current, _ = whole(x.top["current_page"])
	switch why := x.inconclusive(); {
	case why != "":
		p.unchecked("A3", "%s", why)
	case x.err == nil && current == 2 && slices.ContainsFunc(more, func(id int64) bool { return slices.Contains(vehicles, id) }):
		p.differs("A3", "page 2 repeats records of page 1")
	case x.err == nil && current == 2:
		p.holds("A3", "page 2 came with %d records, after %d on page 1", len(more), len(vehicles))
	case last <= 1: // page 2 is beyond the end, where a service may do as it likes
		p.unchecked("A3", "client %d has one page only; name one with more than %d vehicles", p.cliente, perPage)
	case x.err != nil:
		p.differs("A3", "page 2 fails: %v", x.err)
	default:
		p.differs("A3", "page 2 was asked for, and page %d came", current) // 0 where it has no number
	}
}

// idsOf gives the identifiers in a list.
func idsOf(x exchange) (ids []int64) {
	items, _ := decode.Array(x.top["data"])
	for _, item := range items {
		id, _ := whole(objectOf(item)["id"])
		ids = append(ids, id)
	}
	return ids
}

// plateFields are what the service documents of a plate.
var plateFields = []string{"placa", "tipo_vehiculo_id", "marca", "modelo", "color", "electrico", "minusvalido", "exento", "sancionable"}

// registerAgain registers a plate that is registered, with the values that it has (A15). So a service that overwrites it
// leaves it as it was, except for what a registration cannot say. An exemption is not risked.
func (p *probe) registerAgain(ctx context.Context) {
	before, ok := p.readPlate(ctx)
	body := map[string]any{"placa": before["placa"]}
	for _, name := range []string{"tipo_vehiculo_id", "electrico", "minusvalido"} {
		if n, is := whole(before[name]); is {
			body[name] = n
		}
	}
	exempt, _ := whole(before["exento"])
	switch {
	case !ok:
		return
	case len(body) < 4:
		p.unchecked("A15", "the plate shows no tipo_vehiculo_id, electrico or minusvalido, so it was not registered again")
		return
	case exempt != 0:
		p.unchecked("A15", "the plate is exempt, which a registration cannot say, so it was not registered again; name another")
		return
	}
	x := p.ask(ctx, parking.Question{Operation: "registrar_placa", Body: body})
	switch why := x.inconclusive(); {
	case why != "":
		p.unchecked("A15", "%s", why)
		return
	case x.err != nil:
		p.holds("A15", "refused (HTTP %d)", x.status)
		return
	}
	after, read := p.readPlate(ctx)
	changed := slices.DeleteFunc(slices.Clone(plateFields), func(name string) bool { return bytes.Equal(before[name], after[name]) })
	effect := "the plate is as it was"
	switch {
	case !read:
		effect = "reading the plate again failed"
	case len(changed) > 0:
		effect = "the plate has other values now: " + strings.Join(changed, ", ")
	}
	p.differs("A15", "accepted, and %s; import registered plates before the first apply, which may overwrite them", effect)
}

// readPlate reads the plate of -placa, whose record has to be of that plate. Without one A15 is not checked.
func (p *probe) readPlate(ctx context.Context) (object, bool) {
	x := p.ask(ctx, parking.Question{Operation: "placa", Element: p.placa})
	r := objectOf(x.top["data"])
	switch {
	case x.err != nil:
		p.unchecked("A15", "reading the plate of -placa failed, so it was not registered again: %v", x.err)
	case !parking.SamePlaca(textOf(r["placa"]), p.placa):
		p.unchecked("A15", "no record of the plate of -placa came, so it was not registered again")
	default:
		return r, true
	}
	return nil, false
}
