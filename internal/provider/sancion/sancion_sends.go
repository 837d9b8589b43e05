package sancion

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// What is sent about a sanction, as messages name it.

// closes is safe to repeat.
func closes(id types.Int64) framework.Task {
	return framework.Task{Verb: "close", Noun: "sanction", Name: id.String(), Attributes: []string{"sancion_id", "observaciones"},
		Next: closeAgainText}
}

func paysOnce(id types.Int64, pago sancionPago, within, again string) framework.Once {
	return framework.Once{Did: fmt.Sprintf("recorded payment %s of sanction %s", pago.PagoCodigo, id),
		Shows: fmt.Sprintf("pago_codigo of sanction %s in the list of sanctions (endpoints.sanciones)", id), Again: again,
		Task: framework.Task{Verb: "record", Noun: "payment", Name: fmt.Sprintf("%s of sanction %s", pago.PagoCodigo, id),
			Attributes: []string{"pago_tipo", "pago_codigo", "cliente_id"}, Within: within}}
}

// sendAgain says how a resource sends its payment again: an import takes what the record shows.
func (m sancionModel) sendAgain() string { return fmt.Sprintf(sendAgainText, m.SancionID) }

// addError adds an error of a write about a sanction.
func addError(task framework.Task, id types.Int64, err error, diags *diag.Diagnostics) {
	if !framework.NoSuch(diags, "sancion_id", "sanction", "parking_sanciones", id, err) {
		task.AddError(diags, err)
	}
}

// warnPlanned says in the plan what is done to a sanction, and whose it is, as far as the list shows. It gives the listed record, and
// adds an error if the list does not show the sanction.
func warnPlanned(ctx context.Context, s *framework.Service, id types.Int64, closing bool, pago *sancionPago,
	diags *diag.Diagnostics) parking.Sancion {
	if id.IsUnknown() {
		return parking.Sancion{}
	}
	held, err := s.Client.ListedSancion(ctx, id.ValueInt64())
	if err != nil {
		addError(closes(id), id, err, diags)
		return held
	}
	summary, text, whose := fmt.Sprintf("Sanction %s will be closed", id), fmt.Sprintf(plannedCloseText, id), ""
	switch {
	case closing && pago != nil:
		summary, text = summary+" and paid", text+" "+fmt.Sprintf(plannedPagoText, id, pago.PagoCodigo, pago.PagoTipo)
	case pago != nil:
		summary, text = fmt.Sprintf("Sanction %s will be paid", id), fmt.Sprintf(plannedPagoText, id, pago.PagoCodigo, pago.PagoTipo)
	}
	if placa, is := held.Datos["placa"].(string); is {
		whose = fmt.Sprintf(" The sanction is of plate %s.", placa)
	}
	diags.AddWarning(summary, text+whose)
	return held
}
