package parking

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
)

// Notes are what the user must be told of the requests of one call of Terraform, beside how they ended.
type Notes struct {
	mu     sync.Mutex
	remark string
	lines  []string
	first  string
	cause  error
}

type notesKey struct{}

// WithNotes gives a context whose requests leave notes.
func WithNotes(ctx context.Context) (context.Context, *Notes) {
	n := new(Notes)
	return context.WithValue(ctx, notesKey{}, n), n
}

// notesOf gives the notes that a request leaves. Those of nobody's call are lost.
func notesOf(ctx context.Context) *Notes {
	if n, there := ctx.Value(notesKey{}).(*Notes); there {
		return n
	}
	return new(Notes)
}

// Remark gives the first error that the service reported in an answer that says ok; empty if it reported none.
func (n *Notes) Remark() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.remark
}

func (n *Notes) remarked(remark string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.remark = cmp.Or(n.remark, remark)
}

// Unrecorded gives the lines that the audit log lacks, what the first is about, and why the log cannot be written.
func (n *Notes) Unrecorded() (lines []string, first string, cause error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.lines, n.first, n.cause
}

func (n *Notes) unrecorded(entry audit.Entry, line string, cause error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.cause == nil {
		about, _ := json.Marshal(entry.Subject)
		n.first, n.cause = entry.Operation+" "+string(about), cause
	}
	n.lines = append(n.lines, line)
}

// remark gives what an ok answer says in the fields of a failure; empty if they say nothing. Some services write 0 there.
func remark(op operation, status int, message string, fields []FieldError) string {
	if (message == "" || message == "0") && len(fields) == 0 {
		return ""
	}
	said := &Error{Message: cmp.Or(message, "ok"), Answer: Answer{Status: status, Fields: fields}}
	return fmt.Sprintf("%s: %s", op.name, said.said())
}
