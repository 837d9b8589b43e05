package flota

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// refuseTipo adds an error if a plate would be sent with a vehicle type that the service does not have. A type that the state
// has already is not checked, since the service may have dropped it.
func refuseTipo(ctx context.Context, s *framework.Service, plan, state placaModel, diags *diag.Diagnostics) {
	other := framework.IsOther(plan.Placa, plan.Placa.Equal(state.Placa))
	if plan.TipoVehiculoID.IsUnknown() || plan.TipoVehiculoID.Equal(state.TipoVehiculoID) && !other {
		return
	}
	wrong, all := unlisted(ctx, s, map[string]types.Int64{plan.Placa.ValueString(): plan.TipoVehiculoID})
	if len(wrong) > 0 {
		diags.AddAttributeError(path.Root("tipo_vehiculo_id"), "Vehicle type not found",
			fmt.Sprintf(noSuchTypeText, plan.TipoVehiculoID, all))
	}
}

// refuseTipos is refuseTipo for a fleet, with one error for all plates.
func (m flotaModel) refuseTipos(ctx context.Context, s *framework.Service, state flotaModel, diags *diag.Diagnostics) {
	entries, _ := m.entries()
	was, _ := state.entries()
	sent := make(map[string]types.Int64)
	for placa, entry := range entries {
		if !entry.TipoVehiculoID.IsUnknown() && !entry.TipoVehiculoID.Equal(was[placa].TipoVehiculoID) {
			sent[placa] = entry.TipoVehiculoID
		}
	}
	wrong, all := unlisted(ctx, s, sent)
	if len(wrong) == 0 {
		return
	}
	var lines []string
	for _, id := range plates(wrong) {
		lines = append(lines, fmt.Sprintf("type %s: %s", id, someOf(wrong[id])))
	}
	diags.AddAttributeError(path.Root("vehiculos"), "Vehicle types not found",
		fmt.Sprintf(noSuchTypesText, m.ClienteID, strings.Join(lines, "\n"), all))
}

// unlisted gives the plates of each vehicle type that the service does not list, and all types that it lists. If they cannot
// be read, nothing is checked. The plans of a run share one read.
func unlisted(ctx context.Context, s *framework.Service, sent map[string]types.Int64) (wrong map[string][]string, all string) {
	if s.Client == nil || len(sent) == 0 {
		return nil, ""
	}
	listed := make(map[int64]bool)
	var names []string
	tipos, _ := s.Client.TiposVehiculo(parking.LookUp(ctx))
	for _, tipo := range tipos {
		listed[tipo.ID] = true
		names = append(names, fmt.Sprintf("%d %s", tipo.ID, orNull(types.StringPointerValue(tipo.Nombre))))
	}
	wrong = make(map[string][]string)
	for _, placa := range plates(sent) {
		if id := sent[placa]; len(listed) > 0 && !listed[id.ValueInt64()] {
			wrong[id.String()] = append(wrong[id.String()], placa)
		}
	}
	return wrong, strings.Join(names, ", ")
}
