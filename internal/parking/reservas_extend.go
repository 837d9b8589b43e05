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
	// Unclear is how often it was sent and may have been carried out, without an answer that says so.
	Unclear int
	// Other is the identifier of the answer if it is not that of the reservation, else 0.
	Other int64
}

// MaxExtensions is how often an extension is sent at most while its answers are lost. A record may omit extensions, and nothing
// tells before the first one. So a record that does not show an extension is believed once.
const MaxExtensions = 2

// ExtendReserva adds minutes, a multiple of 10, to a reservation once (A10): it reads the minutes before, to compare
// them after a lost answer. Two extensions of one reservation run one after the other, so that neither counts the
// other's minutes as its own.
func (c *Client) ExtendReserva(ctx context.Context, id, minutos int64, among url.Values) (Extension, error) {
	return c.extend(ctx, id, among, MaxExtensions, func(held Reserva) (int64, int64, error) {
		return valueOf(held.Minutos.Value), minutos, nil
	})
}

// ExtendReservaTo extends a reservation to a total of minutes, and sends that most times at most. booked is what is known to be
// booked: a record that shows fewer minutes lags, omits an extension or shows what is left, so its minutes are not added again.
// Minutes that were added elsewhere in the meantime are not added again either. A record of another place is an OtherRecord
// error.
func (c *Client) ExtendReservaTo(ctx context.Context, id int64, booked ReservaRequest, total int64, most int) (Extension, error) {
	return c.extend(ctx, id, booked.Among(), most, func(held Reserva) (had, missing int64, err error) {
		if other := booked.Contradicts(held); other != "" {
			return 0, 0, &Error{Op: opReservaExtender.name, Kind: OtherRecord, Outcome: NotSent, Message: other}
		}
		shown, whole := held.Booked()
		had = max(shown, booked.Minutos)
		missing = total - Bookable(had)
		if !whole && held.Minutos.Value != nil { // it shows what is left, which an extension raises
			had = *held.Minutos.Value
		}
		return had, missing, nil
	})
}

// extend extends a reservation by what is missing, which the caller tells from its record, with the minutes that it has before.
func (c *Client) extend(ctx context.Context, id int64, among url.Values, most int,
	missing func(Reserva) (had, missing int64, err error)) (Extension, error) {
	unlock, err := c.turns.lock(ctx, fmt.Sprintf("extension %d", id))
	if err != nil {
		return Extension{}, abandoned(opReservaExtender, false, err)
	}
	defer unlock()
	before, _, err := c.FindReserva(ctx, id, among)
	if err != nil {
		return Extension{}, Unread("the reservation could not be read", err)
	}
	had, minutos, err := missing(before)
	if err != nil || minutos <= 0 {
		return Extension{}, err
	}
	body := struct {
		Minutos int64 `json:"minutos"`
	}{minutos}
	about, extension := audit.Subject{ReservaID: id}, Extension{Minutos: minutos, Before: valueOf(before.Minutos.Value)}
	out, err := carryOut(ctx, c, once[int64]{
		op: opReservaExtender, about: about, most: most,
		send: func(ctx context.Context, tries *attempts) (int64, error) {
			env, err := c.do(ctx, call{op: opReservaExtender, element: strconv.FormatInt(id, 10), body: body, about: about, tries: tries})
			extension.Unclear = tries.unclear
			if err != nil {
				return 0, err
			}
			return answeredReserva(env.data, id), nil
		},
		look: func(ctx context.Context) (int64, bool, error) {
			extended, err := c.isExtended(ctx, id, among, before, had, minutos)
			return id, extended, err
		},
	})
	if err == nil && out.Made != id {
		extension.Other = out.Made
	}
	return extension, err
}

// isExtended compares the minutes of a reservation with those that it had before an extension. A record that shows fewer lags or
// omits extensions, so it does not tell.
func (c *Client) isExtended(ctx context.Context, id int64, among url.Values, before Reserva, had, minutos int64) (bool, error) {
	now, err := c.reserva(ctx, id, among)
	if err != nil && before.Minutos.Value != nil {
		return false, fmt.Errorf("%w; the reservation had %d minutes before", err, *before.Minutos.Value)
	}
	if err != nil {
		return false, err
	}
	has := now.Minutos.Value
	switch {
	case before.Minutos.Value == nil, has == nil, *has > had && *has != had+minutos:
		return false, inconclusive("the minutes of reservation %d before and after do not show whether it was extended", id)
	case *has < had:
		return false, notShown("the record of reservation %d shows %d minutes instead of the %d that it had before, so it does not show "+
			"whether it was extended", id, *has, had)
	}
	return *has == had+minutos, nil
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
