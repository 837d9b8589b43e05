package provider

import "testing"

// What an import block brings into a second block is not in the state yet, so terraform state rm does not find it.
func TestReservaImportedIntoASecondBlock(t *testing.T) {
	t.Parallel()
	w, _, first := reservaWorld(t, declaredReserva, nil)
	p := w.proto(nil)
	p.read("parking_reserva", first)
	expect(t, "import", p.read("parking_reserva", p.importID("parking_reserva", "1")).errors(), "Reservation in two blocks", "terraform state rm parking_reserva.NAME",
		"If it comes from an import block, it is not in the state yet: remove that import block instead.")
}
