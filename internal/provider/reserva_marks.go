package provider

import (
	"context"
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

func readReservaMarks(ctx context.Context, private privateReader) reservaMarks {
	return reservaMarks{
		ended: readMark[bool](ctx, private, endedKey), imported: readMark[bool](ctx, private, importedKey),
		minutos: readMark[bool](ctx, private, unsettledMinutosKey), codigo: readMark[string](ctx, private, unsettledPagoKey),
	}
}

// open: something happened of which only the service can tell what came of it.
func (m reservaMarks) open() bool { return m.minutos || m.codigo != "" }
