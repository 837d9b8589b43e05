package parking

import (
	"context"
	"fmt"
	"maps"
	"slices"
)

// Before a vehicle is created, the service is asked whether it exists. A duplicate could never be deleted, so an empty
// answer alone does not count as absence. What counts is:
//
//   - The whole listing, read since the link was asked for, with as many vehicles as its total says. Where it was whole
//     before, and its first page gives as many vehicles as are known, it is so again.
//   - A whole listing up to a minute old, if this process registered the plate itself: nobody can have linked it before
//     (A15). Also for a plan: the creation asks again.
//   - The filter, if it works for this client. It may compare with the stored spelling, so the bare spelling is asked
//     for too.
//   - Otherwise, and before a creation is repeated, the filter and the whole listing, read while this process creates
//     nothing.

// filterState is what is known about the filter by plate, for one client.
type filterState int

const (
	filterUntried filterState = iota
	filterWorks
	filterBroken
)

// provesAbsence reports whether a link that is no fact does not exist.
func (l *links) provesAbsence(q linkQuery, since int64) bool {
	if !q.creating {
		return l.whole.counted && l.whole.covers(q, since)
	}
	return l.whole.counted && !l.whole.lookUp && (l.whole.number > since || (l.client.Registered(q.placa) || q.planning) && l.whole.covers(q, since))
}

// confirm checks the absence of a link that the filter does not show and that is to be created.
func (l *links) confirm(ctx context.Context, q linkQuery, since int64) (Vehiculo, bool, error) {
	works, err := l.filterWorks(ctx)
	if works || err != nil {
		return Vehiculo{}, false, err
	}
	return l.lookInAll(ctx, q.placa, since)
}

// filterWorks reports whether the filter shows a vehicle that a page showed. It asks once.
func (l *links) filterWorks(ctx context.Context) (bool, error) {
	l.mu.Unlock()
	unlock, err := l.client.turns.lock(ctx, fmt.Sprintf("filter of client %d", l.clienteID))
	l.mu.Lock()
	if err != nil {
		return false, abandoned(opVehiculos, true, err)
	}
	defer unlock()
	if l.filter != filterUntried {
		return l.filter == filterWorks, nil
	}
	sample, there := l.sample()
	if !there {
		return false, nil
	}
	l.mu.Unlock()
	list, err := l.client.Vehiculos(ctx, VehiculosFilter{ClienteID: l.clienteID, Placa: *sample.Placa.Value})
	l.mu.Lock()
	if err != nil && !Is(err, NotFound) && !Is(err, Unexpected, Changing, TooLong) {
		return false, err
	}
	l.filter = filterBroken
	if _, shown := byID(list, sample.ID); shown {
		l.filter = filterWorks
	}
	return l.filter == filterWorks, nil
}

// sample gives a vehicle to try the filter with, if possible one with blanks or hyphens in its plate: a filter that
// drops these does not find it. Of several it is the first one, so that every run asks the same.
func (l *links) sample() (sample Vehiculo, there bool) {
	for _, id := range slices.Sorted(maps.Keys(l.facts)) {
		held := l.facts[id]
		if held.Placa.Value == nil || !held.listed {
			continue
		}
		if BarePlaca(*held.Placa.Value) != *held.Placa.Value {
			return held.Vehiculo, true
		}
		if !there {
			sample, there = held.Vehiculo, true
		}
	}
	return sample, there
}

// lookAgain looks for a link whose creation may be repeated.
func (l *links) lookAgain(ctx context.Context, placa string) (Vehiculo, bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.whole = whole{} // so that page 1 alone is not enough
	return l.lookInAll(ctx, placa, l.begun)
}

// lookInAll looks for a link in a whole listing that is read from now on. All who come while one is being read share
// the next. Nothing is created meanwhile.
func (l *links) lookInAll(ctx context.Context, placa string, since int64) (Vehiculo, bool, error) {
	if l.idle {
		l.end() // its first page was read before
	}
	err := l.readWhole(ctx, func() bool { return l.whole.number > since && !l.whole.lookUp })
	if err != nil {
		return Vehiculo{}, false, err
	}
	found, ok := l.pick(placa)
	return found, ok, nil
}
