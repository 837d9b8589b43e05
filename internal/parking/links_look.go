package parking

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"
)

// Before a vehicle is created, the service is asked whether it exists. A duplicate could never be deleted, so an empty
// answer alone does not count as absence. What counts is:
//
//   - The whole listing, read since the link was asked for, with as many vehicles as its total says.
//   - A whole listing up to a minute old, if this process registered the plate itself: nobody can have linked it before
//     (A15). For a plan one of ten minutes is enough: the creation asks again.
//   - The filter, if it works for this client. It may compare with the stored spelling, so the bare spelling is asked
//     for too.
//   - Otherwise, and before a creation is repeated, the filter and the whole listing, read while this process creates
//     nothing.
//
// A list or a filter that is denied proves nothing alone: the list of a client may be down. Then the filter must show another link once
// more, or this process have registered the plate itself.

// filterState is what is known about the filter by plate, for one client.
type filterState int

const (
	filterUntried filterState = iota
	filterWorks
	filterBroken
)

// covers reports whether the listing is recent enough to say which links there are.
func (w whole) covers(age time.Duration, since int64) bool {
	return w.number > since || w.number > 0 && time.Since(w.began) <= age
}

// recall answers a read from what is known. If the read has no id, or no vehicle has that id, it needs the whole listing:
// another link of the plate may be meant. What this process has just created answers in any case, since reads may lag. told is
// false if the service must be asked. The error is Unproven if a denied listing is all that says that the link does not exist.
func (l *links) recall(ctx context.Context, q linkQuery, since int64) (found Vehiculo, there, told bool, err error) {
	if held, in := l.known.of[q.id]; in && held.Placa.Value != nil && SamePlaca(*held.Placa.Value, q.placa) && held.answers(ctx) {
		return held.Vehiculo, true, true, nil
	}
	age := factAge
	if q.creating && !q.planning {
		age = absenceAge
	}
	for _, id := range l.known.ids[BarePlaca(q.placa)] {
		if held := l.known.of[id]; q.creating && l.lags(held) {
			return held.Vehiculo, true, true, nil
		}
	}
	if !l.whole.covers(age, since) || q.creating && l.whole.lookUp {
		return Vehiculo{}, false, false, nil
	}
	if found, there = l.known.pick(q.placa); there {
		return found, true, l.known.of[found.ID].answers(ctx), nil
	}
	registered := l.client.Registered(q.placa)
	if q.creating && l.whole.denied != nil && !registered {
		return Vehiculo{}, false, true, unproven(l.whole.denied)
	}
	proves := !q.creating || q.planning || l.whole.number > since || registered
	return Vehiculo{}, false, proves && l.whole.counted, nil
}

// unproven is the error of a link that only a denied listing does not show.
func unproven(denied error) error {
	hidden := *ErrorOf(denied)
	hidden.Kind = Unproven
	return &hidden
}

// lags reports whether this process created a link so lately that reads may not show it yet.
func (l *links) lags(f fact) bool { return f.made && time.Since(f.at) < l.client.lag() }

// readFiltered reads a link with the filter. If it is to be created and the filter does not show it, its absence is
// confirmed.
func (l *links) readFiltered(ctx context.Context, q linkQuery, since int64) (found Vehiculo, ok bool, err error) {
	l.mu.Unlock()
	list, err := l.client.filtered(ctx, l.clienteID, q.placa)
	l.mu.Lock()
	for _, v := range list {
		l.known.learn(v, false)
	}
	if found, ok = PickVehiculo(list, q.placa, q.id); ok {
		return found, true, nil
	}
	if q.creating && (err == nil || Is(err, NotFound)) {
		if err != nil {
			l.filter = filterUntried // it may be down since
		}
		if works, err := l.filterWorks(ctx); works || err != nil {
			return Vehiculo{}, false, err
		}
		if found, ok, err = l.lookInAll(ctx, q.placa, since); Is(err, Unproven) && l.client.Registered(q.placa) {
			err = nil
		}
		return found, ok, err
	}
	return Vehiculo{}, false, err
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
	if err != nil && !Denied(err) && !ofTheListing(err) {
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
	for _, id := range slices.Sorted(maps.Keys(l.known.of)) {
		held := l.known.of[id]
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
	return l.lookInAll(ctx, placa, l.begun)
}

// lookInAll looks for a link in a whole listing that is read after since.
func (l *links) lookInAll(ctx context.Context, placa string, since int64) (Vehiculo, bool, error) {
	err := l.readWhole(ctx, since)
	if err == nil {
		if found, ok := l.known.pick(placa); ok || l.whole.denied == nil {
			return found, ok, nil
		}
		err = l.whole.denied
	}
	if Denied(err) && !Is(err, DeniesAll) {
		err = unproven(err)
	}
	return Vehiculo{}, false, err
}

// beginCreation delays a creation while the listing is read.
func (l *links) beginCreation(ctx context.Context) error {
	if l.linking.Acquire(ctx, 1) != nil {
		return whyEnded(ctx)
	}
	return nil
}

// endCreation notes how one try of a creation ended. If the link was rejected or may exist, older listings no longer
// prove that it does not.
func (l *links) endCreation(request VehiculoRequest, made Vehiculo, err error) {
	l.linking.Release(1)
	if err != nil {
		l.client.links.registered.Delete(BarePlaca(request.Placa))
		return
	}
	partial := !made.Nombre.Sent || !made.Activado.Sent || !made.Favorito.Sent
	if made.Placa.Value == nil {
		made.Placa = Field[string]{Sent: true, Value: &request.Placa}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.known.store(fact{Vehiculo: made, at: time.Now(), partial: partial, made: true})
}
