package parking

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
)

// Notes are what the user must be told of the requests of one call of Terraform, beside how they ended.
type Notes struct {
	mu      sync.Mutex
	remarks []Remark
	missing []audit.Entry
	lines   []string
	cause   error
}

// Remark is an error that the service reports in an answer that says ok.
type Remark struct {
	Op string
	// Said is the service's own text, or the first of errores.
	Said string
	// All quotes the answer.
	All string
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

// Remarks gives the remarks of the service, each once.
func (n *Notes) Remarks() []Remark {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.remarks
}

func (n *Notes) remark(r *Remark) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if r != nil && !slices.Contains(n.remarks, *r) {
		n.remarks = append(n.remarks, *r)
	}
}

// Unrecorded gives the lines that the audit log lacks, what the first is about, and why the log cannot be written.
func (n *Notes) Unrecorded() (lines []string, first string, cause error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.missing) == 0 {
		return nil, "", nil
	}
	about, err := json.Marshal(n.missing[0].Subject)
	return n.lines, n.missing[0].Operation + " " + string(about), cmp.Or(n.cause, err)
}

func (n *Notes) unrecorded(entry audit.Entry, line string, cause error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.missing, n.lines, n.cause = append(n.missing, entry), append(n.lines, line), cause
}

// remarked gives what an ok answer says in the fields of a failure; nil if they say nothing.
func remarked(op operation, status int, message string, fields []FieldError) *Remark {
	if message == "0" { // some services write so that there is no error
		message = ""
	}
	said := &Error{Message: cmp.Or(message, "ok"), Status: status, Fields: fields}
	for _, f := range fields {
		message = cmp.Or(message, strings.Join(f.Messages, "; "))
	}
	if message == "" {
		return nil
	}
	return &Remark{Op: op.name, Said: message, All: fmt.Sprintf("%s: %s", op.name, said.said())}
}
