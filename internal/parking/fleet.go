package parking

import (
	"context"
	"errors"
	"sync"
	"time"
)

const (
	// factAge is how long a vehicle seen on a page may answer reads. It covers the refresh of a few thousand resources,
	// ten at a time.
	factAge = 10 * time.Minute
	// absenceAge is how long the whole listing proves that a vehicle does not exist, for a creation whose plate this
	// process registered. Another run may create it in the meantime.
	absenceAge = time.Minute
	// maxMisses is how many pages a read waits for, one after the other.
	maxMisses = 3
)

// fleets are the fleets of all clients that this process has read.
type fleets struct {
	mu sync.Mutex
	of map[int64]*fleet
	// registered are the bare plates that this process registered itself.
	registered sync.Map
}

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

// fleet is what this process has read of the vehicles of one client, and how many requests that took.
//
// There are two ways to read vehicles: one by one with a filter, or all pages of the listing. Which is cheaper depends
// on how many vehicles Terraform will ask for, and that is unknown until the end. So every vehicle that is asked for
// earns two requests, and no request is sent before it is earned: whenever the asking ends, the cost is at most twice
// that of the cheaper way. Each waiting read keeps one of its two requests for the filter, which certainly answers. The
// rest buys pages: the one that most likely shows the vehicle, and all others as soon as they are affordable. A caller
// that knows in advance what it will ask for says so (expect), and its reads pay together.
//
// A page shows facts: the vehicles on it exist. That stays true however the listing shifts while it is read, since the
// service deletes no vehicle; vehicles that shift out of the pages are read with the filter. Only the whole listing
// proves that a vehicle does not exist: as many were read as every page says there are, plus those that this process
// created since, and the last page is not full or nothing comes after it. Creations wait while pages are in flight, and
// pages wait while creations are, so that the numbers stay comparable.
//
// fleet_pages.go fetches pages and keeps what they show; fleet_look.go holds what a creation needs in addition.
type fleet struct {
	client    *Client
	clienteID int64

	mu sync.Mutex
	// changed is closed and replaced when something happens that a read or a creation may wait for.
	changed chan struct{}

	facts  map[int64]fact
	listed int64              // how many of them total counts
	links  map[string][]int64 // ids by bare plate
	proven bool               // as many as are listed were all: nothing came after the last page
	filter filterState

	// Readings of the whole listing for creations.
	readingsBegun, readingsDone int64 // numbers of the last that began, and of the last that ended well
	readingsOpen                int   // those that are begun, or wait for creations to end

	// The fields below belong to one account; renew opens the next.
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

// linkQuery is what a read asks for: a link by its plate, and by its id if the caller has one.
type linkQuery struct {
	placa string
	id    int64
	// creating: the link will be created if it does not exist. again: this is not the first try.
	creating, again bool
}

// guesses are the pages that were expected to show a vehicle.
type guesses struct {
	since  int64 // pages that had been asked for before
	page   int64 // 0 for none
	misses int
}

// enough reports whether so many guessed pages failed to show the vehicle that its id is no guide.
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

// find gives the link that is asked for. Not found means that the filter, or the whole listing, did not show it.
func (f *fleet) find(ctx context.Context, q linkQuery) (found Vehiculo, ok bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open(q.creating)
	f.enter(q)
	f.waiting++
	defer func() { f.waiting-- }()
	if q.creating {
		f.client.reading.unshare() // what is in flight may be older than what another run links now
	}
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

// expect enters many reads into the account before they are asked for one by one, and waits for the pages that they pay
// for together; otherwise each would use the filter until enough of them had asked. It does nothing for few reads of
// many vehicles. If a page fails, all of them fail with its error, unless the pages are not as they should be: then
// they use the filter (A3).
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

// all gives the whole listing, in no order. It reports false if the pages do not prove it whole: they shifted, or do
// not say how many vehicles there are.
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

// open opens a new account if the current one is too old and unused.
func (f *fleet) open(creating bool) {
	age := factAge
	if creating {
		age = absenceAge
	}
	if time.Since(f.opened) > age && f.waiting == 0 && len(f.inFlight) == 0 {
		f.renew(creating)
	}
}

// enter adds a read to the account, once.
func (f *fleet) enter(q linkQuery) (first bool) {
	if f.asked[q] {
		return false
	}
	f.asked[q] = true
	f.needed++
	return true
}

// gaveUp ends the pages that only readers who gave up were waiting for.
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

// renew opens an account. It keeps the facts to prove absence: if the next page gives the same number of vehicles, they
// are the same.
func (f *fleet) renew(absence bool) {
	if !absence {
		f.forget()
	}
	f.opened, f.asked, f.pages = time.Now(), make(map[linkQuery]bool), make(map[int64]span)
	f.needed, f.spent, f.bytes, f.shifted, f.complete = 0, 0, 0, false, false
	f.tryAgain()
}

// tryAgain forgets a failure before many requests depend on it, unless the pages are not as they should be, which does
// not pass.
func (f *fleet) tryAgain() {
	if !errors.Is(f.failure, ErrContract) {
		f.failure = nil
	}
}

// next decides how a read goes on: facts answer it, it waits for pages, which it may start, or it uses the filter.
func (f *fleet) next(ctx context.Context, q linkQuery, g *guesses) (found Vehiculo, ok bool, next step) {
	held, there := f.lookUp(q)
	switch {
	case there && held.fresh() && (!held.partial || !isLookUp(ctx)): // a resource keeps in its state what is omitted
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

// buy buys the pages that every read needs: the first one, which says how many there are, and all others once they are
// affordable. It reports whether no page is left to pay for.
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

// earned is how many requests may have been sent so far. It needs no limit: once as many reads were asked for as there
// are pages, all pages are affordable, and nothing more is bought.
func (f *fleet) earned() int64 { return 2 * f.needed }

// affords reports whether pages are affordable if each waiting read keeps one request for itself.
func (f *fleet) affords(pages int64) bool { return f.spent+f.waiting+pages <= f.earned() }

func (f *fleet) unread(number int64) bool {
	_, was := f.pages[number]
	return !was && f.inFlight[number] == nil
}

// readFiltered reads a link with the filter. If it is to be created and the filter does not show it, its absence is
// confirmed.
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

func (f *fleet) wait(ctx context.Context) error {
	changed := f.changed
	f.mu.Unlock()
	defer f.mu.Lock()
	select {
	case <-changed:
		return nil
	case <-ctx.Done():
		return whyEnded(ctx)
	}
}

func (f *fleet) happened() {
	close(f.changed)
	f.changed = make(chan struct{})
}
