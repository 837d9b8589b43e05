// Package reserva has the reservations: booked, paid, extended, cancelled.
//
// Start reading at reserva_resource.go. What is sent is in reserva_sends.go, for the resource and for the actions.
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
	Actions:     []func() action.Action{reservaBloquear, reservaPagar, reservaExtender, reservaCancelar},
}
