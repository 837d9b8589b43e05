package reserva

import (
	"context"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// Marks in the private state of a reservation.
const (
	// endedKey: the lists proved that it has ended, so it is never read again.
	endedKey = "ended"
	// importedKey: it was imported. The record did not show the null fields of pago, so any value may be declared.
	importedKey = "imported"
	// unknownMinutosKey: the outcome of an extension is unknown.
	unknownMinutosKey = "unsettled_minutos"
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
		minutos: framework.ReadMark[bool](ctx, private, unknownMinutosKey), codigo: framework.ReadMark[string](ctx, private,
			framework.UnsettledPagoKey),
	}
}

// pending: the outcome of an extension or payment is unknown, so the reservation must be read.
func (m reservaMarks) pending() bool { return m.minutos || m.codigo != "" }
