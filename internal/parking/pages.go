package parking

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
)

const (
	// maxPasses is how often a listing that changes during the read is read.
	maxPasses = 3
	// pageSize is how many records a page has unless the service says otherwise (A3).
	pageSize = 15
	// maxPages, maxRecords and maxListing limit a listing: its pages, its records, and the bytes of all its pages, as
	// many as those of one answer. No fleet has 150,000 vehicles, and with the documented fields these would still fit.
	maxPages   = 10_000
	maxRecords = maxPages * pageSize
	maxListing = maxBody
)

// identified is a record that has an identifier.
type identified interface{ id() int64 }

// readPages reads every page of a listing. The first request has no page parameter, whose name the document does not show
// (A3).
//
// The service divides its records into pages anew for every request. So a record that appears or disappears between two
// requests shifts all later ones: some may come twice, others not at all. A listing that visibly changed is read again,
// and is an error after maxPasses readings. A change is visible in total and last_page, in a record that comes twice,
// and in a page that is not full. It is invisible if as many records appeared as disappeared, in certain places. So
// absence from a listing of several pages alone does not prove that a thing is gone.
func readPages[T identified](ctx context.Context, c *Client, call call, read func(*record) (T, error)) (all []T, err error) {
	for list, err := range eachPage(ctx, c, call, 0, read) {
		if err != nil {
			return nil, err
		}
		all = list.items
	}
	return all, nil
}

// eachPage gives the listing after each of its pages, again from the first one where it changed. It stops after an error.
func eachPage[T identified](
	ctx context.Context, c *Client, call call, want int64, read func(*record) (T, error),
) iter.Seq2[*listing[T], error] {
	return func(yield func(*listing[T], error) bool) {
		var changed errChanged
		for range maxPasses {
			err := readOnce(ctx, c, call, want, &listing[T]{op: call.op.name, read: read}, yield)
			if !errors.As(err, &changed) {
				if err != nil {
					yield(nil, err)
				}
				return
			}
			c.reading.unshare() // or a look-up would read the same pages again
		}
		err := contractError(call.op.name, "", "the listing kept changing while it was read (%d times; %s), so its contents are unknown",
			maxPasses, changed)
		err.changing = true
		yield(nil, err)
	}
}

// readOnce reads every page once. It reads the first two in turn, since the second shows whether the service applies the
// page parameter, then as many side by side as hold want records (0: all), and any others in turn again.
func readOnce[T identified](
	ctx context.Context, c *Client, call call, want int64, list *listing[T], yield func(*listing[T], error) bool,
) error {
	next := func(number int64) (page, error) { return readPage(ctx, c, call, number) }
	for number := int64(1); !list.ended; number++ {
		if number == 3 {
			var end func()
			next, end = readAhead(ctx, c, call, number, list.reach(want))
			defer end()
		}
		p, err := next(number)
		if list.atLast() && saysNoPage(err) {
			p, err = page{}, nil
		}
		if err == nil {
			err = list.add(p)
		}
		if err != nil {
			return err
		}
		if number == list.pages && !yield(list, nil) {
			return nil
		}
	}
	return list.check()
}

func readPage(ctx context.Context, c *Client, call call, number int64) (page, error) {
	env, err := askPage(ctx, c, call, number)
	if err != nil {
		return page{}, err
	}
	return newPage(call.op.name, env)
}

func askPage(ctx context.Context, c *Client, call call, number int64) (envelope, error) {
	if number > 1 {
		call.query = merge(call.query, url.Values{"page": {strconv.FormatInt(number, 10)}})
	}
	return c.do(ctx, call)
}

// saysNoPage reports whether the service said that there is no such page. The earlier pages had the same address and
// credential, so nothing else can be missing.
func saysNoPage(err error) bool {
	fail, ok := errors.AsType[*FailError](err)
	if !ok || fail.contradictory || fail.Status >= http.StatusInternalServerError || statusError(fail.Status) != nil {
		return false
	}
	single := *fail // one page of a list is a thing by itself, which a bare 404 may say is missing
	single.vague = false
	return errors.Is(&single, ErrNotFound) || saysMissing.MatchString(fail.Message) && saysPage.MatchString(fail.Message) ||
		slices.ContainsFunc(fail.Fields, func(f FieldError) bool { return f.Field == "page" })
}

var saysPage = regexp.MustCompile(`(?i)\bp[aá]ginas?\b|\bpages?\b`)

// readAhead reads the pages from first to last, as many at once as requests may be in flight. next gives them in order,
// and reads pages after last when asked; end cancels the rest. Waiting pages are kept undecoded, and count against
// maxListing.
func readAhead(ctx context.Context, c *Client, call call, first, last int64) (next func(int64) (page, error), end func()) {
	type answer struct {
		env envelope
		err error
	}
	ctx, cancel := context.WithCancelCause(ctx)
	answers := make([]chan answer, max(0, last-first+1))
	for i := range answers {
		answers[i] = make(chan answer, 1)
	}
	var (
		readers     sync.WaitGroup
		taken, held atomic.Int64
	)
	for range min(len(answers), c.config.MaxConcurrency) {
		readers.Go(func() {
			for i := taken.Add(1) - 1; i < int64(len(answers)) && ctx.Err() == nil; i = taken.Add(1) - 1 {
				env, err := askPage(ctx, c, call, first+i)
				if held.Add(int64(len(env.data))) > maxListing {
					cancel(tooLong(call.op.name, true))
					return
				}
				answers[i] <- answer{env, err}
			}
		})
	}
	next = func(number int64) (page, error) {
		if number > last {
			return readPage(ctx, c, call, number)
		}
		select {
		case a := <-answers[number-first]:
			if a.err != nil {
				return page{}, a.err
			}
			return newPage(call.op.name, a.env)
		case <-ctx.Done():
			if long := context.Cause(ctx); errors.Is(long, ErrContract) {
				return page{}, long
			}
			return page{}, &NoAnswerError{Operation: call.op.name, Sent: true, Err: whyEnded(ctx)}
		}
	}
	return next, func() { cancel(nil); readers.Wait() }
}

// page is one page of a listing, undecoded; omitted numbers are nil.
type page struct {
	records                       []*record
	bytes                         int
	current, last, total, perPage *int64
}

func newPage(op string, env envelope) (page, error) {
	records, err := newRecords(op, env.data)
	if err != nil {
		return page{}, err
	}
	number := func(name string) *int64 { return env.pages.integer(name).Value }
	return page{records, len(env.data), number("current_page"), number("last_page"), number("total"), number("per_page")}, env.pages.err
}

// full gives how many records the first page must have if another page may follow it. A page may say itself how many
// that are.
func (p page) full() int64 {
	switch came := int64(len(p.records)); {
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
	return fresh == 0 && (len(p.records) == 0 || p.current != nil && *p.current < asked || int64(len(p.records)) >= full)
}

// tooLong is the error of a listing that exceeds its limits.
func tooLong(op string, inBytes bool) error {
	bound := fmt.Sprintf("holds more than %d records", maxRecords)
	if inBytes {
		bound = fmt.Sprintf("is larger than %d MiB", maxListing>>20)
	}
	return contractError(op, "", "the listing %s, which is more than the provider reads; use a filter to list less", bound)
}

// errChanged says how a listing visibly changed between two pages.
type errChanged string

func (e errChanged) Error() string { return string(e) }

// listing joins the pages of one reading. It sends no requests, so the pages may come from anywhere, if they are added
// in order.
type listing[T identified] struct {
	op   string
	read func(*record) (T, error)

	items  []T
	fresh  []T // those of the last page
	first  page
	pages  int64           // how many were added
	bytes  int             // of those
	ended  bool            // nothing comes after them
	pageOf map[int64]int64 // the page of each identifier
}

// add adds the next page. An errChanged means that it belongs to another version of the listing.
func (l *listing[T]) add(p page) error {
	if l.atLast() {
		return l.prove(p)
	}
	l.pages++
	if l.pages == 1 {
		l.first, l.pageOf, l.items = p, make(map[int64]int64), []T{}
	}
	if err := l.checkNumbers(p); err != nil {
		return err
	}
	before := len(l.items)
	if l.bytes += p.bytes; l.bytes > maxListing || before+len(p.records) > maxRecords {
		return tooLong(l.op, l.bytes > maxListing)
	}
	for _, r := range p.records {
		item, err := l.read(r)
		if err != nil {
			return err
		}
		if before, twice := l.pageOf[item.id()]; twice {
			return errChanged(fmt.Sprintf("record %d was on page %d and again on page %d", item.id(), before, l.pages))
		}
		l.pageOf[item.id()] = l.pages
		l.items = append(l.items, item)
	}
	l.fresh = l.items[before:]
	came, full, all := len(p.records), len(l.first.records), int64(len(l.items))
	switch {
	case !l.atLast() && (came == 0 || came != full):
		return errChanged(fmt.Sprintf("page %d of %d has %d records, and page 1 has %d", l.pages, *p.last, came, full))
	case p.total != nil && all > *p.total:
		return errChanged(fmt.Sprintf("total is %d, but %d records were returned", *p.total, all))
	}
	l.ended = l.atLast() && (int64(came) < l.first.full() || p.unpaged() || p.total != nil && all < *p.total)
	return nil
}

// prove checks the page after the last one, which must show that nothing follows.
func (l *listing[T]) prove(p page) error {
	asked, fresh, all := l.pages+1, 0, int64(len(l.items))
	for _, r := range p.records {
		item, err := l.read(r)
		if err != nil {
			return err
		}
		if _, before := l.pageOf[item.id()]; !before {
			fresh++
		}
	}
	grew := p.total != nil && *p.total > all
	l.fresh = nil
	switch {
	case !grew && p.ends(asked, l.first.full(), fresh):
		l.ended = true
		return nil
	case fresh == 0, grew && (p.last == nil || *p.last >= asked), p.total == nil && p.last != nil && *p.last >= asked:
		return errChanged(fmt.Sprintf("page %d was the last, but there was a record after it", l.pages))
	}
	says := fmt.Sprintf("total and last_page say that page %d is the last", l.pages)
	if l.first.total == nil && l.first.last == nil {
		says = "the listing says neither total nor last_page"
	}
	return contractError(l.op, "A3", "%s, but page %d has more records", says, asked)
}

func (l *listing[T]) checkNumbers(p page) error {
	switch {
	case !same(p.total, l.first.total):
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
		return contractError(op, "A3", "the listing has %d pages, but the provider reads at most %d", *p.last, maxPages)
	case asked == 1 && p.current != nil && *p.current != 1:
		return contractError(op, "A3", "the first page was requested, but page %d was returned", *p.current)
	case asked > 1 && (p.current == nil || *p.current != asked):
		return contractError(op, "A3", "page %d was requested with the query parameter page, but page %s was returned",
			asked, shown(p.current))
	}
	return nil
}

// atLast reports whether the page that last_page names was added.
func (l *listing[T]) atLast() bool {
	return l.pages > 0 && (l.first.last == nil || l.pages >= *l.first.last)
}

// reach gives the page up to which there are want records, or the last one, of a listing with more than one page.
func (l *listing[T]) reach(want int64) int64 {
	full := int64(len(l.first.records)) // above zero, or add would have complained
	if want < 1 || want > full**l.first.last {
		return *l.first.last
	}
	return (want + full - 1) / full
}

// check says whether a complete listing lacks records.
func (l *listing[T]) check() error {
	total, came := l.first.total, len(l.items)
	switch {
	case total == nil || *total <= int64(came):
		return nil
	case l.first.last == nil:
		return contractError(l.op, "A3",
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
