package probe

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// readSection reads one section, and what is asked by it.
func (p *probe) readSection(ctx context.Context) {
	if p.tramo == 0 {
		return
	}
	id := strconv.FormatInt(p.tramo, 10)
	x := p.measure(ctx, parking.Question{Operation: "tramo", Element: id})
	if p.noSection = errors.Is(x.err, parking.ErrNotFound); p.withoutSection("D2", "A16.cercanos", "A16.precios") {
		return
	}
	section, ok := p.one("D2", x)
	if came, _ := whole(section["id"]); ok && came != p.tramo {
		p.differs("D2", "what came is not the section that was asked for")
	} else if ok {
		p.holds("D2", "%d fields", len(section))
	}
	p.readNear(ctx, id, section)
}

// withoutSection tells whether there is no section to write for, which leaves what needs it unchecked.
func (p *probe) withoutSection(ids ...string) bool {
	if p.noSection {
		p.skip(fmt.Sprintf("there is no section %d", p.tramo), ids...)
	}
	return p.noSection
}

// readNear looks for the section by its own place, and reads its prices (A16).
func (p *probe) readNear(ctx context.Context, id string, section object) {
	latitud, longitud := section.first("latitud"), section.first("longitud")
	if latitud == nil || longitud == nil {
		p.unchecked("A16.cercanos", "where section %s lies is not known", id)
	} else {
		query := url.Values{"latitud": {plain(latitud)}, "longitud": {plain(longitud)}}
		x := p.measure(ctx, parking.Question{Operation: "tramos_cercanos", Query: query})
		sections, _ := x.records()
		switch {
		case !p.succeeds("A16.cercanos", x):
		case !contains(sections, section):
			p.differs("A16.cercanos", "section %s is not among those at its own place", id)
		default:
			p.holds("A16.cercanos", "section %s is among those at its own place", id)
		}
	}
	x := p.measure(ctx, parking.Question{Operation: "tramo_precios_estacionar", Query: url.Values{"tramo_id": {id}}})
	if p.succeeds("A16.precios", x) {
		p.holds("A16.precios", "data is %s", kindOf(x.top["data"]))
	}
}
