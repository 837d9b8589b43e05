package catalogo

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

type tramosModel struct {
	Tramos []tramoItem   `tfsdk:"tramos"`
	Datos  types.Dynamic `tfsdk:"datos"`
}

// tramoItem is a section, alone or in a list.
type tramoItem struct {
	ID          types.Int64   `tfsdk:"id"`
	Nombre      types.String  `tfsdk:"nombre"`
	Direccion   types.String  `tfsdk:"direccion"`
	Latitud     types.Float64 `tfsdk:"latitud"`
	Longitud    types.Float64 `tfsdk:"longitud"`
	Libres      types.Int64   `tfsdk:"libres"`
	LibresCoche types.Int64   `tfsdk:"librescoche"`
	LibresMoto  types.Int64   `tfsdk:"libresmoto"`
}

func newTramoItem(t parking.Tramo) tramoItem {
	return tramoItem{
		ID: types.Int64Value(t.ID), Nombre: types.StringPointerValue(t.Nombre), Direccion: types.StringPointerValue(t.Direccion),
		Latitud: types.Float64PointerValue(t.Latitud), Longitud: types.Float64PointerValue(t.Longitud),
		Libres:      types.Int64PointerValue(t.Libres),
		LibresCoche: types.Int64PointerValue(t.LibresCoche), LibresMoto: types.Int64PointerValue(t.LibresMoto),
	}
}

func newTramoItems(tramos []parking.Tramo) []tramoItem {
	out := make([]tramoItem, len(tramos))
	for i, t := range tramos {
		out[i] = newTramoItem(t)
	}
	return out
}

func tramoDatos(t parking.Tramo) (int64, map[string]any) { return t.ID, t.Datos }

func tramosAttribute(description string) schema.ListNestedAttribute {
	free := func(of string) schema.Int64Attribute {
		return schema.Int64Attribute{MarkdownDescription: fmt.Sprintf(freeSpacesDoc, of), Computed: true}
	}
	return schema.ListNestedAttribute{
		MarkdownDescription: description,
		Computed:            true,
		NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"id":          schema.Int64Attribute{MarkdownDescription: "Identifier of the section.", Computed: true},
			"nombre":      schema.StringAttribute{MarkdownDescription: "Name of the section.", Computed: true},
			"direccion":   schema.StringAttribute{MarkdownDescription: "Street address.", Computed: true},
			"latitud":     schema.Float64Attribute{MarkdownDescription: "Latitude in degrees.", Computed: true},
			"longitud":    schema.Float64Attribute{MarkdownDescription: "Longitude in degrees.", Computed: true},
			"libres":      free("of any kind"),
			"librescoche": free("for cars"),
			"libresmoto":  free("for motorcycles"),
		}},
	}
}

var tramos = framework.LookUp("tramos", schema.Schema{
	MarkdownDescription: tramosDoc,
	Attributes: map[string]schema.Attribute{
		"tramos": tramosAttribute("All sections, in the service's order."),
		"datos":  schema.DynamicAttribute{MarkdownDescription: tramosDatosDoc, Computed: true},
	},
}, readTramos)

func readTramos(ctx context.Context, s *framework.Service, m *tramosModel, diags *diag.Diagnostics) {
	tramos, err := s.Client.Tramos(ctx)
	if err != nil {
		framework.Task{Verb: "read", Noun: "catalogue of sections"}.AddError(diags, err)
		return
	}
	*m = tramosModel{newTramoItems(tramos), framework.DatosByID(ctx, tramos, tramoDatos)}
}
