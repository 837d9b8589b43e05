package parking

import (
	"context"
	"errors"
	"sync"
	"time"
)

const (
	// factAge is how long a read may be answered by what a page showed before. A
	// refresh of a few thousand resources, ten at a time, is one picture; what is
	// older is read again.
	factAge = 10 * time.Minute
	// absenceAge is how long the whole listing may say that a vehicle is not there, for
	// a creation whose plate this process registered. Another run may create it meanwhile.
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
		f = newFleet(fleetSource{c, clienteID})
		c.fleets.of[clienteID] = f
	}
	return f
}

// fleet is what this process knows of the vehicles of one client, and what it
// spent to know it.
//
// There are two ways to read vehicles: one by one, with a filter, or all pages of
// the listing. Which is cheaper depends on how many Terraform will ask for, and
// nobody knows that before the end. So every vehicle that is asked for earns two
// requests, and nothing is sent that is not earned: whenever the asking ends, no
// more was spent than twice the cheaper way.
// Of its two requests each read that waits keeps one, for the filter, which surely
// answers. What is left buys pages: the one that most likely shows the vehicle,
// and the rest of the listing as soon as it can be paid for. Who knows beforehand
// what will be asked for says so, and the reads pay together; see fleet_listing.go.
//
// A page tells facts: the vehicles on it exist. However the listing shifts while
// it is read, that stays true, since the service deletes no vehicle; what shifts
// out of sight is read with the filter. That a vehicle is not there is told by the
// whole listing alone: when as many are known as every page said that there are,
// and as this process created since, and when the last page is not full or nothing
// comes after it. Creations wait while pages are in flight, and pages while creations
// are, so that this number means what it says. What a creation needs besides is in
// fleet_look.go.
type fleet struct {
	source fleetSource

	mu sync.Mutex
	// changed is closed, and made anew, when something happened that a read or a
	// creation may wait for.
	changed chan struct{}

	known  map[int64]fact
	listed int64              // how many of them total counts
	links  map[string][]int64 // ids by bare plate
	proven bool               // as many as are listed were all: nothing came after the last page
	filter filterState

	readings, read int64 // of the whole listing for creations: begun, and the last that ended well
	quiet          int   // those that are begun, or wait for creations to end

	// What follows is of one account; renew opens the next.
	since    time.Time
	asked    map[read]bool
	needed   int64 // reads asked for
	spent    int64 // requests sent for them
	pages    map[int64]span
	last     int64 // pages that there are
	size     int64 // vehicles on a full page
	bytes    int   // of all pages
	total    int64 // vehicles that there are: what the first page said, and own creations
	shifted  bool  // a page said otherwise
	complete bool  // all are known
	trouble  error // why no more pages are read

	fetched  int64                        // pages that were asked for
	counted  int64                        // the last of them after which all were known
	inFlight map[int64]context.CancelFunc // pages, also those that wait for creations
	waiting  int64                        // reads that wait, for pages or for their turn
	listing  int64                        // those who wait for the whole listing
	alone    int64                        // reads with the filter
	writing  int                          // creations in flight
}

// read is what is asked for: a link by its plate, and by its id where that is known.
type read struct {
	placa string
	id    int64
	// creating: what is not there will be created; sending: not for the first time.
	creating, sending bool
}

// guesses are the pages that were to show what a read asks for.
type guesses struct {
	since  int64 // pages that had been asked for before
	page   int64 // 0 for none
	misses int
}

// enough reports whether so many pages failed to show it that it hardly is where
// its id says.
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
	answered step = iota
	waits
	alone
)

func newFleet(source fleetSource) *fleet {
	return &fleet{source: source, changed: make(chan struct{}), known: make(map[int64]fact), links: make(map[string][]int64),
		inFlight: make(map[int64]context.CancelFunc)}
}

// find gives the link that is asked for. When it is not found, the filter did not
// show it, or the whole listing did not.
func (f *fleet) find(ctx context.Context, r read) (found Vehiculo, ok bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open(r.creating)
	f.enter(r)
	f.waiting++
	defer func() { f.waiting-- }()
	guesses := guesses{since: f.fetched}
	for {
		found, ok, next := f.next(ctx, r, &guesses)
		switch next {
		case answered:
			return found, ok, nil
		case alone:
			if r.sending {
				return f.lookInAll(ctx, r.placa)
			}
			return f.readAlone(ctx, r)
		}
		if err := f.wait(ctx); err != nil {
			return Vehiculo{}, false, f.gaveUp(1, err)
		}
	}
}

// open opens an account where the one there is is too old, and nobody uses it.
func (f *fleet) open(creating bool) {
	age := factAge
	if creating {
		age = absenceAge
	}
	if time.Since(f.since) > age && f.waiting == 0 && len(f.inFlight) == 0 {
		f.renew(creating)
	}
}

// enter takes a read into the account, once.
func (f *fleet) enter(r read) (first bool) {
	if f.asked[r] {
		return false
	}
	f.asked[r] = true
	f.needed++
	return true
}

// gaveUp ends the pages that nobody waits for but those who just stopped.
func (f *fleet) gaveUp(own int64, err error) error {
	f.endPages(own)
	return &NoAnswerError{Operation: opVehiculos.name, Sent: true, Err: err}
}

func (f *fleet) endPages(own int64) {
	if f.waiting+f.listing > own {
		return
	}
	for _, cancel := range f.inFlight {
		cancel()
	}
}

// renew opens an account. For absence what is known stays known: when the next
// page says that there are as many vehicles as before, they are the same.
func (f *fleet) renew(absence bool) {
	if !absence {
		f.forget()
	}
	f.since, f.asked, f.pages = time.Now(), make(map[read]bool), make(map[int64]span)
	f.needed, f.spent, f.bytes, f.shifted, f.complete = 0, 0, 0, false, false
	f.tryAgain()
}

// next decides what a read does: it is answered by what is known, waits for pages,
// which it may have begun, or goes alone.
func (f *fleet) next(ctx context.Context, r read, g *guesses) (found Vehiculo, ok bool, next step) {
	held, there := f.lookUp(r)
	switch {
	case there && time.Since(held.seen) <= factAge:
		return held.Vehiculo, true, answered
	case !there && f.tellsAbsence(r, g.since):
		return Vehiculo{}, false, answered
	case f.complete && !there && f.recount(ctx):
		return Vehiculo{}, false, waits
	case f.complete:
		return Vehiculo{}, false, alone
	case f.trouble != nil:
	case f.buy(ctx):
	case r.id == 0:
		return Vehiculo{}, false, alone
	case g.enough(f):
		return Vehiculo{}, false, alone
	default:
		number := f.guess(r.id)
		if f.unread(number) && f.affords(1) {
			f.fetch(ctx, number, f.listing == 0)
		}
		if f.inFlight[number] != nil {
			g.page = number
		}
		if f.alone > 0 { // whoever comes after it earns a page
			return Vehiculo{}, false, waits
		}
	}
	if len(f.inFlight) > 0 {
		return Vehiculo{}, false, waits
	}
	return Vehiculo{}, false, alone
}

// buy buys the pages that every read wants: the first, which tells how many there
// are, and all others as soon as they can be paid for. settled is false as long as
// there are others that cannot be.
func (f *fleet) buy(ctx context.Context) (settled bool) {
	last, unread := f.last, f.last-int64(len(f.pages)+len(f.inFlight))
	if unread == 0 && len(f.inFlight) == 0 && f.listed == f.total && !f.shifted && !f.proven {
		last, unread = last+1, 1 // the last is full, and only one more shows that it is the last
	}
	switch {
	case len(f.pages) == 0:
		if f.unread(1) && (f.listing > 0 || f.affords(1)) {
			f.fetch(ctx, 1, f.listing == 0)
		}
	case unread <= 0:
	case f.listing > 0 || f.spent+unread <= f.earned():
		for number := int64(1); number <= last; number++ {
			if f.unread(number) {
				f.fetch(ctx, number, f.listing == 0)
			}
		}
	default:
		return false
	}
	return true
}

// earned is what may have been spent so far. It needs no bound: when as many reads
// were asked for as there are pages, the rest of the listing can be paid for, and
// nothing more is bought after it.
func (f *fleet) earned() int64 { return 2 * f.needed }

// affords reports whether pages can be paid for when each read that waits keeps one
// request for itself.
func (f *fleet) affords(pages int64) bool { return f.spent+f.waiting+pages <= f.earned() }

func (f *fleet) unread(number int64) bool {
	_, was := f.pages[number]
	return !was && f.inFlight[number] == nil
}

// readAlone reads a link with the filter. What is to be created, and does not show, is
// confirmed.
func (f *fleet) readAlone(ctx context.Context, r read) (Vehiculo, bool, error) {
	f.spent++
	f.waiting--
	f.alone++
	f.mu.Unlock()
	found, ok, err := f.source.link(ctx, r)
	f.mu.Lock()
	f.alone--
	f.waiting++
	if !ok && BarePlaca(r.placa) != r.placa {
		f.spent++ // for the other spelling
	}
	switch {
	case ok:
		f.learn(found, false)
		f.filter = filterWorks
	case err != nil && !errors.Is(err, ErrNotFound) && ctx.Err() == nil:
		f.trouble = err // no time for one after the other
	}
	if !ok || r.id == 0 {
		delete(f.asked, r) // asked for again, it is read again
	}
	f.happened()
	if !ok && r.creating && (err == nil || errors.Is(err, ErrNotFound)) {
		return f.confirm(ctx, r)
	}
	return found, ok, err
}

// fetch buys a page, for whoever needs it: it does not end with the read that
// wanted it first, but with the last that waits. It is spent for reads, or not.
func (f *fleet) fetch(ctx context.Context, number int64, spent bool) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	f.inFlight[number] = cancel
	if spent {
		f.spent++
	}
	f.fetched++
	count, beyond := f.fetched, number > max(f.last, 1)
	go func() {
		defer cancel()
		p, err := f.load(ctx, number, beyond)
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.inFlight, number)
		switch {
		case err == nil:
			if f.take(number, p); f.complete {
				f.counted = max(f.counted, count)
			}
		case ctx.Err() == nil:
			f.trouble = err
		}
		f.happened()
	}()
}

// load reads a page once no creation is in flight.
func (f *fleet) load(ctx context.Context, number int64, beyond bool) (fleetPage, error) {
	f.mu.Lock()
	for f.writing > 0 {
		if err := f.wait(ctx); err != nil {
			f.mu.Unlock()
			return fleetPage{}, err
		}
	}
	f.mu.Unlock()
	return f.source.page(ctx, number, beyond)
}

// write holds a creation back while pages are in flight, and pages while it is.
func (f *fleet) write(ctx context.Context) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for len(f.inFlight) > 0 || f.quiet > 0 {
		if err := f.wait(ctx); err != nil {
			return err
		}
	}
	f.writing++
	return nil
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
