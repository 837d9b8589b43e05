package probe

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var counters = []string{"libres", "librescoche", "libresmoto"}

// readSection reads one section in every way that there is.
func (p *probe) readSection(ctx context.Context) {
	if p.tramo == 0 {
		return
	}
	id := strconv.FormatInt(p.tramo, 10)
	one := p.measure(ctx, parking.Question{Operation: "tramo", Element: id})
	section, why := p.section(one)
	other := p.measure(ctx, parking.Question{Operation: "tramo_consulta", Query: url.Values{"id": {id}}})
	switch muted := other.mute(); {
	case one.mute() != "" || errors.Is(one.err, parking.ErrNotFound):
		p.unchecked("D2", "%s", why)
	case why != "":
		p.differs("D2", "%s", why)
	case muted != "":
		p.unchecked("D2", "%s", muted)
	case other.err != nil:
		p.differs("D2", "the query form fails: %v", other.err)
	default:
		second, _ := other.record()
		p.judge("D2", apart(section, second), fmt.Sprintf("%d fields", len(section)))
	}
	p.current = section
	p.readCatalogue(ctx, id)
	if p.noSection = errors.Is(one.err, parking.ErrNotFound); p.noSection {
		p.unchecked("A16.cercanos", "%s", why)
		p.unchecked("A16.precios", "%s", why)
		return
	}
	p.readNear(ctx, id)
}

// withoutSection tells whether there is no section to write for, which leaves what needs
// it unchecked.
func (p *probe) withoutSection(ids ...string) bool {
	for _, id := range ids {
		if p.noSection {
			p.unchecked(id, "there is no section %d", p.tramo)
		}
	}
	return p.noSection
}

// section gives the record of a section, or why there is none.
func (p *probe) section(x exchange) (object, string) {
	if errors.Is(x.err, parking.ErrNotFound) {
		return nil, fmt.Sprintf("there is no section %d", p.tramo)
	}
	if x.err != nil {
		return nil, x.err.Error()
	}
	r, ok := x.record()
	if id, _ := whole(r["id"]); !ok || id != p.tramo {
		return nil, "what came is not the section that was asked for"
	}
	return r, ""
}

// apart says how two records of one section differ, the counters aside, which change.
func apart(a, b object) string {
	var out []string
	names := slices.Sorted(maps.Keys(a))
	for name := range b {
		if a[name] == nil {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if !slices.Contains(counters, name) && string(a[name]) != string(b[name]) {
			note(&out, fieldName(name))
		}
	}
	return list(out, "not the same: ")
}

// readCatalogue reads the catalogue with an id, which it is said to ignore. It is slow,
// so it is asked for once.
func (p *probe) readCatalogue(ctx context.Context, id string) {
	x := p.once(ctx, parking.Question{Operation: "tramos", Query: url.Values{"id": {id}}})
	listed, why := p.listedSection(x)
	if why != "" {
		p.unchecked("D3", "%s", why)
		p.unchecked("D4", "%s", why)
		return
	}
	sections, _ := x.records()
	if len(sections) < 2 {
		p.differs("D3", "data is %s of %d", kindOf(x.top["data"]), len(sections))
	} else {
		p.holds("D3", "%d sections", len(sections))
	}
	switch {
	case listed == nil || p.current == nil:
		p.unchecked("D4", "the section is not in the catalogue")
	case !sameCounters(listed, p.current):
		p.holds("D4", "%s, and the section itself says %s", shownCounters(listed), shownCounters(p.current))
	default:
		p.unchecked("D4", "they are the same as those of the section at the moment; -write with -reservar changes them")
		p.countersAlike = true
	}
}

// listedSection finds the section in the catalogue.
func (p *probe) listedSection(x exchange) (object, string) {
	if x.err != nil {
		return nil, x.err.Error()
	}
	sections, _ := x.records()
	for _, s := range sections {
		if id, _ := whole(s["id"]); id == p.tramo {
			return s, ""
		}
	}
	return nil, ""
}

// readNear looks for the section by its own place, and reads its prices (A16).
func (p *probe) readNear(ctx context.Context, id string) {
	latitud, longitud := p.current.first("latitud"), p.current.first("longitud")
	if latitud == nil || longitud == nil {
		p.unchecked("A16.cercanos", "where section %s lies is not known", id)
	} else {
		x := p.measure(ctx, parking.Question{Operation: "tramos_cercanos", Query: url.Values{"latitud": {plain(latitud)}, "longitud": {plain(longitud)}}})
		listed, _ := p.listedSection(x)
		switch why := x.mute(); {
		case why != "":
			p.unchecked("A16.cercanos", "%s", why)
		case x.err != nil:
			p.differs("A16.cercanos", "%v", x.err)
		case listed == nil:
			p.differs("A16.cercanos", "section %s is not among those at its own place", id)
		default:
			p.holds("A16.cercanos", "section %s is among those at its own place", id)
		}
	}
	x := p.measure(ctx, parking.Question{Operation: "tramo_precios_estacionar", Query: url.Values{"tramo_id": {id}}})
	switch why := x.mute(); {
	case why != "":
		p.unchecked("A16.precios", "%s", why)
	case x.err != nil:
		p.differs("A16.precios", "%v", x.err)
	default:
		p.holds("A16.precios", "data is %s", kindOf(x.top["data"]))
	}
}

func sameCounters(a, b object) bool {
	return !slices.ContainsFunc(counters, func(name string) bool {
		return a[name] != nil && b[name] != nil && plain(a[name]) != plain(b[name])
	})
}

// shownCounters shows them where they are numbers.
func shownCounters(section object) string {
	var out []string
	for _, name := range counters {
		if n, ok := whole(section[name]); ok {
			out = append(out, fmt.Sprintf("%s %d", name, n))
		}
	}
	return strings.Join(out, ", ")
}
