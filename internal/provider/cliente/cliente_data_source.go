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

func readCliente(ctx context.Context, s *framework.Service, m *clienteRecordModel, diags *diag.Diagnostics) {
	email := m.Email
	var (
		cliente parking.Cliente
		err     error
	)
	// The address is personal data, so no message names the client by it.
	look := framework.Task{Verb: "read", Noun: "client of the credential"}
	if email.IsNull() {
		cliente, err = s.Client.Cliente(ctx)
	} else {
		look = framework.Task{Verb: "read", Noun: "client", Attributes: []string{"email"}}
		cliente, err = s.Client.ClienteByEmail(ctx, email.ValueString(), parking.Nothing)
	}
	if err != nil {
		look.AddError(diags, err)
		return
	}
	m.refresh(cliente)
	if !email.IsNull() { // the service may write it in another case
		m.Email = email
	}
}
