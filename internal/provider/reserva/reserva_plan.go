package reserva

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// ModifyPlan rejects what the service cannot do, says what is booked, extended and paid, and warns of what is not known.
func (r *reservaResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	state, plan, creates, destroys := framework.Planning[reservaModel](ctx, req, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || r.Service == nil || r.Client == nil {
		return
	}
	if destroys || !creates && plan.replaces(state) {
		if state.ID.IsNull() || state.Pagada.ValueBool() || !state.Activa.ValueBool() {
			r.WarnOnce("Reservations may stay on the service", mayStayText, &resp.Diagnostics)
		}
		if codigo := state.pago().PagoCodigo; !destroys && state.Pagada.ValueBool() && codigo.Equal(plan.pago().PagoCodigo) {
			resp.Diagnostics.AddAttributeError(path.Root("pago"), fmt.Sprintf("Reservation %s is paid with this code", state.ID),
				fmt.Sprintf(codeUsedText, codigo, state.ID))
		}
	}
	switch {
	case destroys:
	case creates, plan.replaces(state): // of a replacement, Terraform shows the warnings of this plan alone
		warnBooked(ctx, r.Service, plan.booking, &resp.Diagnostics)
	default:
		plan.checkMinutos(state, &resp.Diagnostics)
		plan.checkPago(state, &resp.Diagnostics)
		plan.warnChanges(state, &resp.Diagnostics)
		switch { // each plan says what is not known of what was sent
		case state.ID.IsNull():
			books(state.booking, bookAgainText).WarnUnknown(&resp.Diagnostics)
		case state.Pagada.IsNull():
			state.paysOnce().WarnUnknown(&resp.Diagnostics)
		}
		if plan.pays(state) {
			resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("pagada"), types.BoolUnknown())...)
		}
		if plan.pays(state) || !plan.Minutos.Equal(state.Minutos) {
			resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("datos"), types.DynamicUnknown())...)
		}
	}
}

// replaces reports whether m is booked at another place, as far as that is known. The service may have assigned the space of a
// reservation that is declared without one.
func (m reservaModel) replaces(state reservaModel) bool {
	moves := func(plan, state types.Int64) bool { return known(plan) && !plan.Equal(state) }
	return moves(m.TramoID, state.TramoID) || moves(m.VehiculoID, state.VehiculoID) || moves(m.CeldaID, state.CeldaID) ||
		moves(m.ConectorID, state.ConectorID)
}

// pays reports whether m has a payment to record: one that was rejected, or never sent. One whose answer was lost is not sent again.
func (m reservaModel) pays(state reservaModel) bool {
	return !m.Pago.IsNull() && !state.ID.IsNull() && !state.Pagada.IsNull() && !state.Pagada.ValueBool()
}

func (m reservaModel) checkMinutos(state reservaModel, diags *diag.Diagnostics) {
	why, more := "", ""
	switch {
	case m.Minutos.IsUnknown(), m.Minutos.Equal(state.Minutos):
		return
	case state.ID.IsNull():
		why = "Reservation has no identifier"
	case m.Minutos.ValueInt64() < state.Minutos.ValueInt64():
		why = "Reservation cannot be shortened"
	case m.Minutos.ValueInt64() > state.booked() && !state.Activa.ValueBool():
		why, more = "Ended reservation cannot be extended", " To book another one, give the block another name."
	default:
		return
	}
	diags.AddAttributeError(path.Root("minutos"), why, fmt.Sprintf(minutosChangedText, state.booking, state.Minutos, m.Minutos)+more)
}

// checkPago adds an error if a payment changes that was recorded, or may be.
func (m reservaModel) checkPago(state reservaModel, diags *diag.Diagnostics) {
	recorded := !state.Pago.IsNull() && (state.Pagada.IsNull() || state.Pagada.ValueBool())
	if recorded {
		framework.CheckPago("reservation "+state.ID.String(), state.Pago, m.Pago, diags)
	}
}

// warnChanges says how many minutes are added, and what is paid.
func (m reservaModel) warnChanges(state reservaModel, diags *diag.Diagnostics) {
	var does framework.Doing
	if more := m.Minutos.ValueInt64() - state.booked(); m.Minutos.IsUnknown() || more > 0 {
		minutos := framework.Planned(m.Minutos)
		if more > 0 {
			minutos = fmt.Sprint(more)
		}
		does.Add(fmt.Sprintf("extended by %s minutes", minutos), plannedMinutosText)
	}
	if m.pays(state) {
		does.Pays(m.pago().PagoCodigo, m.pago().PagoTipo)
	}
	if !diags.HasError() {
		does.Warn("Reservation "+state.ID.String(), fmt.Sprintf("It is of %s.", state.booking), diags)
	}
}
