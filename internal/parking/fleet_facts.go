package parking

import (
	"slices"
	"time"
)

// fact is a vehicle, when it was seen, and whether the listing's total counts it.
type fact struct {
	Vehiculo
	seen   time.Time
	listed bool
}

// lookUp gives the link that is asked for from what is known. Without an id, or
// without the one whose id is known, that takes the whole listing: another link
// of the plate may be the one that is meant.
func (f *fleet) lookUp(r read) (fact, bool) {
	if held, there := f.known[r.id]; there && held.Placa.Value != nil && SamePlaca(*held.Placa.Value, r.placa) {
		return held, true
	}
	if !f.complete {
		return fact{}, false
	}
	found, there := f.pick(r.placa)
	return f.known[found.ID], there
}

// pick gives the link of a plate among all that are known.
func (f *fleet) pick(placa string) (Vehiculo, bool) {
	var list []Vehiculo
	for _, id := range f.links[BarePlaca(placa)] {
		list = append(list, f.known[id].Vehiculo)
	}
	return PickVehiculo(list, placa, 0)
}

// tellsAbsence reports whether what is known is enough to say that a link which it
// lacks is not there. For a creation it has to be known since the link was asked
// for: another run may have created it until then. Only where this process registered
// the plate itself, nobody can have linked it before that (A15).
func (f *fleet) tellsAbsence(r read, since int64) bool {
	if !r.creating {
		return f.complete
	}
	_, own := f.source.client.fleets.registered.Load(BarePlaca(r.placa))
	return f.complete && (f.counted > since || own && time.Since(f.since) <= absenceAge)
}

// take learns what a page shows.
func (f *fleet) take(number int64, p fleetPage) {
	if _, again := f.pages[number]; !again {
		f.bytes += p.bytes
	}
	if f.bytes > maxListing || len(f.known) > maxRecords {
		f.trouble = tooLong(opVehiculos.name, f.bytes > maxListing)
		return
	}
	if p.pages < number {
		f.takeBeyond(number, p)
		return
	}
	switch {
	case p.total == nil:
		f.shifted = true
	case len(f.pages) == 0:
		f.total = *p.total
		f.proven = f.proven && f.listed == f.total
		if f.listed > f.total { // something is gone after all, so anything may be
			f.forget()
		}
	case *p.total != f.total:
		f.shifted = true
	}
	if number == 1 {
		f.size = p.full()
		came := int64(len(p.vehiculos))
		f.proven = f.proven && (f.total > came || came < f.size) // else total may be the page's own count
	}
	f.last, f.pages[number] = p.pages, p.span()
	for _, v := range p.vehiculos {
		f.learn(v, true)
	}
	f.proven = f.proven || number == f.last && int64(len(p.vehiculos)) < f.size
	f.complete = f.listed == f.total && !f.shifted && f.proven
}

// takeBeyond learns what came in place of the page after the last one: nothing that
// is new, or total and last_page lie.
func (f *fleet) takeBeyond(number int64, p fleetPage) {
	fresh := 0
	for _, v := range p.vehiculos {
		if !f.known[v.ID].listed {
			fresh++
		}
		f.learn(v, true)
	}
	f.proven = p.ends(number, f.size, fresh) && (p.total == nil || *p.total <= f.total)
	f.shifted = f.shifted || !f.proven
	f.complete = f.listed == f.total && !f.shifted
}

// learn takes a fact in. It is listed when total counts it: a page showed it, or
// this process created it.
func (f *fleet) learn(v Vehiculo, listed bool) {
	before := f.known[v.ID]
	if listed && !before.listed {
		f.listed++
	}
	f.known[v.ID] = fact{v, time.Now(), listed || before.listed}
	if v.Placa.Value == nil {
		return
	}
	bare := BarePlaca(*v.Placa.Value)
	if !slices.Contains(f.links[bare], v.ID) {
		f.links[bare] = append(f.links[bare], v.ID)
	}
}

func (f *fleet) forget() {
	clear(f.known)
	clear(f.links)
	f.listed, f.proven = 0, false
}

// wrote learns how one try of a creation ended. Of a plate whose link was refused, or
// may be there, no old listing is believed any more.
func (f *fleet) wrote(request VehiculoRequest, made Vehiculo, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.writing--
	if err == nil {
		if made.Placa.Value == nil {
			made.Placa = Field[string]{true, &request.Placa}
		}
		if !f.known[made.ID].listed {
			f.total++
		}
		f.learn(made, true)
	} else {
		f.source.client.fleets.registered.Delete(BarePlaca(request.Placa))
	}
	f.happened()
}
