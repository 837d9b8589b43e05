package framework

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// PrivateReader, privateWriter and both are what the framework's requests and
// responses offer of a resource's private state, whose type is internal to it.
type (
	PrivateReader interface {
		GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	}
	PrivateWriter interface {
		SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
	}
	PrivateState interface {
		PrivateReader
		PrivateWriter
	}
)

func SetMark(ctx context.Context, private PrivateWriter, key string, value any, diags *diag.Diagnostics) {
	text, err := json.Marshal(value)
	if err == nil {
		diags.Append(private.SetKey(ctx, key, text)...)
	}
}

func ClearMark(ctx context.Context, private PrivateWriter, key string, diags *diag.Diagnostics) {
	diags.Append(private.SetKey(ctx, key, nil)...)
}

// ReadMark gives what a mark holds. Only this provider writes them; what it cannot read was never set.
func ReadMark[T any](ctx context.Context, private PrivateReader, key string) (value T) {
	if text, failed := private.GetKey(ctx, key); !failed.HasError() && text != nil {
		_ = json.Unmarshal(text, &value)
	}
	return value
}

func HasMark(ctx context.Context, private PrivateReader, key string) bool {
	value, failed := private.GetKey(ctx, key)
	return !failed.HasError() && value != nil
}

// UnsettledPagoKey holds the code of a payment whose outcome is not known. No
// other code may be tried: it could be a second payment.
const UnsettledPagoKey = "unsettled_pago"
