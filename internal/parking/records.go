package parking

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/decode"
)

const (
	// maxPasses is how often a listing that changes during the read is read. Where the passes add up, it is how many may
	// bring nothing new, and twice as many where the records come in no stable order.
	maxPasses = 3
	// mostPasses ends passes that add up, if each brings something and none the last: 200 records in random order need 6 to
	// 12.
	mostPasses = 30
	// pageSize is how many records a page has unless the service says otherwise (A3).
	pageSize = 15
	// maxPages, maxRecords and maxListing limit a listing: its pages, its records, and the bytes of all its pages, as
	// many as those of one answer. No fleet has 150,000 vehicles, and with the documented fields these would still fit.
	maxPages   = 10_000
	maxRecords = maxPages * pageSize
	maxListing = maxBody
)

// How many records a caller of eachPage wants, if it does not know the number.
const (
	wantAll = 0
	// wantOne is for a caller that stops at a record which may be on any page. It reads as many pages side by side as it
	// has read before, so at most twice as many as it needs.
	wantOne = -1
)

// identified is a record with its identifier, or 0 if it has none.
type identified interface{ id() int64 }

// readRecord runs a call whose answer holds one record. That of a write may have none, and is read as an empty one.
func readRecord[T any](ctx context.Context, c *Client, call call, read func(*record) (T, error)) (made T, err error) {
	env, err := c.do(ctx, call)
	if err != nil {
		return made, err
	}
	find := newRecord
	if call.records != nil {
		find = call.records
	}
	found, err := find(call.op.name, env.data)
	switch {
	case err != nil:
		return made, err
	case len(found) > 0:
		return read(found[0])
	case call.op.method == http.MethodGet:
		return made, UnexpectedAnswer(call.op.name, "A11", "it has no record")
	}
	return read(&record{op: call.op.name})
}

// readPages reads every page of a listing. The first request has no page parameter, whose name the document does not show
// (A3).
//
// The service divides its records into pages anew for every request, and may do so in no stable order. So some records
// may come twice, and others not at all. The listing is complete after one pass without a sign of that: its numbers stay
// the same, no record comes twice, every page but the last is full, and its end is proven. Otherwise it is read again.
//
// Passes add up if the service deletes nothing of what it lists (vehicles and catalogues), or if the caller only shows
// the list (LookUp). The listing is then also complete once as many identifiers were seen as total says, if total stayed
// the same: a record that was seen is still there, so no other one can be missing. Reservations end and favourites are
// deleted. While total stays the same, one of them may have replaced another that was seen, so for those only a single
// pass counts.
//
// Even such a pass misses a record if as many appeared as disappeared during it, in certain places. So absence from a
// listing of several pages alone does not prove that a thing is gone.
func readPages[T identified](ctx context.Context, c *Client, call call, read func(*record) (T, error)) (all []T, err error) {
	for list, err := range eachPage(ctx, c, call, wantAll, read) {
		if err != nil {
			return nil, err
		}
		all = list.items
	}
	return all, nil
}

// eachPage gives the listing after each of its pages, again from the first one where it changed. It stops after an error.
// It reads no more pages ahead than hold want records.
func eachPage[T identified](
	ctx context.Context, c *Client, call call, want int64, read func(*record) (T, error),
) iter.Seq2[*listing[T], error] {
	return newPager(c, call, read, call.op.lasting() || isLookUp(ctx)).pages(ctx, want)
}

// pager reads a listing until it is complete. It can be continued where a caller stopped.
type pager[T identified] struct {
	client *Client
	call   call
	list   *listing[T]
	idle   int   // passes that brought nothing
	ahead  int64 // the last page that was asked for together with the next one
}

func newPager[T identified](c *Client, call call, read func(*record) (T, error), addsUp bool) *pager[T] {
	return &pager[T]{client: c, call: call, list: &listing[T]{op: call.op.name, read: read, addsUp: addsUp}}
}

// pages gives the listing after each page that was not given before, as eachPage does.
func (r *pager[T]) pages(ctx context.Context, want int64) iter.Seq2[*listing[T], error] {
	return func(yield func(*listing[T], error) bool) {
		for {
			var changed errChanged
			err := r.pass(ctx, want, yield)
			if !errors.As(err, &changed) {
				if err != nil {
					yield(nil, err)
				}
				return
			}
			limit := maxPasses
			if r.list.twice != "" {
				limit *= 2
			}
			if !r.list.again() {
				r.idle++
			}
			if r.idle >= limit || r.list.passes >= mostPasses {
				err := UnexpectedAnswer(r.call.op.name, "",
					"the listing kept changing while it was read (%d times; %s), so its contents are unknown", r.list.passes, changed)
				err.Kind, err.Passing = Changing, true
				yield(nil, err)
				return
			}
			r.client.reading.forget(r.call.op) // or a look-up would read the same pages again
		}
	}
}

// pass reads the pages that are left of one pass. It reads the first two in turn, since the second shows whether the
// service applies the page parameter, then as many side by side as reach says.
func (r *pager[T]) pass(ctx context.Context, want int64, yield func(*listing[T], error) bool) error {
	list, end := r.list, func() {}
	defer func() { end() }()
	r.ahead = 0
	inTurn := func(number int64) (envelope, error) { return r.client.do(ctx, r.call.page(number)) }
	next := inTurn
	for number := list.pages + 1; !list.ended; number++ {
		if number > r.ahead {
			end()
			next, end, r.ahead = inTurn, func() {}, list.reach(want)
			if number < r.ahead {
				next, end = readAhead(ctx, r.client, r.call, number, r.ahead)
			}
		}
		env, err := next(number)
		switch {
		case err == nil:
			var p page
			if p, err = newPage(r.call, env); err == nil {
				err = list.add(p)
			}
		case list.atLast() && Is(err, NotFound):
			err = list.add(page{})
		case (number > 1 || list.passes > 0) && Is(err, NotFound):
			err = errChanged(fmt.Sprintf("there was no page %d when it was read", number))
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

// page is the call for one page of a listing.
func (c call) page(number int64) call {
	if number > 1 {
		first := c
		c.witness = &first // the first one has to show something, if this one is denied
		c.query = merge(c.query, url.Values{"page": {strconv.FormatInt(number, 10)}})
	}
	return c
}

// readAhead reads the pages from first to last, as many at once as requests may be in flight. next gives them in order;
// end cancels the rest. Waiting pages are kept undecoded, and count against maxListing.
func readAhead(ctx context.Context, c *Client, call call, first, last int64) (next func(int64) (envelope, error), end func()) {
	type answer struct {
		env envelope
		err error
	}
	ctx, cancel := context.WithCancelCause(ctx)
	answers := make([]chan answer, last-first+1)
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
				env, err := c.do(ctx, call.page(first+i))
				if held.Add(int64(len(env.data))) > maxListing {
					cancel(tooLong(call.op.name, true))
					return
				}
				answers[i] <- answer{env, err}
			}
		})
	}
	next = func(number int64) (envelope, error) {
		select {
		case a := <-answers[number-first]:
			return a.env, a.err
		case <-ctx.Done():
			if long := context.Cause(ctx); Is(long, Unexpected, Changing, TooLong) {
				return envelope{}, long
			}
			return envelope{}, abandoned(call.op, true, whyEnded(ctx))
		}
	}
	return next, func() { cancel(nil); readers.Wait() }
}

// Field is one field of a record.
type Field[T any] = decode.Field[T]

// record is one record in an answer of an operation.
type record struct {
	decode.Record
	op string
}

// valueOf gives a value, or zero if there is none.
func valueOf[T any](value *T) T { return *cmp.Or(value, new(T)) }

// byID gives the record with an identifier.
func byID[T identified](list []T, id int64) (held T, there bool) {
	for _, one := range list {
		if one.id() == id {
			return one, true
		}
	}
	return held, false
}

// checked gives the result of reading a record, or the error of its first wrong field.
func checked[T any](r *record, made T) (none T, err error) {
	if wrong := r.Err(); wrong != nil {
		return none, UnexpectedAnswer(r.op, "", "%s", wrong)
	}
	return made, nil
}

// newRecord gives the record of an answer that the document shows, and newRecords those of a list.
func newRecord(op string, data json.RawMessage) ([]*record, error) {
	return recordsOf(op, `"data"`, data)
}

func newRecords(op string, data json.RawMessage) ([]*record, error) {
	items, err := decode.Array(data)
	if err != nil {
		return nil, UnexpectedAnswer(op, "", `"data" %s`, err)
	}
	return recordsOf(op, `an element of "data"`, items...)
}

func recordsOf(op, what string, items ...json.RawMessage) ([]*record, error) {
	out := make([]*record, len(items))
	for i, item := range items {
		fields, err := decode.Object(item)
		if err != nil {
			return nil, UnexpectedAnswer(op, "", "%s %s", what, err)
		}
		out[i] = &record{Record: decode.NewRecord(fields), op: op}
	}
	return out, nil
}
