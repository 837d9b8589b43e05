package cliente

import (
	"strings"
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// The service may rewrite values: in capitals, without surrounding blanks, a telephone without
// leading zeros. Values that differ only so count as the same: the declared spelling stays in the
// state, and nothing is overwritten.

// sameEmail reports whether two addresses belong to one client (A4).
func sameEmail(a, b string) bool { return strings.EqualFold(a, b) }

// samePrefijos ignores blanks.
func samePrefijos(a, b string) bool {
	return strings.Join(strings.Fields(a), "") == strings.Join(strings.Fields(b), "")
}

// sameTelefono compares letters and digits, without leading zeros.
func sameTelefono(a, b string) bool {
	return strings.TrimLeft(bareNumber(a), "0") == strings.TrimLeft(bareNumber(b), "0")
}

// sameCedula compares letters and digits.
func sameCedula(a, b string) bool { return bareNumber(a) == bareNumber(b) }

// anotherPerson names the attributes whose change may make a client another person: the identity number, or name and surnames
// together. It is empty where there is none.
func (m clienteModel) anotherPerson(state clienteModel) string {
	changes := func(planned, held types.String, same func(a, b string) bool) bool {
		return !planned.IsUnknown() && !held.IsNull() && !same(planned.ValueString(), held.ValueString())
	}
	var changed []string
	if changes(m.Nombre, state.Nombre, framework.SameText) && changes(m.Apellidos, state.Apellidos, framework.SameText) {
		changed = append(changed, "nombre", "apellidos")
	}
	if changes(m.Cedula, state.Cedula, sameCedula) {
		changed = append(changed, "cedula")
	}
	return strings.Join(changed, ", ")
}

func bareNumber(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, framework.BareText(text))
}
