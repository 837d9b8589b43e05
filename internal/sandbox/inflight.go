package sandbox

import "sync"

// inFlight is what the service is at work on: it turns away what is too much, and lets Close wait for the rest.
type inFlight struct {
	limit int // requests at once, 0 without limit

	mu     sync.Mutex
	now    int // requests at work, those turned away left out
	closed bool
	all    sync.WaitGroup // everything that may write to the store, those turned away included
}

// enter lets a request in, admitted unless there are too many. Either way leave is called when the request needs the
// store no more. A nil leave means that the sandbox is closed.
func (f *inFlight) enter() (leave func(), admitted bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return nil, false
	}
	f.all.Add(1)
	if f.limit > 0 && f.now >= f.limit {
		return f.all.Done, false
	}
	f.now++
	return f.leave, true
}

func (f *inFlight) leave() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now--
	f.all.Done()
}

// close lets nothing in any more, and waits until everything has left.
func (f *inFlight) close() {
	f.mu.Lock()
	f.closed = true
	f.mu.Unlock()
	f.all.Wait()
}

func (f *inFlight) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}
