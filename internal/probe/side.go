package probe

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// sideBySide is what came of asking side by side.
type sideBySide struct {
	tried   int           // the most questions at once; 0 when it was not asked for
	clean   int           // the most at once of which none was turned away
	slowest time.Duration // of those
}

// askSideBySide asks one cheap question 2, 4, 8, … times at once, until the service turns
// one away or does not keep up. The client would share the answers of equal questions and
// hold them back by itself, so each has a client of its own that repeats nothing.
func (p *probe) askSideBySide(ctx context.Context) {
	if p.burst == 0 {
		return
	}
	clients := make([]*parking.Client, p.burst)
	for i := range clients {
		made, err := p.connection(ctx, p.foundScheme, 0, parking.Config{Observe: p.observe})
		if err != nil {
			p.say("asking side by side: %v", err)
			return
		}
		clients[i] = made.Client
		defer made.Client.CloseIdle()
	}
	p.side.clean = 1
	for at := 2; ctx.Err() == nil; at = min(2*at, p.burst) {
		took, err := askAll(ctx, clients[:at])
		p.side.tried = at
		if err != nil {
			return
		}
		p.side.clean, p.side.slowest = at, took
		if at == p.burst {
			return
		}
	}
}

// askAll sends the question through all clients at once.
func askAll(ctx context.Context, clients []*parking.Client) (slowest time.Duration, err error) {
	var all sync.WaitGroup
	errs, times := make([]error, len(clients)), make([]time.Duration, len(clients))
	for i, client := range clients {
		all.Go(func() {
			start := time.Now()
			errs[i] = client.Ask(ctx, parking.Question{Operation: "tipo_vehiculo"})
			times[i] = time.Since(start)
		})
	}
	all.Wait()
	return slices.Max(times), errors.Join(errs...)
}
