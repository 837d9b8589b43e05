package cliente

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var _ datasource.DataSourceWithConfigure = (*clienteDataSource)(nil)

type clienteDataSource struct{ framework.DataSourceBase }

func newClienteDataSource() datasource.DataSource { return &clienteDataSource{} }

type clienteRecordModel struct {
	ID        types.Int64  `tfsdk:"id"`
	Email     types.String `tfsdk:"email"`
	Nombre    types.String `tfsdk:"nombre"`
	Apellidos types.String `tfsdk:"apellidos"`
	Prefijos  types.String `tfsdk:"prefijos"`
	Telefono  types.String `tfsdk:"telefono"`
	Cedula    types.String `tfsdk:"cedula"`
}

func (d *clienteDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_cliente"
}

func (d *clienteDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: clienteDataDoc,
		Attributes: map[string]schema.Attribute{
			"id": schema.Int64Attribute{MarkdownDescription: idDoc, Computed: true},
			"email": schema.StringAttribute{
				MarkdownDescription: emailDataDoc,
				Optional:            true,
				Computed:            true,
				Validators:          []validator.String{framework.EmailValidator},
			},
			"nombre":    schema.StringAttribute{MarkdownDescription: nombreDoc, Computed: true},
			"apellidos": schema.StringAttribute{MarkdownDescription: apellidosDoc, Computed: true},
			"prefijos":  schema.StringAttribute{MarkdownDescription: prefijosDataDoc, Computed: true},
			"telefono":  schema.StringAttribute{MarkdownDescription: telefonoDoc, Computed: true, Sensitive: true},
			"cedula":    schema.StringAttribute{MarkdownDescription: cedulaDoc, Computed: true, Sensitive: true},
		},
	}
}

func (d *clienteDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var email types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("email"), &email)...)
	if resp.Diagnostics.HasError() || !d.Ready(&resp.Diagnostics) {
		return
	}
	var (
		cliente parking.Cliente
		err     error
	)
	// The address is personal data, so that no message names the client by it.
	look := framework.Task{Verb: "read", Noun: "client of the credential"}
	if email.IsNull() {
		cliente, err = d.Client.Cliente(ctx)
	} else {
		look = framework.Task{Verb: "read", Noun: "client", Attributes: []string{"email"}}
		cliente, err = d.Client.ClienteByEmail(ctx, email.ValueString())
	}
	switch {
	case errors.Is(err, parking.ErrNotFound) && !email.IsNull():
		resp.Diagnostics.AddAttributeError(path.Root("email"), "No such client", noClientText)
		return
	case err != nil:
		look.AddError(&resp.Diagnostics, err)
		return
	}
	state := clienteRecordModel{
		ID: types.Int64PointerValue(cliente.ID), Email: types.StringPointerValue(cliente.Email.Value),
		Nombre: types.StringPointerValue(cliente.Nombre.Value), Apellidos: types.StringPointerValue(cliente.Apellidos.Value),
		Prefijos: types.StringPointerValue(cliente.Prefijos.Value), Telefono: types.StringPointerValue(cliente.Telefono.Value),
		Cedula: types.StringPointerValue(cliente.Cedula.Value),
	}
	if !email.IsNull() { // the service may write it in another case
		state.Email = email
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
}
