package reserva

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// ModifyPlan rejects what the service cannot do, says what is booked, extended and paid, and warns of what is not known.
func (r *reservaResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan, state reservaModel
	creates, destroys := req.State.Raw.IsNull(), req.Plan.Raw.IsNull()
	if !creates {
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	}
	if !destroys {
		resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	}
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
		state.warnUnknown(&resp.Diagnostics)
		if plan.pays(state) {
			resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("pagada"), types.BoolUnknown())...)
		}
		if plan.pays(state) || !plan.Minutos.Equal(state.Minutos) {
			resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("datos"), types.DynamicUnknown())...)
		}
	}
}

// replaces reports whether m is booked at another place, as far as that is known.
func (m reservaModel) replaces(state reservaModel) bool {
	return moves(m.TramoID, state.TramoID) || moves(m.VehiculoID, state.VehiculoID) || moves(m.CeldaID, state.CeldaID) ||
		moves(m.ConectorID, state.ConectorID)
}

// moves reports whether a planned value names another place. The service may have assigned the space of a reservation that is
// declared without one.
func moves(plan, state types.Int64) bool { return known(plan) && !plan.Equal(state) }

// replaceMoved forces replacement as moves says.
func replaceMoved() planmodifier.Int64 {
	return int64planmodifier.RequiresReplaceIf(func(_ context.Context, req planmodifier.Int64Request,
		resp *int64planmodifier.RequiresReplaceIfFuncResponse) {
		resp.RequiresReplace = moves(req.PlanValue, req.StateValue)
	}, movesDoc, movesDoc)
}

// pays reports whether m has a payment to record: one that was rejected, or never sent. One whose answer was lost is not sent again.
func (m reservaModel) pays(state reservaModel) bool {
	return !m.Pago.IsNull() && !state.ID.IsNull() && !state.Pagada.IsNull() && !state.Pagada.ValueBool()
}

func (m reservaModel) checkMinutos(state reservaModel, diags *diag.Diagnostics) {
	at := path.Root("minutos")
	switch {
	case m.Minutos.IsUnknown(), m.Minutos.Equal(state.Minutos):
	case state.ID.IsNull():
		diags.AddAttributeError(at, "Reservation has no identifier",
			fmt.Sprintf(noIdentifierText, state.Minutos, bookAgainText))
	case m.Minutos.ValueInt64() < state.Minutos.ValueInt64():
		diags.AddAttributeError(at, "Reservation cannot be shortened",
			fmt.Sprintf(shortenedText, state.ID, state.Minutos, m.Minutos))
	case !state.Activa.ValueBool():
		diags.AddAttributeError(at, "Ended reservation cannot be extended",
			fmt.Sprintf(endedText, state.ID, state.Minutos, m.Minutos))
	}
}

// checkPago adds an error if a payment changes that was recorded, or may be.
func (m reservaModel) checkPago(state reservaModel, diags *diag.Diagnostics) {
	recorded := !state.Pago.IsNull() && (state.Pagada.IsNull() || state.Pagada.ValueBool())
	if recorded && !m.Pago.IsUnknown() && !framework.SamePago(state.Pago, m.Pago) {
		diags.AddAttributeError(path.Root("pago"), "Payment cannot be changed",
			fmt.Sprintf(pagoChangedText, state.ID, framework.PagoText(state.Pago)))
	}
}

// warnChanges says how many minutes are added, and what is paid.
func (m reservaModel) warnChanges(state reservaModel, diags *diag.Diagnostics) {
	var does, texts []string
	if more := m.Minutos.ValueInt64() - state.Minutos.ValueInt64(); m.Minutos.IsUnknown() || more > 0 {
		minutos := framework.Planned(m.Minutos)
		if more > 0 {
			minutos = fmt.Sprint(more)
		}
		does = append(does, fmt.Sprintf("extended by %s minutes", minutos))
		texts = append(texts, fmt.Sprintf(plannedText, fmt.Sprintf(plannedMinutosText, minutos, state.ID)))
	}
	if m.pays(state) {
		does, texts = append(does, "paid"), append(texts, paidOnceText(m.pago()))
	}
	if len(does) > 0 && !diags.HasError() {
		diags.AddWarning(fmt.Sprintf("Reservation %s will be %s", state.ID, strings.Join(does, " and ")),
			fmt.Sprintf("%s It is of %s.", strings.Join(texts, " "), state.booking))
	}
}

// warnUnknown says in each plan what is not known of what was sent.
func (m reservaModel) warnUnknown(diags *diag.Diagnostics) {
	switch {
	case m.ID.IsNull():
		diags.AddWarning(fmt.Sprintf("Reservation of %s has no identifier", m.booking),
			fmt.Sprintf(unidentifiedText, m.booking, m.check(), bookAgainText))
	case m.Pagada.IsNull():
		diags.AddWarning(fmt.Sprintf("Unknown whether reservation %s is paid", m.ID),
			fmt.Sprintf(unpaidUnknownText, m.pago().PagoCodigo, m.ID, m.check(), m.sendAgain()))
	}
}
