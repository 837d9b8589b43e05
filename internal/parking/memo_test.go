package parking

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// after gives an exchange a while later, or not at all when the request is given up.
func after(d time.Duration, give exchange) exchange {
	return func(r *http.Request) (*http.Response, error) {
		if !sleep(r.Context(), d) {
			return nil, r.Context().Err()
		}
		return give(r)
	}
}

// TestOtherReadsInFlight: reads that differ, be it in the body alone, are not one.
func TestOtherReadsInFlight(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		s := play(after(time.Second, answer(200, okData(`{}`))))
		c := scripted(t, s)
		var all sync.WaitGroup
		for i := range int64(3) {
			all.Go(func() { _, _ = c.ZonasFavoritas(t.Context(), i+1, Zona{}, EmptyList) })
			all.Go(func() { _, _ = c.Placa(t.Context(), fmt.Sprint(i), Nothing) })
			all.Go(func() { _, _ = c.Tramo(t.Context(), i+1) })
			all.Go(func() { _, _ = c.FAQ(t.Context(), i+1) })
			all.Go(func() { _ = c.UpdatePlaca(t.Context(), PlacaRequest{Placa: "A"}) }) // no reads
		}
		all.Wait()
		equal(t, "requests", s.count(), 15)
	})
}

// TestSharedReadGivenUp: who gives up gets that error at once, and the others their answer, whoever sent the request.
func TestSharedReadGivenUp(t *testing.T) {
	t.Parallel()
	eachInBubble(t, map[string]int{"the one who sent it": 0, "one who waits": 1}, func(t *testing.T, givesUp int) {
		s := play(after(time.Second, answer(200, okData(`{"placa":"A"}`))))
		c := scripted(t, s)
		start := time.Now()
		var all sync.WaitGroup
		for i := range 3 {
			all.Go(func() {
				ctx := t.Context()
				if i == givesUp {
					short, cancel := context.WithTimeout(ctx, time.Second/2)
					defer cancel()
					ctx = short
				}
				_, err := c.Placa(ctx, "A", Nothing)
				took, late := time.Since(start), errors.Is(err, context.DeadlineExceeded)
				if i == givesUp && (!late || !NoAnswer(err) || took != time.Second/2) {
					t.Errorf("who gave up got %v after %v", err, took)
				} else if i != givesUp && err != nil {
					t.Errorf("another one got %v", err)
				}
			})
			synctest.Wait()
		}
		all.Wait()
		equal(t, "requests", s.count(), 1)
	})
}

// TestLookIsItsOwn: what decides whether a write is sent again is no read that somebody else began before.
func TestLookIsItsOwn(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		start, posts := time.Now(), 0
		c := scripted(t, play(func(r *http.Request) (*http.Response, error) {
			since := time.Since(start)
			switch {
			case r.Method == http.MethodPost:
				posts++
				return nil, errors.New("connection reset")
			case since > 4*time.Second: // the service ends what it lost the answer of
				return answer(200, okData("["+nine+"]"))(r)
			case since > 0:
				sleep(r.Context(), time.Minute) // the other read, which saw nothing
			}
			return answer(200, okData(`[]`))(r)
		}), func(c *Config) { c.MaxRetries = 1 })
		go func() {
			sleep(t.Context(), time.Second)
			_, _ = c.ReservasActivas(t.Context(), nineBooking.Among())
		}()
		made, _, err := c.BookReserva(t.Context(), nineBooking)
		if took := time.Since(start); err != nil || made.ID != 9 || posts != 1 || took > defaultSettle+time.Second {
			t.Errorf("got %+v, %v after %d tries and %s, want reservation 9 after one, not after the other read", made, err, posts, took)
		}
	})
}
