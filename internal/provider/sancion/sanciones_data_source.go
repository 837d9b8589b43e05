package sancion

import (
	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var sancionesDataSource = framework.LookUpRecords("sanciones", "sanctions", sancionesDoc, (*parking.Client).Sanciones,
	func(s parking.Sancion) (int64, map[string]any) { return s.ID, s.Datos })
