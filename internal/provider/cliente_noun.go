package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// clienteNoun is a client.
var clienteNoun = Noun{
	Resources:   []func() resource.Resource{newClienteResource},
	DataSources: []func() datasource.DataSource{newClienteDataSource},
}
