package parking

import (
	"context"
	"errors"
	"time"
)

// expect takes many reads into the account before they are asked for, one by one,
// and waits for the pages that they pay for together: so they need not go alone
// until enough of them were asked for. Few reads of many vehicles are left to
// find what is worth reading.
// What a page fails with is the answer for all of them, but where pages are not
// what they should be: then reads with the filter are (A3).
func (f *fleet) expect(ctx context.Context, reads []read) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	var entered []read
	for _, r := range reads {
		f.open(r.creating)
		if f.enter(r) {
			entered = append(entered, r)
		}
	}
	own := int64(len(reads))
	f.waiting += own
	defer func() { f.waiting -= own; f.withdraw(entered) }()
	f.tryAgain()
	for {
		for len(reads) > 0 && f.sees(reads[0]) {
			reads = reads[1:]
		}
		switch {
		case len(reads) == 0, f.complete, errors.Is(f.trouble, ErrContract):
			return nil
		case f.trouble != nil:
			f.endPages(own)
			return f.trouble
		case !f.buy(ctx), len(f.inFlight) == 0:
			return nil
		}
		if err := f.wait(ctx); err != nil {
			return f.gaveUp(own, err)
		}
	}
}

// withdraw takes reads out of the account that were only expected: they enter it
// again when they are asked for.
func (f *fleet) withdraw(reads []read) {
	for _, r := range reads {
		delete(f.asked, r)
		f.needed--
	}
}

// sees reports whether a read will be answered by what is known.
func (f *fleet) sees(r read) bool {
	held, there := f.lookUp(r)
	return there && time.Since(held.seen) <= factAge
}

// all gives the whole listing, in no order. It is not whole when the
// pages do not prove it: they shifted, or do not say how many vehicles there are.
func (f *fleet) all(ctx context.Context) (list []Vehiculo, whole bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open(false)
	f.listing++
	defer func() { f.listing-- }()
	f.tryAgain()
	for {
		switch {
		case f.complete:
			list, whole = f.list()
			return list, whole, nil
		case f.shifted, errors.Is(f.trouble, ErrContract):
			return nil, false, nil
		case f.trouble != nil:
			f.endPages(1)
			return nil, false, f.trouble
		}
		if f.buy(ctx); len(f.inFlight) == 0 {
			return nil, false, nil
		}
		if err := f.wait(ctx); err != nil {
			return nil, false, f.gaveUp(1, err)
		}
	}
}

// list gives what is known once the listing is complete, unless it is too old.
func (f *fleet) list() (list []Vehiculo, fresh bool) {
	for _, held := range f.known {
		if time.Since(held.seen) > factAge {
			return nil, false
		}
		list = append(list, held.Vehiculo)
	}
	return list, true
}

// saw takes vehicles in that a listing showed which is not of this account.
func (f *fleet) saw(list []Vehiculo) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, v := range list {
		f.learn(v, false)
	}
}

// tryAgain forgets a failure before many requests depend on it. That pages are not
// what they should be does not pass.
func (f *fleet) tryAgain() {
	if !errors.Is(f.trouble, ErrContract) {
		f.trouble = nil
	}
}
