package sancion

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/redact"
)

// sancionModel is the state of a parking_sancion: what was sent, whatever became of the answer. pagada is null if the answer to the
// payment was lost. cerrada is null only in an import, until the sanction is read.
type sancionModel struct {
	SancionID     types.Int64   `tfsdk:"sancion_id"`
	Observaciones types.String  `tfsdk:"observaciones"`
	Pago          types.Object  `tfsdk:"pago"`
	Cerrada       types.Bool    `tfsdk:"cerrada"`
	Pagada        types.Bool    `tfsdk:"pagada"`
	Datos         types.Dynamic `tfsdk:"datos"`
	framework.Timed
}

// sancionPago is a payment: the attribute pago, or what the action declares.
type sancionPago struct {
	PagoTipo   types.Int64  `tfsdk:"pago_tipo"`
	PagoCodigo types.String `tfsdk:"pago_codigo"`
	ClienteID  types.Int64  `tfsdk:"cliente_id"`
}

func (m sancionModel) pago() sancionPago { return framework.PagoFields[sancionPago](m.Pago) }

func (m *sancionModel) setPago(ctx context.Context, p sancionPago) {
	m.Pago = types.ObjectValueMust(m.Pago.AttributeTypes(ctx),
		map[string]attr.Value{"pago_tipo": p.PagoTipo, "pago_codigo": p.PagoCodigo, "cliente_id": p.ClienteID})
}

func (p sancionPago) request() parking.SancionPago {
	out := parking.SancionPago{PagoTipo: p.PagoTipo.ValueInt64(), PagoCodigo: p.PagoCodigo.ValueString()}
	if !p.ClienteID.IsUnknown() {
		out.ClienteID = p.ClienteID.ValueInt64Pointer()
	}
	return out
}

// pays reports whether m has a payment to record that state has not. One whose answer was lost is not sent again.
func (m sancionModel) pays(state sancionModel) bool { return !m.Pago.IsNull() && state.Pago.IsNull() }

// refresh takes what a record shows. It does not take back what was sent: a record may lag.
func (m *sancionModel) refresh(ctx context.Context, record parking.Sancion, diags *diag.Diagnostics) {
	imported := m.Cerrada.IsNull()
	m.Datos = framework.Dynamic(ctx, record.Datos)
	m.Cerrada = framework.KeepBool(record.Cerrada, m.Cerrada)
	if stored := record.Observaciones.Value; imported && stored != nil && *stored != "" {
		m.Observaciones = types.StringPointerValue(stored)
	}
	if m.Cerrada.ValueBool() {
		warnRemarks(m.SancionID, m.Observaciones, record, diags)
	}
	if codigo := record.PagoCodigo.Value; imported && codigo != nil {
		m.setPago(ctx, sancionPago{PagoTipo: types.Int64PointerValue(record.PagoTipo.Value), PagoCodigo: types.StringValue(*codigo),
			ClienteID: types.Int64PointerValue(record.ClienteID.Value)})
	}
	m.takePagada(record)
	code := m.pago().PagoCodigo
	if !m.Pago.IsNull() && m.Pagada.ValueBool() && !record.Pays(code.ValueString()) && (record.Pagada.Sent || record.PagoCodigo.Sent) {
		diags.AddWarning(fmt.Sprintf("Sanction %s is shown without its payment %s", m.SancionID, code),
			fmt.Sprintf(shownUnpaidText, m.sendAgain(nil)))
	}
}

// takePagada takes whether a record shows that it is paid. A declared payment is shown by its code alone: somebody else may have paid.
func (m *sancionModel) takePagada(record parking.Sancion) {
	switch {
	case m.Pago.IsNull():
		m.Pagada = framework.KeepBool(record.Pagada, m.Pagada)
	case record.Pays(m.pago().PagoCodigo.ValueString()):
		m.Pagada = types.BoolValue(true)
	}
}

// warnRemarks warns of a closed sanction that keeps other remarks than the declared ones, which stay in the state.
func warnRemarks(id types.Int64, declared types.String, record parking.Sancion, diags *diag.Diagnostics) {
	stored := types.StringPointerValue(record.Observaciones.Value).ValueString()
	if stored != "" && !declared.IsNull() && !framework.SameText(stored, declared.ValueString()) {
		diags.AddAttributeWarning(path.Root("observaciones"), fmt.Sprintf("Sanction %s keeps other remarks", id),
			fmt.Sprintf("The service keeps its own observaciones: %q. Declare these.", redact.Foreign(stored)))
	}
}

// checkChanges adds an error for each change that the service has no operation for: a closed sanction keeps its observaciones, and
// one that is paid, or may be, its payment. To declare the remarks that the last record showed changes nothing on the service.
func (m sancionModel) checkChanges(plan sancionModel, diags *diag.Diagnostics) {
	datos, _ := framework.JSONValue(m.Datos).(map[string]any)
	shown, _ := datos["observaciones"].(string)
	declares := func(remarks string) bool { return framework.SameText(plan.Observaciones.ValueString(), remarks) }
	if m.Cerrada.ValueBool() && !plan.Observaciones.IsUnknown() && !declares(m.Observaciones.ValueString()) && !declares(shown) {
		diags.AddAttributeError(path.Root("observaciones"), "observaciones of a closed sanction cannot be changed",
			fmt.Sprintf(remarksText, m.SancionID, m.Observaciones))
	}
	framework.CheckPago("sanction "+m.SancionID.String(), m.Pago, plan.Pago, diags)
}

// What is sent about a sanction, as messages name it.

// closes is safe to repeat.
func closes(id types.Int64) framework.Task {
	return framework.Task{Verb: "close", Noun: "sanction", Name: id.String(), Attributes: []string{"sancion_id", "observaciones"},
		Next: "The next run closes it again, which changes nothing if it is closed."}
}

func paysOnce(id types.Int64, pago sancionPago, within, again string) framework.Once {
	return framework.PaysOnce("sanction "+id.String(), pago.PagoCodigo, "cliente_id", within, listText, again)
}

// sendAgain says how a resource sends its payment again: an import takes what the record shows, and needs the list.
func (m sancionModel) sendAgain(unlisted error) string {
	if unlisted != nil {
		return "If not, have it sent again. " + framework.RemoveFromState
	}
	return framework.SendAgain("parking_sancion", m.SancionID)
}

// closeSancion closes a sanction, which changes nothing if it is closed, and gives its record in the answer and in the list. It
// warns if the sanction was closed before, and so keeps other remarks.
func closeSancion(ctx context.Context, s *framework.Service, id types.Int64, remarks types.String, diags *diag.Diagnostics) (
	record, listed parking.Sancion) {
	listed, err := s.Client.ListedSancion(ctx, id.ValueInt64())
	if err == nil {
		record, err = s.Client.CloseSancion(ctx, id.ValueInt64(), remarks.ValueString())
	}
	if err != nil {
		closes(id).AddError(diags, err)
		return record, listed
	}
	warnRemarks(id, remarks, record, diags)
	return record, listed
}

// warnPlanned says in the plan what is done to a sanction that the list does not show as done, and whose it is. It adds an error if
// the list does not show the sanction, or shows another payment.
func warnPlanned(ctx context.Context, s *framework.Service, id types.Int64, closing bool, pago *sancionPago, diags *diag.Diagnostics) {
	if id.IsUnknown() {
		return
	}
	held, err := s.Client.ListedSancion(ctx, id.ValueInt64())
	if err != nil {
		closes(id).AddError(diags, err)
		return
	}
	var does framework.Doing
	if closed := held.Cerrada.Value; closing && (closed == nil || !*closed) {
		does.Add("closed", "Closing it cannot be undone.")
	}
	if pago != nil && !held.Pays(pago.PagoCodigo.ValueString()) {
		if err := held.PaidOtherwise(); err != nil {
			paysOnce(id, *pago, "pago", "").AddError(diags, err)
			return
		}
		does.Pays(pago.PagoCodigo, pago.PagoTipo)
	}
	of := ""
	if placa, is := held.Datos["placa"].(string); is {
		of = fmt.Sprintf("It is of plate %s.", redact.Foreign(placa))
	}
	does.Warn("Sanction "+id.String(), of, diags)
}
