package reserva

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// reservaMove is an attribute that makes another reservation of one.
type reservaMove struct {
	attribute string
	to, from  types.Int64
}

// another gives what makes m another reservation than state. What is not known yet
// changes nothing: the apply looks again.
func (m reservaModel) another(state reservaModel, marks reservaMarks) []reservaMove {
	return slices.DeleteFunc([]reservaMove{
		{"tramo_id", m.TramoID, state.TramoID}, {"vehiculo_id", m.VehiculoID, state.VehiculoID},
		{"celda_id", m.CeldaID, state.CeldaID}, {"conector_id", m.ConectorID, state.ConectorID},
	}, func(move reservaMove) bool { return !marks.moves(move.to, move.from) })
}

// moves reports whether a reservation is to have another place or vehicle. One that
// was imported may have been given its own cell by the service, where none was asked for.
func (m reservaMarks) moves(to, from types.Int64) bool {
	return !to.IsUnknown() && !to.Equal(from) && (!to.IsNull() || !m.imported)
}

// undecided: it is not known yet whether m is another reservation.
func (m reservaModel) undecided() bool {
	return m.TramoID.IsUnknown() || m.VehiculoID.IsUnknown() || m.CeldaID.IsUnknown() || m.ConectorID.IsUnknown()
}

// replaceMoved replaces a reservation that moves, see moves.
func replaceMoved() planmodifier.Int64 {
	return int64planmodifier.RequiresReplaceIf(func(ctx context.Context, req planmodifier.Int64Request,
		resp *int64planmodifier.RequiresReplaceIfFuncResponse) {
		resp.RequiresReplace = readReservaMarks(ctx, req.Private).moves(req.PlanValue, req.StateValue)
	}, replaceMovedText, replaceMovedText)
}

// refuseAnother adds an error where an apply finds that what was not known when it was
// planned makes it another reservation. Terraform plans once more as it applies, and would
// call a replacement that shows only then a defect of the provider.
func (m reservaModel) refuseAnother(state reservaModel, marks reservaMarks, diags *diag.Diagnostics) {
	for _, move := range m.another(state, marks) {
		diags.AddAttributeError(path.Root(move.attribute), "Reservation must be replaced",
			fmt.Sprintf(reservationMustBeReplacedText, state.ID, move.attribute, move.from, move.to))
	}
}

// more is by how much a reservation has to be extended to come to m.
func (m reservaModel) more(state reservaModel) int64 {
	if m.Minutos.ValueInt64() <= state.Minutos.ValueInt64() {
		return 0
	}
	return max(0, m.Minutos.ValueInt64()-state.booked())
}

// pays: a payment is declared and not made yet.
func (m reservaModel) pays(state reservaModel) bool {
	return !m.Pago.IsNull() && !state.Pagada.ValueBool()
}

// refuse adds an error for each change that the service has no operation for.
func (m reservaModel) refuse(state reservaModel, marks reservaMarks, diags *diag.Diagnostics) {
	m.refuseMinutos(state, marks, diags)
	m.refusePago(state, marks, diags)
}

func (m reservaModel) refuseMinutos(state reservaModel, marks reservaMarks, diags *diag.Diagnostics) {
	at := path.Root("minutos")
	switch {
	case m.Minutos.IsUnknown():
	case m.Minutos.ValueInt64() < state.Minutos.ValueInt64():
		diags.AddAttributeError(at, "A reservation cannot be shortened", fmt.Sprintf(aReservationCannotBeShortenedText,
			state.ID, state.Minutos, m.Minutos, state.Minutos, bookAnew))
	case m.more(state) == 0:
	case !state.Activa.ValueBool():
		diags.AddAttributeError(at, "A reservation that has ended cannot be extended", fmt.Sprintf(endedNotExtendedText,
			state.ID, state.Minutos, m.Minutos, state.Minutos, bookAnew))
	case marks.minutos:
		diags.AddAttributeError(at, "It is not known whether the reservation was extended", fmt.Sprintf(extensionUnknownText,
			state.ID, state.Minutos))
	}
}

func (m reservaModel) refusePago(state reservaModel, marks reservaMarks, diags *diag.Diagnostics) {
	declared, held, record := m.pago(), state.pago(), state.record()
	codigo := declared.codigo.ValueString()
	known := !declared.codigo.IsNull() && !declared.codigo.IsUnknown()
	switch {
	case m.pays(state) && known && record.PaysOtherwise(codigo), state.Pagada.ValueBool() && state.Pago.IsNull() && known &&
		!record.Pays(codigo):
		paidOnce(state.ID, record.Code(), diags)
	case m.Pago.IsUnknown(), m.Pago.Equal(state.Pago), state.Pagada.ValueBool() && state.Pago.IsNull():
	case !state.Pagada.ValueBool():
		if marks.codigo != "" && known && codigo != marks.codigo && record.Code() == "" {
			diags.AddAttributeError(path.Root("pago").AtName("pago_codigo"), "The outcome of a payment is not known",
				fmt.Sprintf(theOutcomeOfPaymentIsNotText,
					marks.codigo, state.ID))
		}
	case differs(declared.tipo, held.tipo, marks), differs(declared.codigo, held.codigo, marks),
		differs(declared.recibo, held.recibo, marks):
		diags.AddAttributeError(path.Root("pago"), "A payment cannot be changed", fmt.Sprintf(aPaymentCannotBeChangedText, state.ID, held))
	}
}

// paidOnce adds the error of a reservation that is paid with another code than declared.
func paidOnce(id types.Int64, codigo string, diags *diag.Diagnostics) {
	diags.AddAttributeError(path.Root("pago"), "A reservation is paid once", fmt.Sprintf(paidOnceDeclareText, id, codigo))
}

// refuseSpent adds an error where another reservation is to be paid with the code that
// paid state: it would be booked and could not be paid.
func (m reservaModel) refuseSpent(state reservaModel, diags *diag.Diagnostics) {
	codigo := state.pago().codigo
	if state.Pagada.ValueBool() && codigo.ValueString() != "" && m.pago().codigo.Equal(codigo) {
		diags.AddAttributeError(path.Root("pago").AtName("pago_codigo"), "A payment code is taken once", fmt.Sprintf(codeTakenOnceText,
			state.ID, codigo))
	}
}

// differs reports whether a declared value surely is another than the held one. Of
// an imported payment some are not known.
func differs[V interface {
	comparable
	IsNull() bool
	IsUnknown() bool
}](declared, held V, marks reservaMarks) bool {
	return !declared.IsUnknown() && declared != held && (!held.IsNull() || !marks.imported)
}

// planComputed plans the computed attributes of a reservation that stays.
func (m *reservaModel) planComputed(state reservaModel) {
	if m.Minutos.IsUnknown() || m.more(state) > 0 || m.pays(state) {
		m.Datos = types.DynamicUnknown()
	}
	switch {
	case !m.pays(state):
	case m.Pago.IsUnknown():
		m.Pagada = types.BoolUnknown()
	default:
		m.Pagada = types.BoolValue(true) // whatever else comes of it is an error
	}
}
