package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"
)

// catalogoNoun is what the service knows without a client: sections, vehicle types, FAQs, itself.
var catalogoNoun = Noun{
	DataSources: []func() datasource.DataSource{newTramoDataSource, newTramosDataSource, newTramosCercanosDataSource, newTramoPreciosEstacionarDataSource, newTipoVehiculoDataSource, newTiposVehiculoDataSource, newFAQDataSource, newFAQGruposDataSource, newInformacionDataSource},
}
