// Package flota has plates, vehicles, and the fleet of both.
package flota

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// Area is a fleet: plates, vehicles, and both together.
var Area = framework.Area{
	Resources:   []func() resource.Resource{newPlacaResource, newVehiculoResource, newFlotaResource},
	DataSources: []func() datasource.DataSource{placaDataSource, vehiculoDataSource, vehiculosDataSource},
	Functions:   []func() function.Function{flotaCSVFunction, flotasCSVFunction},
	Lists:       []func() list.ListResource{newVehiculoList},
	Complete:    markOptional,
}
