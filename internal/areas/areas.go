// Package areas lists all that the provider offers.
package areas

import (
	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/provider/catalogo"
	"github.com/parking-provider/terraform-provider-parking/internal/provider/cliente"
	"github.com/parking-provider/terraform-provider-parking/internal/provider/flota"
	"github.com/parking-provider/terraform-provider-parking/internal/provider/reserva"
	"github.com/parking-provider/terraform-provider-parking/internal/provider/sancion"
	"github.com/parking-provider/terraform-provider-parking/internal/provider/token"
	"github.com/parking-provider/terraform-provider-parking/internal/provider/zonafavorita"
)

// All is every area of the provider.
var All = []framework.Area{flota.Area, cliente.Area, zonafavorita.Area, reserva.Area, sancion.Area, catalogo.Area, token.Area}
