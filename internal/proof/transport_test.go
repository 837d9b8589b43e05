package proof

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Adversary stands between a client and the model, as the client's transport, and ends each request as its schedule
// says. It works in virtual time alone (testing/synctest).
type Adversary struct {
	Model    *Model
	Schedule Schedule
	// Second starts a second run over a transport of its own, and returns when that is over.
	Second func(*Adversary)
	// Stop tells the process of the run to stop, as Terraform does at Ctrl-C.
	Stop func()
	// before is called before a request is carried out, with its number.
	before func(number int)

	killed, stopped, expired atomic.Bool  // the process, its run, the credential
	struck                   atomic.Int64 // faults of the schedule so far
	over                     []func()     // ends what waits for the end of the run

	mu    sync.Mutex
	tried Tried
}

// Process is a process of the provider that a try began.
type Process struct {
	// First is the number of its first request.
	First int
	// Held is what state and service held when it began.
	Held string
}

// latency is how long an answer takes.
const latency = 100 * time.Millisecond

// Begin notes that a process begins, and what state and service hold.
func (a *Adversary) Begin(held string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.tried.Processes = append(a.tried.Processes, Process{len(a.tried.Requests), held})
}

// note notes a request, and gives its number.
func (a *Adversary) note(request Request) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.tried.Requests = append(a.tried.Requests, request)
	return len(a.tried.Requests) - 1
}

// Tried gives the requests so far.
func (a *Adversary) Tried() Tried {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.tried
}

// EndRun has a second run that waits go on.
func (a *Adversary) EndRun() {
	for _, end := range a.over {
		end()
	}
}

// errDead is what a dead process gets. It is an interruption, since after any other error the client would try again, and the next
// run would begin later for it.
var errDead = fmt.Errorf("the process is dead: %w", context.Canceled)

// RoundTrip ends one request as the schedule says.
func (a *Adversary) RoundTrip(r *http.Request) (*http.Response, error) {
	request, err := read(r)
	switch {
	case err != nil:
		return nil, err
	case a.killed.Load():
		return nil, errDead
	case a.expired.Load():
		time.Sleep(latency)
		return unauthorized.End(r)
	}
	number := a.note(request)
	if a.before != nil {
		a.before(number)
	}
	fault := a.fault(number, request)
	switch fault.Event {
	case Killed:
		if fault.Done {
			a.Model.Do(request)
		}
		a.killed.Store(true)
		return nil, errDead
	case Expired:
		a.expired.Store(true)
	case Interrupted:
		a.stopped.Store(true)
		a.Stop()
	case Overtaken:
		a.overtake(fault)
	case Outside:
		fault.outside(a.Model)
	}
	time.Sleep(latency)
	if fault.Event == Interrupted && r.Context().Err() != nil {
		if fault.Done {
			a.Model.Do(request)
		}
		return nil, r.Context().Err()
	}
	return a.end(r, request, fault)
}

// fault gives the fault at a request. Where a service finishes late the requests of two tries may differ, and a
// fault that was chosen for another kind of request is none.
func (a *Adversary) fault(number int, request Request) Fault {
	for _, c := range a.Schedule {
		if c.At == number && c.Fault.applies(request) {
			a.struck.Add(1)
			return c.Fault
		}
	}
	return Fault{Name: "answered", Done: true}
}

// end carries a request out as far as a fault says, and gives what the client gets.
func (a *Adversary) end(r *http.Request, request Request, fault Fault) (*http.Response, error) {
	var honest Reply
	switch {
	case fault.pretends:
		honest = a.Model.Clone().Do(request)
		if fault.Done {
			a.Model.doLater(fault.After, request)
		}
	case fault.After > 0 && fault.Event == NoEvent:
		a.Model.doLater(fault.After, request)
	case fault.Done || request.Reads():
		honest = a.Model.Do(request)
		if fault.twice {
			honest = a.Model.Do(request)
		}
	}
	switch {
	case len(fault.replies) > 0:
		honest = fault.replies[0]
	case fault.answers != nil:
		honest = fault.answers(a.Model, request, honest)
	}
	return honest.End(r)
}

// overtake runs a second run at this point: as a whole, or to its second request, from where it goes on when the first
// run is over.
func (a *Adversary) overtake(fault Fault) {
	honest := &Adversary{Model: a.Model}
	if fault.After == 0 {
		a.Second(honest)
		return
	}
	paused, resume, done := make(chan struct{}), make(chan struct{}), make(chan struct{})
	honest.before = func(number int) {
		if number == 1 {
			close(paused)
			<-resume
		}
	}
	go func() {
		defer close(done)
		a.Second(honest)
	}()
	a.over = append(a.over, func() { close(resume); <-done })
	select {
	case <-paused:
	case <-done:
	}
}

func read(r *http.Request) (Request, error) {
	name, element, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/external/"), "/")
	out := Request{Operation: r.Method + " " + name, Element: element, Query: r.URL.Query()}
	if r.Body == nil {
		return out, nil
	}
	defer func() { _ = r.Body.Close() }()
	return out, json.NewDecoder(r.Body).Decode(&out.Body)
}

// End is what a transport gives of a request that is answered so.
func (reply Reply) End(r *http.Request) (*http.Response, error) {
	switch {
	case reply.Hangs:
		<-r.Context().Done()
		return nil, r.Context().Err()
	case reply.NotSent:
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("connection refused")}
	case reply.Lost:
		return nil, io.ErrUnexpectedEOF
	}
	body := []byte("<!DOCTYPE html><html><head><title>Error</title></head><body>Something went wrong</body></html>")
	if reply.Body != nil {
		body, _ = json.Marshal(reply.Body)
	}
	return &http.Response{StatusCode: reply.Status, Status: http.StatusText(reply.Status), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Location": {"https://elsewhere.example/"}}, // of a redirect
		Body:   io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)), Request: r}, nil
}
