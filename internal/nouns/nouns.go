// Package nouns lists all that the provider offers.
package nouns

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

// All is every noun of the provider.
var All = []framework.Noun{flota.Noun, cliente.Noun, zonafavorita.Noun, reserva.Noun, sancion.Noun, catalogo.Noun, token.Noun}
