package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// reservaNoun is a reservation.
var reservaNoun = Noun{
	Resources:   []func() resource.Resource{newReservaResource},
	DataSources: []func() datasource.DataSource{newReservasDataSource, newReservasActivasDataSource},
	Functions:   []func() function.Function{newMinutosFunction},
	Actions:     []func() action.Action{newReservaPagarAction, newReservaExtenderAction, newReservaCancelarAction},
}
