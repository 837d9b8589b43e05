// Package zonafavorita has the favourite zones, sections and spaces of a client.
package zonafavorita

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// Area lists the resource and data source of favourites.
var Area = framework.Area{
	Resources:   []func() resource.Resource{newZonaFavoritaResource},
	DataSources: []func() datasource.DataSource{zonasFavoritas},
}
