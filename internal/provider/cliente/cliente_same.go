package cliente

import (
	"strings"
	"unicode"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// The service may rewrite values: in capitals, without surrounding blanks, a telephone without
// leading zeros. Values that differ only so count as the same: the declared spelling stays in the
// state, and nothing is overwritten.
var (
	emailType    = framework.NewTextType(strings.ToLower) // two such addresses belong to one client (A4)
	prefijosType = framework.NewTextType(func(text string) string { return strings.Join(strings.Fields(text), "") })
	telefonoType = framework.NewTextType(func(text string) string { return strings.TrimLeft(bareNumber(text), "0") })
	cedulaType   = framework.NewTextType(bareNumber)
)

// anotherPerson names the attributes whose change may make a client another person: the identity number, or name and surnames
// together. It is empty where there is none.
func (m clienteModel) anotherPerson(state clienteModel) string {
	changes := func(planned, held framework.Text) bool {
		return !planned.IsUnknown() && !held.IsNull() && !planned.Same(held.ValueString())
	}
	var changed []string
	if changes(m.Nombre, state.Nombre) && changes(m.Apellidos, state.Apellidos) {
		changed = append(changed, "nombre", "apellidos")
	}
	if changes(m.Cedula, state.Cedula) {
		changed = append(changed, "cedula")
	}
	return strings.Join(changed, ", ")
}

// bareNumber gives letters and digits.
func bareNumber(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, framework.BareText(text))
}
