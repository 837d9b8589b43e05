package reserva

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// The state holds the minutes that the service accepted. A record that shows fewer may lag, omit extensions or show what is
// left, so it never lowers them: the plan would extend the reservation again.

const extendDeed = "extend reservation"

func extensionTask(m reservaModel, minutos int64) framework.Task {
	return framework.Task{Verb: "book", Noun: "extension", Name: fmt.Sprintf(extensionNameText, m.ID, types.Int64Value(minutos)),
		Check: m.check(), Deed: extendDeed, Done: fmt.Sprintf("%s by %d minutes", m.ID, minutos),
		Next: extendNextText, Attributes: []string{"minutos"}}
}

// lostExtension is an extension whose outcome is unknown.
type lostExtension struct {
	// Total are the minutes that the reservation has if it was carried out. 0 if the record did not show them when it should have, so
	// that it may be sent again.
	Total int64     `json:"total"`
	Ended time.Time `json:"ended"` // when its last try ended
	Sent  int       `json:"sent"`  // how often
}

// again reports whether the record is believed that does not show the extension.
func (l lostExtension) again() bool { return l.Sent < parking.MaxExtensions }

// fewerMinutos are minutes of a record that are fewer than the state has, and since when they show.
type fewerMinutos struct {
	Minutos int64     `json:"minutos"`
	Since   time.Time `json:"since"`
}

// extend extends a reservation to a total of minutes, or adds errors. missing are the minutes to add as the plan knows them.
func (r *reservaResource) extend(ctx context.Context, m reservaModel, total, missing int64, private framework.PrivateState,
	diags *diag.Diagnostics) (done parking.Extension, extended bool) {
	if m.ID.IsNull() {
		diags.AddError("Unable to "+extendDeed, noIdentifierText)
		return done, false
	}
	booked, before := m.request(), readPrivate(ctx, private)
	booked.Minutos = m.booked()
	done, err := r.Client.ExtendReservaTo(ctx, m.ID.ValueInt64(), booked, total, parking.MaxExtensions-before.lostExtension.Sent)
	if err == nil {
		framework.ClearPrivate(ctx, private, lostExtensionKey, diags)
	}
	task := extensionTask(m, missing)
	switch {
	case err == nil && done.Other != 0:
		others := append(before.others, done.Other)
		framework.SetPrivate(ctx, private, othersKey, others, diags)
		diags.AddWarning("Extension answered with another reservation",
			fmt.Sprintf(extendedAsOtherText, m.ID, types.Int64Value(done.Minutos), done.Other))
		return done, true
	case err == nil:
		return done, true
	case parking.Is(err, parking.OtherRecord):
		m.addOther(parking.ErrorOf(err).Message, diags)
		return done, false
	case parking.OutcomeOf(err) == parking.Refused:
		task.Refused = fmt.Sprintf(notExtendedText, m.ID)
	case parking.OutcomeOf(err) >= parking.Unknown, parking.Is(err, parking.Unsettled), before.lostExtension.Sent > 0:
		lost := lostExtension{Sent: before.lostExtension.Sent + done.Unclear}
		if parking.OutcomeOf(err) >= parking.Unknown || !lost.again() {
			lost.Total, lost.Ended = total, r.now()
		}
		framework.SetPrivate(ctx, private, lostExtensionKey, lost, diags)
		if !lost.again() {
			task.Next = notExtendedAgainText
		}
	}
	task.AddError(diags, err)
	return done, false
}

// now is the time as private state keeps it.
func (r *reservaResource) now() time.Time { return r.Client.Now().Truncate(time.Millisecond) }

// checkExtended compares the record after an extension with what was sent. before is the state before it.
func (r *reservaResource) checkExtended(ctx context.Context, m, before reservaModel, done parking.Extension,
	private framework.PrivateWriter, diags *diag.Diagnostics) {
	minutos, shown := m.record().Booked()
	most := max(done.Before, before.booked()) + done.Minutos
	switch {
	case !shown:
	case done.Minutos > 0 && minutos > most:
		diags.AddWarning("Reservation longer than requested", fmt.Sprintf(extendedMoreText, m.ID, done.Minutos, minutos, most))
	case minutos < m.Minutos.ValueInt64():
		framework.SetPrivate(ctx, private, fewerKey, fewerMinutos{minutos, r.now()}, diags)
	}
}

// checkMinutosShown compares the minutes of a record with those of the state. It warns if the record shows fewer for longer than
// lists lag. Minutes that change are those that are left.
func (r *reservaResource) checkMinutosShown(ctx context.Context, m reservaModel, record parking.Reserva, private reservaPrivate,
	to framework.PrivateWriter, diags *diag.Diagnostics) {
	minutos, shown := record.Booked()
	if !shown {
		if record.Minutos.Value != nil { // it shows what is left
			framework.ClearPrivate(ctx, to, fewerKey, diags)
		}
		return
	}
	switch lost := private.lostExtension; {
	case lost.Total == 0:
	case minutos >= lost.Total:
		framework.ClearPrivate(ctx, to, lostExtensionKey, diags)
	case minutos >= m.Minutos.ValueInt64() && !r.Client.Recent(lost.Ended) && lost.again():
		framework.SetPrivate(ctx, to, lostExtensionKey, lostExtension{Sent: lost.Sent}, diags)
	}
	switch {
	case minutos >= m.Minutos.ValueInt64():
		framework.ClearPrivate(ctx, to, fewerKey, diags)
	case minutos != private.fewer.Minutos:
		framework.SetPrivate(ctx, to, fewerKey, fewerMinutos{minutos, r.now()}, diags)
	case !r.Client.Recent(private.fewer.Since):
		diags.AddWarning("Reservation shows fewer minutes", fmt.Sprintf(fewerMinutosText, m.ID, m.Minutos, minutos, m.check()))
	}
}

// warnOthers warns that reservations stay that extensions were answered with.
func (m reservaModel) warnOthers(private reservaPrivate, diags *diag.Diagnostics) {
	if len(private.others) == 0 {
		return
	}
	diags.AddWarning("Reservations of extensions may stay", fmt.Sprintf(othersStayText, m.ID, joinIDs(private.others)))
}

func joinIDs(ids []int64) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.FormatInt(id, 10)
	}
	return strings.Join(texts, ", ")
}

// addOther adds the error that the identifier of m belongs to another reservation, whose record contradicts m.
func (m reservaModel) addOther(contradiction string, diags *diag.Diagnostics) {
	diags.AddError("Reservation is another one", fmt.Sprintf(otherReservaText, m.ID, contradiction))
}
