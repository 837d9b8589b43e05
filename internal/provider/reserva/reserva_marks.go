package reserva

import (
	"context"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// What is known of a reservation beside its state, in its private state.
const (
	// endedKey: it was seen to have ended, so it is never read again.
	endedKey = "ended"
	// importedKey: what of pago is null was not told, and may be declared as one likes.
	importedKey = "imported"
	// unsettledMinutosKey: it is not known whether an extension was carried out.
	unsettledMinutosKey = "unsettled_minutos"
	// destroyedKey: the plan is to destroy it, and not to replace it.
	destroyedKey = "destroyed"
)

type reservaMarks struct {
	ended, imported, minutos bool
	codigo                   string
}

func readReservaMarks(ctx context.Context, private framework.PrivateReader) reservaMarks {
	return reservaMarks{
		ended: framework.ReadMark[bool](ctx, private, endedKey), imported: framework.ReadMark[bool](ctx, private, importedKey),
		minutos: framework.ReadMark[bool](ctx, private, unsettledMinutosKey), codigo: framework.ReadMark[string](ctx, private,
			framework.UnsettledPagoKey),
	}
}

// open: something happened of which only the service can tell what came of it.
func (m reservaMarks) open() bool { return m.minutos || m.codigo != "" }
