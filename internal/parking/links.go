package parking

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
)

const (
	// factAge is how long what was read answers reads. It covers the refresh of a few thousand resources, ten at a time.
	factAge = 10 * time.Minute
	// absenceAge is how long the whole listing proves that a vehicle does not exist: to a plan, whose creation asks again, and to a
	// creation whose plate this process registered, so that nobody can have linked it before (A15).
	absenceAge = time.Minute
	// everything pays for any listing, and is more creations than there are at once.
	everything = 1 << 40
)

// registry holds the links of all clients that this process has read, the spelling of each plate that it registered, and as facts by
// their id the vehicles that it created.
type registry struct{ of, registered, created sync.Map }

// links are the vehicles of one client: what this process knows of them, and how it reads the others.
//
// A filter reads one, the pages of the listing all, and nobody knows how many Terraform will ask for. So a read is answered from what
// is known, else with the filter, until as many were asked for as the listing has pages; then the listing is read once, for all who
// wait. This is ski rental: it costs at most twice the cheaper way. Page 1 is the first request, since it says how many there are (15
// vehicles are on one), and the listing begins with it again.
//
// A duplicate could never be deleted, so before a creation an empty answer alone is no absence. A whole listing with as many vehicles
// as its total is one, read since or lately (absenceAge); or the filter, if it works for this client; or else a new listing. A denial
// may be an outage: the filter must show another link once more, or this process have registered the plate.
type links struct {
	client    *Client
	clienteID int64
	linking   *semaphore.Weighted // a creation takes one, and a reading all: what this process links would change the pages

	mu     sync.Mutex
	known  map[string][]fact // by bare plate
	since  time.Time         // the oldest of them were read
	last   listing
	asked  int64  // reads since the whole listing was read
	pages  int64  // requests that the whole listing takes; 0 until page 1 tells
	sample string // a plate of page 1, if possible with a separator, which some filters drop
	works  *bool  // whether the filter shows it
}

// fact is a vehicle. created is when this process did that, if it is the answer to that, which may omit fields.
type fact struct {
	Vehiculo
	created time.Time
}

// listing is the last reading of all pages, after which all links were known, or that failed.
type listing struct {
	at      time.Time // when it began, or failed
	err     error     // that it failed, or NotFound: it is denied, as is a filter that matches nothing
	counted bool      // there were as many as total, or it is denied
}

func (r listing) failed() bool { return r.err != nil && !Is(r.err, NotFound) }

// covers reports whether a reading says which links there are, to who wants one that did not begin before since.
func (r listing) covers(since time.Time) bool { return !r.at.Before(since) && !r.failed() }

// linkQuery is what a read asks for: a link by its plate, and by its id if the caller has one.
type linkQuery struct {
	placa    string
	id       int64
	creating bool // it is created if it does not exist
	planning bool // and before that, this is asked again
}

func (c *Client) clientLinks(clienteID int64) *links {
	held, _ := c.links.of.LoadOrStore(clienteID, &links{client: c, clienteID: clienteID,
		linking: semaphore.NewWeighted(everything), known: make(map[string][]fact)})
	l, _ := held.(*links)
	return l
}

// ReadVehiculo is FindVehiculo that shares work with the other reads of the client for ten minutes. Of several links it prefers the id.
func (c *Client) ReadVehiculo(ctx context.Context, clienteID int64, placa string, id int64) (found Vehiculo, ok bool, err error) {
	return c.clientLinks(clienteID).find(ctx, linkQuery{placa: placa, id: id})
}

// PreviewVehiculo is LookForVehiculo for the plan of a creation.
func (c *Client) PreviewVehiculo(ctx context.Context, clienteID int64, placa string) (found Vehiculo, ok bool, err error) {
	return c.clientLinks(clienteID).find(ctx, linkQuery{placa: placa, creating: true, planning: true})
}

// LookForVehiculo is ReadVehiculo for a link that is created if it does not exist (see links).
func (c *Client) LookForVehiculo(ctx context.Context, clienteID int64, placa string) (found Vehiculo, ok bool, err error) {
	return c.clientLinks(clienteID).find(ctx, linkQuery{placa: placa, creating: true})
}

// from says from when on a listing that answers a read must have begun.
func (l *links) from(q linkQuery) time.Time {
	now := time.Now()
	switch {
	case !q.creating:
		return now.Add(-factAge)
	case q.planning || l.client.RegisteredAs(q.placa) != "":
		return now.Add(-absenceAge)
	}
	return now
}

// find gives the link that is asked for. Not found means that the filter, or the whole listing, did not show it.
func (l *links) find(ctx context.Context, q linkQuery) (found Vehiculo, there bool, err error) {
	since := l.from(q)
	if q.creating && !q.planning {
		l.client.memo.renew() // what is in flight may be older than what another run links now
	}
	found, there, told, err := l.recall(ctx, q, since)
	for readings, asks := 0, int64(1); !told && readings < 2 && l.count(asks); readings++ { // another's may have begun too early
		if err := l.read(ctx, since, 0); err != nil && ctx.Err() != nil {
			return Vehiculo{}, false, err
		}
		found, there, told, err = l.recall(ctx, q, since)
		asks = 0
	}
	if told {
		return found, there, err
	}
	return l.readFiltered(ctx, q, since)
}

// Expect announces which links ReadVehiculo or LookForVehiculo will be asked for next: ids by plate, 0 for one to look for. It reads
// the listing if that pays for so many. If a page fails, all of them fail with its error, unless the pages are not as they should be:
// then they use the filter (A3).
func (c *Client) Expect(ctx context.Context, clienteID int64, ids map[string]int64) error {
	l, news := c.clientLinks(clienteID), int64(0)
	for placa, id := range ids {
		q := linkQuery{placa: placa, id: id, creating: id == 0}
		if _, _, told, _ := l.recall(ctx, q, l.from(q)); !told {
			news++
		}
	}
	if news == 0 {
		return nil
	}
	// What this process registers next is in no listing of a minute ago, so that one is enough.
	if err := l.read(ctx, time.Now().Add(-absenceAge), news); !ofTheListing(err) {
		return err
	}
	return nil
}

// ofTheListing: the list is denied, or the pages are not as they should be, which does not pass.
func ofTheListing(err error) bool { return Is(err, NotFound, Unexpected, Changing, TooLong) }

// ReadVehiculos lists all vehicles of a client, in no order, and shares work with its other reads for ten minutes. NotFound means that
// the listing is denied.
func (c *Client) ReadVehiculos(ctx context.Context, clienteID int64) (list []Vehiculo, err error) {
	l := c.clientLinks(clienteID)
	if err = l.read(ctx, time.Now().Add(-factAge), everything); err != nil && !Is(err, NotFound) {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, held := range l.known {
		for _, f := range held {
			list = append(list, f.Vehiculo)
		}
	}
	return list, err
}

// LinksOf gives the client's links to that plate that earlier reads showed, in order. It sends nothing.
func (c *Client) LinksOf(clienteID int64, placa string) (list []Vehiculo) {
	l := c.clientLinks(clienteID)
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, f := range l.known[BarePlaca(placa)] {
		list = append(list, f.Vehiculo)
	}
	slices.SortFunc(list, func(a, b Vehiculo) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

// recall answers a read from what is known. told is false if the service must be asked. The error is Unproven if only a denied listing
// says that there is no such link.
func (l *links) recall(ctx context.Context, q linkQuery, since time.Time) (found Vehiculo, there, told bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if time.Since(l.since) > factAge {
		l.forget()
		l.last = listing{}
	}
	whole, list := l.last.covers(since), []Vehiculo(nil)
	for _, f := range l.known[BarePlaca(q.placa)] {
		if !f.created.IsZero() && isLookUp(ctx) { // a resource keeps in its state what is omitted; a data source has none
			return Vehiculo{}, false, false, nil
		}
		list = append(list, f.Vehiculo)
	}
	found, there = PickVehiculo(list, q.placa, q.id)
	switch {
	case there && (whole || q.id == 0 || found.ID == q.id):
		return found, true, true, nil
	case whole && q.creating && l.last.err != nil && l.client.RegisteredAs(q.placa) == "":
		return Vehiculo{}, false, true, unproven(l.last.err)
	}
	return Vehiculo{}, false, whole && l.last.counted, nil
}

// unproven is the error of a link that only a denied listing does not show.
func unproven(denied error) error {
	hidden := *ErrorOf(denied)
	hidden.Kind = Unproven
	return &hidden
}

// count counts reads, and reports whether the listing is to be read: as many were asked for as it has pages.
func (l *links) count(reads int64) (pays bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked = max(0, l.asked+reads)
	return l.asked >= l.pages
}

// learn notes links. created is when this process did that.
func (l *links) learn(created time.Time, list ...Vehiculo) {
	for _, v := range list {
		bare := BarePlaca(valueOf(v.Placa.Value))
		held := slices.DeleteFunc(l.known[bare], func(other fact) bool { return other.ID == v.ID })
		l.known[bare] = append(held, fact{v, created})
	}
}

// forget forgets all links but those that this process created so lately that reads may not show them yet.
func (l *links) forget() {
	before := l.known
	l.known, l.since = make(map[string][]fact), time.Now()
	for bare, held := range before {
		for _, f := range held {
			if time.Since(f.created) < l.client.lag() {
				l.known[bare] = append(l.known[bare], f)
			}
		}
	}
}

// read reads page 1, and the rest if that pays for so many reads more. All who wait share a reading that did not begin before since.
// Meanwhile this process links nothing.
func (l *links) read(ctx context.Context, since time.Time, more int64) error {
	came := time.Now()
	l.count(more)
	defer l.count(-more) // each counts when it comes
	unlock, err := l.client.turns.lock(ctx, fmt.Sprintf("vehicles of client %d", l.clienteID))
	if err != nil {
		return abandoned(opVehiculos, true, err)
	}
	defer unlock()
	l.mu.Lock()
	last, pays := l.last, max(l.asked, more) >= l.pages
	l.mu.Unlock()
	if last.covers(since) || last.failed() && !last.at.Before(came) {
		return last.err
	}
	if !pays {
		return nil
	}
	if l.linking.Acquire(ctx, everything) != nil {
		return abandoned(opVehiculos, true, whyEnded(ctx))
	}
	defer l.linking.Release(everything)
	call, record := VehiculosFilter{ClienteID: l.clienteID}.listing()
	all, shown, this := &list[Vehiculo]{client: l.client, call: call, read: record}, new(pass[Vehiculo]), listing{at: time.Now()}
	var items []Vehiculo
	first, err := all.page(ctx, 1)
	if err == nil {
		if shown.add(first); !l.readsOn(shown, more) {
			return nil
		}
		items, err = all.whole(ctx, shown)
	}
	if err != nil && ctx.Err() != nil { // which says nothing to the others
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	this.err, this.counted = err, err != nil || shown.first.last != nil && shown.total == int64(len(items))
	if l.last = this; this.failed() {
		l.last.at, l.asked, l.pages = time.Now(), 0, 2*max(l.pages, 1) // ever more reads use the filter before the next try
		return err
	}
	l.asked, l.pages = 0, max(l.pages, 1)
	l.forget()
	l.learn(time.Time{}, items...)
	return err
}

// readsOn learns the vehicles of page 1, and reports whether the others are read.
func (l *links) readsOn(read *pass[Vehiculo], more int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.learn(time.Time{}, read.items...)
	separated := func(placa string) bool { return BarePlaca(placa) != placa }
	for _, v := range read.items {
		if placa := valueOf(v.Placa.Value); placa != "" && (l.sample == "" || separated(placa) && !separated(l.sample)) {
			l.sample = placa
		}
	}
	l.pages = cmp.Or(valueOf(read.first.last), 2) // or as many as it takes
	if came := int64(len(read.items)); came > 0 && read.total > came {
		l.pages = (read.total + came - 1) / came
	}
	return !read.hasNext() || max(l.asked, more) >= l.pages
}

// readFiltered reads a link with the filter. If it is to be created and the filter does not show it, its absence is confirmed.
func (l *links) readFiltered(ctx context.Context, q linkQuery, since time.Time) (found Vehiculo, there bool, err error) {
	list, err := l.client.filtered(ctx, l.clienteID, q.placa)
	l.note(list...)
	if found, there = PickVehiculo(list, q.placa, q.id); there || !q.creating || err != nil && !Is(err, NotFound) {
		return found, there, err
	}
	if works, err := l.filterWorks(ctx, err != nil); works || err != nil {
		return Vehiculo{}, false, err
	}
	if found, there, err = l.lookInAll(ctx, q.placa, since); Is(err, Unproven) && l.client.RegisteredAs(q.placa) != "" {
		err = nil
	}
	return found, there, err
}

// note learns links that were read otherwise.
func (l *links) note(list ...Vehiculo) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.learn(time.Time{}, list...)
}

// filterWorks reports whether the filter shows a vehicle that page 1 showed. It asks once, or again: it may be down since.
func (l *links) filterWorks(ctx context.Context, again bool) (bool, error) {
	unlock, err := l.client.turns.lock(ctx, fmt.Sprintf("filter of client %d", l.clienteID))
	if err != nil {
		return false, abandoned(opVehiculos, true, err)
	}
	defer unlock()
	l.mu.Lock()
	sample, works := l.sample, l.works
	l.mu.Unlock()
	if works != nil && !again || sample == "" {
		return valueOf(works), nil
	}
	list, err := l.client.Vehiculos(ctx, VehiculosFilter{ClienteID: l.clienteID, Placa: sample})
	if err != nil && !Denied(err) && !ofTheListing(err) {
		return false, err
	}
	_, shown := PickVehiculo(list, sample, 0)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.works = &shown
	return shown, nil
}

// lookInAll looks for a link in a whole listing that did not begin before since.
func (l *links) lookInAll(ctx context.Context, placa string, since time.Time) (found Vehiculo, there bool, err error) {
	if err = l.read(ctx, since, everything); err == nil || Is(err, NotFound) {
		if found, there = PickVehiculo(l.client.LinksOf(l.clienteID, placa), placa, 0); there {
			return found, true, nil
		}
	}
	if Denied(err) && !Is(err, DeniesAll) {
		err = unproven(err)
	}
	return Vehiculo{}, false, err
}

// ended notes how one try of a creation ended. If the link was rejected or may exist, older listings no longer prove that it does not.
func (l *links) ended(request VehiculoRequest, made Vehiculo, err error) {
	if err != nil {
		l.client.links.registered.Delete(BarePlaca(request.Placa))
		return
	}
	if made.Placa.Value == nil {
		made.Placa = Field[string]{Sent: true, Value: &request.Placa}
	}
	l.client.links.created.Store(made.ID, fact{made, time.Now()})
	l.mu.Lock()
	defer l.mu.Unlock()
	l.learn(time.Now(), made)
}
