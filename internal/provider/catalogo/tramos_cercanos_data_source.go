package catalogo

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-validators/float64validator"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

type tramosCercanosModel struct {
	Latitud    types.Float64 `tfsdk:"latitud"`
	Longitud   types.Float64 `tfsdk:"longitud"`
	Parametros types.Map     `tfsdk:"parametros"`
	Tramos     []tramoItem   `tfsdk:"tramos"`
	Datos      types.Dynamic `tfsdk:"datos"`
}

var tramosCercanos = framework.LookUp("tramos_cercanos", schema.Schema{
	MarkdownDescription: tramosCercanosDoc,
	Attributes: map[string]schema.Attribute{
		"latitud": schema.Float64Attribute{
			MarkdownDescription: "Latitude of the point in degrees, from -90 to 90.",
			Required:            true,
			Validators:          []validator.Float64{float64validator.Between(-90, 90)},
		},
		"longitud": schema.Float64Attribute{
			MarkdownDescription: "Longitude of the point in degrees, from -180 to 180.",
			Required:            true,
			Validators:          []validator.Float64{float64validator.Between(-180, 180)},
		},
		"parametros": framework.ParametrosAttribute("latitud", "longitud", "page"),
		"tramos":     tramosAttribute(cercanosDoc),
		"datos":      schema.DynamicAttribute{MarkdownDescription: cercanosDatosDoc, Computed: true},
	},
}, readTramosCercanos)

func readTramosCercanos(ctx context.Context, s *framework.Service, m *tramosCercanosModel, diags *diag.Diagnostics) {
	task := framework.Task{Verb: "read", Noun: "sections", Name: fmt.Sprintf("near %s, %s", m.Latitud, m.Longitud),
		Attributes: []string{"latitud", "longitud"}, Parametros: m.Parametros}
	tramos, err := s.Client.TramosCercanos(ctx, m.Latitud.ValueFloat64(), m.Longitud.ValueFloat64(),
		framework.ParametrosQuery(m.Parametros))
	if err != nil {
		task.AddError(diags, err)
		return
	}
	m.Tramos, m.Datos = newTramoItems(tramos), framework.DatosByID(ctx, tramos, tramoDatos)
}
