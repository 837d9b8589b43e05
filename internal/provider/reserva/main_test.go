package reserva

import (
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/provider/flota"
)

func TestMain(m *testing.M) { acctest.Main(m, Area, flota.Area) }
