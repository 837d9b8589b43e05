package cliente

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var clienteDataSource = framework.LookUp("cliente", schema.Schema{
	MarkdownDescription: clienteDataDoc,
	Attributes: map[string]schema.Attribute{
		"id": schema.Int64Attribute{MarkdownDescription: idDoc, Computed: true},
		"email": schema.StringAttribute{
			CustomType:          emailType,
			MarkdownDescription: emailDataDoc,
			Optional:            true,
			Computed:            true,
			Validators:          []validator.String{framework.EmailValidator},
		},
		"nombre":    schema.StringAttribute{CustomType: framework.NombreType, MarkdownDescription: nombreDoc, Computed: true},
		"apellidos": schema.StringAttribute{CustomType: framework.NombreType, MarkdownDescription: apellidosDoc, Computed: true},
		"prefijos":  schema.StringAttribute{CustomType: prefijosType, MarkdownDescription: prefijosDataDoc, Computed: true},
		"telefono":  schema.StringAttribute{CustomType: telefonoType, MarkdownDescription: telefonoDoc, Computed: true, Sensitive: true},
		"cedula":    schema.StringAttribute{CustomType: cedulaType, MarkdownDescription: cedulaDoc, Computed: true, Sensitive: true},
	},
}, readCliente)

// readCliente does not name the client in errors: its address is personal data.
func readCliente(ctx context.Context, s *framework.Service, m *clienteRecordModel, _ *diag.Diagnostics) (framework.Task, error) {
	if m.Email.IsNull() {
		cliente, err := s.Client.Cliente(ctx)
		m.refresh(cliente)
		return framework.Task{Noun: "client of the credential"}, err
	}
	cliente, err := s.Client.ClienteByEmail(ctx, m.Email.ValueString(), parking.Nothing)
	m.refresh(cliente)
	return framework.Task{Noun: "client", Attributes: []string{"email"}, Refused: noAccountText}, err
}
