package probe

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// read asks all that needs no write.
func (p *probe) read(ctx context.Context) {
	p.readClient(ctx)
	if p.cliente != 0 {
		p.readVehicles(ctx)
	}
	p.readReservations(ctx)
	p.readEndpoints(ctx)
	p.readPlate(ctx)
	// A request that is surely wrong shows how the service fails (A2).
	p.ask(ctx, parking.Question{Operation: "tramo_consulta", Query: url.Values{"id": {"x"}}})
}

// readClient reads a client by its e-mail address (A4), which is the credential's own unless another was given.
func (p *probe) readClient(ctx context.Context) {
	email := p.email
	own := p.seeRecords("client record", p.ask(ctx, parking.Question{Operation: "cliente"}))
	p.noteClient(own.id("cliente_id"))
	if email == "" {
		email = textOf(own["email"])
	}
	if email == "" {
		p.unchecked("A4", "the client of the credential has no e-mail address to ask with; -email gives one")
		return
	}
	x := p.ask(ctx, parking.Question{Operation: "cliente_email", Query: url.Values{"email": {email}}, Sensitive: []string{email}})
	if p.email != "" && parking.Denied(x.err) {
		p.unchecked("A4", "the address of -email is denied: %v", x.err)
		return
	}
	if !p.succeeds("A4", x) {
		return
	}
	p.holds("A4", "a client came")
	r := p.seeRecords("client record", x)
	if shown := textOf(r["email"]); shown != "" && !strings.EqualFold(shown, email) {
		p.differs("A4", "another e-mail address came than was asked for")
	}
	p.noteClient(r.id("cliente_id"))
}

// noteClient takes the identifier of a client in an answer, which may be the one that is written for.
func (p *probe) noteClient(id int64) { p.clientSeen = p.clientSeen || id != 0 && id == p.cliente }

// perPage is what the provider takes for the size of a page (A3).
const perPage = 15

func (p *probe) vehicles(ctx context.Context, name, value string) exchange {
	query := url.Values{"cliente_id": {strconv.FormatInt(p.cliente, 10)}}
	if name != "" {
		query.Set(name, value)
	}
	return p.ask(ctx, parking.Question{Operation: "vehiculos", Query: query})
}

// readVehicles reads at most two pages of the vehicles of a client.
func (p *probe) readVehicles(ctx context.Context) {
	x := p.vehicles(ctx, "", "")
	vehicles, ok := p.many("D8", x, "cliente_id")
	if !ok || len(vehicles) == 0 {
		if ok {
			p.unchecked("D8", "client %d has no vehicles", p.cliente)
		}
		p.skip(p.row("D8").Seen, "A3")
		return
	}
	for _, v := range vehicles {
		owner, told := whole(v["cliente_id"])
		p.noteClient(owner)
		if told && owner != p.cliente {
			p.differs("D8", "vehicles of other clients came")
		}
	}
	p.readSecondPage(ctx, x, vehicles)
}

// readSecondPage asks for page 2, which says its number even where it is empty (A3).
func (p *probe) readSecondPage(ctx context.Context, first exchange, vehicles []object) {
	last, _ := whole(first.top["last_page"])
	size, sized := whole(first.top["per_page"])
	if sized {
		p.is("page size", strconv.FormatInt(size, 10))
	}
	current, numbered := whole(first.top["current_page"])
	switch {
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
	x := p.vehicles(ctx, "page", "2")
	if !p.isConclusive("A3", x) {
		return
	}
	more, _ := x.records()
	current, _ = whole(x.top["current_page"])
	switch {
	case x.err == nil && current == 2 && slices.ContainsFunc(more, func(v object) bool { return contains(vehicles, v.id("vehiculo_id")) }):
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

// listFavourites reads the favourites of a client as the provider does, into p.places.
func (p *probe) listFavourites(ctx context.Context) exchange {
	return p.do("zonas_favoritas", func() (err error) {
		p.places, err = p.client.ZonasFavoritas(ctx, p.cliente, parking.Zona{})
		return err
	})
}

// readReservations reads one page of the active reservations, or of all where none is active. The service need not take any filter.
func (p *probe) readReservations(ctx context.Context) {
	for _, op := range []string{"reservas_activas", "reservas"} {
		p.seeRecords("reservations", p.ask(ctx, parking.Question{Operation: op}))
	}
}

// readEndpoints asks the operations without a published path that can be asked without changing anything (A14).
func (p *probe) readEndpoints(ctx context.Context) {
	for _, x := range []exchange{
		p.do("informacion", func() error { _, err := p.client.Informacion(ctx, nil); return err }),
		p.do("faq_grupos", func() error { _, err := p.client.FAQGrupos(ctx, nil); return err }),
		p.do("obtener_token", func() error { _, err := p.client.Token(ctx, nil); return err }),
		p.ask(ctx, parking.Question{Operation: "sanciones"}),
	} {
		id := "A14." + x.op
		switch {
		case parking.Is(x.err, parking.NoEndpoint):
			p.unchecked(id, "endpoints.%s is not set; needs -endpoint %s=/path", x.op, x.op)
		case x.op == "informacion":
			p.one(id, x)
		case x.op == "faq_grupos":
			p.many(id, x, "id", "nombre")
		case x.op == "sanciones":
			p.many(id, x, "id or sancion_id", "estado", "pagada")
		case x.err != nil: // there may be no token
			p.unchecked(id, "%v", x.err)
		default:
			p.one(id, x, "token")
		}
	}
}

// readPlate asks for a plate that surely is not there.
func (p *probe) readPlate(ctx context.Context) {
	p.seeDenial(p.ask(ctx, parking.Question{Operation: "placa", Element: nowhere()}))
}

// lookFor reads a plate as the provider does before it registers one, and finds out what a denial means.
func (p *probe) lookFor(ctx context.Context, placa string) exchange {
	return p.do("placa", func() error {
		_, err := p.client.LookForPlaca(ctx, placa)
		return err
	})
}
