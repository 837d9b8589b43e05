package acceptance

import (
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

// What an import block brings into a second block is not in the state yet, so terraform state rm does not find it.
func TestReservaImportedIntoASecondBlock(t *testing.T) {
	t.Parallel()
	w, _, first := acctest.ReservaWorld(t, acctest.DeclaredReserva, nil)
	p := w.Proto(nil)
	p.Read("parking_reserva", first)
	acctest.Expect(t, "import", p.Read("parking_reserva", p.ImportID("parking_reserva", "1")).Errors(), "Reservation in two blocks")
}
