package parking

import (
	"context"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
)

// recorded sends a write, and adds it to the audit log, unless once does, which decides what became of it. While the log cannot be
// written, nothing is sent.
func (c *Client) recorded(ctx context.Context, r *request, send sender) (envelope, error) {
	if err := c.config.Audit.Check(); err != nil {
		return envelope{}, &Error{Op: r.op.name, Kind: Unrecorded, Outcome: NotSent, Err: err}
	}
	defer c.memo.renew()
	alone := r.tries == nil
	if alone {
		r.tries = new(attempts)
	}
	if r.tries.begun.IsZero() {
		r.tries.begun = time.Now()
	}
	env, err := send(ctx, r)
	if alone {
		c.auditWrite(ctx, r.op, r.tries, auditOutcome(err, false), r.about)
	}
	return env, err
}

// auditOutcome names the end of a write. lost: it was found after a lost answer. What is not found, or is refused after a
// try that may have taken effect, may still show up.
func auditOutcome(err error, lost bool) audit.Outcome {
	e := ErrorOf(err)
	switch {
	case err == nil && !lost:
		return audit.Done
	case err == nil, e.Outcome == Accepted:
		return audit.AnswerLost
	case e.Outcome >= ProbablyNotDone:
		return audit.Unknown
	case e.Outcome == Refused:
		return audit.Refused
	}
	return audit.NotDone
}

// auditWrite adds a write that ended to the audit log, unless it was never begun.
func (c *Client) auditWrite(ctx context.Context, op operation, tries *attempts, outcome audit.Outcome, about audit.Subject) {
	if !tries.begun.IsZero() {
		c.addLine(ctx, audit.Entry{Operation: op.name, Subject: about, Outcome: outcome, Tries: tries.sent,
			DurationMS: time.Since(tries.begun).Milliseconds()})
	}
}

// RecordAdoption adds an adopted object to the audit log. operation is the one that would have created it.
func (c *Client) RecordAdoption(ctx context.Context, operation string, about audit.Subject) {
	c.addLine(ctx, audit.Entry{Operation: operation, Subject: about, Outcome: audit.Adopted})
}

// addLine adds a line to the audit log. The user is shown one that it cannot take.
func (c *Client) addLine(ctx context.Context, entry audit.Entry) {
	if line, cause := c.config.Audit.Add(entry); cause != nil {
		notesOf(ctx).unrecorded(entry, line, cause)
	}
}
