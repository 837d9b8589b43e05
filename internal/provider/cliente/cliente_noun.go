// Package cliente has the clients, who own vehicles.
package cliente

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// Noun is a client.
var Noun = framework.Noun{
	Resources:   []func() resource.Resource{newClienteResource},
	DataSources: []func() datasource.DataSource{clienteDataSource},
}
