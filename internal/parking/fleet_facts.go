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
	var list []Vehiculo
	for _, id := range f.links[BarePlaca(r.placa)] {
		list = append(list, f.known[id].Vehiculo)
	}
	found, there := PickVehiculo(list, r.placa, 0)
	return f.known[found.ID], there
}

// tellsAbsence reports whether what is known is enough to say that a link which it
// lacks is not there.
func (f *fleet) tellsAbsence(r read) bool {
	if r.creating {
		return f.complete && time.Since(f.since) <= absenceAge && !f.doubtful[BarePlaca(r.placa)]
	}
	return f.complete
}

// take learns what a page shows.
func (f *fleet) take(number int64, p fleetPage) {
	switch {
	case p.total == nil:
		f.shifted = true
	case len(f.pages) == 0:
		f.total = *p.total
		if f.listed > f.total { // something is gone after all, so anything may be
			f.forget()
		}
	case *p.total != f.total:
		f.shifted = true
	}
	f.last, f.pages[number] = p.last, p.span()
	at, _ := slices.BinarySearch(f.numbers, number)
	f.numbers = slices.Insert(f.numbers, at, number)
	for _, v := range p.vehiculos {
		f.learn(v, true)
	}
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
	f.listed = 0
}

// wrote learns how a creation ended.
func (f *fleet) wrote(request VehiculoRequest, made Vehiculo, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.writing--
	if err == nil {
		if made.Placa.Value == nil {
			made.Placa = Field[string]{true, &request.Placa}
		}
		f.learn(made, true)
		f.total++
	} else {
		f.doubtful[BarePlaca(request.Placa)] = true
	}
	f.happened()
}
