package reserva

import (
	"context"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// Keys of the private state of a reservation.
const (
	// endedKey: the lists proved that it has ended, so it is never read again.
	endedKey = "ended"
	// importedKey: it was imported. The record did not show the null fields of pago, so any value may be declared.
	importedKey = "imported"
	// lostExtensionKey: the outcome of an extension is unknown.
	lostExtensionKey = "lost_extension"
	// fewerKey: its record shows fewer minutes than the state has.
	fewerKey = "fewer_minutos"
	// othersKey: the identifiers of other reservations that extensions were answered with.
	othersKey = "others"
	// spentKey: the payment of the reservation, for the plan of the one that replaces it.
	spentKey = "spent_code"
	// lostKey: its booking was lost.
	lostKey = "lost_booking"
)

// reservaPrivate is the private state of a reservation.
type reservaPrivate struct {
	ended, imported bool
	lostExtension   lostExtension
	fewer           fewerMinutos
	others          []int64
	spent           spentCode
	codigo          string // of a payment whose outcome is unknown
	lost            lostBooking
}

// lostBooking is what is known of a booking whose outcome is unknown, or whose answer had no identifier. It stays after the
// reservation was found.
type lostBooking struct {
	Before   []int64   `json:"before"`             // active reservations of the vehicle in the section before it was sent
	Ended    time.Time `json:"ended"`              // when its last try ended
	Accepted bool      `json:"accepted,omitempty"` // the service answered that it booked
}

// by tells reservations apart whose booking was lost. It is empty for all others.
func (l lostBooking) by() string {
	if l.Ended.IsZero() {
		return ""
	}
	return l.Ended.Format(time.RFC3339Nano)
}

// sent is the booking that m was.
func (l lostBooking) sent(m reservaModel) parking.LostBooking {
	return parking.LostBooking{Request: m.request(), Codigo: m.pago().PagoCodigo.ValueString(), Before: l.Before,
		Ended: l.Ended, By: l.by()}
}

func readPrivate(ctx context.Context, private framework.PrivateReader) reservaPrivate {
	return reservaPrivate{
		ended:         framework.ReadPrivate[bool](ctx, private, endedKey),
		imported:      framework.ReadPrivate[bool](ctx, private, importedKey),
		lostExtension: framework.ReadPrivate[lostExtension](ctx, private, lostExtensionKey),
		fewer:         framework.ReadPrivate[fewerMinutos](ctx, private, fewerKey),
		others:        framework.ReadPrivate[[]int64](ctx, private, othersKey),
		spent:         framework.ReadPrivate[spentCode](ctx, private, spentKey),
		codigo:        framework.ReadPrivate[string](ctx, private, framework.UnsettledPagoKey),
		lost:          framework.ReadPrivate[lostBooking](ctx, private, lostKey),
	}
}

// pending: the outcome of an extension or payment is unknown or does not show yet, so the reservation must be read.
func (p reservaPrivate) pending() bool {
	return p.lostExtension.Total != 0 || p.fewer.Minutos != 0 || p.codigo != ""
}
