package sancion

import (
	"context"
	"fmt"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// sancionModel is the state of a parking_sancion. A payment in the state was recorded, unless its code is in private
// state under UnsettledPagoKey: then it was sent, and the outcome is unknown. cerrada is null only in an import, until
// the sanction is read.
type sancionModel struct {
	SancionID     types.Int64   `tfsdk:"sancion_id"`
	Observaciones types.String  `tfsdk:"observaciones"`
	Pago          types.Object  `tfsdk:"pago"`
	Cerrada       types.Bool    `tfsdk:"cerrada"`
	Pagada        types.Bool    `tfsdk:"pagada"`
	Datos         types.Dynamic `tfsdk:"datos"`
	framework.Timed
}

type sancionIdentity struct {
	SancionID types.Int64 `tfsdk:"sancion_id"`
}

// sancionPago is a payment: the attribute pago, or what the action declares.
type sancionPago struct {
	PagoTipo   types.Int64  `tfsdk:"pago_tipo"`
	PagoCodigo types.String `tfsdk:"pago_codigo"`
	ClienteID  types.Int64  `tfsdk:"cliente_id"`
}

func (m sancionModel) pago() sancionPago { return framework.PagoFields[sancionPago](m.Pago) }

func (p sancionPago) object() types.Object {
	return types.ObjectValueMust(
		map[string]attr.Type{"pago_tipo": types.Int64Type, "pago_codigo": types.StringType, "cliente_id": types.Int64Type},
		map[string]attr.Value{"pago_tipo": p.PagoTipo, "pago_codigo": p.PagoCodigo, "cliente_id": p.ClienteID})
}

func (p sancionPago) request() parking.SancionPago {
	request := parking.SancionPago{PagoTipo: p.PagoTipo.ValueInt64(), PagoCodigo: p.PagoCodigo.ValueString()}
	if !p.ClienteID.IsUnknown() { // it is unknown if it is omitted
		request.ClienteID = p.ClienteID.ValueInt64Pointer()
	}
	return request
}

// block writes the payment as it is declared.
func (p sancionPago) block() string {
	out := fmt.Sprintf("  pago = {\n    pago_tipo   = %s\n    pago_codigo = %s\n", p.PagoTipo, p.PagoCodigo)
	if !p.ClienteID.IsNull() {
		out += fmt.Sprintf("    cliente_id  = %s\n", p.ClienteID)
	}
	return out + "  }"
}

// recordPago returns pago with the fields of a record in place of its own. If it is the same payment, pago keeps its
// spelling of the code and who pays: the client of the record may be the sanctioned one.
func recordPago(record parking.Sancion, pago sancionPago) sancionPago {
	if tipo := record.PagoTipo.Value; tipo != nil {
		pago.PagoTipo = types.Int64Value(*tipo)
	}
	same := record.Pays(pago.PagoCodigo.ValueString())
	if codigo := record.PagoCodigo.Value; codigo != nil && !same {
		pago.PagoCodigo = types.StringValue(*codigo)
	}
	if cliente := record.ClienteID.Value; cliente != nil && (!same || pago.ClienteID.IsNull() || pago.ClienteID.IsUnknown()) {
		pago.ClienteID = types.Int64Value(*cliente)
	}
	return pago
}

// recorded gives the state with the payment only if it was recorded. unsettled is the code whose outcome is unknown, if any.
func (m sancionModel) recorded(unsettled string) sancionModel {
	if unsettled == "" || m.Pago.IsNull() {
		return m
	}
	m.Pago = types.ObjectNull(m.Pago.AttributeTypes(context.Background()))
	if !m.Pagada.ValueBool() {
		m.Pagada = types.BoolNull()
	}
	return m
}

// addsPayment reports whether m has a payment and before has none.
func (m sancionModel) addsPayment(before sancionModel) bool {
	return !m.Pago.IsNull() && before.Pago.IsNull()
}

// fillIn sets the computed attributes that were unknown in the plan: from the record that the
// service returned, if any, and from the state before.
func (m *sancionModel) fillIn(ctx context.Context, record parking.Sancion, before sancionModel) {
	m.Cerrada = types.BoolValue(true)
	m.Pagada = framework.KeepBool(record.Pagada, before.Pagada)
	if m.addsPayment(before) {
		m.Pagada = types.BoolValue(true)
	}
	if pago := m.pago(); pago.ClienteID.IsUnknown() {
		pago.ClienteID = recordPago(record, before.pago()).ClienteID
		m.Pago = pago.object()
	}
	m.Datos = before.Datos
	if record.ID != 0 {
		m.Datos = framework.Dynamic(ctx, m.others(record))
	}
}

// refresh takes the values of a record. Omitted attributes stay null, except in an import.
func (m *sancionModel) refresh(ctx context.Context, record parking.Sancion) {
	imported := m.Cerrada.IsNull()
	if closed := record.Cerrada.Value; closed != nil {
		m.Cerrada = types.BoolValue(*closed)
	}
	m.Pagada = framework.KeepBool(record.Pagada, m.Pagada)
	if imported || !m.Observaciones.IsNull() {
		stored := framework.KeepString(record.Observaciones, m.Observaciones)
		if stored.ValueString() == "" {
			stored = types.StringNull()
		}
		if imported || !framework.SameText(stored.ValueString(), m.Observaciones.ValueString()) {
			m.Observaciones = stored
		}
	}
	// A payment that the record no longer shows stays in the state: pagada shows it.
	if record.PagoCodigo.Value != nil && (!m.Pago.IsNull() || imported && record.PagoTipo.Value != nil) {
		m.Pago = recordPago(record, m.pago()).object()
	}
	m.Datos = framework.Dynamic(ctx, m.others(record))
}

// others gives the fields of a record that no other attribute shows.
func (m sancionModel) others(record parking.Sancion) map[string]any {
	declared, pays := !m.Observaciones.IsNull(), !m.Pago.IsNull()
	out := maps.Clone(record.Datos)
	for field, shown := range map[string]bool{
		"estado": record.Cerrada.Sent, "pagada": record.Pagada.Sent, "observaciones": declared && record.Observaciones.Sent,
		"pago_tipo": pays && record.PagoTipo.Sent, "pago_codigo": pays && record.PagoCodigo.Sent,
		"cliente_id": pays && record.ClienteID.Sent,
	} {
		if shown {
			delete(out, field)
		}
	}
	return out
}

// checkChanges adds an error for every change in plan that the service has no operation for:
// a closed sanction keeps its observaciones, and a paid one its payment.
func (m sancionModel) checkChanges(plan sancionModel, diags *diag.Diagnostics) {
	if m.Cerrada.ValueBool() {
		m.checkObservaciones(plan, true, diags)
	}
	switch {
	case m.Pago.IsNull(), plan.Pago.IsUnknown():
	case plan.Pago.IsNull():
		diags.AddAttributeError(path.Root("pago"), "Payment cannot be removed",
			fmt.Sprintf(paymentRemovedText, m.SancionID, m.pago().block(), m.shownUnpaid()))
	default:
		m.checkPago(plan.pago(), diags)
	}
}

// checkObservaciones adds an error if the remarks differ from m's in more than spelling. inState
// says that there is a prior state: ignore_changes has no effect without one.
func (m sancionModel) checkObservaciones(plan sancionModel, inState bool, diags *diag.Diagnostics) {
	if plan.Observaciones.IsUnknown() || framework.SameText(plan.Observaciones.ValueString(), m.Observaciones.ValueString()) {
		return
	}
	stored, declared := "with observaciones "+m.Observaciones.String(), "says "+plan.Observaciones.String()
	remedy := "Set observaciones = " + m.Observaciones.String()
	if m.Observaciones.IsNull() {
		stored, remedy = "without observaciones", "Remove observaciones"
	}
	if plan.Observaciones.IsNull() {
		declared = "has none"
	}
	switch {
	case inState:
		remedy += ignoreChangesText
	case m.Observaciones.IsNull():
		remedy += "."
	default:
		remedy += ", or remove observaciones."
	}
	diags.AddAttributeError(path.Root("observaciones"), "observaciones of a closed sanction cannot be changed",
		fmt.Sprintf(observacionesChangedText, m.SancionID, stored, declared, remedy))
}

// checkCode adds an error if the plan pays with another code while the outcome of a payment with codigo is unknown: the
// service could record both. It warns if the plan no longer pays.
func (m sancionModel) checkCode(plan sancionModel, codigo string, diags *diag.Diagnostics) {
	declared := plan.pago().PagoCodigo.ValueString() // empty if it is not known yet
	switch {
	case codigo == "", m.Pagada.ValueBool(), declared == codigo:
	case plan.Pago.IsNull() && !m.Pago.IsNull():
		diags.AddAttributeWarning(path.Root("pago"), outcomeUnknown, fmt.Sprintf(removedUnknownText, codigo, m.SancionID))
	case declared != "":
		diags.AddAttributeError(path.Root("pago").AtName("pago_codigo"), outcomeUnknown,
			fmt.Sprintf(outcomeUnknownText, codigo, m.SancionID))
	}
}

// checkPago adds an error for each field of plan that differs from m's payment.
func (m sancionModel) checkPago(plan sancionPago, diags *diag.Diagnostics) {
	inState := m.pago()
	for _, field := range []struct {
		name       string
		paid, plan attr.Value
	}{{"pago_tipo", inState.PagoTipo, plan.PagoTipo}, {"pago_codigo", inState.PagoCodigo, plan.PagoCodigo},
		{"cliente_id", inState.ClienteID, plan.ClienteID}} {
		if field.plan.IsUnknown() || field.plan.Equal(field.paid) {
			continue
		}
		if field.name == "pago_codigo" && parking.SamePagoCodigo(plan.PagoCodigo.ValueString(), inState.PagoCodigo.ValueString()) {
			continue
		}
		paid := fmt.Sprintf("%s = %s", field.name, field.paid)
		was, remedy := "with "+paid, "Set "+paid+", as it was paid."
		if field.paid.IsNull() {
			was, remedy = "without "+field.name, fmt.Sprintf("Remove %s.", field.name)
		}
		diags.AddAttributeError(path.Root("pago").AtName(field.name), "Payment cannot be changed",
			fmt.Sprintf(paymentChangedText, m.SancionID, was, field.plan, remedy, m.shownUnpaid()))
	}
}

// shownUnpaid says what to do if the service shows a paid sanction as unpaid.
func (m sancionModel) shownUnpaid() string {
	if m.Pagada.IsNull() || m.Pagada.ValueBool() {
		return ""
	}
	return shownUnpaidText
}

// checkReuse adds an error if the sanction that replaces m declares its code: the service takes a code once, so the other
// sanction would be closed, which nobody can undo, and could not be paid.
func (m sancionModel) checkReuse(plan sancionModel, diags *diag.Diagnostics) {
	codigo := plan.pago().PagoCodigo
	if codigo.ValueString() != "" && parking.SamePagoCodigo(codigo.ValueString(), m.pago().PagoCodigo.ValueString()) {
		diags.AddAttributeError(path.Root("pago").AtName("pago_codigo"), "Payment code already used",
			fmt.Sprintf(codeReusedText, m.SancionID, codigo))
	}
}
