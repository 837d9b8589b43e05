package sancion

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/redact"
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

// sendAgain says how a resource sends its payment again: an import takes what the record shows, and needs the list.
func (m sancionModel) sendAgain(listed bool) string {
	if !listed {
		return createAgainText
	}
	return fmt.Sprintf(sendAgainText, m.SancionID)
}

// warnPlanned says in the plan what is done to a sanction that the list does not show as done, and whose it is. It gives the listed
// record, and adds an error if the list does not show the sanction, or shows another payment.
func warnPlanned(ctx context.Context, s *framework.Service, id types.Int64, closing bool, pago *sancionPago,
	diags *diag.Diagnostics) parking.Sancion {
	if id.IsUnknown() {
		return parking.Sancion{}
	}
	held, err := s.Client.ListedSancion(ctx, id.ValueInt64())
	if err != nil {
		closes(id).AddError(diags, err)
		return held
	}
	var does, texts []string
	if closed := held.Cerrada.Value; closing && (closed == nil || !*closed) {
		does, texts = append(does, "closed"), append(texts, fmt.Sprintf(plannedCloseText, id))
	}
	if pago != nil && !held.Pays(pago.PagoCodigo.ValueString()) {
		if err := held.PaidOtherwise(); err != nil {
			paysOnce(id, *pago, "pago", "").AddError(diags, err)
			return held
		}
		pays := fmt.Sprintf(plannedPagoText, framework.Planned(pago.PagoCodigo), framework.Planned(pago.PagoTipo), id)
		does, texts = append(does, "paid"), append(texts, pays)
	}
	if placa, is := held.Datos["placa"].(string); is {
		texts = append(texts, fmt.Sprintf("The sanction is of plate %s.", redact.Foreign(placa)))
	}
	if len(does) > 0 {
		diags.AddWarning(fmt.Sprintf("Sanction %s will be %s", id, strings.Join(does, " and ")), strings.Join(texts, " "))
	}
	return held
}
