package zonafavorita

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var _ datasource.DataSourceWithConfigure = (*zonasFavoritasDataSource)(nil)

type zonasFavoritasDataSource struct{ framework.DataSourceBase }

func newZonasFavoritasDataSource() datasource.DataSource { return &zonasFavoritasDataSource{} }

type zonasFavoritasModel struct {
	ClienteID      types.Int64        `tfsdk:"cliente_id"`
	ZonaID         types.Int64        `tfsdk:"zona_id"`
	TramoID        types.Int64        `tfsdk:"tramo_id"`
	CeldaID        types.Int64        `tfsdk:"celda_id"`
	ZonasFavoritas []zonaFavoritaItem `tfsdk:"zonas_favoritas"`
	Datos          types.Dynamic      `tfsdk:"datos"`
}

type zonaFavoritaItem struct {
	ID      types.Int64 `tfsdk:"id"`
	ZonaID  types.Int64 `tfsdk:"zona_id"`
	TramoID types.Int64 `tfsdk:"tramo_id"`
	CeldaID types.Int64 `tfsdk:"celda_id"`
}

func (d *zonasFavoritasDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_zonas_favoritas"
}

func (d *zonasFavoritasDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	id := func(description string, required bool) schema.Int64Attribute {
		return schema.Int64Attribute{MarkdownDescription: description, Required: required, Optional: !required,
			Validators: []validator.Int64{int64validator.AtLeast(1)}}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the favourite zones, sections and spaces of a client.",
		Attributes: map[string]schema.Attribute{
			"cliente_id": id("Identifier of the client.", true),
			"zona_id":    id("Lists only favourites of this zone.", false),
			"tramo_id":   id("Lists only favourites of this section.", false),
			"celda_id":   id("Lists only favourites of this space.", false),
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
	}
}

func (d *zonasFavoritasDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model zonasFavoritasModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() || !d.Ready(&resp.Diagnostics) {
		return
	}
	task := framework.Task{Verb: "read", Noun: "favourites", Name: "of client " + model.ClienteID.String(),
		Attributes: []string{"cliente_id", "zona_id", "tramo_id", "celda_id"}}
	filter := parking.Zona{ZonaID: model.ZonaID.ValueInt64Pointer(), TramoID: model.TramoID.ValueInt64Pointer(),
		CeldaID: model.CeldaID.ValueInt64Pointer()}
	list, err := d.Client.ZonasFavoritas(ctx, model.ClienteID.ValueInt64(), filter)
	if err != nil && !task.Nothing(&resp.Diagnostics, err) {
		task.AddError(&resp.Diagnostics, err)
		return
	}
	model.ZonasFavoritas = []zonaFavoritaItem{}
	all := []any{}
	for _, f := range list {
		if elsewhere(f, filter) {
			continue
		}
		model.ZonasFavoritas = append(model.ZonasFavoritas, zonaFavoritaItem{
			ID: types.Int64PointerValue(f.ID), ZonaID: types.Int64PointerValue(f.ZonaID.Value),
			TramoID: types.Int64PointerValue(f.TramoID.Value), CeldaID: types.Int64PointerValue(f.CeldaID.Value),
		})
		datos, err := f.Datos()
		if err != nil {
			task.AddError(&resp.Diagnostics, err)
			return
		}
		all = append(all, datos)
	}
	model.Datos = framework.Dynamic(ctx, all)
	resp.Diagnostics.Append(resp.State.Set(ctx, &model)...)
}

// elsewhere reports whether a favourite is at another place than the requested one. It is
// not documented that the service applies the filter.
func elsewhere(f parking.ZonaFavorita, filter parking.Zona) bool {
	differs := func(actual, requested *int64) bool {
		return actual != nil && requested != nil && *actual != *requested
	}
	return differs(f.ZonaID.Value, filter.ZonaID) || differs(f.TramoID.Value, filter.TramoID) || differs(f.CeldaID.Value, filter.CeldaID)
}
