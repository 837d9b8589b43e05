// Package flota has plates, vehicles, and the fleet of both.
package flota

import (
	"context"

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

// base is what the resources of this area have in common.
type base struct {
	framework.ResourceBase
	name string
}

func (b *base) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + b.name
	resp.ResourceBehavior.MutableIdentity = b.name == "vehiculo" // a link that moves to another client outside Terraform is drift
}

// Delete leaves everything on the service, which cannot delete it. The plan said so.
func (*base) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}
