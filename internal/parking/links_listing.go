package parking

import (
	"context"
	"iter"
	"maps"
	"slices"
	"time"
)

// fact is a vehicle, and when it was read.
type fact struct {
	Vehiculo
	at      time.Time
	listed  bool // a page showed it
	partial bool // the answer to its creation, without fields that the listing may have
	made    bool // this process created it, and no read has shown it since
}

func (f fact) fresh() bool { return time.Since(f.at) <= factAge }

// answers reports whether the fact answers a read. A resource keeps in its state what is omitted; a data source has none.
func (f fact) answers(ctx context.Context) bool { return f.fresh() && (!f.partial || !isLookUp(ctx)) }

// whole is the reading after which all links were facts. Those that were created since are facts too, if this process
// created them.
type whole struct {
	number   int64     // what begun was when it ended; 0 for none
	read, at time.Time // when all pages were read, and when page 1 last showed that there are no more
	counted  bool      // there were as many as every page says: none was added before the last page was read
	lookUp   bool      // the pages may be those that an earlier look-up read
}

// covers reports whether the facts are recent enough to say which links there are.
func (w whole) covers(q linkQuery, since int64) bool {
	age := factAge
	if q.creating {
		age = absenceAge
	}
	return w.number > 0 && (w.number > since || time.Since(w.at) <= age)
}

// recall answers a read from the facts. If the read has no id, or no vehicle has that id, it needs the whole listing:
// another link of the plate may be meant. What this process has just created answers in any case, since reads may lag.
func (l *links) recall(q linkQuery, since int64) (fact, bool) {
	if held, there := l.facts[q.id]; there && held.Placa.Value != nil && SamePlaca(*held.Placa.Value, q.placa) {
		return held, true
	}
	if q.creating {
		for _, id := range l.ids[BarePlaca(q.placa)] {
			if held := l.facts[id]; l.lags(held) {
				return held, true
			}
		}
	}
	if !l.whole.covers(q, since) {
		return fact{}, false
	}
	found, there := l.pick(q.placa)
	return l.facts[found.ID], there
}

// lags reports whether this process created a link so lately that reads may not show it yet.
func (l *links) lags(f fact) bool { return f.made && time.Since(f.at) < l.client.lag() }

// pick picks the link of a plate among all facts.
func (l *links) pick(placa string) (Vehiculo, bool) {
	var list []Vehiculo
	for _, id := range l.ids[BarePlaca(placa)] {
		list = append(list, l.facts[id].Vehiculo)
	}
	return PickVehiculo(list, placa, 0)
}

func (l *links) learn(v Vehiculo, listed bool) {
	l.store(fact{Vehiculo: v, at: time.Now(), listed: listed || l.facts[v.ID].listed})
}

func (l *links) store(f fact) {
	l.facts[f.ID] = f
	if f.Placa.Value == nil {
		return
	}
	bare := BarePlaca(*f.Placa.Value)
	if !slices.Contains(l.ids[bare], f.ID) {
		l.ids[bare] = append(l.ids[bare], f.ID)
	}
}

// busy reports whether the listing is being read, or waits for creations to end.
func (l *links) busy() bool { return l.end != nil && !l.idle }

// readOn continues the reading that waits for its next page to be paid for, or begins one. It does not end when its
// caller gives up, but when nobody waits for it any more.
func (l *links) readOn(ctx context.Context) {
	l.begun++
	if l.idle {
		l.idle = false
		l.happened()
		return
	}
	l.costs.failure = nil
	ctx, l.end = context.WithCancel(context.WithoutCancel(ctx))
	go l.read(ctx)
}

// readWhole reads the listing, whatever it costs, until as much is known as the caller needs.
func (l *links) readWhole(ctx context.Context, known func() bool) error {
	l.wanted++
	defer func() { l.wanted-- }()
	for since := l.begun; !known(); {
		switch {
		case l.busy():
		case l.costs.failure != nil && l.begun > since:
			return l.costs.failure
		default:
			l.readOn(ctx)
		}
		if err := l.await(ctx); err != nil {
			return err
		}
	}
	return nil
}

// read reads the listing, each page once it is paid for. It waits for creations to end, and they wait for it: otherwise
// what this process creates would change the listing while it is read.
func (l *links) read(ctx context.Context) {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer func() {
		l.end()
		l.end, l.idle = nil, false
		l.happened()
	}()
	for l.creations > 0 {
		if l.wait(ctx) != nil {
			return
		}
	}
	this := whole{read: time.Now(), at: time.Now(), lookUp: isLookUp(ctx)}
	call, record := VehiculosFilter{ClienteID: l.clienteID}.listing()
	next, stop := iter.Pull2(eachPage(ctx, l.client, call, 0, record))
	defer stop()
	list := &listing[Vehiculo]{}
	for {
		l.mu.Unlock()
		grown, err, more := next()
		l.mu.Lock()
		switch {
		case err != nil && ctx.Err() != nil:
			return
		case !more, Is(err, NotFound) && list.pages == 0: // there is nothing to list
			l.complete(this, list)
			return
		case err != nil:
			l.costs.failure = err
			return
		}
		if list = grown; !l.take(ctx, this, list) {
			return
		}
	}
}

// take learns what a page shows, and reports whether the next one is to be read.
func (l *links) take(ctx context.Context, this whole, list *listing[Vehiculo]) bool {
	l.costs.paged++
	if l.wanted == 0 && slices.ContainsFunc(list.fresh, func(v Vehiculo) bool { return !v.ClienteID.Sent }) {
		// Without a plate in the request they could be anybody's.
		l.costs.failure = UnexpectedAnswer(opVehiculos.name, "", "a vehicle record has no cliente_id")
		return false
	}
	for _, v := range list.fresh {
		l.learn(v, true)
	}
	switch {
	case list.pages == 1 && l.unchanged(list.first):
		this.read = l.whole.read
		l.close(this, true)
		return false
	case list.pages == 1:
		l.whole = whole{}
		l.costs.pages = list.first.requests()
	}
	l.happened()
	rest := 1 < list.pages && list.pages+1 < l.costs.pages // it was paid for at page 1; whether it takes the last one shows now
	return list.ended || rest || l.pause(ctx)
}

// pause waits until the next page is paid for. After a minute the pages that were read are too old to go with the others.
func (l *links) pause(ctx context.Context) bool {
	l.idle = !l.paid()
	ctx, cancel := context.WithTimeout(ctx, absenceAge)
	defer cancel()
	for l.idle {
		if l.wait(ctx) != nil {
			return false
		}
	}
	return ctx.Err() == nil
}

// complete notes that the whole listing was read. What was known before and is not in it is gone after all, unless the
// listing lags.
func (l *links) complete(this whole, list *listing[Vehiculo]) {
	maps.DeleteFunc(l.facts, func(_ int64, f fact) bool { return f.at.Before(this.read) && !l.lags(f) })
	clear(l.ids)
	for _, f := range l.facts {
		l.store(f)
	}
	total := list.first.total
	l.close(this, list.pages == 0 || total != nil && *total == int64(len(list.items)))
}

// close notes that all links are known, so that costs are counted anew.
func (l *links) close(this whole, counted bool) {
	this.number, this.counted = l.begun, counted
	l.whole = this
	l.costs = costs{since: time.Now()}
}

// unchanged reports whether there are as many vehicles as are known. Then they are the same, since the service deletes
// none. A total that is the number of records on a full page may be that of the page alone, and says nothing.
func (l *links) unchanged(first page) bool {
	return time.Since(l.whole.read) <= factAge &&
		first.total != nil && *first.total > first.came && *first.total == int64(len(l.facts))
}

// requests gives how many requests the whole listing takes, with the page that proves its end, or 0 if its first page
// does not tell.
func (p page) requests() int64 {
	switch {
	case p.total != nil && *p.total > p.came && p.came > 0:
		return *p.total/p.came + 1
	case p.last != nil:
		return *p.last + 1
	}
	return 0
}
