package cliente

import (
	"strings"
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// clienteRecordModel is a client, alone or in the state of a parking_cliente.
type clienteRecordModel struct {
	ID        types.Int64    `tfsdk:"id"`
	Email     framework.Text `tfsdk:"email"`
	Nombre    framework.Text `tfsdk:"nombre"`
	Apellidos framework.Text `tfsdk:"apellidos"`
	Prefijos  framework.Text `tfsdk:"prefijos"`
	Telefono  framework.Text `tfsdk:"telefono"`
	Cedula    framework.Text `tfsdk:"cedula"`
}

// clienteModel is the state of a parking_cliente.
type clienteModel struct {
	clienteRecordModel
	framework.Timed
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
	declared *framework.Text
}

func (m *clienteRecordModel) fields(record parking.Cliente) []clienteField {
	return []clienteField{
		{"nombre", record.Nombre, &m.Nombre},
		{"apellidos", record.Apellidos, &m.Apellidos},
		{"prefijos", record.Prefijos, &m.Prefijos},
		{"telefono", record.Telefono, &m.Telefono},
		{"cedula", record.Cedula, &m.Cedula},
	}
}

// refresh takes the values of a record. One that the service only spells differently keeps its declared spelling by its type.
func (m *clienteRecordModel) refresh(record parking.Cliente) {
	if record.ID != nil {
		m.ID = types.Int64Value(*record.ID)
	}
	if email := record.Email.Value; email != nil {
		m.Email = framework.TextOf(*email)
	}
	for _, field := range m.fields(record) {
		field.declared.Keep(field.held)
	}
}

// isAnother reports whether the record under the address of m is another client's. A record without an identifier does not tell.
func (m *clienteRecordModel) isAnother(record parking.Cliente) bool {
	return record.ID != nil && !m.ID.IsNull() && *record.ID != m.ID.ValueInt64()
}

// compare names the declared fields of which a record shows another value, those that it omits, and those that the plan does not know
// yet. It gives no values, since they are personal data.
func (m clienteModel) compare(record parking.Cliente) (other, omitted, unknown []string) {
	for _, field := range m.fields(record) {
		switch {
		case field.declared.IsUnknown():
			unknown = append(unknown, field.name)
		case !field.held.Sent:
			omitted = append(omitted, field.name)
		case field.held.Value == nil || field.declared.IsNull() || !field.declared.Same(*field.held.Value):
			other = append(other, field.name)
		}
	}
	return other, omitted, unknown
}

// The service may rewrite values: in capitals, without surrounding blanks, a telephone without leading zeros, a dialling code without its
// plus. Values that differ only so count as the same: the declared spelling stays in the state, and nothing is overwritten.
var (
	emailType    = framework.NewTextType(strings.ToLower) // two such addresses belong to one client (A4)
	telefonoType = framework.NewTextType(func(text string) string { return strings.TrimLeft(bareNumber(text), "0") })
	prefijosType = telefonoType
	cedulaType   = framework.NewTextType(bareNumber)
)

// bareNumber gives letters and digits.
func bareNumber(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, framework.BareText(text))
}
