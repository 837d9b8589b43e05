package cliente

import (
	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// clienteModel is the state of a parking_cliente.
type clienteModel struct {
	ID        types.Int64    `tfsdk:"id"`
	Email     types.String   `tfsdk:"email"`
	Nombre    types.String   `tfsdk:"nombre"`
	Apellidos types.String   `tfsdk:"apellidos"`
	Prefijos  types.String   `tfsdk:"prefijos"`
	Telefono  types.String   `tfsdk:"telefono"`
	Cedula    types.String   `tfsdk:"cedula"`
	Timeouts  timeouts.Value `tfsdk:"timeouts"`
}

type clienteIdentity struct {
	Email types.String `tfsdk:"email"`
}

func (m clienteModel) request() parking.ClienteRequest {
	return parking.ClienteRequest{
		Email: m.Email.ValueString(), Nombre: m.Nombre.ValueString(), Apellidos: m.Apellidos.ValueString(),
		Prefijos: m.Prefijos.ValueString(), Telefono: m.Telefono.ValueString(), Cedula: m.Cedula.ValueString(),
	}
}

// clienteField is one of the fields declared next to the address.
type clienteField struct {
	name     string
	held     parking.Field[string]
	declared *types.String
	same     func(a, b string) bool
}

func (m *clienteModel) fields(record parking.Cliente) []clienteField {
	return []clienteField{
		{"nombre", record.Nombre, &m.Nombre, framework.SameText},
		{"apellidos", record.Apellidos, &m.Apellidos, framework.SameText},
		{"prefijos", record.Prefijos, &m.Prefijos, samePrefijos},
		{"telefono", record.Telefono, &m.Telefono, sameTelefono},
		{"cedula", record.Cedula, &m.Cedula, sameCedula},
	}
}

// isDeclared reports whether the record shows the field as declared.
func (f clienteField) isDeclared() bool {
	return f.held.Value != nil && !f.declared.IsNull() && f.same(*f.held.Value, f.declared.ValueString())
}

// refresh takes the values of a record. A value that the service only spells differently keeps its
// declared spelling.
func (m *clienteModel) refresh(record parking.Cliente) {
	if record.ID != nil {
		m.ID = types.Int64Value(*record.ID)
	}
	if email := record.Email.Value; email != nil && !sameEmail(*email, m.Email.ValueString()) {
		m.Email = types.StringValue(*email)
	}
	for _, field := range m.fields(record) {
		if !field.isDeclared() {
			*field.declared = framework.KeepString(field.held, *field.declared)
		}
	}
}

// another reports whether a record without an address belongs to another client.
func (m clienteModel) another(record parking.Cliente) bool {
	return record.Email.Value == nil && record.ID != nil && !m.ID.IsNull() && *record.ID != m.ID.ValueInt64()
}

// differences names the declared fields that the record shows with another value; leftOut also
// counts those that it omits. It gives no values, since they are personal data.
func (m clienteModel) differences(record parking.Cliente, leftOut bool) []string {
	var out []string
	for _, field := range m.fields(record) {
		if (field.held.Sent || leftOut) && !field.isDeclared() {
			out = append(out, field.name)
		}
	}
	return out
}
