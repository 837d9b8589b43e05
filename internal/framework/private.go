package framework

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// The private state of a resource, as the requests and responses of terraform-plugin-framework
// offer it; its own type cannot be named outside that module.
type (
	// PrivateReader reads private state.
	PrivateReader interface {
		GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	}
	// PrivateWriter changes private state; no value removes the key.
	PrivateWriter interface {
		SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
	}
	// PrivateState reads and changes private state.
	PrivateState interface {
		PrivateReader
		PrivateWriter
	}
)

// SetPrivate notes a value in the private state, as JSON.
func SetPrivate(ctx context.Context, private PrivateWriter, key string, value any, diags *diag.Diagnostics) {
	text, err := json.Marshal(value)
	if err == nil {
		diags.Append(private.SetKey(ctx, key, text)...)
	}
}

// ClearPrivate removes what SetPrivate noted.
func ClearPrivate(ctx context.Context, private PrivateWriter, key string, diags *diag.Diagnostics) {
	diags.Append(private.SetKey(ctx, key, nil)...)
}

// ReadPrivate gives the noted value, or the zero value: only this provider writes private state, so what
// cannot be read was never set.
func ReadPrivate[T any](ctx context.Context, private PrivateReader, key string) (value T) {
	if text, failed := private.GetKey(ctx, key); !failed.HasError() && text != nil {
		_ = json.Unmarshal(text, &value)
	}
	return value
}

// HasPrivate reports whether anything is noted under a key.
func HasPrivate(ctx context.Context, private PrivateReader, key string) bool {
	value, failed := private.GetKey(ctx, key)
	return !failed.HasError() && value != nil
}
