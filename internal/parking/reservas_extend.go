package parking

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/decode"
)

// Extension is what an extension came to.
type Extension struct {
	// Minutos is what was added: nothing if nothing was missing.
	Minutos int64
	// Before are the minutes that the record showed before, 0 if it did not.
	Before int64
	// Other is the identifier of the answer if it is not that of the reservation, else 0.
	Other int64
}

// ExtendReserva adds minutes, a multiple of 10, to a reservation once (A10): it reads the minutes before, to compare
// them after a lost answer. Two extensions of one reservation run one after the other, so that neither counts the
// other's minutes as its own.
func (c *Client) ExtendReserva(ctx context.Context, id, minutos int64, among url.Values) (Extension, error) {
	return c.extend(ctx, id, among, func(Reserva) (int64, error) { return minutos, nil })
}

// ExtendReservaTo extends a reservation to a total of minutes. booked is what is known to be booked: a record that shows fewer
// minutes lags, omits an extension or shows what is left, so its minutes are not added again. Minutes that were added
// elsewhere in the meantime are not added again either. A record of another vehicle or section is an OtherRecord error.
func (c *Client) ExtendReservaTo(ctx context.Context, id int64, booked ReservaRequest, total int64) (Extension, error) {
	return c.extend(ctx, id, booked.Among(), func(held Reserva) (int64, error) {
		if booked.Elsewhere(held) {
			return 0, &Error{Op: opReservaExtender.name, Kind: OtherRecord, Outcome: NotSent,
				Message: fmt.Sprintf("reservation %d is of another vehicle or section", id)}
		}
		had, _ := held.Booked()
		return total - max(had, booked.Minutos), nil
	})
}

func (c *Client) extend(ctx context.Context, id int64, among url.Values, missing func(Reserva) (int64, error)) (Extension, error) {
	unlock, err := c.turns.lock(ctx, fmt.Sprintf("extension %d", id))
	if err != nil {
		return Extension{}, abandoned(opReservaExtender, false, err)
	}
	defer unlock()
	before, _, err := c.FindReserva(ctx, id, among)
	if err != nil {
		return Extension{}, Unread("the reservation could not be read", err)
	}
	minutos, err := missing(before)
	if err != nil || minutos <= 0 {
		return Extension{}, err
	}
	had := before.Minutos.Value
	body := struct {
		Minutos int64 `json:"minutos"`
	}{minutos}
	about := audit.Subject{ReservaID: id}
	out, err := carryOut(ctx, c, once[int64]{
		op: opReservaExtender, about: about,
		send: func(ctx context.Context, tries *attempts) (int64, error) {
			env, err := c.do(ctx, call{op: opReservaExtender, element: strconv.FormatInt(id, 10), body: body, about: about, tries: tries})
			if err != nil {
				return 0, err
			}
			return answeredReserva(env.data, id), nil
		},
		look: func(ctx context.Context) (int64, bool, error) {
			extended, err := c.isExtended(ctx, id, among, had, minutos)
			return id, extended, err
		},
	})
	extension := Extension{Minutos: minutos, Before: valueOf(had)}
	if err == nil && out.Made != id {
		extension.Other = out.Made
	}
	return extension, err
}

// isExtended compares the minutes of a reservation with those before an extension.
func (c *Client) isExtended(ctx context.Context, id int64, among url.Values, had *int64, minutos int64) (bool, error) {
	now, err := c.reserva(ctx, id, among)
	if err != nil && had != nil {
		return false, fmt.Errorf("%w; the reservation had %d minutes before", err, *had)
	}
	if err != nil {
		return false, err
	}
	has := now.Minutos.Value
	if had == nil || has == nil || *has != *had && *has != *had+minutos {
		return false, inconclusive("the minutes of reservation %d before and after do not show whether it was extended", id)
	}
	return *has == *had+minutos, nil
}

// answeredReserva gives the identifier of the reservation that an answer shows, or id if it shows none: its data is not
// documented.
func answeredReserva(data json.RawMessage, id int64) int64 {
	fields, err := decode.Object(data)
	if err != nil {
		return id
	}
	r := decode.NewRecord(fields)
	for _, name := range []string{"reserva_id", "id"} {
		if shown := r.Identifier(name).Value; shown != nil {
			return *shown
		}
	}
	return id
}
