package probe

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// perPage is what the provider takes for the size of a page (A3).
const perPage = 15

func (p *probe) ofClient() url.Values {
	return url.Values{"cliente_id": {strconv.FormatInt(p.cliente, 10)}}
}

// readListings reads at most two pages of the vehicles of a client.
func (p *probe) readListings(ctx context.Context) {
	if p.cliente == 0 {
		return
	}
	x := p.measure(ctx, parking.Question{Operation: "vehiculos", Query: p.ofClient()})
	vehicles, ok := p.many("D8", x)
	if !ok {
		p.skip(p.row("D8").Seen, "A3", "A5", "D10")
		return
	}
	p.judgeOwners(vehicles)
	var missing []string
	for _, name := range []string{"total", "per_page", "current_page", "last_page"} {
		if kindOf(x.top[name]) != "a number" {
			missing = append(missing, name)
		}
	}
	p.judge("D10", list(missing, "no number: "), "all four")
	p.readSecondPage(ctx, x, vehicles)
	p.readVehicle(ctx, vehicles)
}

// judgeOwners looks whether the vehicles are those of the client (D8).
func (p *probe) judgeOwners(vehicles []object) {
	owned := 0
	for _, v := range vehicles {
		owner, ok := whole(v["cliente_id"])
		p.noteClient(v["cliente_id"])
		if ok && owner != p.cliente {
			p.differs("D8", "vehicles of other clients came")
		}
		if ok {
			owned++
		}
	}
	switch {
	case len(vehicles) == 0:
		p.unchecked("D8", "client %d has no vehicles", p.cliente)
	case owned == 0:
		p.unchecked("D8", "the vehicles do not tell their client")
	default:
		p.holds("D8", "%d vehicles, all of client %d", len(vehicles), p.cliente)
	}
}

// readSecondPage asks for page 2, which says its number even where it is empty (A3).
func (p *probe) readSecondPage(ctx context.Context, first exchange, vehicles []object) {
	last, hasLast := whole(first.top["last_page"])
	if size, ok := whole(first.top["per_page"]); ok && size != perPage {
		p.differs("A3", "a page has %d records", size)
		return
	}
	if current, ok := whole(first.top["current_page"]); ok && current != 1 {
		p.differs("A3", "without page, page %d came", current)
		return
	}
	if hasLast && last > 1 && len(vehicles) != perPage {
		p.differs("A3", "page 1 of %d has %d records", last, len(vehicles))
		return
	}
	query := p.ofClient()
	query.Set("page", "2")
	x := p.measure(ctx, parking.Question{Operation: "vehiculos", Query: query})
	if !p.isConclusive("A3", x) {
		return
	}
	more, _ := x.records()
	current, numbered := whole(x.top["current_page"])
	whole := hasLast && last > 1 // else page 2 is beyond the end, where a service may do as it likes
	switch {
	case x.err != nil && whole:
		p.differs("A3", "page 2 fails: %v", x.err)
	case numbered && current == 2 && slices.ContainsFunc(more, func(v object) bool { return contains(vehicles, v) }):
		p.differs("A3", "page 2 repeats records of page 1")
	case len(vehicles) == 0:
		p.unchecked("A3", "client %d has no vehicles", p.cliente)
	case numbered && current == 2 && whole:
		p.holds("A3", "page 2 came, after %d records on page 1", len(vehicles))
	case numbered && current == 2:
		p.holds("A3", "page 2 came, and is empty: client %d has %d vehicles", p.cliente, len(vehicles))
	case whole && numbered:
		p.differs("A3", "page 2 was asked for, and page %d came", current)
	case whole:
		p.differs("A3", "page 2 was asked for, and a page without a number came")
	default:
		p.unchecked("A3", "client %d has one page only; name one with more than %d vehicles", p.cliente, perPage)
	}
}

func contains(records []object, one object) bool {
	return slices.ContainsFunc(records, func(r object) bool { return r["id"] != nil && plain(r["id"]) == plain(one["id"]) })
}

// readVehicle reads one vehicle of the listing by its id (A5).
func (p *probe) readVehicle(ctx context.Context, vehicles []object) {
	if len(vehicles) == 0 {
		p.unchecked("A5", "client %d has no vehicles", p.cliente)
		return
	}
	want := vehicles[0]
	id, ok := whole(want.first("id", "vehiculo_id"))
	if !ok {
		p.unchecked("A5", "the vehicles have no id to ask with")
		return
	}
	x := p.measure(ctx, parking.Question{Operation: "vehiculo", Element: strconv.FormatInt(id, 10)})
	r, ok := p.one("A5", x)
	switch came, _ := whole(r.first("id", "vehiculo_id")); {
	case !ok:
	case came != id:
		p.differs("A5", "another vehicle came than was asked for")
	case want["placa"] != nil && textOf(r["placa"]) != textOf(want["placa"]):
		p.differs("A5", "its plate is not that of the listing")
	default:
		p.holds("A5", "the one of the listing")
	}
}

// readFavourites reads the favourites of a client, and takes them as the provider does (A8).
func (p *probe) readFavourites(ctx context.Context) {
	if p.cliente == 0 {
		return
	}
	p.favourites(p.measured("zonas_favoritas", p.listFavourites(ctx)))
}

// listFavourites gives the reading of the favourites, which p.places keeps.
func (p *probe) listFavourites(ctx context.Context) func() error {
	return func() (err error) {
		p.places, err = p.client.ZonasFavoritas(ctx, p.cliente, parking.Zona{})
		return err
	}
}

func (p *probe) favourites(x exchange) {
	if why := x.inconclusive(); why != "" {
		p.skip(why, "D11", "A8")
		return
	}
	var contract *parking.ContractError
	if errors.As(x.err, &contract) && (contract.Assumption == "A8" || strings.HasPrefix(contract.Detail, "field ")) {
		p.holds("D11", "an envelope with ok")
		if contract.Assumption == "A8" {
			p.differs("A8", "%s", contract.Detail)
		} else { // which A11 shows
			p.unchecked("A8", "%s", contract.Detail)
		}
		return
	}
	if !p.succeeds("D11", x) {
		p.unchecked("A8", "the favourites cannot be read")
		return
	}
	p.holds("D11", "an envelope with ok")
	if len(p.places) == 0 {
		p.unchecked("A8", "client %d has no favourites", p.cliente)
		return
	}
	p.holds("A8", "recognised: %d", len(p.places))
}

// readReservations reads one page of the active reservations, or of all where none is active. The service need not take
// any filter.
func (p *probe) readReservations(ctx context.Context) {
	for _, op := range []string{"reservas_activas", "reservas"} {
		x := p.measure(ctx, parking.Question{Operation: op})
		if errors.Is(x.err, parking.ErrNotFound) {
			p.unchecked("A10.id", "there are no reservations")
			return
		}
		records, ok := p.many("A10.id", x)
		if !ok {
			return
		}
		if len(records) > 0 {
			p.reservation(op, records[0])
			return
		}
		p.unchecked("A10.id", "there are no reservations")
	}
}

// reservation looks at the record of a reservation (A10).
func (p *probe) reservation(op string, r object) {
	missing := r.lacking("vehiculo_id", "tramo_id", "minutos")
	if r.first("id", "reserva_id") == nil {
		missing = append([]string{"id"}, missing...)
	}
	p.judge("A10.id", list(missing, op+" leaves out "), "in "+op)
}

// readEndpoints asks the operations without a published path that can be asked without changing anything (A14).
func (p *probe) readEndpoints(ctx context.Context) {
	for _, x := range []exchange{
		p.measured("informacion", func() error { _, err := p.client.Informacion(ctx, nil); return err }),
		p.measured("faq_grupos", func() error { _, err := p.client.FAQGrupos(ctx, nil); return err }),
		p.measured("obtener_token", func() error { _, err := p.client.Token(ctx, nil); return err }),
		p.measure(ctx, parking.Question{Operation: "sanciones"}),
	} {
		id := "A14." + x.op
		switch {
		case errors.Is(x.err, parking.ErrNoEndpoint):
			p.unchecked(id, "endpoints.%s is not set; needs -endpoint %s=/path", x.op, x.op)
		case x.op == "informacion":
			if r, ok := p.one(id, x); ok {
				p.holds(id, "an object of %d fields", len(r))
			}
		case x.op == "obtener_token" && x.err != nil: // there may be none
			p.unchecked(id, "%v", x.err)
		case x.op == "obtener_token":
			r, _ := x.record()
			p.judge(id, list(notTexts(r, "token"), "no text: "), "a text, not shown")
		default:
			p.readList(id, x)
		}
	}
}

// readList looks at the first record of the FAQ groups or of the sanctions.
func (p *probe) readList(id string, x exchange) {
	records, ok := p.many(id, x)
	if !ok {
		return
	}
	if len(records) == 0 {
		p.unchecked(id, "the list is empty")
		return
	}
	if x.op == "faq_grupos" {
		p.judge(id, list(records[0].lacking("id", "nombre"), "left out: "), fmt.Sprintf("%d groups", len(records)))
		return
	}
	missing := records[0].lacking("estado", "pagada")
	if records[0].first("id", "sancion_id") == nil {
		missing = append([]string{"id"}, missing...)
	}
	p.judge(id, list(missing, "left out: "), fmt.Sprintf("%d on the first page", len(records)))
}

func notTexts(r object, names ...string) []string {
	return slices.DeleteFunc(names, func(name string) bool { return textOf(r[name]) != "" })
}
