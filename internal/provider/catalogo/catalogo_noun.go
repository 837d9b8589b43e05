// Package catalogo has what the service tells without a client: sections, prices, vehicle
// types, questions and answers, and about itself.
package catalogo

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// Noun is what the service knows without a client: sections, vehicle types, FAQs, itself.
var Noun = framework.Noun{
	DataSources: []func() datasource.DataSource{
		newTramoDataSource, newTramosDataSource, newTramosCercanosDataSource, newTramoPreciosEstacionarDataSource,
		newTipoVehiculoDataSource, newTiposVehiculoDataSource,
		newFAQDataSource, newFAQGruposDataSource, newInformacionDataSource,
	},
}
