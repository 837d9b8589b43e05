// Package catalogo has the data sources that concern no client: sections, prices, vehicle
// types, FAQs and the information of the service about itself.
package catalogo

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// Noun lists the data sources of the catalogue.
var Noun = framework.Noun{
	DataSources: []func() datasource.DataSource{
		tramo, tramos, tramosCercanos, tramoPreciosEstacionar,
		tipoVehiculo, tiposVehiculo,
		faq, faqGrupos, informacion,
	},
}
