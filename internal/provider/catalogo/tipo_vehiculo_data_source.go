package catalogo

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var _ datasource.DataSourceWithConfigure = (*tipoVehiculoDataSource)(nil)

type tipoVehiculoDataSource struct{ framework.DataSourceBase }

func newTipoVehiculoDataSource() datasource.DataSource { return &tipoVehiculoDataSource{} }

type tipoVehiculoModel struct {
	ID     types.Int64   `tfsdk:"id"`
	Nombre types.String  `tfsdk:"nombre"`
	Datos  types.Dynamic `tfsdk:"datos"`
}

func (d *tipoVehiculoDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_tipo_vehiculo"
}

func (d *tipoVehiculoDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: tipoVehiculoDoc,
		Attributes: map[string]schema.Attribute{
			"id": schema.Int64Attribute{
				MarkdownDescription: tipoVehiculoIDDoc,
				Optional:            true,
				Computed:            true,
				Validators: []validator.Int64{int64validator.AtLeast(1),
					int64validator.ExactlyOneOf(path.MatchRoot("id"), path.MatchRoot("nombre"))},
			},
			"nombre": schema.StringAttribute{
				MarkdownDescription: tipoVehiculoNombreDoc,
				Optional:            true,
				Computed:            true,
			},
			"datos": schema.DynamicAttribute{MarkdownDescription: tipoVehiculoDatosDoc, Computed: true},
		},
	}
}

func (d *tipoVehiculoDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model tipoVehiculoModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() || !d.Ready(&resp.Diagnostics) {
		return
	}
	tipos, err := d.Client.TiposVehiculo(ctx)
	if err != nil {
		framework.Task{Verb: "read", Noun: "vehicle types"}.AddError(&resp.Diagnostics, err)
		return
	}
	var found []parking.TipoVehiculo
	var all []string
	for _, tipo := range tipos {
		nombre := types.StringPointerValue(tipo.Nombre)
		byID := !model.ID.IsNull() && tipo.ID == model.ID.ValueInt64()
		byNombre := !model.Nombre.IsNull() && !nombre.IsNull() && strings.EqualFold(nombre.ValueString(), model.Nombre.ValueString())
		if byID || byNombre {
			found = append(found, tipo)
		}
		all = append(all, fmt.Sprintf("%d %s", tipo.ID, nombre))
	}
	attribute, which := path.Root("id"), "with the identifier "+model.ID.String()
	if model.ID.IsNull() {
		attribute, which = path.Root("nombre"), "named "+model.Nombre.String()
	}
	switch len(found) {
	case 0:
		resp.Diagnostics.AddAttributeError(attribute, "Vehicle type not found", fmt.Sprintf(noSuchTypeText, which, strings.Join(all, ", ")))
		return
	case 1:
	default:
		resp.Diagnostics.AddAttributeError(attribute, "More than one vehicle type found",
			fmt.Sprintf(ambiguousText, len(found), which, strings.Join(all, ", ")))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, tipoVehiculoModel{
		ID: types.Int64Value(found[0].ID), Nombre: types.StringPointerValue(found[0].Nombre), Datos: framework.Dynamic(ctx, found[0].Datos),
	})...)
}
