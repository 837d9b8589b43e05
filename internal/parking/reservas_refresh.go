package parking

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// refreshAge is how long reservations share what was read. It covers the refresh of a few thousand, ten at a time.
const refreshAge = 10 * time.Minute

// refreshes finds out which reads of reservations belong to one refresh, and so share the unfiltered lists. Terraform does
// not say when one begins, and one process may serve many. But it reads each reservation once in a refresh: one that is
// read again belongs to the next. Nothing is shared across a write of this client either. So what is read was there when the
// refresh began, and a list that was begun since then proves that it is not active. Only what somebody else books during the
// refresh, and what is imported in it, may count as ended until the next.
type refreshes struct {
	mu      sync.Mutex
	current *reservaLists
	// unfiltered: the service showed that it ignores the filters, so they save no pages.
	unfiltered atomic.Bool
}

// question is a read of a reservation. Terraform reads one that it imports twice, first without a filter.
type question struct {
	id       int64
	filtered bool
}

// reservaLists are the unfiltered lists of one refresh, as far as they were read.
type reservaLists struct {
	began time.Time
	asked map[question]bool
	turns locks    // by list
	lists sync.Map // of *sharedList
}

// sharedList is a list that one caller after the other reads on, from where the last one stopped.
type sharedList struct {
	pager *pager[Reserva]
	shown map[int64]Reserva
	ended bool // nothing more can be read of it
	whole bool
}

// of gives the refresh that a read belongs to.
func (r *refreshes) of(q question) *reservaLists {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.current == nil || r.current.asked[q] || time.Since(r.current.began) > refreshAge {
		r.current = &reservaLists{began: time.Now(), asked: make(map[question]bool)}
	}
	r.current.asked[q] = true
	return r.current
}

// end ends the refresh: a write makes its lists old.
func (r *refreshes) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.current = nil
}

// look looks for a reservation in a shared list, and reads it on until a page shows it.
func (l *reservaLists) look(ctx context.Context, c *Client, op operation, round int, id int64) (inList, error) {
	name := fmt.Sprint(op.name, round)
	unlock, err := l.turns.lock(ctx, name)
	if err != nil {
		return inList{}, abandoned(op, true, err)
	}
	defer unlock()
	value, _ := l.lists.LoadOrStore(name, &sharedList{
		pager: newPager(c, call{op: op}, newReserva, false), shown: make(map[int64]Reserva)})
	list, _ := value.(*sharedList)
	err = list.readOn(ctx, id)
	held, there := list.shown[id]
	if err != nil {
		l.lists.Delete(name) // the next one begins anew
		if !there {
			return inList{}, err
		}
	}
	return inList{held: held, there: there, others: len(list.shown) > 0, whole: list.whole}, nil
}

// readOn reads on until the list shows the reservation, and the pages that were asked for together with that.
func (l *sharedList) readOn(ctx context.Context, id int64) error {
	if _, there := l.shown[id]; there || l.ended {
		return nil
	}
	for list, err := range l.pager.pages(ctx, wantOne) {
		switch {
		case Unreadable(err):
			l.ended = true
			return nil
		case Is(err, NotFound): // which is an empty list
			l.ended, l.whole = true, true
			return nil
		case err != nil:
			return err
		}
		for _, held := range list.fresh {
			l.shown[held.ID] = held
		}
		if _, there := l.shown[id]; there && list.pages >= l.pager.ahead {
			return nil
		}
	}
	l.ended, l.whole = true, true
	return nil
}
