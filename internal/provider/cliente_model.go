package provider

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/types"

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

// refresh takes the whole record. The address keeps the declared spelling where
// the service only changes its case.
func (m *clienteModel) refresh(record parking.Cliente) {
	if record.ID != nil {
		m.ID = types.Int64Value(*record.ID)
	}
	if email := record.Email.Value; email != nil && !strings.EqualFold(*email, m.Email.ValueString()) {
		m.Email = types.StringValue(*email)
	}
	m.Nombre = keepString(record.Nombre, m.Nombre)
	m.Apellidos = keepString(record.Apellidos, m.Apellidos)
	m.Prefijos = keepString(record.Prefijos, m.Prefijos)
	m.Telefono = keepString(record.Telefono, m.Telefono)
	m.Cedula = keepString(record.Cedula, m.Cedula)
}

// another reports whether a record that leaves the address out is another client's.
func (m clienteModel) another(record parking.Cliente) bool {
	return record.Email.Value == nil && record.ID != nil && !m.ID.IsNull() && *record.ID != m.ID.ValueInt64()
}

// differences names the declared fields that the record does not show as
// declared. Their values are personal data and not part of it.
func (m clienteModel) differences(record parking.Cliente) []string {
	var out []string
	for _, field := range []struct {
		name     string
		held     parking.Field[string]
		declared types.String
	}{
		{"nombre", record.Nombre, m.Nombre}, {"apellidos", record.Apellidos, m.Apellidos}, {"prefijos", record.Prefijos, m.Prefijos},
		{"telefono", record.Telefono, m.Telefono}, {"cedula", record.Cedula, m.Cedula},
	} {
		if field.held.Value == nil || *field.held.Value != field.declared.ValueString() {
			out = append(out, field.name)
		}
	}
	return out
}
