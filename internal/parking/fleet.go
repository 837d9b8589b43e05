package parking

import (
	"context"
	"errors"
	"sync"
	"time"
)

const (
	// factAge is how long a read may be answered by what a page showed before. A refresh of a few thousand resources,
	// ten at a time, is one picture; what is older is read again.
	factAge = 10 * time.Minute
	// absenceAge is how long the whole listing may say that a vehicle is not there, for a creation whose plate this
	// process registered. Another run may create it meanwhile.
	absenceAge = time.Minute
	// maxMisses is how many pages a read waits for, one after the other.
	maxMisses = 3
)

// fleets are the fleets of all clients that this process asked about.
type fleets struct {
	mu sync.Mutex
	of map[int64]*fleet
	// registered are the bare plates that this process registered itself.
	registered sync.Map
}

// fleet gives the one of a client.
func (c *Client) fleet(clienteID int64) *fleet {
	c.fleets.mu.Lock()
	defer c.fleets.mu.Unlock()
	f, there := c.fleets.of[clienteID]
	if !there {
		f = newFleet(c, clienteID)
		c.fleets.of[clienteID] = f
	}
	return f
}

// fleet is what this process has read of the vehicles of one client, and what it spent to read it.
//
// There are two ways to read vehicles: one by one, with a filter, or all pages of the listing. Which is cheaper depends
// on how many Terraform will ask for, and nobody knows that before the end. So every vehicle that is asked for earns
// two requests, and nothing is sent that is not earned: whenever the asking ends, no more was spent than twice the
// cheaper way. Of its two requests each read that waits keeps one, for the filter, which surely answers. What is left
// buys pages: the one that most likely shows the vehicle, and the rest of the listing as soon as it can be paid for. A
// caller that knows beforehand what it will ask for says so (expect), and its reads pay together.
//
// A page shows facts: the vehicles on it exist. However the listing shifts while it is read, that stays true, since the
// service deletes no vehicle; what shifts out of the pages is read with the filter. Only the whole listing proves that
// a vehicle is not there: when as many were read as every page says that there are, plus those that this process
// created since, and when the last page is not full or nothing comes after it. Creations wait while pages are in
// flight, and pages while creations are, so that this number means what it says.
//
// fleet_pages.go fetches pages and keeps what they show; fleet_look.go holds what a creation needs besides.
type fleet struct {
	client    *Client
	clienteID int64

	mu sync.Mutex
	// changed is closed, and made anew, when something happened that a read or a creation may wait for.
	changed chan struct{}

	facts  map[int64]fact
	listed int64              // how many of them total counts
	links  map[string][]int64 // ids by bare plate
	proven bool               // as many as are listed were all: nothing came after the last page
	filter filterState

	// Readings of the whole listing for creations.
	readingsBegun, readingsDone int64 // numbers of the last that began, and of the last that ended well
	readingsOpen                int   // those that are begun, or wait for creations to end

	// What follows is of one account; renew opens the next.
	opened   time.Time
	asked    map[linkQuery]bool
	needed   int64 // reads asked for
	spent    int64 // requests sent for them
	pages    map[int64]span
	last     int64 // pages that there are
	size     int64 // vehicles on a full page
	bytes    int   // of all pages
	total    int64 // vehicles that there are: what the first page said, and own creations
	shifted  bool  // a page said otherwise
	complete bool  // all were read
	failure  error // why no more pages are read

	fetched    int64                        // pages that were asked for
	completeAt int64                        // the last of them after which all were read
	inFlight   map[int64]context.CancelFunc // pages, also those that wait for creations
	waiting    int64                        // reads that wait, for pages or for their turn
	wantAll    int64                        // callers that wait for the whole listing
	filtering  int64                        // reads with the filter in flight
	creations  int                          // in flight
}

// linkQuery is what is asked for: a link by its plate, and by its id where the caller has it.
type linkQuery struct {
	placa string
	id    int64
	// creating: what is not there will be created; again: not for the first time.
	creating, again bool
}

// guesses are the pages that were to show what a read asks for.
type guesses struct {
	since  int64 // pages that had been asked for before
	page   int64 // 0 for none
	misses int
}

// enough reports whether so many pages failed to show it that it hardly is where its id says.
func (g *guesses) enough(f *fleet) bool {
	if _, was := f.pages[g.page]; was {
		g.page = 0
		g.misses++
	}
	return g.misses >= maxMisses
}

// step is what a read does next.
type step int

const (
	stepAnswered step = iota
	stepWait
	stepFilter
)

func newFleet(c *Client, clienteID int64) *fleet {
	return &fleet{client: c, clienteID: clienteID, changed: make(chan struct{}), facts: make(map[int64]fact),
		links: make(map[string][]int64), inFlight: make(map[int64]context.CancelFunc)}
}

// find gives the link that is asked for. When it is not found, the filter did not show it, or the whole listing did
// not.
func (f *fleet) find(ctx context.Context, q linkQuery) (found Vehiculo, ok bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open(q.creating)
	f.enter(q)
	f.waiting++
	defer func() { f.waiting-- }()
	guesses := guesses{since: f.fetched}
	for {
		found, ok, next := f.next(ctx, q, &guesses)
		switch next {
		case stepAnswered:
			return found, ok, nil
		case stepFilter:
			if q.again {
				return f.lookInAll(ctx, q.placa)
			}
			return f.readFiltered(ctx, q)
		}
		if err := f.wait(ctx); err != nil {
			return Vehiculo{}, false, f.gaveUp(1, err)
		}
	}
}

// expect takes many reads into the account before they are asked for, one by one, and waits for the pages that they pay
// for together: so none goes with the filter until enough of them were asked for. Few reads of many vehicles are left
// to find what is worth reading. What a page fails with is the answer for all of them, but where pages are not what
// they should be: then reads with the filter are (A3).
func (f *fleet) expect(ctx context.Context, queries []linkQuery) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	var entered []linkQuery
	for _, q := range queries {
		f.open(q.creating)
		if f.enter(q) {
			entered = append(entered, q)
		}
	}
	own := int64(len(queries))
	f.waiting += own
	defer func() {
		f.waiting -= own
		for _, q := range entered { // they enter again when they are asked for
			delete(f.asked, q)
			f.needed--
		}
	}()
	f.tryAgain()
	for {
		for len(queries) > 0 && f.answers(queries[0]) {
			queries = queries[1:]
		}
		switch {
		case len(queries) == 0, f.complete, errors.Is(f.failure, ErrContract):
			return nil
		case f.failure != nil:
			f.endPages(own)
			return f.failure
		case !f.buy(ctx), len(f.inFlight) == 0:
			return nil
		}
		if err := f.wait(ctx); err != nil {
			return f.gaveUp(own, err)
		}
	}
}

// all gives the whole listing, in no order. It is not whole when the pages do not prove it: they shifted, or do not say
// how many vehicles there are.
func (f *fleet) all(ctx context.Context) (list []Vehiculo, whole bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open(false)
	f.wantAll++
	defer func() { f.wantAll-- }()
	f.tryAgain()
	for {
		switch {
		case f.complete:
			list, whole = f.list()
			return list, whole, nil
		case f.shifted, errors.Is(f.failure, ErrContract):
			return nil, false, nil
		case f.failure != nil:
			f.endPages(1)
			return nil, false, f.failure
		}
		if f.buy(ctx); len(f.inFlight) == 0 {
			return nil, false, nil
		}
		if err := f.wait(ctx); err != nil {
			return nil, false, f.gaveUp(1, err)
		}
	}
}

// open opens an account where the one there is is too old, and nobody uses it.
func (f *fleet) open(creating bool) {
	age := factAge
	if creating {
		age = absenceAge
	}
	if time.Since(f.opened) > age && f.waiting == 0 && len(f.inFlight) == 0 {
		f.renew(creating)
	}
}

// enter takes a read into the account, once.
func (f *fleet) enter(q linkQuery) (first bool) {
	if f.asked[q] {
		return false
	}
	f.asked[q] = true
	f.needed++
	return true
}

// gaveUp ends the pages that nobody waits for but those who just stopped.
func (f *fleet) gaveUp(own int64, err error) error {
	f.endPages(own)
	return &NoAnswerError{Operation: opVehiculos.name, Sent: true, Err: err}
}

func (f *fleet) endPages(own int64) {
	if f.waiting+f.wantAll > own {
		return
	}
	for _, cancel := range f.inFlight {
		cancel()
	}
}

// renew opens an account. For absence the facts are kept: when the next page says that there are as many vehicles as
// before, they are the same.
func (f *fleet) renew(absence bool) {
	if !absence {
		f.forget()
	}
	f.opened, f.asked, f.pages = time.Now(), make(map[linkQuery]bool), make(map[int64]span)
	f.needed, f.spent, f.bytes, f.shifted, f.complete = 0, 0, 0, false, false
	f.tryAgain()
}

// tryAgain forgets a failure before many requests depend on it. That pages are not what they should be does not pass.
func (f *fleet) tryAgain() {
	if !errors.Is(f.failure, ErrContract) {
		f.failure = nil
	}
}

// next decides what a read does: it is answered by facts, waits for pages, which it may have begun, or goes with the
// filter.
func (f *fleet) next(ctx context.Context, q linkQuery, g *guesses) (found Vehiculo, ok bool, next step) {
	held, there := f.lookUp(q)
	switch {
	case there && held.fresh():
		return held.Vehiculo, true, stepAnswered
	case !there && f.provesAbsence(q, g.since):
		return Vehiculo{}, false, stepAnswered
	case f.complete && !there && f.recount(ctx):
		return Vehiculo{}, false, stepWait
	case f.complete:
		return Vehiculo{}, false, stepFilter
	case f.failure != nil:
	case f.buy(ctx):
	case q.id == 0, g.enough(f):
		return Vehiculo{}, false, stepFilter
	default:
		number := f.guess(q.id)
		if f.unread(number) && f.affords(1) {
			f.fetch(ctx, number, f.wantAll == 0)
		}
		if f.inFlight[number] != nil {
			g.page = number
		}
		if f.filtering > 0 { // whoever comes after it earns a page
			return Vehiculo{}, false, stepWait
		}
	}
	if len(f.inFlight) > 0 {
		return Vehiculo{}, false, stepWait
	}
	return Vehiculo{}, false, stepFilter
}

// buy buys the pages that every read wants: the first, which says how many there are, and all others as soon as they
// can be paid for. It reports whether no page is left that cannot be.
func (f *fleet) buy(ctx context.Context) (all bool) {
	last, unread := f.last, f.last-int64(len(f.pages)+len(f.inFlight))
	if unread == 0 && len(f.inFlight) == 0 && f.listed == f.total && !f.shifted && !f.proven {
		last, unread = last+1, 1 // the last is full, and only one more shows that it is the last
	}
	switch {
	case len(f.pages) == 0:
		if f.unread(1) && (f.wantAll > 0 || f.affords(1)) {
			f.fetch(ctx, 1, f.wantAll == 0)
		}
	case unread <= 0:
	case f.wantAll > 0 || f.spent+unread <= f.earned():
		for number := int64(1); number <= last; number++ {
			if f.unread(number) {
				f.fetch(ctx, number, f.wantAll == 0)
			}
		}
	default:
		return false
	}
	return true
}

// earned is what may have been spent so far. It needs no bound: when as many reads were asked for as there are pages,
// the rest of the listing can be paid for, and nothing more is bought after it.
func (f *fleet) earned() int64 { return 2 * f.needed }

// affords reports whether pages can be paid for when each read that waits keeps one request for itself.
func (f *fleet) affords(pages int64) bool { return f.spent+f.waiting+pages <= f.earned() }

func (f *fleet) unread(number int64) bool {
	_, was := f.pages[number]
	return !was && f.inFlight[number] == nil
}

// readFiltered reads a link with the filter. What is to be created, and does not show, is confirmed.
func (f *fleet) readFiltered(ctx context.Context, q linkQuery) (Vehiculo, bool, error) {
	f.spent++
	f.waiting--
	f.filtering++
	f.mu.Unlock()
	found, ok, err := f.client.FindVehiculo(ctx, f.clienteID, q.placa, q.id)
	f.mu.Lock()
	f.filtering--
	f.waiting++
	if !ok && BarePlaca(q.placa) != q.placa {
		f.spent++ // for the other spelling
	}
	switch {
	case ok:
		f.learn(found, false)
		f.filter = filterWorks
	case err != nil && !errors.Is(err, ErrNotFound) && ctx.Err() == nil:
		f.failure = err // no time for one after the other
	}
	if !ok || q.id == 0 {
		delete(f.asked, q) // asked for again, it is read again
	}
	f.happened()
	if !ok && q.creating && (err == nil || errors.Is(err, ErrNotFound)) {
		return f.confirm(ctx, q)
	}
	return found, ok, err
}

// wait waits until something happened.
func (f *fleet) wait(ctx context.Context) error {
	changed := f.changed
	f.mu.Unlock()
	defer f.mu.Lock()
	select {
	case <-changed:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (f *fleet) happened() {
	close(f.changed)
	f.changed = make(chan struct{})
}
