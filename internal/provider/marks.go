package provider

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// privateReader, privateWriter and both are what the framework's requests and
// responses offer of a resource's private state, whose type is internal to it.
type (
	privateReader interface {
		GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	}
	privateWriter interface {
		SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
	}
	privateState interface {
		privateReader
		privateWriter
	}
)

func setMark(ctx context.Context, private privateWriter, key string, value any, diags *diag.Diagnostics) {
	text, err := json.Marshal(value)
	if err == nil {
		diags.Append(private.SetKey(ctx, key, text)...)
	}
}

func clearMark(ctx context.Context, private privateWriter, key string, diags *diag.Diagnostics) {
	diags.Append(private.SetKey(ctx, key, nil)...)
}

// readMark gives what a mark holds. Only this provider writes them; what it cannot read was never set.
func readMark[T any](ctx context.Context, private privateReader, key string) (value T) {
	if text, failed := private.GetKey(ctx, key); !failed.HasError() && text != nil {
		_ = json.Unmarshal(text, &value)
	}
	return value
}

func hasMark(ctx context.Context, private privateReader, key string) bool {
	value, failed := private.GetKey(ctx, key)
	return !failed.HasError() && value != nil
}

// unsettledPagoKey holds the code of a payment whose outcome is not known. No
// other code may be tried: it could be a second payment.
const unsettledPagoKey = "unsettled_pago"
