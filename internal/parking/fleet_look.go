package parking

import (
	"context"
	"errors"
	"fmt"
)

// Before a vehicle is created, the service is asked whether it exists. A duplicate could never be deleted, so an empty
// answer alone does not count as absence. What counts is:
//
//   - The whole listing, if a page read since then gives the same number of vehicles.
//   - The filter, if it has worked for this client before. It may compare with the stored spelling, so the bare spelling
//     is asked for too.
//   - Otherwise, and before a creation is repeated, every page of the listing, read while this process creates nothing.

// filterState is what is known about the filter by plate, for one client.
type filterState int

const (
	filterUntried filterState = iota
	filterWorks
	filterBroken
)

// recount starts another read of the first page, which gives the current number of vehicles, and reports whether it is
// under way. All who need it at the same time share it, so it is not charged to the account.
func (f *fleet) recount(ctx context.Context) bool {
	if f.inFlight[1] == nil && f.failure == nil {
		f.fetch(ctx, 1, false)
	}
	return f.inFlight[1] != nil
}

// confirm checks the absence of a link that the filter does not show and that is to be created.
func (f *fleet) confirm(ctx context.Context, q linkQuery) (Vehiculo, bool, error) {
	works, err := f.filterWorks(ctx)
	if works || err != nil {
		return Vehiculo{}, false, err
	}
	return f.lookInAll(ctx, q.placa)
}

// filterWorks reports whether the filter shows a vehicle that a page showed. It asks once.
func (f *fleet) filterWorks(ctx context.Context) (bool, error) {
	unlock, err := f.turn(ctx, "filter")
	if err != nil {
		return false, err
	}
	defer unlock()
	sample, there := f.sample()
	if f.filter != filterUntried || !there {
		return f.filter == filterWorks, nil
	}
	f.mu.Unlock()
	list, err := f.client.Vehiculos(ctx, VehiculosFilter{ClienteID: f.clienteID, Placa: *sample.Placa.Value})
	f.mu.Lock()
	if err != nil && !errors.Is(err, ErrNotFound) && !errors.Is(err, ErrContract) {
		return false, err
	}
	f.filter = filterBroken
	if _, shown := byID(list, sample.ID); shown {
		f.filter = filterWorks
	}
	return f.filter == filterWorks, nil
}

// sample gives a listed vehicle to try the filter with, if possible one with blanks or hyphens in its plate: a filter
// that drops these does not find it.
func (f *fleet) sample() (sample Vehiculo, there bool) {
	for _, held := range f.facts {
		if held.Placa.Value == nil {
			continue
		}
		sample, there = held.Vehiculo, true
		if BarePlaca(*held.Placa.Value) != *held.Placa.Value {
			break
		}
	}
	return sample, there
}

// lookInAll looks for a link in a whole listing that is read from now on. All who come while one is being read share
// the next.
func (f *fleet) lookInAll(ctx context.Context, placa string) (Vehiculo, bool, error) {
	before := f.readingsBegun
	unlock, err := f.turn(ctx, "listing")
	if err != nil {
		return Vehiculo{}, false, err
	}
	defer unlock()
	if f.readingsDone <= before {
		if err := f.readAll(ctx); err != nil {
			return Vehiculo{}, false, err
		}
	}
	found, ok := f.pick(placa)
	return found, ok, nil
}

// readAll reads the whole listing while no creation is in flight.
func (f *fleet) readAll(ctx context.Context) error {
	f.readingsBegun++
	this := f.readingsBegun
	f.readingsOpen++
	defer func() { f.readingsOpen--; f.happened() }()
	for f.creations > 0 {
		if err := f.wait(ctx); err != nil {
			return &NoAnswerError{Operation: opVehiculos.name, Sent: true, Err: err}
		}
	}
	f.mu.Unlock()
	list, err := f.client.Vehiculos(ctx, VehiculosFilter{ClienteID: f.clienteID})
	f.mu.Lock()
	if err != nil && !errors.Is(err, ErrNotFound) { // that there is nothing to list is an answer too
		return err
	}
	for _, v := range list {
		f.learn(v, false)
	}
	f.readingsDone = this
	return nil
}

// turn waits until no other caller does the same for this client.
func (f *fleet) turn(ctx context.Context, what string) (unlock func(), err error) {
	f.mu.Unlock()
	defer f.mu.Lock()
	unlock, err = f.client.turns.lock(ctx, fmt.Sprintf("%s of client %d", what, f.clienteID))
	if err != nil {
		return nil, &NoAnswerError{Operation: opVehiculos.name, Sent: true, Err: err}
	}
	return unlock, nil
}
