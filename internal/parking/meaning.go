package parking

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"
)

// A denial is the service's own "fail" to a read that is about neither the credential nor its load, or an "ok" without a record to a read
// of one thing. What it means is asked: of controls (control.go), and of a witness, which is what the service shows in a read that began
// after them.
//
//	control  witness                          meaning
//	equal    shown                            NotFound
//	equal    not, and GET cliente is denied   DeniesAll: the run stops, from HTTP 500 on as for any outage
//	         in the same way
//	equal    not                              Unproven
//	differs  any                              Rejected: it is about this one thing

// Follows says what follows if a read is NotFound, and so which witness is needed to believe that.
type Follows int

// What may follow.
const (
	Nothing   Follows = iota // the denial is the error: no witness is needed
	Creation                 // it is created: anything but a catalogue, or one if GET cliente is denied otherwise
	EmptyList                // an empty list is shown: GET cliente; for a link links.go needs more
	Removal                  // it leaves the state: another plate, the list with the vehicle, or GET cliente; then the denied read, again
)

// denials are what a run has learnt of them.
type denials struct {
	trials sync.Map // of trial, by operation and what follows
	shown  sync.Map // when the last read began that showed something, by operation; "" is any but a catalogue
	placas sync.Map // that are read: each may be the witness of another
}

// trial is what is known of the denials of an operation. Controls are learnt only with a witness: those of an outage tell nothing.
type trial struct {
	controls []form
	since    time.Time // they were asked
	failed   time.Time // no witness was found
	verdict  Kind      // then
}

// witnessAge is for how long a failed witness counts.
const witnessAge = 5 * time.Second

// judged finds out what a denial means, and whether a credential is rejected that was never accepted.
func (c *Client) judged(next sender) sender {
	return func(ctx context.Context, r *request) (envelope, error) {
		env, err := next(ctx, r)
		err = without(r, env, err)
		e := ErrorOf(err)
		switch {
		case err == nil:
			c.denials.saw(r.call, r.sent)
		case e.Kind == Unauthorized && e.Status == http.StatusUnauthorized && !r.public && !c.denials.showed("", time.Time{}):
			if stopped := c.alone(ctx, r); stopped != nil {
				return envelope{}, stopped
			}
			if _, own := c.ask(ctx, call{op: opCliente, private: true}); Is(own, Unauthorized) {
				return envelope{}, c.breaker.condemn(r, credentialRejected, err)
			}
		case e.form != nil && (!e.Foreign || r.follows == Creation) && (r.follows != Nothing || r.op.returns == fixed || r.paged()):
			return c.meaning(ctx, r, e)
		}
		return env, err
	}
}

// without gives a denial in place of an ok without a record.
func without(r *request, env envelope, err error) error {
	if err != nil || r.op.method != get || r.op.returns != one || !holdsNothing(env.data) {
		return err
	}
	return &Error{Op: r.op.name, Kind: Rejected, Outcome: Refused, Message: "ok, without a record",
		Answer: Answer{Status: http.StatusOK, form: &form{status: http.StatusOK}}}
}

// inTurn has a request wait while somebody finds out what the denials of its operation mean.
func (c *Client) inTurn(next sender) sender {
	return func(ctx context.Context, r *request) (envelope, error) {
		defer r.free()
		if err := c.alone(ctx, r); err != nil {
			return envelope{}, err
		}
		r.free()
		return next(ctx, r)
	}
}

// alone keeps other requests of the operation waiting until the request ends, or what its denials mean is known. It gives the error of a
// run that was stopped meanwhile.
func (c *Client) alone(ctx context.Context, r *request) (err error) {
	if r.release == nil {
		if r.release, err = c.turns.lock(ctx, "denials of "+r.op.name); err != nil {
			return abandoned(r.op, r.number > 0, err)
		}
	}
	return c.breaker.refuses(r)
}

func (r *request) free() {
	if r.release != nil {
		r.release()
		r.release = nil
	}
}

func (c *Client) meaning(ctx context.Context, r *request, e *Error) (envelope, error) {
	if stopped := c.alone(ctx, r); stopped != nil {
		return envelope{}, stopped
	}
	key, denied, came := fmt.Sprint(r.op.name, r.follows, r.paged()), e.form.of(r.call), time.Now()
	known, _ := c.denials.trials.Load(key)
	t, _ := known.(trial)
	sameOp, shows := r.follows == Removal || r.paged(), "" // the operation that shows a witness
	switch {
	case sameOp:
		shows = r.op.name
	case r.follows != Creation:
		shows = opCliente.name
	}
	if time.Since(t.failed) < witnessAge && !c.denials.showed(shows, t.failed) {
		return envelope{}, c.undecided(r, *e, t.verdict)
	}
	controls, equal := c.controls(ctx, r.call, denied, t.controls)
	if len(t.controls) == 0 || sameOp {
		t.since = came
	}
	t.verdict = NotFound
	if r.paged() || !c.denials.showed(shows, t.since) {
		t.verdict = c.witness(ctx, r, denied)
	}
	if r.op.returns == fixed && !r.paged() { // a catalogue has no control
		equal = t.verdict == DeniesAll
	}
	if t.verdict == NotFound {
		t.controls = controls
		defer r.free()
	} else if equal {
		t.failed = time.Now()
	}
	c.denials.trials.Store(key, t)
	switch {
	case equal && t.verdict != NotFound:
		return envelope{}, c.undecided(r, *e, t.verdict)
	case !equal:
		return envelope{}, e
	case r.follows == Removal && !r.paged():
		env, err := c.ask(ctx, r.call)
		if again := ErrorOf(err).form; again == nil || !again.of(r.call).among(append(controls, denied)) {
			return env, err
		}
	}
	gone := *e
	gone.Kind, gone.Outcome, gone.Passing = NotFound, Refused, false
	return envelope{}, &gone
}

// undecided is the error of a denial that nothing shows to be true.
func (c *Client) undecided(r *request, e Error, verdict Kind) error {
	if e.Kind = verdict; verdict == DeniesAll {
		return c.breaker.condemn(r, "the service denies everything (check credential and base_url)", &e)
	}
	return &e
}

// controls asks for further controls until a denial is equal to one. A read without any is equal where a witness is enough.
func (c *Client) controls(ctx context.Context, read call, denied form, known []form) (controls []form, equal bool) {
	controls = slices.Clone(known)
	for draw := len(known); draw < maxControls && !denied.among(controls); draw++ {
		control, has := read.control(draw)
		if !has {
			return nil, read.follows == Creation
		}
		_, err := c.ask(ctx, control)
		if e := ErrorOf(err); e.form != nil {
			controls = append(controls, e.form.of(control))
		} else if err != nil || read.op.returns != one {
			break // it is not known, or what cannot exist is not denied
		}
		if n := len(controls); n > 1 && controls[n-1].among(controls[n-2:n-1]) {
			break // nothing varies
		}
	}
	return controls, denied.among(controls)
}

// witness asks for one: NotFound if something is shown, DeniesAll if the client of the credential is denied in the same way, else
// Unproven.
func (c *Client) witness(ctx context.Context, r *request, denied form) Kind {
	var reads []call // at most three plates: one of them has to show something
	if r.witness != nil {
		reads = []call{*r.witness}
	} else if r.follows == Removal && r.op.name == opPlaca.name {
		for placa := range c.denials.placas.Range {
			if other, _ := placa.(string); !SamePlaca(other, r.element) && len(reads) < 3 {
				reads = append(reads, call{op: opPlaca, element: other})
			}
		}
	}
	shown := func(read call) error {
		began := time.Now()
		_, err := c.ask(ctx, read)
		if err == nil {
			c.denials.saw(read, began)
		}
		return err
	}
	for _, read := range reads {
		if shown(read) == nil {
			return NotFound
		}
	}
	own := call{op: opCliente, private: true}
	err := shown(own)
	e := ErrorOf(err)
	switch {
	case err == nil:
		if !r.paged() && (r.follows != Removal || r.op.returns != one || r.op.name == opClienteEmail.name) {
			return NotFound
		}
	case e.form != nil && e.form.of(own).among([]form{denied}):
		return DeniesAll
	case (e.form != nil || e.Status == http.StatusForbidden) && (r.follows == Creation || r.op.name == opVehiculos.name):
		if env, err := c.ask(ctx, call{op: opTipoVehiculo}); err == nil && !holdsNothing(env.data) {
			return NotFound
		}
	}
	return Unproven
}

// ask sends a control, a witness or the denied read again. It shares no answer, is sent even if the run was stopped meanwhile, and is not
// judged. A denial is its answer, whatever the status, and not repeated.
func (c *Client) ask(ctx context.Context, read call) (envelope, error) {
	read.tries = nil // those of the denied read are its own
	r, err := c.prepare(read)
	if err != nil {
		return envelope{}, err
	}
	env, err := c.retried(func(ctx context.Context, r *request) (envelope, error) {
		env, err := c.limited(c.try)(ctx, r)
		if e := ErrorOf(err); e.form != nil && e.Passing {
			denied := *e
			denied.Passing, err = false, &denied
		}
		return env, err
	})(ctx, r)
	return env, without(r, env, err)
}

// saw notes that a read that began then showed something, or a write was accepted.
func (d *denials) saw(read call, began time.Time) {
	d.shown.Store(read.op.name, began)
	if read.op.returns != fixed && !read.public {
		d.shown.Store("", began)
	}
}

// MayShow names plates that are read next: each may be the witness of another.
func (c *Client) MayShow(placas ...string) {
	for _, placa := range placas {
		c.denials.placas.Store(placa, true)
	}
}

// showed reports whether an operation showed something in a read that began after then.
func (d *denials) showed(op string, then time.Time) bool {
	value, _ := d.shown.Load(op)
	last, _ := value.(time.Time)
	return last.After(then)
}
