// Package sancion has the sanctions (parking fines), which are started, closed and paid.
package sancion

import (
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// Area lists the resource, data source and actions of sanctions.
var Area = framework.Area{
	Resources:   []func() resource.Resource{newSancionResource},
	DataSources: []func() datasource.DataSource{sancionesDataSource},
	Actions:     []func() action.Action{sancionIniciar, sancionCerrar, sancionPagar},
}

var sancionesDataSource = framework.LookUpRecords("sanciones", "sanctions", sancionesDoc, (*parking.Client).Sanciones,
	func(s parking.Sancion) (int64, map[string]any) { return s.ID, s.Datos })
