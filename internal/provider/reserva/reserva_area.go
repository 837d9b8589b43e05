// Package reserva has the reservations: booked, paid, extended, cancelled.
//
// Start reading at reserva_resource.go. reserva_lost.go finds a booking whose answer was lost, and
// reserva_extend.go keeps track of extensions that the service does not show.
package reserva

import (
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// Area lists everything about reservations.
var Area = framework.Area{
	Resources:   []func() resource.Resource{newReservaResource},
	DataSources: []func() datasource.DataSource{reservasDataSource, reservasActivasDataSource},
	Functions:   []func() function.Function{minutosFunction},
	Actions:     []func() action.Action{reservaPagar, reservaExtender, reservaCancelar},
}
