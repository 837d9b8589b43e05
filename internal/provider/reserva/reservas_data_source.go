package reserva

import (
	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var (
	reservasDataSource = framework.LookUpRecords("reservas", "reservations", reservasDoc,
		(*parking.Client).Reservas, datosOf)
	reservasActivasDataSource = framework.LookUpRecords("reservas_activas", "active reservations", activasDoc,
		(*parking.Client).ReservasActivas, datosOf)
)

func datosOf(r parking.Reserva) (int64, map[string]any) { return r.ID, r.Datos }
