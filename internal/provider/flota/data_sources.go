package flota

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var placaDataSource = framework.LookUp("placa", schema.Schema{
	MarkdownDescription: placaDataDoc,
	Attributes: map[string]schema.Attribute{
		"placa": schema.StringAttribute{
			CustomType:          framework.PlacaType,
			MarkdownDescription: placaDataPlacaDoc,
			Required:            true,
			Validators:          []validator.String{framework.PlacaValidator},
		},
		"tipo_vehiculo_id": schema.Int64Attribute{MarkdownDescription: placaDataTipoVehiculoIDDoc, Computed: true},
		"marca":            schema.StringAttribute{MarkdownDescription: placaMarcaDoc, Computed: true},
		"modelo":           schema.StringAttribute{MarkdownDescription: placaModeloDoc, Computed: true},
		"color":            schema.StringAttribute{MarkdownDescription: placaColorDoc, Computed: true},
		"electrico":        schema.BoolAttribute{MarkdownDescription: placaElectricoDoc, Computed: true},
		"minusvalido":      schema.BoolAttribute{MarkdownDescription: placaMinusvalidoDoc, Computed: true},
		"exento":           schema.BoolAttribute{MarkdownDescription: placaExentoDoc, Computed: true},
		"sancionable":      schema.BoolAttribute{MarkdownDescription: placaSancionableDoc, Computed: true},
	},
}, readPlaca)

func readPlaca(ctx context.Context, s *framework.Service, m *placaRecordModel, _ *diag.Diagnostics) (framework.Task, error) {
	placa, err := s.Client.Placa(ctx, m.Placa.ValueString(), parking.Nothing)
	m.fill(placa)
	m.plateValues = plateValues{types.Int64PointerValue(placa.TipoVehiculoID.Value),
		types.BoolPointerValue(placa.Electrico.Value), types.BoolPointerValue(placa.Minusvalido.Value)}
	return framework.Task{Noun: "plate", Name: m.Placa.StringValue.String(), Attributes: []string{"placa"}}, err
}

// newVehiculoRecordModel is a vehicle as the service has it; omitted fields are null.
func newVehiculoRecordModel(v parking.Vehiculo) (m vehiculoRecordModel) {
	m.refresh(v)
	return m
}

var vehiculoNombre = schema.StringAttribute{CustomType: framework.NombreType, MarkdownDescription: vehiculosNombreDoc, Computed: true}

var vehiculoDataSource = framework.LookUp("vehiculo", schema.Schema{
	MarkdownDescription: vehiculoDataDoc,
	Attributes: map[string]schema.Attribute{
		"id": schema.Int64Attribute{
			MarkdownDescription: vehiculoDataIDDoc,
			Optional:            true,
			Computed:            true,
			Validators: []validator.Int64{
				int64validator.AtLeast(1), int64validator.ConflictsWith(path.MatchRoot("cliente_id")),
				int64validator.ExactlyOneOf(path.MatchRoot("id"), path.MatchRoot("placa")),
			},
		},
		"cliente_id": schema.Int64Attribute{
			MarkdownDescription: vehiculoDataClienteIDDoc,
			Optional:            true,
			Computed:            true,
			Validators:          []validator.Int64{int64validator.AtLeast(1), int64validator.AlsoRequires(path.MatchRoot("placa"))},
		},
		"placa": schema.StringAttribute{
			CustomType:          framework.PlacaType,
			MarkdownDescription: vehiculoDataPlacaDoc,
			Optional:            true,
			Computed:            true,
			Validators:          []validator.String{framework.PlacaValidator, stringvalidator.AlsoRequires(path.MatchRoot("cliente_id"))},
		},
		"nombre":   vehiculoNombre,
		"activado": schema.BoolAttribute{MarkdownDescription: vehiculoActivadoDoc, Computed: true},
		"favorito": schema.BoolAttribute{MarkdownDescription: vehiculoFavoritoDoc, Computed: true},
	},
}, readVehiculo)

func readVehiculo(ctx context.Context, s *framework.Service, m *vehiculoRecordModel, diags *diag.Diagnostics) (framework.Task, error) {
	task := framework.Task{Noun: "vehicle", Name: m.ID.String(), Attributes: []string{"id", "cliente_id", "placa"}}
	if !m.ID.IsNull() {
		found, err := s.Client.Vehiculo(ctx, m.ID.ValueInt64())
		*m = newVehiculoRecordModel(found)
		return task, err
	}
	task.Name, task.Attributes = fmt.Sprintf("%s of client %s", m.Placa.StringValue, m.ClienteID), []string{"placa", "cliente_id"}
	found, there, err := s.Client.ReadVehiculo(ctx, m.ClienteID.ValueInt64(), m.Placa.ValueString(), 0)
	switch {
	case err != nil && !parking.Is(err, parking.NotFound):
		return task, err
	case !there:
		diags.AddAttributeError(path.Root("placa"), "No such vehicle", fmt.Sprintf(noVehicleText, m.ClienteID, m.Placa.StringValue))
	default: // what was asked for stays as it was written
		held := newVehiculoRecordModel(found)
		held.ClienteID, held.Placa = m.ClienteID, m.Placa
		*m = held
	}
	return task, nil
}

type vehiculosModel struct {
	ClienteID types.Int64           `tfsdk:"cliente_id"`
	Placa     types.String          `tfsdk:"placa"`
	Nombre    types.String          `tfsdk:"nombre"`
	Vehiculos []vehiculoRecordModel `tfsdk:"vehiculos"`
}

var vehiculosDataSource = framework.LookUp("vehiculos", schema.Schema{
	MarkdownDescription: vehiculosDataDoc,
	Attributes: map[string]schema.Attribute{
		"cliente_id": framework.IdentifierAttribute("Identifier of the client."),
		"placa": schema.StringAttribute{
			MarkdownDescription: vehiculosDataPlacaDoc,
			Optional:            true,
			Validators:          []validator.String{framework.PlacaValidator},
		},
		"nombre": schema.StringAttribute{
			MarkdownDescription: vehiculosDataNombreDoc,
			Optional:            true,
			Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
		},
		"vehiculos": schema.ListNestedAttribute{
			MarkdownDescription: vehiculosDataListDoc,
			Computed:            true,
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"id":         schema.Int64Attribute{MarkdownDescription: "Identifier of the vehicle.", Computed: true},
				"cliente_id": schema.Int64Attribute{MarkdownDescription: "Identifier of the owning client.", Computed: true},
				"placa": schema.StringAttribute{CustomType: framework.PlacaType, MarkdownDescription: "License plate.",
					Computed: true},
				"nombre":   vehiculoNombre,
				"activado": schema.BoolAttribute{MarkdownDescription: vehiculoActivadoDoc, Computed: true},
				"favorito": schema.BoolAttribute{MarkdownDescription: vehiculoFavoritoDoc, Computed: true},
			}},
		},
	},
}, readVehiculos)

func readVehiculos(ctx context.Context, s *framework.Service, m *vehiculosModel, diags *diag.Diagnostics) (framework.Task, error) {
	list, err := s.Client.Vehiculos(ctx, parking.VehiculosFilter{ClienteID: m.ClienteID.ValueInt64(), Placa: m.Placa.ValueString(),
		Nombre: m.Nombre.ValueString()})
	m.Vehiculos = make([]vehiculoRecordModel, len(list))
	for i, v := range list {
		m.Vehiculos[i] = newVehiculoRecordModel(v)
		m.Vehiculos[i].ClienteID = m.ClienteID
	}
	task := framework.Task{Noun: "vehicles", Name: "of client " + m.ClienteID.String(),
		Attributes: []string{"cliente_id", "placa", "nombre"}}
	return task, task.UnlessNothing(diags, err)
}
