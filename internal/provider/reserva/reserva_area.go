// Package reserva has the reservations: booked, paid, extended, cancelled.
//
// Start reading at reserva_resource.go. What is sent is in reserva_model.go, for the resource and for the actions.
package reserva

import (
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// Area lists everything about reservations.
var Area = framework.Area{
	Resources:   []func() resource.Resource{newReservaResource},
	DataSources: []func() datasource.DataSource{reservasDataSource, reservasActivasDataSource},
	Functions:   []func() function.Function{func() function.Function { return minutosFunction{} }},
	Actions:     []func() action.Action{reservaBloquear, reservaPagar, reservaExtender, reservaCancelar},
}

var (
	reservasDataSource = framework.LookUpRecords("reservas", "reservations", reservasDoc,
		(*parking.Client).Reservas, datosOf)
	reservasActivasDataSource = framework.LookUpRecords("reservas_activas", "active reservations", activasDoc,
		(*parking.Client).ReservasActivas, datosOf)
)

func datosOf(r parking.Reserva) (int64, map[string]any) { return r.ID, r.Datos }
