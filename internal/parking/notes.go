package parking

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
)

// Notes are the lines that the audit log lacks of the writes of one call of Terraform.
type Notes struct {
	mu    sync.Mutex
	lines []string
	first string
	cause error
}

type notesKey struct{}

// WithNotes gives a context whose writes leave notes.
func WithNotes(ctx context.Context) (context.Context, *Notes) {
	n := new(Notes)
	return context.WithValue(ctx, notesKey{}, n), n
}

// notesOf gives the notes of the call that writes. If its caller did not ask for any, they are lost.
func notesOf(ctx context.Context) *Notes {
	if n, there := ctx.Value(notesKey{}).(*Notes); there {
		return n
	}
	return new(Notes)
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
