package parking

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"net/url"
	"slices"
	"strconv"

	"golang.org/x/sync/errgroup"
)

const (
	// maxIdle is how many readings of a list may add nothing to those before, and maxReadings how many there are at most.
	maxIdle, maxReadings = 3, 12
	// maxPages limits a list: no fleet has 150,000 vehicles.
	maxPages = 10_000
)

// identified is a record with its identifier, or 0 if it has none.
type identified interface{ id() int64 }

// list is a list of the service.
type list[T identified] struct {
	client *Client
	call   call
	read   func(*record) (T, error) // also of several pages at once
}

// Page is one answer of a list. A number that it omits is nil.
type Page[T identified] struct {
	Items                  []T
	Total                  *int64 // how many there are in all
	perPage, current, last *int64
}

// readPages reads a whole list.
func readPages[T identified](ctx context.Context, c *Client, call call, read func(*record) (T, error)) (items []T, err error) {
	return (&list[T]{client: c, call: call, read: read}).whole(ctx, new(pass[T]))
}

// eachPage gives the pages in turn, for a caller that may stop early: it sends nothing after that. If they are not complete, the rest
// of the whole list follows as one page. No record is given twice, and an error is the last result.
func eachPage[T identified](ctx context.Context, c *Client, call call, read func(*record) (T, error)) iter.Seq2[Page[T], error] {
	return func(yield func(Page[T], error) bool) {
		l, r, given := &list[T]{client: c, call: call, read: read}, new(pass[T]), make(map[int64]bool)
		give := func(p Page[T], err error) bool {
			p.Items = slices.DeleteFunc(slices.Clone(p.Items), func(item T) bool { return given[item.id()] })
			for _, item := range p.Items {
				given[item.id()] = true
			}
			return yield(p, err) && err == nil
		}
		for r.hasNext() {
			p, err := l.page(ctx, r.pages+1)
			if r.pages > 0 && Is(err, NotFound) { // it is gone, or there was none
				r = new(pass[T])
				break
			}
			if !give(p, err) {
				return
			}
			r.add(p)
		}
		if r.pages == 0 || r.doubt(nil) != "" {
			items, err := l.whole(ctx, r)
			give(Page[T]{Items: items}, err)
		}
	}
}

// whole reads the list until it is complete, and begins with the pages that r has.
//
// The service divides its records into pages anew for every request. If the list changes meanwhile, or has no stable order,
// some come twice, and others not at all. What only grows is complete as well once all readings together show as many as total.
//
// It may still miss a record if as many appeared as disappeared, so absence from several pages alone does not prove that it is gone.
func (l *list[T]) whole(ctx context.Context, r *pass[T]) (items []T, err error) {
	var before *pass[T]
	var all pass[T] // what the readings add up to
	for readings, idle := 1, 0; ; readings++ {
		known, wrong := len(all.items), "a page was gone when it was read"
		switch err := l.rest(ctx, r); {
		case err != nil && (!Is(err, NotFound) || readings == 1 && r.pages == 0):
			return nil, err
		case err != nil:
			r = nil
		default:
			if wrong = r.doubt(before); wrong == "" {
				return r.items, nil
			}
			if r.first.unpaged() {
				return nil, UnexpectedAnswer(l.call.op.name, "", "%s", wrong)
			}
			if l.call.op.lasting() {
				if all.add(Page[T]{Items: r.items}); r.counts() && int64(len(all.items)) == r.total {
					return all.items, nil
				}
			}
		}
		if len(all.items) == known {
			idle++
		}
		if idle == maxIdle || readings == maxReadings {
			err := UnexpectedAnswer(l.call.op.name, "",
				"the listing kept changing while it was read (%d times; %s), so its contents are unknown", readings, wrong)
			err.Kind, err.Passing = Changing, true
			return nil, err
		}
		before, r, l.call.pass = r, new(pass[T]), readings // or a look-up would read the same pages again
	}
}

// rest reads the pages that follow: side by side if the first one says how many there are.
func (l *list[T]) rest(ctx context.Context, r *pass[T]) error {
	for r.hasNext() && (r.pages == 0 || r.first.last == nil) {
		p, err := l.page(ctx, r.pages+1)
		if err != nil && (r.pages == 0 || !Is(err, NotFound)) { // nothing says that there is a further one
			return err
		}
		r.add(p)
	}
	pages := make([]Page[T], max(0, valueOf(r.first.last)-int64(r.pages)))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(l.client.config.MaxConcurrency)
	for i := range pages {
		group.Go(func() (err error) {
			pages[i], err = l.page(ctx, r.pages+i+1)
			return err
		})
	}
	err := group.Wait()
	for _, p := range pages {
		r.add(p)
	}
	return err
}

// page reads one page. The request for the first one has no page parameter, whose name the document does not show (A3).
func (l *list[T]) page(ctx context.Context, number int) (p Page[T], err error) {
	call := l.call
	if number > 1 {
		first := l.call       // which changes with the next reading, while a page that was given up is still asked for
		call.witness = &first // it has to show something, if this one is denied
		call.query = merge(call.query, url.Values{"page": {strconv.Itoa(number)}})
	}
	env, err := l.client.do(ctx, call)
	if err != nil {
		return p, err
	}
	if p, err = l.decode(number, env); err != nil {
		return Page[T]{}, err // none of its records, which may be another client's
	}
	return p, nil
}

// decode reads an answer, and checks that it is the page that was asked for.
func (l *list[T]) decode(asked int, env envelope) (p Page[T], err error) {
	op, find := l.call.op.name, newRecords
	if l.call.records != nil {
		find = l.call.records
	}
	records, err := find(op, env.data)
	if err != nil {
		return p, err
	}
	number := func(name string) *int64 { return env.pages.Integer(name).Value }
	p = Page[T]{make([]T, len(records)), number("total"), number("per_page"), number("current_page"), number("last_page")}
	if p, err = checked(&env.pages, p); err != nil {
		return p, err
	}
	switch pages := max(valueOf(p.last), int64(asked)); {
	case pages > maxPages:
		err := UnexpectedAnswer(op, "A3", "the listing has %d pages, but the provider reads at most %d", pages, maxPages)
		err.Kind = TooLong
		return p, err
	case p.current == nil && asked > 1:
		return p, UnexpectedAnswer(op, "A3", "page %d was requested, but a page without a number was returned", asked)
	case p.current != nil && *p.current != int64(asked):
		return p, UnexpectedAnswer(op, "A3", "page %d was requested, but page %d was returned", asked, *p.current)
	}
	for i, r := range records {
		if p.Items[i], err = l.read(r); err != nil {
			return p, err
		}
	}
	return p, nil
}

// unpaged: it has no number of a page, so it is the whole list.
func (p Page[T]) unpaged() bool { return p.perPage == nil && p.current == nil && p.last == nil }

// pass is one reading of a list, or its pages so far.
type pass[T identified] struct {
	first Page[T]
	pages int            // how many were added
	came  int            // on the last of them
	items []T            // each once
	has   map[int64]bool // these identifiers
	twice int64          // one that came twice
	total int64          // the largest that a page says, since the list may grow meanwhile
}

func (r *pass[T]) add(p Page[T]) {
	if r.pages++; r.pages == 1 {
		r.first, r.has, r.total = p, make(map[int64]bool), -1
	}
	r.came = len(p.Items)
	if p.Total != nil {
		r.total = max(r.total, *p.Total)
	}
	for _, item := range p.Items {
		id := item.id()
		if r.has[id] {
			r.twice = id
			continue
		}
		r.items = append(r.items, item)
		r.has[id] = id != 0
	}
}

// hasNext reports whether there is another page: up to the last one, or after one that is full.
func (r *pass[T]) hasNext() bool {
	switch {
	case r.pages == 0:
		return true
	case r.first.last != nil || r.first.unpaged():
		return int64(r.pages) < valueOf(r.first.last)
	}
	return int64(r.came) >= max(1, cmp.Or(valueOf(r.first.perPage), int64(len(r.first.Items))))
}

// counts reports whether total may be about the whole list, and is not the number of the page's own records.
func (r *pass[T]) counts() bool { return r.total >= 0 && r.total != int64(len(r.first.Items)) }

// doubt says why a reading may not be complete, or nothing. It is if no record came twice, and there are as many as total, or the
// reading before showed the same. One page without a total is complete.
func (r *pass[T]) doubt(before *pass[T]) string {
	came, unseen := int64(len(r.items)), func(item T) bool { return item.id() != 0 && !before.has[item.id()] }
	switch {
	case r.twice != 0:
		return fmt.Sprintf("record %d is in the list twice", r.twice)
	case r.total == came, r.pages == 1 && r.total < 0,
		before != nil && len(r.items) == len(before.items) && !slices.ContainsFunc(r.items, unseen):
		return ""
	case r.counts():
		return fmt.Sprintf("total is %d, but %d records were returned", r.total, came)
	}
	return "it showed other records each time"
}
