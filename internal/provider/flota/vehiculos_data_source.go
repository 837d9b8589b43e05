package flota

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

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
				"nombre":   schema.StringAttribute{MarkdownDescription: vehiculosNombreDoc, Computed: true},
				"activado": schema.BoolAttribute{MarkdownDescription: vehiculoActivadoDoc, Computed: true},
				"favorito": schema.BoolAttribute{MarkdownDescription: vehiculoFavoritoDoc, Computed: true},
			}},
		},
	},
}, readVehiculos)

func readVehiculos(ctx context.Context, s *framework.Service, m *vehiculosModel, diags *diag.Diagnostics) {
	look := framework.Task{Verb: "read", Noun: "vehicles", Name: "of client " + m.ClienteID.String(),
		Attributes: []string{"cliente_id", "placa", "nombre"}}
	list, err := s.Client.Vehiculos(ctx, parking.VehiculosFilter{ClienteID: m.ClienteID.ValueInt64(), Placa: m.Placa.ValueString(),
		Nombre: m.Nombre.ValueString()})
	if err != nil && !look.Nothing(diags, err) {
		look.AddError(diags, err)
		return
	}
	m.Vehiculos = make([]vehiculoRecordModel, len(list))
	for i, v := range list {
		m.Vehiculos[i] = newVehiculoRecordModel(v)
		m.Vehiculos[i].ClienteID = m.ClienteID
	}
}
