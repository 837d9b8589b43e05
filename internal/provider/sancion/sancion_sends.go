package sancion

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/redact"
)

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
	stored := types.StringPointerValue(record.Observaciones.Value)
	if record.Observaciones.Sent && !remarks.IsNull() && !framework.SameText(stored.ValueString(), remarks.ValueString()) {
		diags.AddAttributeWarning(path.Root("observaciones"), fmt.Sprintf("Sanction %s was already closed", id),
			fmt.Sprintf(alreadyClosedText, stored))
	}
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
