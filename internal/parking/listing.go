package parking

import (
	"fmt"
	"strconv"
)

// page is one page of a listing; omitted numbers are nil.
type page struct {
	records                       []*record // undecoded, and nil once the page was added
	came                          int64     // how many there are
	bytes                         int
	current, last, total, perPage *int64
}

func newPage(call call, env envelope) (page, error) {
	find := newRecords
	if call.records != nil {
		find = call.records
	}
	records, err := find(call.op.name, env.data)
	if err != nil {
		return page{}, err
	}
	number := func(name string) *int64 { return env.pages.Integer(name).Value }
	p := page{records, int64(len(records)), len(env.data), number("current_page"), number("last_page"), number("total"), number("per_page")}
	return checked(&env.pages, p)
}

// full gives how many records the first page must have if another page may follow it. A page may say itself how many
// that are.
func (p page) full() int64 {
	switch came := p.came; {
	case p.last != nil && *p.last > 1:
		return came
	case p.last == nil && p.current != nil: // more may follow a numbered page of any length (A3)
		return max(1, came)
	case p.perPage != nil && *p.perPage > 0:
		return *p.perPage
	default:
		return max(pageSize, came)
	}
}

// unpaged: it has no page numbers at all, so it is the whole listing.
func (p page) unpaged() bool {
	return p.current == nil && p.last == nil && p.total == nil && p.perPage == nil
}

// ends reports whether the page after the last one shows that nothing follows: it is empty, an earlier page, or the
// last one again. fresh is how many of its records are new.
func (p page) ends(asked, full int64, fresh int) bool {
	return fresh == 0 && (p.came == 0 || p.current != nil && *p.current < asked || p.came >= full)
}

// tooLong is the error of a listing that exceeds its limits.
func tooLong(op string, inBytes bool) error {
	bound := fmt.Sprintf("holds more than %d records", maxRecords)
	if inBytes {
		bound = fmt.Sprintf("is larger than %d MiB", maxListing>>20)
	}
	err := UnexpectedAnswer(op, "", "the listing %s, which is more than the provider reads; use a filter to list less", bound)
	err.Kind = TooLong
	return err
}

// Unreadable reports whether a listing kept changing or is too long, so that what it does not show is unknown.
func Unreadable(err error) bool { return Is(err, Changing, TooLong) }

// errChanged says how a listing visibly changed between two pages.
type errChanged string

func (e errChanged) Error() string { return string(e) }

// listing joins the pages of one pass after the other. It sends no requests, so the pages may come from anywhere, if they
// are added in order.
type listing[T identified] struct {
	op   string
	read func(*record) (T, error)
	// addsUp: what an earlier pass showed is still there.
	addsUp bool

	items  []T // of this pass, or of all passes if these add up to the whole listing
	fresh  []T // those that the last page added to this pass
	first  page
	pages  int64      // how many were added
	bytes  int        // of those
	ended  bool       // nothing comes after them
	own    bool       // every page has its own number of records as total
	twice  errChanged // the first record that came on two pages
	passes int        // how many were read before this one
	seen   []T        // by all passes
	before int        // how many of those by earlier passes
	last   map[int64]sighting
}

// sighting is where an identifier was seen.
type sighting struct {
	pass int
	page int64
}

// again begins another pass, and reports whether the last one saw something new that counts. Beyond total nothing does:
// something that was seen is not there any more.
func (l *listing[T]) again() (more bool) {
	total := l.total()
	more, l.before = len(l.seen) > l.before && total != nil && int64(len(l.seen)) <= *total, len(l.seen)
	l.passes++
	l.ended, l.items, l.pages, l.bytes, l.twice = false, nil, 0, 0, ""
	return more
}

// forget begins to add up anew, since total changed.
func (l *listing[T]) forget() { l.seen, l.before, l.last = nil, 0, make(map[int64]sighting) }

// add adds the next page. An errChanged means that it belongs to another version of the listing.
func (l *listing[T]) add(p page) error {
	if l.atLast() {
		return l.prove(p)
	}
	l.pages++
	if l.pages == 1 {
		if l.last == nil || !same(p.total, l.first.total) {
			l.forget()
		}
		l.first, l.own, l.items = p, true, []T{}
		l.first.records = nil // many times as large as its items
	}
	came, full := p.came, l.first.came
	l.own = l.own && p.total != nil && *p.total == came
	if err := l.checkNumbers(p); err != nil {
		return err
	}
	before := len(l.items)
	if l.bytes += p.bytes; l.bytes > maxListing || before+len(p.records) > maxRecords {
		return tooLong(l.op, l.bytes > maxListing)
	}
	for _, r := range p.records {
		if err := l.addRecord(p, r); err != nil {
			return err
		}
	}
	l.fresh = l.items[before:]
	total, all := l.total(), int64(len(l.items))
	switch {
	case !l.atLast() && (came == 0 || came != full):
		return errChanged(fmt.Sprintf("page %d of %d has %d records, and page 1 has %d", l.pages, *p.last, came, full))
	case total != nil && all > *total:
		return errChanged(fmt.Sprintf("total is %d, but %d records were returned", *total, all))
	case l.addedUp():
		l.items, l.ended = l.seen, true
		return nil
	}
	l.ended = l.atLast() && (l.twice != "" || came < l.first.full() || p.unpaged() || total != nil && all < *total)
	return nil
}

// addRecord adds a record that did not come in this pass before. One that did is a sign of change, after which the pass
// goes on only if passes add up.
func (l *listing[T]) addRecord(p page, r *record) error {
	item, err := l.read(r)
	if err != nil {
		return err
	}
	id := item.id()
	before, seen := l.last[id]
	if seen && before.pass == l.passes {
		sign := errChanged(fmt.Sprintf("record %d was on page %d and again on page %d", id, before.page, l.pages))
		switch {
		case p.unpaged():
			return UnexpectedAnswer(l.op, "", "record %d is in the list twice", id)
		case !l.addsUp, l.total() == nil, before.page == l.pages:
			return sign
		case l.twice == "":
			l.twice = sign
		}
		return nil
	}
	l.items = append(l.items, item)
	if id != 0 {
		l.last[id] = sighting{l.passes, l.pages}
	}
	if id != 0 && !seen && l.addsUp {
		l.seen = append(l.seen, item)
	}
	return nil
}

// addedUp: after a sign of change, as many identifiers were seen as total says, which is not the number of the first
// page alone.
func (l *listing[T]) addedUp() bool {
	total := l.total()
	return l.addsUp && (l.before > 0 || l.twice != "") && total != nil && int64(len(l.seen)) == *total &&
		int64(len(l.seen)) > l.first.came
}

// total gives how many records there are in all, or nil if no page says so.
func (l *listing[T]) total() *int64 {
	if l.own && l.first.last != nil && *l.first.last > 1 {
		return nil
	}
	return l.first.total
}

// prove checks the page after the last one, which must show that nothing follows.
func (l *listing[T]) prove(p page) error {
	asked, fresh, all := l.pages+1, 0, int64(len(l.items))
	for _, r := range p.records {
		item, err := l.read(r)
		if err != nil {
			return err
		}
		before, seen := l.last[item.id()]
		switch {
		case item.id() == 0 && (p.current == nil || *p.current < asked): // an earlier page again, as far as one can tell
		case !seen || before.pass != l.passes:
			fresh++
		}
	}
	grew := p.total != nil && *p.total > all
	l.fresh = nil
	switch {
	case !grew && p.ends(asked, l.first.full(), fresh):
		l.ended = true
		return nil
	case fresh == 0, grew && (p.last == nil || *p.last >= asked), l.total() == nil && p.last != nil && *p.last >= asked:
		return errChanged(fmt.Sprintf("page %d was the last, but there was a record after it", l.pages))
	}
	says := fmt.Sprintf("total and last_page say that page %d is the last", l.pages)
	if l.first.total == nil && l.first.last == nil {
		says = "the listing says neither total nor last_page"
	}
	return UnexpectedAnswer(l.op, "A3", "%s, but page %d has more records", says, asked)
}

func (l *listing[T]) checkNumbers(p page) error {
	switch {
	case !l.own && !same(p.total, l.first.total):
		l.forget()
		return errChanged(fmt.Sprintf("total was %s on page 1 and %s on page %d", shown(l.first.total), shown(p.total), l.pages))
	case !same(p.last, l.first.last):
		return errChanged(fmt.Sprintf("last_page was %s on page 1 and %s on page %d", shown(l.first.last), shown(p.last), l.pages))
	}
	return p.check(l.op, l.pages)
}

// check checks that a page is the requested one.
func (p page) check(op string, asked int64) error {
	switch {
	case p.last != nil && *p.last > maxPages:
		err := UnexpectedAnswer(op, "A3", "the listing has %d pages, but the provider reads at most %d", *p.last, maxPages)
		err.Kind = TooLong
		return err
	case asked == 1 && p.current != nil && *p.current != 1:
		return UnexpectedAnswer(op, "A3", "the first page was requested, but page %d was returned", *p.current)
	case asked > 1 && (p.current == nil || *p.current != asked):
		return UnexpectedAnswer(op, "A3", "page %d was requested with the query parameter page, but page %s was returned",
			asked, shown(p.current))
	}
	return nil
}

// atLast reports whether the page that last_page names was added.
func (l *listing[T]) atLast() bool {
	return l.pages > 0 && (l.first.last == nil || l.pages >= *l.first.last)
}

// reach gives the last page to read side by side with the next one.
func (l *listing[T]) reach(want int64) int64 {
	next := l.pages + 1
	if l.pages < 2 || l.atLast() {
		return next
	}
	last, full := *l.first.last, l.first.came // full is above zero, or add would have complained
	switch {
	case want == wantOne:
		return min(2*l.pages, last)
	case want == wantAll, want > full*last:
		return last
	}
	return max(next, (want+full-1)/full)
}

// check says whether a complete listing lacks records.
func (l *listing[T]) check() error {
	total, came := l.total(), len(l.items)
	switch {
	case l.twice != "" && (total == nil || *total != int64(came)):
		return l.twice
	case total == nil || *total <= int64(came):
		return nil
	case l.first.last == nil:
		return UnexpectedAnswer(l.op, "A3",
			"the listing says that it has %d records, but returned %d and no last_page, so the others cannot be read", *total, came)
	}
	return errChanged(fmt.Sprintf("total is %d, but %d records were returned", *total, came))
}

func same(a, b *int64) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

func shown(n *int64) string {
	if n == nil {
		return "(unnumbered)"
	}
	return strconv.FormatInt(*n, 10)
}
