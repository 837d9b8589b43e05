package parking

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
)

const (
	// factAge is how long what was read answers reads and plans. It covers the refresh of a few thousand resources, ten at a time.
	factAge = 10 * time.Minute
	// absenceAge is how long the whole listing proves that a vehicle does not exist, for a creation whose plate this
	// process registered. Another run may create it in the meantime.
	absenceAge = time.Minute
	// unknownPages are the pages of a listing that does not say how many it has.
	unknownPages = 2
	// allCreations is more than there are at once.
	allCreations = 1 << 30
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
		l = &links{client: c, clienteID: clienteID, linking: semaphore.NewWeighted(allCreations),
			known: facts{of: make(map[int64]fact), ids: make(map[string][]int64)}}
		c.links.of[clienteID] = l
	}
	return l
}

// justMade gives a link that this process created so lately that reads may not show it.
func (r *registry) justMade(id int64) (Vehiculo, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.of {
		l.mu.Lock()
		held, in := l.known.of[id]
		lags := in && l.lags(held)
		l.mu.Unlock()
		if lags {
			return held.Vehiculo, true
		}
	}
	return Vehiculo{}, false
}

// links are the vehicles of one client: what this process knows of them, and how it reads the others.
//
// They can be read one by one with a filter, or all together as pages of the listing. Which is cheaper depends on how many
// Terraform will ask for, and nobody knows that before the end. So a read is answered from what is known, else with the
// filter, until as many were asked for as the listing has pages; then the listing is read once, for all who wait. This is ski
// rental: whenever the asking ends, it cost at most twice as much as the cheaper way. Page 1 of the listing is the first request,
// since it says how many pages there are.
//
// Whether a link may be created is decided by what the service says afterwards: links_look.go.
type links struct {
	client    *Client
	clienteID int64
	// linking: a creation takes one, and a reading all, since what this process links would change the pages.
	linking *semaphore.Weighted

	mu      sync.Mutex
	known   facts
	whole   whole
	filter  filterState
	asked   int64    // reads since the whole listing was read
	pages   int64    // requests that the whole listing takes; 0 until page 1 tells
	wanted  int      // callers that need the whole listing, whatever it costs
	begun   int64    // readings so far
	reading *reading // under way
	failure error    // of the last reading, after which reads use the filter
}

// whole is the last reading of the whole listing, after which all links were facts.
type whole struct {
	number  int64     // of the reading; 0 for none
	began   time.Time // when it did
	counted bool      // there were as many as total
	lookUp  bool      // the pages may be those that an earlier look-up read, which is no evidence for a creation
	denied  error     // the service denied it, as it denies a filter that matches nothing
}

// reading is one reading of the listing, for all who wait for it.
type reading struct {
	number int64
	done   chan struct{}
	err    error
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
func (l *links) find(ctx context.Context, q linkQuery) (Vehiculo, bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if q.creating && !q.planning {
		l.client.reading.unshare() // what is in flight may be older than what another run links now
	}
	since := l.begun
	found, there, told, err := l.recall(ctx, q, since)
	if told {
		return found, there, err
	}
	for l.asked++; l.paid(); {
		if err := l.read(ctx, l.joined(q.creating)); err != nil && ctx.Err() != nil {
			return Vehiculo{}, false, err
		}
		if found, there, told, err = l.recall(ctx, q, since); told {
			return found, there, err
		}
	}
	return l.readFiltered(ctx, q, since)
}

// expect announces reads, and reads the listing if that pays for so many. If a page fails, all of them fail with its
// error, unless the pages are not as they should be: then they use the filter (A3).
func (l *links) expect(ctx context.Context, queries []linkQuery) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tryAgain()
	var news int64
	for _, q := range queries {
		// What this process registers next is in no listing of a minute ago, so that one is enough.
		if _, _, told, _ := l.recall(ctx, q, l.begun); !told && !l.whole.covers(absenceAge, l.begun) {
			news++
		}
	}
	l.asked += news
	defer func() { l.asked = max(0, l.asked-news) }() // each counts when it comes
	for news > 0 && l.paid() {
		creating := slices.ContainsFunc(queries, func(q linkQuery) bool { return q.creating })
		if err := l.read(ctx, l.joined(creating)); err != nil && !ofTheListing(err) {
			return err
		}
	}
	return nil
}

// all gives the whole listing, in no order.
func (l *links) all(ctx context.Context) ([]Vehiculo, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tryAgain()
	if l.whole.number == 0 || time.Since(l.whole.began) > factAge {
		if err := l.readWhole(ctx, l.joined(false)); err != nil {
			return nil, err
		}
	}
	return l.known.all(), l.whole.denied
}

// shown gives a link that an earlier read showed.
func (l *links) shown(placa string) (Vehiculo, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.known.pick(placa)
}

// idsOf gives the links of a plate that earlier reads showed.
func (l *links) idsOf(placa string) []int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Sorted(slices.Values(l.known.ids[BarePlaca(placa)]))
}

// none reports whether the whole listing was read lately, and is empty. One that is denied says nothing.
func (l *links) none() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.whole.covers(factAge, l.begun) && l.whole.denied == nil && len(l.known.of) == 0
}

// note learns a link that was read otherwise.
func (l *links) note(v Vehiculo) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.known.learn(v, false)
}

// paid reports whether the listing is to be read: as many were asked for as it has pages, or nobody knows how many that are.
func (l *links) paid() bool { return l.failure == nil && l.asked >= l.pages }

// tryAgain forgets a failure before many requests depend on it, unless the pages are not as they should be, which does
// not pass.
func (l *links) tryAgain() {
	if !ofTheListing(l.failure) {
		l.failure = nil
	}
}

// ofTheListing: the pages are not as they should be.
func ofTheListing(err error) bool { return Is(err, Unexpected, Changing, TooLong) }

// joined gives the reading after which one counts: a read may join the one that is under way, and a creation may not.
func (l *links) joined(creating bool) (since int64) {
	if l.reading != nil && !creating {
		return l.begun - 1
	}
	return l.begun
}

// readWhole reads the whole listing, whatever it costs.
func (l *links) readWhole(ctx context.Context, since int64) error {
	l.wanted++
	defer func() { l.wanted-- }()
	for l.whole.number <= since || l.whole.lookUp {
		if err := l.read(ctx, since); err != nil {
			return err
		}
	}
	return nil
}

// read waits for a reading after since, which all share who come before it begins. It does not end if its caller gives up.
func (l *links) read(ctx context.Context, since int64) error {
	for {
		this := l.reading
		if this == nil {
			l.begun++
			this = &reading{number: l.begun, done: make(chan struct{})}
			l.reading = this
			go l.list(context.WithoutCancel(ctx), this)
		}
		l.mu.Unlock()
		var ended error
		select {
		case <-this.done:
		case <-ctx.Done():
			ended = abandoned(opVehiculos, true, whyEnded(ctx))
		}
		l.mu.Lock()
		if ended != nil {
			return ended
		}
		if this.number > since {
			return this.err
		}
	}
}

// list reads page 1, and the rest if it is paid for. Meanwhile this process links nothing.
func (l *links) list(ctx context.Context, this *reading) {
	_ = l.linking.Acquire(ctx, allCreations) // whose context does not end
	began := time.Now()
	call, record := VehiculosFilter{ClienteID: l.clienteID}.listing()
	call.unheard = true
	listing, read := &list[Vehiculo]{client: l.client, call: call, read: record}, new(pass[Vehiculo])
	all := true
	var items []Vehiculo
	var denied error
	first, err := listing.page(ctx, 1)
	if err == nil {
		read.add(first)
		if all = l.page(read); all {
			items, err = listing.whole(ctx, read)
		}
	} else if Is(err, NotFound) { // there is nothing to list
		denied, err = err, nil
	}
	this.err = err
	l.linking.Release(allCreations)

	l.mu.Lock()
	defer l.mu.Unlock()
	for _, v := range items {
		l.known.learn(v, true)
	}
	if l.failure = this.err; this.err == nil && all {
		l.known.keep(func(f fact) bool { return !f.at.Before(began) || l.lags(f) })
		counted := read.pages == 0 || read.first.last != nil && read.total == int64(len(items))
		l.whole = whole{this.number, began, counted, isLookUp(ctx), denied}
		l.asked = 0
		l.pages = max(l.pages, 1)
	}
	l.reading = nil
	close(this.done)
}

// page learns the vehicles of page 1, and reports whether to read on.
func (l *links) page(read *pass[Vehiculo]) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, v := range read.items {
		l.known.learn(v, true)
	}
	l.pages = cmp.Or(valueOf(read.first.last), unknownPages)
	if came := int64(len(read.items)); came > 0 && read.total > came {
		l.pages = (read.total + came - 1) / came
	}
	return !read.follows() || l.wanted > 0 || l.asked >= l.pages
}
