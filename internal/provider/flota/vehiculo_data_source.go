package flota

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var (
	_ datasource.DataSourceWithConfigure      = (*vehiculoDataSource)(nil)
	_ datasource.DataSourceWithValidateConfig = (*vehiculoDataSource)(nil)
)

type vehiculoDataSource struct{ framework.DataSourceBase }

func newVehiculoDataSource() datasource.DataSource { return &vehiculoDataSource{} }

// vehiculoRecordModel is a vehicle as the service has it; what it leaves out is null.
type vehiculoRecordModel struct {
	ID        types.Int64  `tfsdk:"id"`
	ClienteID types.Int64  `tfsdk:"cliente_id"`
	Placa     types.String `tfsdk:"placa"`
	Nombre    types.String `tfsdk:"nombre"`
	Activado  types.Bool   `tfsdk:"activado"`
	Favorito  types.Bool   `tfsdk:"favorito"`
}

func newVehiculoRecordModel(v parking.Vehiculo) vehiculoRecordModel {
	return vehiculoRecordModel{
		ID: types.Int64Value(v.ID), ClienteID: types.Int64PointerValue(v.ClienteID.Value), Placa: types.StringPointerValue(v.Placa.Value),
		Nombre:   types.StringPointerValue(v.Nombre.Value),
		Activado: types.BoolPointerValue(v.Activado.Value), Favorito: types.BoolPointerValue(v.Favorito.Value),
	}
}

func (d *vehiculoDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_vehiculo"
}

func (d *vehiculoDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: vehiculoDataDoc,
		Attributes: map[string]schema.Attribute{
			"id": schema.Int64Attribute{
				MarkdownDescription: vehiculoDataIDDoc,
				Optional:            true,
				Computed:            true,
				Validators: []validator.Int64{int64validator.AtLeast(1),
					int64validator.ConflictsWith(path.MatchRoot("cliente_id"), path.MatchRoot("placa"))},
			},
			"cliente_id": schema.Int64Attribute{
				MarkdownDescription: vehiculoDataClienteIDDoc,
				Optional:            true,
				Computed:            true,
				Validators:          []validator.Int64{int64validator.AtLeast(1), int64validator.AlsoRequires(path.MatchRoot("placa"))},
			},
			"placa": schema.StringAttribute{
				MarkdownDescription: vehiculoDataPlacaDoc,
				Optional:            true,
				Computed:            true,
				Validators:          []validator.String{framework.PlacaValidator},
			},
			"nombre":   schema.StringAttribute{MarkdownDescription: vehiculosNombreDoc, Computed: true},
			"activado": schema.BoolAttribute{MarkdownDescription: vehiculoActivadoDoc, Computed: true},
			"favorito": schema.BoolAttribute{MarkdownDescription: vehiculoFavoritoDoc, Computed: true},
		},
	}
}

// ValidateConfig refuses a block that names no vehicle. Half a pair is no general
// error: what is missing of it is named.
func (d *vehiculoDataSource) ValidateConfig(ctx context.Context, req datasource.ValidateConfigRequest,
	resp *datasource.ValidateConfigResponse) {
	var model vehiculoRecordModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	switch {
	case resp.Diagnostics.HasError() || !model.ID.IsNull() || !model.ClienteID.IsNull():
	case model.Placa.IsNull():
		resp.Diagnostics.AddError("No vehicle specified", noVehicleNamedText)
	default:
		resp.Diagnostics.AddAttributeError(path.Root("placa"), "Client missing", clienteMissingText)
	}
}

func (d *vehiculoDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model vehiculoRecordModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() || !d.Ready(&resp.Diagnostics) {
		return
	}
	found, err := d.find(ctx, model)
	name, attribute, missing := model.ID.String(), path.Root("id"), fmt.Sprintf(noVehicleWithIDText, model.ID)
	if model.ID.IsNull() {
		name, attribute = fmt.Sprintf("%s of client %s", model.Placa, model.ClienteID), path.Root("placa")
		missing = fmt.Sprintf(noVehicleText, model.ClienteID, model.Placa)
	}
	if errors.Is(err, parking.ErrNotFound) {
		resp.Diagnostics.AddAttributeError(attribute, "No such vehicle", missing)
		return
	}
	if err != nil {
		framework.Task{Verb: "read", Noun: "vehicle", Name: name,
			Attributes: []string{"id", "cliente_id", "placa"}}.AddError(&resp.Diagnostics, err)
		return
	}
	state := newVehiculoRecordModel(found)
	if model.ID.IsNull() { // what was asked for stays as it was written
		state.ClienteID, state.Placa = model.ClienteID, model.Placa
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
}

func (d *vehiculoDataSource) find(ctx context.Context, model vehiculoRecordModel) (parking.Vehiculo, error) {
	if !model.ID.IsNull() {
		return d.Client.Vehiculo(ctx, model.ID.ValueInt64())
	}
	found, ok, err := d.Client.FindVehiculo(ctx, model.ClienteID.ValueInt64(), model.Placa.ValueString(), 0)
	if err == nil && !ok {
		err = parking.ErrNotFound
	}
	return found, err
}
