// Package cliente has the clients, who own vehicles.
package cliente

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// Area is a client.
var Area = framework.Area{
	Resources:   []func() resource.Resource{newClienteResource},
	DataSources: []func() datasource.DataSource{clienteDataSource},
}
