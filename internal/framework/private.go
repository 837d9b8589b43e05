package framework

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// The keys of private state, all that one run tells the next one beside the state.
const (
	// WrittenKey holds when this provider last wrote something of an object, or adopted it.
	WrittenKey = "written"
	// NotListedKey is set for a thing that the service accepted and that no listing has shown yet; of a fleet it holds the
	// plates of such links. Until one shows it, absence from a listing proves nothing.
	NotListedKey = "unseen"
	// NombreKey holds the declared name of a vehicle: only a change of it is an error, and not one that the service shows.
	NombreKey = "nombre"
)

// The private state of a resource, as the requests and responses of terraform-plugin-framework
// offer it; its own type cannot be named outside that module.
type (
	// PrivateReader reads private state.
	PrivateReader interface {
		GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	}
	// PrivateWriter changes private state.
	PrivateWriter interface {
		SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
	}
)

// SetPrivate notes a value in the private state, as JSON.
func SetPrivate(ctx context.Context, private PrivateWriter, key string, value any, diags *diag.Diagnostics) {
	text, err := json.Marshal(value)
	if err == nil {
		diags.Append(private.SetKey(ctx, key, text)...)
	}
}

// ReadPrivate gives the noted value, or the zero value: only this provider writes private state, so what
// cannot be read was never set.
func ReadPrivate[T any](ctx context.Context, private PrivateReader, key string) (value T) {
	if text, failed := private.GetKey(ctx, key); !failed.HasError() && text != nil {
		_ = json.Unmarshal(text, &value)
	}
	return value
}

// Wrote notes that an object was written now, or adopted: another run may just have made it.
func (s *Service) Wrote(ctx context.Context, private PrivateWriter, diags *diag.Diagnostics) {
	SetPrivate(ctx, private, WrittenKey, time.Now().UTC().Truncate(time.Millisecond), diags)
}

// JustWrote reports whether an object was written within the last minute, whichever process did so: reads may lag. A refresh then
// keeps what is in the state, since what a creation looks up first may lag as well.
func (s *Service) JustWrote(ctx context.Context, private PrivateReader) bool {
	return s.Client.Recent(ReadPrivate[time.Time](ctx, private, WrittenKey))
}

// KeepJustWritten reports whether a thing that reads do not show stays in the state, because it was written just now. One warning says so
// for all of its kind: without it, a service that has lost everything would look unchanged.
func (t Task) KeepJustWritten(ctx context.Context, s *Service, private PrivateReader, diags *diag.Diagnostics) bool {
	keeps := s.JustWrote(ctx, private)
	if keeps {
		s.WarnOnce(UpperFirst(t.Noun)+"s not shown yet", UpperFirst(fmt.Sprintf(notShownYetText, t.object())), diags)
	}
	return keeps
}

// KeepNotListed reports whether a thing stays in the state although a listing does not show it,
// because none has shown it yet, and warns of that.
func (t Task) KeepNotListed(ctx context.Context, private PrivateReader, diags *diag.Diagnostics) bool {
	if !ReadPrivate[bool](ctx, private, NotListedKey) {
		return false
	}
	diags.AddWarning(UpperFirst(t.object())+" not listed yet", fmt.Sprintf(stillNotListedText, t.object()))
	return true
}
