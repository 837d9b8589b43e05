package sandbox

import "sync"

// inFlight is what the service is at work on, for the page, and so that Close can wait for it.
type inFlight struct {
	mu     sync.Mutex
	now    int
	closed bool
	all    sync.WaitGroup // everything that may write to the store
}

// enter lets a request in. leave is called when the request needs the store no more. A nil leave means that the sandbox
// is closed.
func (f *inFlight) enter() (leave func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return nil
	}
	f.all.Add(1)
	f.now++
	return f.leave
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
