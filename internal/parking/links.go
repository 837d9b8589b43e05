package parking

import (
	"context"
	"slices"
	"sync"
	"time"
)

const (
	// factAge is how long a vehicle that was read answers reads. It covers the refresh of a few thousand resources, ten
	// at a time.
	factAge = 10 * time.Minute
	// absenceAge is how long the whole listing proves that a vehicle does not exist, for a creation whose plate this
	// process registered. Another run may create it in the meantime.
	absenceAge = time.Minute
)

// registry holds the links of all clients that this process has read.
type registry struct {
	mu sync.Mutex
	of map[int64]*links
	// registered are the bare plates that this process registered itself.
	registered sync.Map
}

func (c *Client) linksOf(clienteID int64) *links {
	c.links.mu.Lock()
	defer c.links.mu.Unlock()
	l, there := c.links.of[clienteID]
	if !there {
		l = &links{client: c, clienteID: clienteID, changed: make(chan struct{}), facts: make(map[int64]fact),
			ids: make(map[string][]int64), open: make(map[linkQuery]int)}
		c.links.of[clienteID] = l
	}
	return l
}

// links are the vehicles of one client: what this process knows of them, and how it reads the others.
//
// They can be read one by one with a filter, or all together as pages of the listing. Which is cheaper depends on how many
// Terraform will ask for, and nobody knows that before the end. So a read is answered from what is known, else with the
// filter, until as many requests were spent as the listing has pages; then the listing is read once, for all vehicles. This is
// ski rental: whenever the asking ends, it cost at most twice as much as the cheaper way. Page 1 of the listing is the first
// request, since it says how many pages there are. Where it does not, filter and pages alternate one for one. A read that
// waits, or was announced (expect), counts as a request that is spent.
//
// What is remembered are records, which are facts for ten minutes, and when the whole listing was read. Whether a link
// may be created is decided by what the service says afterwards: links_look.go. links_listing.go reads the listing.
type links struct {
	client    *Client
	clienteID int64

	mu sync.Mutex
	// changed is closed and replaced when something happens that somebody may wait for.
	changed chan struct{}

	facts  map[int64]fact
	ids    map[string][]int64 // of the facts, by bare plate
	whole  whole
	filter filterState

	costs  costs
	open   map[linkQuery]int // reads that are announced, or wait for their answer
	wanted int               // callers that need the whole listing, whatever it costs

	begun     int64              // how often a reading of the listing began, or went on after it had waited
	end       context.CancelFunc // ends it; nil if none is under way
	idle      bool               // it waits for its next page to be paid for
	waiting   int                // callers that wait for it
	creations int                // in flight
}

// costs are what reading these links has cost since the whole listing was read, or since the facts became too old.
type costs struct {
	since    time.Time
	filtered int64 // requests with the filter
	paged    int64 // requests of pages
	pages    int64 // requests that the whole listing takes; 0 if no page tells
	failure  error // why no page is read
}

// linkQuery is what a read asks for: a link by its plate, and by its id if the caller has one.
type linkQuery struct {
	placa string
	id    int64
	// creating: the link will be created if it does not exist.
	creating bool
	// planning: and before that, this is asked again.
	planning bool
}

// find gives the link that is asked for. Not found means that the filter, or the whole listing, did not show it.
func (l *links) find(ctx context.Context, q linkQuery) (found Vehiculo, ok bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if q.creating && !q.planning {
		l.client.reading.unshare() // what is in flight may be older than what another run links now
	}
	l.renew()
	l.open[q]++
	for since := l.begun; ; {
		held, there := l.recall(q, since)
		switch {
		case there && held.answers(ctx):
			l.leave(q)
			return held.Vehiculo, true, nil
		case !there && l.provesAbsence(q, since):
			l.leave(q)
			return Vehiculo{}, false, nil
		case l.busy():
		case l.costs.failure == nil && l.whole.number <= since && l.paid():
			l.readOn(ctx)
		default:
			l.leave(q)
			return l.readFiltered(ctx, q, since)
		}
		if err := l.await(ctx); err != nil {
			l.leave(q)
			return Vehiculo{}, false, err
		}
	}
}

// expect announces reads, and reads the listing if that pays for so many. If a page fails, all of them fail with its
// error, unless the pages are not as they should be: then they use the filter (A3).
func (l *links) expect(ctx context.Context, queries []linkQuery) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.renew()
	l.tryAgain()
	for _, q := range queries {
		l.open[q]++
	}
	defer l.leave(queries...)
	for since := l.begun; ; {
		for len(queries) > 0 && l.knows(queries[0]) {
			queries = queries[1:]
		}
		switch {
		case len(queries) == 0, l.whole.number > since:
			return nil
		case l.busy():
		case Is(l.costs.failure, Unexpected, Changing, TooLong):
			return nil
		case l.costs.failure != nil:
			return l.costs.failure
		case !l.paid():
			return nil
		default:
			l.readOn(ctx)
		}
		if err := l.await(ctx); err != nil {
			return err
		}
	}
}

// knows reports whether the listing would not help a read that is announced.
func (l *links) knows(q linkQuery) bool {
	held, there := l.recall(q, l.begun)
	return there && held.fresh() || !there && l.whole.covers(q, l.begun)
}

func (l *links) leave(queries ...linkQuery) {
	for _, q := range queries {
		if l.open[q]--; l.open[q] == 0 {
			delete(l.open, q)
		}
	}
}

// all gives the whole listing, in no order.
func (l *links) all(ctx context.Context) ([]Vehiculo, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tryAgain()
	if err := l.readWhole(ctx, func() bool { return time.Since(l.whole.read) <= factAge }); err != nil {
		return nil, err
	}
	list := make([]Vehiculo, 0, len(l.facts))
	for _, held := range l.facts {
		list = append(list, held.Vehiculo)
	}
	return list, nil
}

// shown gives a link that an earlier read showed.
func (l *links) shown(placa string) (Vehiculo, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.pick(placa)
}

// idsOf gives the links of a plate that earlier reads showed.
func (l *links) idsOf(placa string) []int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Sorted(slices.Values(l.ids[BarePlaca(placa)]))
}

// none reports whether the whole listing was read lately, and is empty.
func (l *links) none() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.whole.covers(linkQuery{}, l.begun) && len(l.facts) == 0
}

// note learns a link that was read otherwise.
func (l *links) note(v Vehiculo) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.learn(v, false)
}

// paid reports whether the next page is paid for: all of them once as many requests were spent as there are pages, or
// one for each read where their number is unknown.
func (l *links) paid() bool {
	var open int64
	for q := range l.open {
		if held, there := l.recall(q, l.begun); there && !held.fresh() || !there && !l.provesAbsence(q, l.begun) {
			open++
		}
	}
	c := l.costs
	switch {
	case l.wanted > 0 || open == 0:
		return l.wanted > 0
	case c.pages > 0:
		return open+c.filtered+c.paged >= c.pages
	}
	return open+c.filtered > c.paged
}

// renew counts anew if the facts are too old.
func (l *links) renew() {
	if time.Since(l.costs.since) > factAge && l.end == nil {
		l.costs = costs{since: time.Now()}
	}
}

// tryAgain forgets a failure before many requests depend on it, unless the pages are not as they should be, which does
// not pass.
func (l *links) tryAgain() {
	if !Is(l.costs.failure, Unexpected, Changing, TooLong) {
		l.costs.failure = nil
	}
}

// readFiltered reads a link with the filter. If it is to be created and the filter does not show it, its absence is
// confirmed.
func (l *links) readFiltered(ctx context.Context, q linkQuery, since int64) (found Vehiculo, ok bool, err error) {
	l.costs.filtered++
	l.mu.Unlock()
	list, err := l.client.filtered(ctx, l.clienteID, q.placa)
	l.mu.Lock()
	for _, v := range list {
		l.learn(v, false)
	}
	if found, ok = PickVehiculo(list, q.placa, q.id); ok {
		return found, true, nil
	}
	if BarePlaca(q.placa) != q.placa {
		l.costs.filtered++ // for the other spelling
	}
	if q.creating && (err == nil || Is(err, NotFound)) {
		return l.confirm(ctx, q, since)
	}
	return Vehiculo{}, false, err
}

// beginCreation delays a creation while the listing is read. A reading that waits for its next page ends: its pages are
// out of date.
func (l *links) beginCreation(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.busy() {
		if err := l.wait(ctx); err != nil {
			return err
		}
	}
	if l.idle {
		l.end()
	}
	l.creations++
	return nil
}

// endCreation notes how one try of a creation ended. If the link was rejected or may exist, older listings no longer
// prove that it does not.
func (l *links) endCreation(request VehiculoRequest, made Vehiculo, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.creations--
	if err == nil {
		partial := !made.Nombre.Sent || !made.Activado.Sent || !made.Favorito.Sent
		if made.Placa.Value == nil {
			made.Placa = Field[string]{Sent: true, Value: &request.Placa}
		}
		l.store(fact{Vehiculo: made, at: time.Now(), partial: partial, made: true})
	} else {
		l.client.links.registered.Delete(BarePlaca(request.Placa))
	}
	l.happened()
}

// await waits until something happens. If the last caller that waits for a reading gives up, the reading ends.
func (l *links) await(ctx context.Context) error {
	l.waiting++
	err := l.wait(ctx)
	l.waiting--
	if err == nil {
		return nil
	}
	if l.waiting == 0 && l.busy() {
		l.end()
	}
	return abandoned(opVehiculos, true, err)
}

func (l *links) wait(ctx context.Context) error {
	changed := l.changed
	l.mu.Unlock()
	defer l.mu.Lock()
	select {
	case <-changed:
		return nil
	case <-ctx.Done():
		return whyEnded(ctx)
	}
}

func (l *links) happened() {
	close(l.changed)
	l.changed = make(chan struct{})
}
