package parking

import (
	"context"
	"errors"
	"slices"
	"time"
)

// fetch reads a page for all who need it: it ends when the last reader that waits for it gives up, not the first. spent
// says whether its cost counts for reads.
func (f *fleet) fetch(ctx context.Context, number int64, spent bool) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	f.inFlight[number] = cancel
	if spent {
		f.spent++
	}
	f.fetched++
	count, beyond := f.fetched, number > max(f.last, 1)
	if isLookUp(ctx) {
		count = 0 // an earlier look-up may answer it, so it proves no absence for a creation
	}
	go func() {
		defer cancel()
		p, err := f.load(ctx, number, beyond)
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.inFlight, number)
		switch {
		case err == nil:
			if f.take(number, p); f.complete {
				f.completeAt = max(f.completeAt, count)
			}
		case ctx.Err() == nil:
			f.failure = err
		}
		f.happened()
	}()
}

// load reads a page once no creation is in flight.
func (f *fleet) load(ctx context.Context, number int64, beyond bool) (fleetPage, error) {
	f.mu.Lock()
	for f.creations > 0 {
		if err := f.wait(ctx); err != nil {
			f.mu.Unlock()
			return fleetPage{}, err
		}
	}
	f.mu.Unlock()
	return f.readPage(ctx, number, beyond)
}

// beginCreation delays a creation while pages are in flight, and pages while it runs.
func (f *fleet) beginCreation(ctx context.Context) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for len(f.inFlight) > 0 || f.readingsOpen > 0 {
		if err := f.wait(ctx); err != nil {
			return err
		}
	}
	f.creations++
	return nil
}

// endCreation notes how one try of a creation ended. If the link was rejected or may exist, older listings no longer
// prove that it does not.
func (f *fleet) endCreation(request VehiculoRequest, made Vehiculo, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.creations--
	if err == nil {
		if made.Placa.Value == nil {
			made.Placa = Field[string]{true, &request.Placa}
		}
		if !f.facts[made.ID].listed {
			f.total++
		}
		f.learn(made, true)
		held := f.facts[made.ID]
		held.partial = !made.Nombre.Sent || !made.Activado.Sent || !made.Favorito.Sent
		f.facts[made.ID] = held
	} else {
		f.client.fleets.registered.Delete(BarePlaca(request.Placa))
	}
	f.happened()
}

// fleetPage is one page of all vehicles of a client.
type fleetPage struct {
	page
	vehiculos []Vehiculo
	pages     int64 // that there are, as it says
}

// readPage reads one page, or the one after the last, whose content may be any page. "Not found" is an empty page.
// Records without a client are rejected: without a plate in the request, they could be anybody's.
func (f *fleet) readPage(ctx context.Context, number int64, beyond bool) (fleetPage, error) {
	call, read := VehiculosFilter{ClienteID: f.clienteID}.listing()
	p, err := readPage(ctx, f.client, call, number)
	if err == nil && !beyond {
		err = p.check(opVehiculos.name, number)
	}
	switch {
	case errors.Is(err, ErrNotFound) && number == 1:
		return fleetPage{page: page{total: new(int64)}, pages: 1}, nil
	case beyond && saysNoPage(err):
		return fleetPage{pages: number - 1}, nil
	case err != nil:
		return fleetPage{}, err
	}
	out := fleetPage{page: p, pages: 1}
	if p.last != nil {
		out.pages = max(*p.last, 1)
	}
	for _, r := range p.records {
		v, err := read(r)
		if err == nil && !v.ClienteID.Sent {
			err = contractError(opVehiculos.name, "", "a vehicle record has no cliente_id")
		}
		if err != nil {
			return fleetPage{}, err
		}
		out.vehiculos = append(out.vehiculos, v)
	}
	return out, nil
}

// fact is a vehicle, when it was read, and whether the total of the listing includes it.
type fact struct {
	Vehiculo
	at      time.Time
	listed  bool
	partial bool // the answer to its creation, without fields that the listing may have
}

func (f fact) fresh() bool { return time.Since(f.at) <= factAge }

// lookUp answers a read from the facts. If the read has no id, or no vehicle has that id, it needs the whole listing:
// another link of the plate may be meant.
func (f *fleet) lookUp(q linkQuery) (fact, bool) {
	if held, there := f.facts[q.id]; there && held.Placa.Value != nil && SamePlaca(*held.Placa.Value, q.placa) {
		return held, true
	}
	if !f.complete {
		return fact{}, false
	}
	found, there := f.pick(q.placa)
	return f.facts[found.ID], there
}

// answers reports whether a fact will answer a read.
func (f *fleet) answers(q linkQuery) bool {
	held, there := f.lookUp(q)
	return there && held.fresh()
}

// pick picks the link of a plate among all facts.
func (f *fleet) pick(placa string) (Vehiculo, bool) {
	var list []Vehiculo
	for _, id := range f.links[BarePlaca(placa)] {
		list = append(list, f.facts[id].Vehiculo)
	}
	return PickVehiculo(list, placa, 0)
}

// provesAbsence reports whether the facts prove that a link does not exist. For a creation, the listing must have been
// read after it was asked for, since another run may have created the link. If this process registered the plate
// itself, nobody can have linked it before that (A15).
func (f *fleet) provesAbsence(q linkQuery, since int64) bool {
	if !q.creating {
		return f.complete
	}
	_, own := f.client.fleets.registered.Load(BarePlaca(q.placa))
	return f.complete && (f.completeAt > since || own && time.Since(f.opened) <= absenceAge)
}

// take stores what a page shows.
func (f *fleet) take(number int64, p fleetPage) {
	if _, again := f.pages[number]; !again {
		f.bytes += p.bytes
	}
	if f.bytes > maxListing || len(f.facts) > maxRecords {
		f.failure = tooLong(opVehiculos.name, f.bytes > maxListing)
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

// takeBeyond checks the page after the last one: if it shows new vehicles, total or last_page are wrong.
func (f *fleet) takeBeyond(number int64, p fleetPage) {
	fresh := 0
	for _, v := range p.vehiculos {
		if !f.facts[v.ID].listed {
			fresh++
		}
		f.learn(v, true)
	}
	f.proven = p.ends(number, f.size, fresh) && (p.total == nil || *p.total <= f.total)
	f.shifted = f.shifted || !f.proven
	f.complete = f.listed == f.total && !f.shifted
}

// learn stores a fact. It counts as listed if total includes it: a page showed it, or this process created it.
func (f *fleet) learn(v Vehiculo, listed bool) {
	before := f.facts[v.ID]
	if listed && !before.listed {
		f.listed++
	}
	f.facts[v.ID] = fact{Vehiculo: v, at: time.Now(), listed: listed || before.listed}
	if v.Placa.Value == nil {
		return
	}
	bare := BarePlaca(*v.Placa.Value)
	if !slices.Contains(f.links[bare], v.ID) {
		f.links[bare] = append(f.links[bare], v.ID)
	}
}

// learnAll stores vehicles of a listing that was read outside this account.
func (f *fleet) learnAll(list []Vehiculo) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, v := range list {
		f.learn(v, false)
	}
}

// list gives the facts if the listing is complete and none is too old.
func (f *fleet) list() (list []Vehiculo, fresh bool) {
	for _, held := range f.facts {
		if !held.fresh() {
			return nil, false
		}
		list = append(list, held.Vehiculo)
	}
	return list, true
}

func (f *fleet) forget() {
	clear(f.facts)
	clear(f.links)
	f.listed, f.proven = 0, false
}

// span holds the ids of the first and last vehicle of a page.
type span struct{ first, last int64 }

func (p fleetPage) span() span {
	if len(p.vehiculos) == 0 {
		return span{}
	}
	return span{p.vehiculos[0].ID, p.vehiculos[len(p.vehiculos)-1].ID}
}

// guess gives the page that most likely shows the vehicle with an id. Listings are usually in the order of their ids,
// up or down, so the page lies between two that were read, or after the last one, in proportion to the id. If that is
// wrong nothing is lost: the page was not read yet, and is bought anyway.
//
// It pays off if every vehicle of a client is a resource of its own, so that nothing says in advance that all will be
// asked for: 1,000 of them cost 67 to 69 requests, one for each page, and 131 without it.
func (f *fleet) guess(id int64) int64 {
	most := int64(1) // the last page that was read
	for number := range f.pages {
		most = max(most, number)
	}
	up := f.pages[1].first <= f.pages[most].last
	low, high := int64(1), f.last+1 // the pages that were read next to the id
	for number, page := range f.pages {
		if (page.first > id) == up {
			high = min(high, number)
		} else {
			low = max(low, number)
		}
	}
	start, end := float64(f.pages[low].last), float64(f.pages[high].first)
	if high > f.last { // at the pace so far
		end = start + float64(f.pages[most].last-f.pages[1].first)/float64(most)*float64(f.last-low)
	}
	number := low + 1
	if start != end {
		number += int64((float64(id) - start) / (end - start) * float64(high-low-1))
	}
	return f.nearest(min(max(number, low+1), f.last))
}

// nearest gives the unread page closest to number, or number itself if all were read.
func (f *fleet) nearest(number int64) int64 {
	for away := range f.last {
		for _, near := range []int64{number + away, number - away} {
			if _, was := f.pages[near]; !was && near >= 1 && near <= f.last {
				return near
			}
		}
	}
	return number
}
