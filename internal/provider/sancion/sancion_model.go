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

func (m *sancionModel) setPago(ctx context.Context, p sancionPago) {
	m.Pago = types.ObjectValueMust(m.Pago.AttributeTypes(ctx),
		map[string]attr.Value{"pago_tipo": p.PagoTipo, "pago_codigo": p.PagoCodigo, "cliente_id": p.ClienteID})
}

func (p sancionPago) request() parking.SancionPago {
	return parking.SancionPago{PagoTipo: p.PagoTipo.ValueInt64(), PagoCodigo: p.PagoCodigo.ValueString(),
		ClienteID: framework.KnownInt64(p.ClienteID)}
}

// pays reports whether m has a payment to record that state has not. One whose answer was lost is not sent again.
func (m sancionModel) pays(state sancionModel) bool { return !m.Pago.IsNull() && state.Pago.IsNull() }

// refresh takes what a record shows. It does not take back what was sent: a record may lag.
func (m *sancionModel) refresh(ctx context.Context, record parking.Sancion, diags *diag.Diagnostics) {
	imported := m.Cerrada.IsNull()
	m.Datos = framework.Dynamic(ctx, record.Datos)
	m.Cerrada = framework.KeepBool(record.Cerrada, m.Cerrada)
	if stored := record.Observaciones; stored.Sent && (imported || !m.Observaciones.IsNull()) {
		value := types.StringPointerValue(stored.Value)
		if value.ValueString() == "" {
			value = types.StringNull()
		}
		if imported || !framework.SameText(value.ValueString(), m.Observaciones.ValueString()) {
			m.Observaciones = value
		}
	}
	switch codigo := record.PagoCodigo.Value; {
	case imported && codigo != nil:
		m.setPago(ctx, sancionPago{PagoTipo: types.Int64PointerValue(record.PagoTipo.Value), PagoCodigo: types.StringValue(*codigo),
			ClienteID: types.Int64PointerValue(record.ClienteID.Value)})
		m.Pagada = types.BoolValue(true)
	case m.Pago.IsNull():
		m.Pagada = framework.KeepBool(record.Pagada, m.Pagada)
	case record.Pays(m.pago().PagoCodigo.ValueString()):
		m.Pagada = types.BoolValue(true)
	case m.Pagada.ValueBool() && (record.Pagada.Sent || record.PagoCodigo.Sent):
		diags.AddWarning(fmt.Sprintf("Sanction %s is shown without its payment %s", m.SancionID, m.pago().PagoCodigo),
			fmt.Sprintf(shownUnpaidText, m.sendAgain(nil)))
	}
}

// checkChanges adds an error for each change that the service has no operation for: a closed sanction keeps its observaciones, and
// one that is paid, or may be, its payment.
func (m sancionModel) checkChanges(plan sancionModel, diags *diag.Diagnostics) {
	if m.Cerrada.ValueBool() && !plan.Observaciones.IsUnknown() &&
		!framework.SameText(plan.Observaciones.ValueString(), m.Observaciones.ValueString()) {
		diags.AddAttributeError(path.Root("observaciones"), "observaciones of a closed sanction cannot be changed",
			fmt.Sprintf(remarksText, m.SancionID, m.Observaciones))
	}
	framework.CheckPago("sanction "+m.SancionID.String(), m.Pago, plan.Pago, diags)
}
