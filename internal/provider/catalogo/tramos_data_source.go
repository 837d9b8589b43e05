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
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

type tramoModel struct {
	tramoItem
	Datos types.Dynamic `tfsdk:"datos"`
}

var tramo = framework.LookUp("tramo", schema.Schema{
	MarkdownDescription: tramoDoc,
	Attributes: tramoAttributes("Current number of free spaces %s.", map[string]schema.Attribute{
		"id":    framework.IdentifierAttribute("Identifier of the section."),
		"datos": schema.DynamicAttribute{MarkdownDescription: tramoDatosDoc, Computed: true},
	}),
}, readTramo)

func readTramo(ctx context.Context, s *framework.Service, m *tramoModel, _ *diag.Diagnostics) (framework.Task, error) {
	task := framework.Task{Noun: "section", Name: fmt.Sprint(m.ID), Attributes: []string{"id"}}
	tramo, err := s.Client.Tramo(ctx, m.ID)
	*m = tramoModel{newTramoItem(tramo), framework.Dynamic(ctx, tramo.Datos)}
	return task, err
}

type tramosModel struct {
	Tramos []tramoItem   `tfsdk:"tramos"`
	Datos  types.Dynamic `tfsdk:"datos"`
}

// tramoItem is a section, alone or in a list.
type tramoItem struct {
	ID          int64    `tfsdk:"id"`
	Nombre      *string  `tfsdk:"nombre"`
	Direccion   *string  `tfsdk:"direccion"`
	Latitud     *float64 `tfsdk:"latitud"`
	Longitud    *float64 `tfsdk:"longitud"`
	Libres      *int64   `tfsdk:"libres"`
	LibresCoche *int64   `tfsdk:"librescoche"`
	LibresMoto  *int64   `tfsdk:"libresmoto"`
}

func newTramoItem(t parking.Tramo) tramoItem {
	return tramoItem{t.ID, t.Nombre, t.Direccion, t.Latitud, t.Longitud, t.Libres, t.LibresCoche, t.LibresMoto}
}

func newTramoItems(tramos []parking.Tramo) []tramoItem {
	out := make([]tramoItem, len(tramos))
	for i, t := range tramos {
		out[i] = newTramoItem(t)
	}
	return out
}

func tramoDatos(t parking.Tramo) (int64, map[string]any) { return t.ID, t.Datos }

// tramoAttributes adds to more the fields of a section that the service documents. free describes a number of free spaces.
func tramoAttributes(free string, more map[string]schema.Attribute) map[string]schema.Attribute {
	for name, of := range map[string]string{"libres": "of any kind", "librescoche": "for cars", "libresmoto": "for motorcycles"} {
		more[name] = schema.Int64Attribute{MarkdownDescription: fmt.Sprintf(free, of), Computed: true}
	}
	more["nombre"] = schema.StringAttribute{MarkdownDescription: "Name of the section.", Computed: true}
	more["direccion"] = schema.StringAttribute{MarkdownDescription: "Street address.", Computed: true}
	more["latitud"] = schema.Float64Attribute{MarkdownDescription: "Latitude in degrees.", Computed: true}
	more["longitud"] = schema.Float64Attribute{MarkdownDescription: "Longitude in degrees.", Computed: true}
	return more
}

func tramosAttribute(description string) schema.ListNestedAttribute {
	return schema.ListNestedAttribute{
		MarkdownDescription: description,
		Computed:            true,
		NestedObject: schema.NestedAttributeObject{Attributes: tramoAttributes(freeSpacesDoc, map[string]schema.Attribute{
			"id": schema.Int64Attribute{MarkdownDescription: "Identifier of the section.", Computed: true},
		})},
	}
}

var tramos = framework.LookUp("tramos", schema.Schema{
	MarkdownDescription: tramosDoc,
	Attributes: map[string]schema.Attribute{
		"tramos": tramosAttribute("All sections, in the service's order."),
		"datos":  schema.DynamicAttribute{MarkdownDescription: tramosDatosDoc, Computed: true},
	},
}, readTramos)

func readTramos(ctx context.Context, s *framework.Service, m *tramosModel, _ *diag.Diagnostics) (framework.Task, error) {
	tramos, err := s.Client.Tramos(ctx)
	*m = tramosModel{newTramoItems(tramos), framework.DatosByID(ctx, tramos, tramoDatos)}
	return framework.Task{Noun: "catalogue of sections"}, err
}

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
		"latitud": schema.Float64Attribute{MarkdownDescription: "Latitude of the point in degrees, from -90 to 90.", Required: true,
			Validators: []validator.Float64{float64validator.Between(-90, 90)}},
		"longitud": schema.Float64Attribute{MarkdownDescription: "Longitude of the point in degrees, from -180 to 180.", Required: true,
			Validators: []validator.Float64{float64validator.Between(-180, 180)}},
		"parametros": framework.ParametrosAttribute("latitud", "longitud", "page"),
		"tramos":     tramosAttribute(cercanosDoc),
		"datos":      schema.DynamicAttribute{MarkdownDescription: cercanosDatosDoc, Computed: true},
	},
}, readTramosCercanos)

func readTramosCercanos(ctx context.Context, s *framework.Service, m *tramosCercanosModel, _ *diag.Diagnostics) (framework.Task, error) {
	tramos, err := s.Client.TramosCercanos(ctx, m.Latitud.ValueFloat64(), m.Longitud.ValueFloat64(),
		framework.ParametrosQuery(m.Parametros))
	m.Tramos, m.Datos = newTramoItems(tramos), framework.DatosByID(ctx, tramos, tramoDatos)
	return framework.Task{Noun: "sections", Name: fmt.Sprintf("near %s, %s", m.Latitud, m.Longitud),
		Attributes: []string{"latitud", "longitud"}, Parametros: m.Parametros}, err
}

type tramoPreciosEstacionarModel struct {
	TramoID    types.Int64   `tfsdk:"tramo_id"`
	Parametros types.Map     `tfsdk:"parametros"`
	Datos      types.Dynamic `tfsdk:"datos"`
}

var tramoPreciosEstacionar = framework.LookUp("tramo_precios_estacionar", schema.Schema{
	MarkdownDescription: preciosDoc,
	Attributes: map[string]schema.Attribute{
		"tramo_id":   framework.IdentifierAttribute("Identifier of the section."),
		"parametros": framework.ParametrosAttribute("tramo_id"),
		"datos":      schema.DynamicAttribute{MarkdownDescription: preciosDatosDoc, Computed: true},
	},
}, readTramoPreciosEstacionar)

func readTramoPreciosEstacionar(ctx context.Context, s *framework.Service, m *tramoPreciosEstacionarModel, _ *diag.Diagnostics) (
	framework.Task, error) {
	datos, err := s.Client.TramoPrecios(ctx, m.TramoID.ValueInt64(), framework.ParametrosQuery(m.Parametros))
	m.Datos = framework.Dynamic(ctx, datos)
	return framework.Task{Noun: "prices", Name: "of section " + m.TramoID.String(), Attributes: []string{"tramo_id"},
		Parametros: m.Parametros}, err
}
