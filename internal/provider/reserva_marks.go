package provider

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// What is known of a reservation beside its state, in its private state.
const (
	// endedKey: it was seen to have ended, so it is never read again.
	endedKey = "ended"
	// importedKey: what of pago is null was not told, and may be declared as one likes.
	importedKey = "imported"
	// unsettledPagoKey holds the code of a payment whose outcome is not known. No
	// other code may be tried: it could be a second payment.
	unsettledPagoKey = "unsettled_pago"
	// unsettledMinutosKey: it is not known whether an extension was carried out.
	unsettledMinutosKey = "unsettled_minutos"
	// destroyedKey: the plan is to destroy it, and not to replace it.
	destroyedKey = "destroyed"
)

type reservaMarks struct {
	ended, imported, minutos bool
	codigo                   string
}

func readReservaMarks(ctx context.Context, private privateReader) (marks reservaMarks) {
	for key, to := range map[string]any{endedKey: &marks.ended, importedKey: &marks.imported, unsettledMinutosKey: &marks.minutos, unsettledPagoKey: &marks.codigo} {
		if value, failed := private.GetKey(ctx, key); !failed.HasError() && value != nil {
			// Only this provider writes them; what it cannot read was never set.
			_ = json.Unmarshal(value, to)
		}
	}
	return marks
}

// open: something happened of which only the service can tell what came of it.
func (m reservaMarks) open() bool { return m.minutos || m.codigo != "" }

func setMark(ctx context.Context, private privateWriter, key string, value any, diags *diag.Diagnostics) {
	text, err := json.Marshal(value)
	if err == nil {
		diags.Append(private.SetKey(ctx, key, text)...)
	}
}

func clearMark(ctx context.Context, private privateWriter, key string, diags *diag.Diagnostics) {
	diags.Append(private.SetKey(ctx, key, nil)...)
}

func hasMark(ctx context.Context, private privateReader, key string) bool {
	value, failed := private.GetKey(ctx, key)
	return !failed.HasError() && value != nil
}
