package zonafavorita

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

type zonasFavoritasModel struct {
	ClienteID types.Int64 `tfsdk:"cliente_id"`
	placeModel
	ZonasFavoritas []zonaFavoritaItem `tfsdk:"zonas_favoritas"`
	Datos          types.Dynamic      `tfsdk:"datos"`
}

type zonaFavoritaItem struct {
	ID types.Int64 `tfsdk:"id"`
	placeModel
}

var zonasFavoritas = framework.LookUp("zonas_favoritas", schema.Schema{
	MarkdownDescription: "Lists the favourite zones, sections and spaces of a client.",
	Attributes: map[string]schema.Attribute{
		"cliente_id": framework.IdentifierAttribute("Identifier of the client."),
		"zona_id":    framework.OptionalIDAttribute("Lists only favourites of this zone."),
		"tramo_id":   framework.OptionalIDAttribute("Lists only favourites of this section."),
		"celda_id":   framework.OptionalIDAttribute("Lists only favourites of this space."),
		"zonas_favoritas": schema.ListNestedAttribute{
			MarkdownDescription: favoritasDoc,
			Computed:            true,
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"id":       schema.Int64Attribute{MarkdownDescription: "Identifier of the favourite.", Computed: true},
				"zona_id":  schema.Int64Attribute{MarkdownDescription: "Identifier of the zone.", Computed: true},
				"tramo_id": schema.Int64Attribute{MarkdownDescription: "Identifier of the section.", Computed: true},
				"celda_id": schema.Int64Attribute{MarkdownDescription: "Identifier of the space.", Computed: true},
			}},
		},
		"datos": schema.DynamicAttribute{MarkdownDescription: favoritasDatosDoc, Computed: true},
	},
}, readZonasFavoritas)

func readZonasFavoritas(ctx context.Context, s *framework.Service, m *zonasFavoritasModel, diags *diag.Diagnostics) (
	framework.Task, error) {
	task := framework.Task{Noun: "favourites", Name: "of client " + m.ClienteID.String(),
		Attributes: []string{"cliente_id", "zona_id", "tramo_id", "celda_id"}}
	filter := m.zona()
	list, err := s.Client.ZonasFavoritas(ctx, m.ClienteID.ValueInt64(), filter, parking.EmptyList)
	m.ZonasFavoritas = []zonaFavoritaItem{}
	all := []any{}
	for _, f := range list {
		if elsewhere(f, filter) {
			continue
		}
		place := newPlaceModel(f.Zona(parking.Zona{}))
		m.ZonasFavoritas = append(m.ZonasFavoritas, zonaFavoritaItem{types.Int64PointerValue(f.ID), place})
		all = append(all, f.Datos)
	}
	m.Datos = framework.Dynamic(ctx, all)
	return task, task.UnlessNothing(diags, err)
}

// elsewhere reports whether a favourite is at another place than the requested one. It is
// not documented that the service applies the filter.
func elsewhere(f parking.ZonaFavorita, filter parking.Zona) bool {
	differs := func(actual, requested *int64) bool {
		return actual != nil && requested != nil && *actual != *requested
	}
	return differs(f.ZonaID.Value, filter.ZonaID) || differs(f.TramoID.Value, filter.TramoID) || differs(f.CeldaID.Value, filter.CeldaID)
}
