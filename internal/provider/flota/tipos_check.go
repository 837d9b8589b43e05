package flota

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// refuseTipos refuses tasks that would send a vehicle type that the service does not list. If its list cannot be read, nothing is
// checked. A type that the state has already is not checked, since the service may have dropped it.
func (ts tasks) refuseTipos(ctx context.Context, s *framework.Service) {
	var sent []*task
	for _, t := range ts {
		if !t.TipoVehiculoID.IsUnknown() && (t.before == nil || !t.TipoVehiculoID.Equal(t.before.TipoVehiculoID)) {
			sent = append(sent, t)
		}
	}
	if len(sent) == 0 {
		return
	}
	listed := make(map[int64]bool)
	var names []string
	tipos, _ := s.Client.TiposVehiculo(parking.LookUp(ctx))
	for _, tipo := range tipos {
		listed[tipo.ID] = true
		names = append(names, fmt.Sprintf("%d %s", tipo.ID, orNull(types.StringPointerValue(tipo.Nombre))))
	}
	for _, t := range sent {
		if len(listed) > 0 && !listed[t.TipoVehiculoID.ValueInt64()] {
			f := refused("tipo_vehiculo_id", "Vehicle type not found",
				fmt.Sprintf(noSuchTypeText, t.TipoVehiculoID, strings.Join(names, ", ")), importOtherTypeText)
			f.item = t.TipoVehiculoID.String()
			t.add(f)
		}
	}
}
