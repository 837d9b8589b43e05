package parking

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"net/url"
	"slices"
	"strconv"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

const (
	// maxIdle is how many readings of a list may add nothing to those before, and maxReadings how many there are at most.
	maxIdle, maxReadings = 3, 12
	// pageSize is how many records a page has unless the service says otherwise (A3).
	pageSize = 15
	// maxPages, maxRecords and maxListing limit a list: its pages, its records, and the bytes of all its pages, as many as
	// those of one answer. No fleet has 150,000 vehicles, and with the documented fields these would still fit.
	maxPages   = 10_000
	maxRecords = maxPages * pageSize
	maxListing = maxBody
)

// identified is a record with its identifier, or 0 if it has none.
type identified interface{ id() int64 }

// list is a list of the service, and how its records are read, of several pages at once.
type list[T identified] struct {
	client *Client
	call   call
	read   func(*record) (T, error)
}

// page is one answer of a list. A number that it omits is nil.
type page[T identified] struct {
	items                         []T
	bytes                         int
	total, perPage, current, last *int64
}

// readPages reads a whole list.
func readPages[T identified](ctx context.Context, c *Client, call call, read func(*record) (T, error)) ([]T, error) {
	l := list[T]{c, call, read}
	first, err := l.page(ctx, 1)
	if err != nil {
		return nil, err
	}
	items, _, err := l.whole(ctx, pass[T]{first})
	return items, err
}

// eachPage gives the pages in turn, for a caller that may stop early. If they are not the whole list, that comes as one page
// more. An error is the last result.
func eachPage[T identified](ctx context.Context, c *Client, call call, read func(*record) (T, error)) iter.Seq2[page[T], error] {
	return func(yield func(page[T], error) bool) {
		l, pages := list[T]{c, call, read}, pass[T]{}
		for pages.follows() {
			p, err := l.next(ctx, pages)
			if len(pages) > 0 && Is(err, NotFound) {
				break
			}
			if !yield(p, err) || err != nil {
				return
			}
			pages = append(pages, p)
		}
		if pages.wrong() != "" || !pages.settled() {
			items, _, err := l.whole(ctx, pages)
			yield(page[T]{items: items}, err)
		}
	}
}

// whole reads the list until it is complete, and begins after the pages that were read already. proven says that nothing
// follows, even if last_page is wrong.
//
// The service divides its records into pages anew for every request. If the list changes meanwhile, or has no stable order,
// some come twice, and others not at all. A reading is complete if none came twice, and there are as many as total. Without a
// total that counts, two readings must show the same, unless there is one page. What the service deletes nothing of is also
// complete once all readings together show as many as total.
//
// A reading still misses a record if as many appeared as disappeared during it, in certain places. So absence from a list of
// several pages alone does not prove that a thing is gone.
func (l list[T]) whole(ctx context.Context, pages pass[T]) (items []T, proven bool, err error) {
	var before []int64
	var all []T // of all readings
	seen := make(map[int64]bool)
	for readings, idle := 1, 0; ; readings++ {
		pages, err = l.rest(ctx, pages)
		known, wrong := len(all), "a page was gone when it was read"
		switch {
		case err == nil:
			items, wrong = pages.items(), pages.wrong()
			ids := identifiers(items)
			same := readings > 1 && slices.Equal(ids, before)
			if before = ids; wrong == "" && (same || pages.settled()) {
				return items, pages.proven(), nil
			}
			if pages[0].unpaged() {
				return nil, false, UnexpectedAnswer(l.call.op.name, "A3", "the listing has no page numbers and is not whole: %s", wrong)
			}
			wrong = cmp.Or(wrong, "it showed other records each time")
		case !Is(err, NotFound):
			return nil, false, err
		}
		if l.call.op.lasting() && err == nil {
			for _, item := range items {
				if !seen[item.id()] {
					seen[item.id()], all = true, append(all, item)
				}
			}
			if total, counts := pages.counted(); counts && int64(len(all)) == total {
				return all, true, nil
			}
		}
		if len(all) == known {
			idle++
		}
		if idle == maxIdle || readings == maxReadings {
			err := UnexpectedAnswer(l.call.op.name, "",
				"the listing kept changing while it was read (%d times; %s), so its contents are unknown", readings, wrong)
			err.Kind, err.Passing = Changing, true
			return nil, false, err
		}
		l.client.reading.forget(l.call.op) // or a look-up would read the same pages again
		pages = nil
	}
}

// rest reads the pages that follow: side by side if the first one says how many there are.
func (l list[T]) rest(ctx context.Context, pages pass[T]) (pass[T], error) {
	var records, bytes atomic.Int64
	held := func(p page[T]) error {
		return tooLong(l.call.op.name, records.Add(int64(len(p.items))), bytes.Add(int64(p.bytes)))
	}
	for _, p := range pages {
		_ = held(p)
	}
	for pages.follows() {
		read := len(pages)
		if read > 0 && pages[0].last != nil {
			pages = append(pages, make(pass[T], *pages[0].last-int64(read))...)
			group, ctx := errgroup.WithContext(ctx)
			group.SetLimit(l.client.config.MaxConcurrency)
			for i := read; i < len(pages); i++ {
				group.Go(func() (err error) {
					if pages[i], err = l.page(ctx, i+1); err != nil {
						return err
					}
					return held(pages[i])
				})
			}
			return pages, group.Wait()
		}
		p, err := l.next(ctx, pages)
		if err = cmp.Or(err, held(p)); err != nil {
			return nil, err
		}
		pages = append(pages, p)
	}
	return pages, nil
}

// next reads the page after those. If none says which is the last one, a page that is denied is empty.
func (l list[T]) next(ctx context.Context, pages pass[T]) (page[T], error) {
	p, err := l.page(ctx, len(pages)+1)
	if len(pages) > 0 && pages[0].last == nil && Is(err, NotFound) {
		return page[T]{}, nil
	}
	return p, err
}

// page reads one page. The request for the first one has no page parameter, whose name the document does not show (A3).
func (l list[T]) page(ctx context.Context, number int) (page[T], error) {
	call := l.call
	if number > 1 {
		call.witness = &l.call // the first one has to show something, if this one is denied
		call.query = merge(call.query, url.Values{"page": {strconv.Itoa(number)}})
	}
	env, err := l.client.do(ctx, call)
	if err != nil {
		return page[T]{}, err
	}
	return l.decode(number, env)
}

func (l list[T]) decode(number int, env envelope) (p page[T], err error) {
	op, find := l.call.op.name, newRecords
	if l.call.records != nil {
		find = l.call.records
	}
	records, err := find(op, env.data)
	if err != nil {
		return p, err
	}
	of := func(name string) *int64 { return env.pages.Integer(name).Value }
	p = page[T]{make([]T, len(records)), len(env.data), of("total"), of("per_page"), of("current_page"), of("last_page")}
	if p, err = checked(&env.pages, p); err == nil {
		err = p.check(op, number)
	}
	for i := 0; err == nil && i < len(records); i++ {
		p.items[i], err = l.read(records[i])
	}
	return p, err
}

// check checks that a page is the requested one.
func (p page[T]) check(op string, asked int) error {
	shown := "(unnumbered)"
	if p.current != nil {
		shown = strconv.FormatInt(*p.current, 10)
	}
	switch {
	case p.last != nil && *p.last > maxPages, asked > maxPages:
		err := UnexpectedAnswer(op, "A3", "the listing has %d pages, but the provider reads at most %d", max(valueOf(p.last), int64(asked)), maxPages)
		err.Kind = TooLong
		return err
	case asked == 1 && p.current != nil && *p.current != 1:
		return UnexpectedAnswer(op, "A3", "the first page was requested, but page %s was returned", shown)
	case asked > 1 && shown != strconv.Itoa(asked):
		return UnexpectedAnswer(op, "A3", "page %d was requested with the query parameter page, but page %s was returned", asked, shown)
	}
	return nil
}

// unpaged: it has no number of a page, so it is the whole list.
func (p page[T]) unpaged() bool { return p.perPage == nil && p.current == nil && p.last == nil }

// full is how many records the first page must have if another one may follow it.
func (p page[T]) full() int {
	switch {
	case p.perPage != nil && *p.perPage > 0:
		return int(*p.perPage)
	case p.last == nil && !p.unpaged(), valueOf(p.last) > 1:
		return max(1, len(p.items))
	}
	return max(pageSize, len(p.items))
}

// requests gives how many requests the whole list takes, or 0 if its first page does not tell.
func (p page[T]) requests() int64 {
	came := int64(len(p.items))
	if p.total != nil && *p.total > came && came > 0 {
		return (*p.total + came - 1) / came
	}
	return valueOf(p.last)
}

// pass is one reading of a list, or its pages so far.
type pass[T identified] []page[T]

// follows reports whether there is another page.
func (r pass[T]) follows() bool {
	switch {
	case len(r) == 0:
		return true
	case r[0].last != nil || r[0].unpaged():
		return int64(len(r)) < valueOf(r[0].last)
	}
	return len(r[len(r)-1].items) >= r[0].full()
}

func (r pass[T]) items() (items []T) {
	for _, p := range r {
		items = append(items, p.items...)
	}
	return items
}

// counted gives how many records there are, as the pages say. It is the largest total, since the list may change meanwhile. The number
// of the first page does not count: total may be the page's own.
func (r pass[T]) counted() (total int64, counts bool) {
	total = -1
	for _, p := range r {
		if p.total != nil {
			total = max(total, *p.total)
		}
	}
	return total, total >= 0 && total != int64(len(r[0].items))
}

// settled: if nothing is wrong, this reading alone shows that it is complete.
func (r pass[T]) settled() bool {
	_, counts := r.counted()
	return counts || len(r) == 1
}

// proven: nothing follows a complete reading, even if last_page is wrong.
func (r pass[T]) proven() bool {
	_, counts := r.counted()
	return counts || len(r[len(r)-1].items) < r[0].full()
}

// wrong says what shows that this is not the list as it is.
func (r pass[T]) wrong() string {
	on := make(map[int64]int)
	for i, p := range r {
		for _, item := range p.items {
			switch before := on[item.id()]; {
			case before == 0 || item.id() == 0:
				on[item.id()] = i + 1
			case before == i+1:
				return fmt.Sprintf("record %d is in the list twice", item.id())
			default:
				return fmt.Sprintf("record %d was on page %d and again on page %d", item.id(), before, i+1)
			}
		}
	}
	if total, counts := r.counted(); counts && total != int64(len(r.items())) {
		return fmt.Sprintf("total is %d, but %d records were returned", total, len(r.items()))
	}
	return ""
}

// identifiers are sorted.
func identifiers[T identified](items []T) []int64 {
	ids := make([]int64, len(items))
	for i, item := range items {
		ids[i] = item.id()
	}
	slices.Sort(ids)
	return ids
}

// tooLong gives the error of a reading that holds so much, if that is too much.
func tooLong(op string, records, bytes int64) error {
	bound := fmt.Sprintf("holds more than %d records", maxRecords)
	switch {
	case bytes > maxListing:
		bound = fmt.Sprintf("is larger than %d MiB", maxListing>>20)
	case records <= maxRecords:
		return nil
	}
	err := UnexpectedAnswer(op, "", "the listing %s, which is more than the provider reads; use a filter to list less", bound)
	err.Kind = TooLong
	return err
}

// Unreadable reports whether a list kept changing or is too long, so that what it does not show is unknown.
func Unreadable(err error) bool { return Is(err, Changing, TooLong) }
