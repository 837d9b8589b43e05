// Package catalogo has the data sources that concern no client: sections, prices, vehicle
// types, FAQs and the information of the service about itself.
package catalogo

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// Area lists the data sources of the catalogue.
var Area = framework.Area{
	DataSources: []func() datasource.DataSource{
		tramo, tramos, tramosCercanos, tramoPreciosEstacionar,
		tipoVehiculo, tiposVehiculo,
		faq, faqGrupos, informacion,
	},
}

// What the service has paths for and does not publish.
var (
	faqGrupos   = framework.LookUpAnswer("faq_grupos", "groups of questions", faqGruposDoc, (*parking.Client).FAQGrupos)
	informacion = framework.LookUpAnswer("informacion", "application information",
		"Reads the application information of the service.", (*parking.Client).Informacion)
)
