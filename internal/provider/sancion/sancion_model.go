package sancion

import (
	"context"
	"fmt"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// sancionModel is the state of a parking_sancion. A payment in it was made; cerrada
// is null in an import alone, until it was read.
type sancionModel struct {
	SancionID     types.Int64    `tfsdk:"sancion_id"`
	Observaciones types.String   `tfsdk:"observaciones"`
	Pago          types.Object   `tfsdk:"pago"`
	Cerrada       types.Bool     `tfsdk:"cerrada"`
	Pagada        types.Bool     `tfsdk:"pagada"`
	Datos         types.Dynamic  `tfsdk:"datos"`
	Timeouts      timeouts.Value `tfsdk:"timeouts"`
}

type sancionIdentity struct {
	SancionID types.Int64 `tfsdk:"sancion_id"`
}

// sancionPago is pago. All of it is null where pago is.
type sancionPago struct {
	PagoTipo   types.Int64
	PagoCodigo types.String
	ClienteID  types.Int64
}

func (m sancionModel) pago() sancionPago {
	var p sancionPago
	attributes := m.Pago.Attributes()
	p.PagoTipo, _ = attributes["pago_tipo"].(types.Int64)
	p.PagoCodigo, _ = attributes["pago_codigo"].(types.String)
	p.ClienteID, _ = attributes["cliente_id"].(types.Int64)
	return p
}

func (p sancionPago) object() types.Object {
	return types.ObjectValueMust(
		map[string]attr.Type{"pago_tipo": types.Int64Type, "pago_codigo": types.StringType, "cliente_id": types.Int64Type},
		map[string]attr.Value{"pago_tipo": p.PagoTipo, "pago_codigo": p.PagoCodigo, "cliente_id": p.ClienteID})
}

func (p sancionPago) request() parking.SancionPago {
	request := parking.SancionPago{PagoTipo: p.PagoTipo.ValueInt64(), PagoCodigo: p.PagoCodigo.ValueString()}
	if !p.ClienteID.IsUnknown() { // one that is not declared is not known yet
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

// recordPago gives the payment that a record tells; what it does not tell is as in known.
func recordPago(record parking.Sancion, known sancionPago) sancionPago {
	if tipo := record.PagoTipo.Value; tipo != nil {
		known.PagoTipo = types.Int64Value(*tipo)
	}
	if codigo := record.PagoCodigo.Value; codigo != nil {
		known.PagoCodigo = types.StringValue(*codigo)
	}
	if cliente := record.ClienteID.Value; cliente != nil {
		known.ClienteID = types.Int64Value(*cliente)
	}
	return known
}

// paysAnew reports whether m has a payment that before has not.
func (m sancionModel) paysAnew(before sancionModel) bool {
	return !m.Pago.IsNull() && before.Pago.IsNull()
}

// settle fills in what the plan left open, from the record that the writes were
// answered with, if any, and from what was known before.
func (m *sancionModel) settle(ctx context.Context, record parking.Sancion, before sancionModel) {
	m.Cerrada = types.BoolValue(true)
	m.Pagada = framework.KeepBool(record.Pagada, before.Pagada)
	if m.paysAnew(before) {
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

// refresh takes what a record tells. What is not declared stays null, except in an
// import.
func (m *sancionModel) refresh(ctx context.Context, record parking.Sancion) {
	imported := m.Cerrada.IsNull()
	if closed := record.Cerrada.Value; closed != nil {
		m.Cerrada = types.BoolValue(*closed)
	}
	m.Pagada = framework.KeepBool(record.Pagada, m.Pagada)
	if imported || !m.Observaciones.IsNull() {
		held := framework.KeepString(record.Observaciones, m.Observaciones)
		if held.ValueString() == "" {
			held = types.StringNull()
		}
		if imported || !framework.SameText(held.ValueString(), m.Observaciones.ValueString()) {
			m.Observaciones = held
		}
	}
	// A payment that the record does not show any more stays: pagada tells.
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

// refuseChanges adds an error for everything in plan that cannot be: a closed
// sanction keeps its observaciones, and a paid one its payment.
func (m sancionModel) refuseChanges(plan sancionModel, diags *diag.Diagnostics) {
	if m.Cerrada.ValueBool() {
		m.refuseObservaciones(plan, true, diags)
	}
	switch {
	case m.Pago.IsNull(), plan.Pago.IsUnknown():
	case plan.Pago.IsNull():
		diags.AddAttributeError(path.Root("pago"), "A payment cannot be taken back",
			fmt.Sprintf(aPaymentCannotBeTakenBackText, m.SancionID, m.noWayBack(), m.pago().block()))
	default:
		m.refusePago(plan.pago(), diags)
	}
}

// refuseObservaciones adds an error where the remarks are others than m's, beyond another spelling. inState:
// there is a prior state, without which ignore_changes does nothing.
func (m sancionModel) refuseObservaciones(plan sancionModel, inState bool, diags *diag.Diagnostics) {
	if plan.Observaciones.IsUnknown() || framework.SameText(plan.Observaciones.ValueString(), m.Observaciones.ValueString()) {
		return
	}
	held, declared := "with observaciones "+m.Observaciones.String(), "says "+plan.Observaciones.String()
	remedy := "Declare observaciones = " + m.Observaciones.String()
	if m.Observaciones.IsNull() {
		held, remedy = "without observaciones", "Leave observaciones out"
	}
	if plan.Observaciones.IsNull() {
		declared = "has none"
	}
	switch {
	case inState:
		remedy += ignoreObservacionesText
	case m.Observaciones.IsNull():
		remedy += "."
	default:
		remedy += ", or leave observaciones out."
	}
	diags.AddAttributeError(path.Root("observaciones"), "observaciones of a closed sanction cannot change",
		fmt.Sprintf(observacionesFixedText,
			m.SancionID, held, declared, remedy))
}

// refuseOtherCode adds an error where another code is to be tried before it is known what came of a
// payment with codigo, which the service could take as a second payment.
func (m sancionModel) refuseOtherCode(plan sancionModel, codigo string, diags *diag.Diagnostics) {
	declared := plan.pago().PagoCodigo.ValueString() // empty where it is not known yet
	if codigo == "" || declared == "" || declared == codigo || !plan.paysAnew(m) || m.Pagada.ValueBool() {
		return
	}
	diags.AddAttributeError(path.Root("pago").AtName("pago_codigo"), "The outcome of a payment is not known",
		fmt.Sprintf(theOutcomeOfPaymentIsNotText,
			codigo, m.SancionID))
}

// refusePago adds an error for each field of plan that is not as in m's payment.
func (m sancionModel) refusePago(plan sancionPago, diags *diag.Diagnostics) {
	held := m.pago()
	for _, field := range []struct {
		name       string
		held, plan attr.Value
	}{{"pago_tipo", held.PagoTipo, plan.PagoTipo}, {"pago_codigo", held.PagoCodigo, plan.PagoCodigo}, {"cliente_id", held.ClienteID,
		plan.ClienteID}} {
		if field.plan.IsUnknown() || field.plan.Equal(field.held) {
			continue
		}
		was, remedy := fmt.Sprintf("with %s = %s", field.name, field.held), fmt.Sprintf(declareAsPaidText, field.name, field.held)
		if field.held.IsNull() {
			was, remedy = "without "+field.name, fmt.Sprintf("Leave %s out.", field.name)
		}
		diags.AddAttributeError(path.Root("pago").AtName(field.name), "A payment cannot be changed",
			fmt.Sprintf(aPaymentCannotBeChangedText,
				m.SancionID, was, field.plan, m.noWayBack(), remedy))
	}
}

// noWayBack says what can be done about a payment.
func (m sancionModel) noWayBack() string {
	const never = "The service can neither change a payment nor take it back."
	if !m.Pagada.IsNull() && !m.Pagada.ValueBool() {
		return never + shownUnpaidText
	}
	return never
}
