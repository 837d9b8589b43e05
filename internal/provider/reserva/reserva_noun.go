// Package reserva has the reservations: booked, paid, extended, cancelled.
//
// Where to begin: reserva_resource.go. What follows a booking whose answer was lost is in
// reserva_lost.go, what is there before a booking in reserva_take.go.
package reserva

import (
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// Noun is a reservation.
var Noun = framework.Noun{
	Resources:   []func() resource.Resource{newReservaResource},
	DataSources: []func() datasource.DataSource{reservasDataSource, reservasActivasDataSource},
	Functions:   []func() function.Function{newMinutosFunction},
	Actions:     []func() action.Action{newReservaPagarAction, newReservaExtenderAction, newReservaCancelarAction},
}
