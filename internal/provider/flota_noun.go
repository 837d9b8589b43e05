package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// flotaNoun is a fleet: plates, vehicles, and both together.
var flotaNoun = Noun{
	Resources:   []func() resource.Resource{newPlacaResource, newVehiculoResource, newFlotaResource},
	DataSources: []func() datasource.DataSource{newPlacaDataSource, newVehiculoDataSource, newVehiculosDataSource},
	Functions:   []func() function.Function{newFlotaCSVFunction},
	Lists:       []func() list.ListResource{newVehiculoListResource},
}
