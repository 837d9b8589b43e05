// Package sancion has the sanctions (parking fines), which are started, closed and paid.
package sancion

import (
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// Area lists the resource, data source and actions of sanctions.
var Area = framework.Area{
	Resources:   []func() resource.Resource{newSancionResource},
	DataSources: []func() datasource.DataSource{sancionesDataSource},
	Actions:     []func() action.Action{sancionIniciar, sancionCerrar, sancionPagar},
}
